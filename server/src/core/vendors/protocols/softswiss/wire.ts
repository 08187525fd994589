import { isUtf8 } from "node:buffer";
import { AMOUNT_MAX_MINOR, formatAmount } from "@laro/contract/core/money";
import {
  type About,
  type FaultCode,
  WalletFault,
  type WalletAnswer,
  type WalletOutcome,
  type WalletRequest,
  type WalletStep,
  type WalletUndoing,
} from "../../protocol.ts";

/** Fields and texts are those of the public wallet contract, v.2026.03.03 (`conformance/softswiss/contract`). */
const CURRENCY = /^[A-Z][A-Z0-9_]{2,31}$/;
const AMOUNT = /^[0-9]+(\.[0-9]{1,16})?$/;
export const AMOUNT_LENGTH_MAX = 40;
export const ID_LENGTH_MAX = 255;
export const TRANSACTIONS_MAX = 500;
const CENTS = 2;

type Fields = Readonly<Record<string, unknown>>;

const bad = (message: string): never => {
  throw new WalletFault("malformed", { message });
};

/** The body as an object. Throws a fault for anything else; bytes that are no text would make one id of two. */
export function readObject(body: Buffer): Fields {
  if (!isUtf8(body)) bad("request body is not valid JSON");
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString("utf8"));
  } catch {
    bad("request body is not valid JSON");
  }
  return isObject(parsed) ? parsed : bad("request body must be a JSON object");
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** A text that names something of the vendor's: compared byte for byte, so nothing is trimmed or folded. */
function readId(fields: Fields, name: string, at = name): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") return bad(`${at}: is required`);
  if (value.length > ID_LENGTH_MAX || /\p{Cc}/u.test(value) || !value.isWellFormed())
    return bad(`${at}: must have 1 to ${ID_LENGTH_MAX} characters and no control characters`);
  return value;
}

/** Whom and what it is about. */
export function readAbout(fields: Fields): Pick<About, "player" | "currency" | "game"> {
  const player = readId(fields, "account_id");
  const { currency } = fields;
  if (typeof currency !== "string" || !CURRENCY.test(currency)) return bad(`currency: must match ${CURRENCY.source}`);
  return { player, currency, game: fields["game_id"] === undefined ? undefined : readId(fields, "game_id") };
}

export const readRound = (fields: Fields, name: "round_id" | "round_id_provider"): string => readId(fields, name);

/** Whether the round ends with this call. */
export function readFinished({ finished = false }: Fields): boolean {
  return typeof finished === "boolean" ? finished : bad("finished: must be a boolean");
}

function readTransactions(fields: Fields): readonly Fields[] {
  const { transactions } = fields;
  if (!Array.isArray(transactions) || transactions.length === 0) return bad("transactions: is required");
  if (transactions.length > TRANSACTIONS_MAX) return bad(`transactions: at most ${TRANSACTIONS_MAX}`);
  return transactions.map((given: unknown, place) => (isObject(given) ? given : bad(`transactions[${place}]: must be an object`)));
}

/** Bets and wins, in their order. */
export const readSteps = (fields: Fields): readonly WalletStep[] => readTransactions(fields).map((given, place) => readStep(given, `transactions[${place}]`));

function readStep(given: Fields, at: string): WalletStep {
  const id = readId(given, "id_provider", `${at}.id_provider`);
  const { type } = given;
  if (type !== "bet" && type !== "win") return bad(`${at}.type: must be bet or win`);
  return { id, type, ...readAmount(given["amount"], { at: `${at}.amount`, isBet: type === "bet" }), ...readJackpot(given) };
}

/** Millionths of a cent: what goes into a jackpot is finer than any amount. */
const PART_DECIMALS = 8;

/** Which parts of an amount are a jackpot's. They move nothing, so what cannot be read is left out. */
function readJackpot(given: Fields): Pick<WalletStep, "jackpot"> {
  const [contribution, win] = [partOf(given["jackpot_contribution"]), partOf(given["jackpot_win"])];
  return contribution === undefined && win === undefined
    ? {}
    : { jackpot: { ...(contribution === undefined ? {} : { contribution }), ...(win === undefined ? {} : { win }) } };
}

function partOf(value: unknown): bigint | undefined {
  if (typeof value !== "string" || value.length > AMOUNT_LENGTH_MAX || !AMOUNT.test(value)) return undefined;
  const [whole = "", fraction = ""] = value.split(".");
  const part = BigInt(whole + fraction.slice(0, PART_DECIMALS).padEnd(PART_DECIMALS, "0"));
  return part > 0n && part <= AMOUNT_MAX_MINOR * 10n ** BigInt(PART_DECIMALS - CENTS) ? part : undefined;
}

/** The end of free rounds: they may have won nothing. */
export function readIssueFinish(fields: Fields): {
  issue: string;
  player: string | undefined;
  currency: string | undefined;
  amountMinor: bigint;
  isCut: boolean;
} {
  const issue = readId(fields, "issue_id");
  const amount = readAmount(fields["amount"], { at: "amount", isBet: false, mayBeNothing: true });
  const textOf = (name: "account_id" | "currency"): string | undefined => (fields[name] === undefined ? undefined : readId(fields, name));
  return { issue, player: textOf("account_id"), currency: textOf("currency"), ...amount };
}

/** What a vendor gives: its id, and what that stands for. */
export function readPrize(fields: Fields): { id: string; content: string; amountMinor: bigint; isCut: boolean } {
  const [id, event, type] = [readId(fields, "id_provider"), readId(fields, "event_id"), readId(fields, "event_type")];
  return { id, content: JSON.stringify([event, type]), ...readAmount(fields["amount"], { at: "amount", isBet: false }) };
}

/** A bet finer than the currency is refused; of a win what is finer is not paid, and listed: refusing would leave the player unpaid. */
function readAmount(
  value: unknown,
  { at, isBet, mayBeNothing = false }: { at: string; isBet: boolean; mayBeNothing?: boolean },
): Pick<WalletStep, "amountMinor" | "isCut"> {
  if (typeof value !== "string" || value.length > AMOUNT_LENGTH_MAX || !AMOUNT.test(value)) return bad(`${at}: not a valid decimal amount`);
  const [whole = "", fraction = ""] = value.split(".");
  if (!mayBeNothing && /^0*$/.test(whole + fraction)) return bad(`${at}: must be greater than zero`);
  const amountMinor = BigInt(whole + fraction.slice(0, CENTS).padEnd(CENTS, "0"));
  const isCut = /[1-9]/.test(fraction.slice(CENTS));
  if (amountMinor > AMOUNT_MAX_MINOR) return bad(`${at}: is too large`);
  if (isCut && isBet) return bad(`${at}: has more decimals than the currency`);
  return { amountMinor, isCut };
}

/** What is taken back, in its order. */
export const readUndoings = (fields: Fields): readonly WalletUndoing[] =>
  readTransactions(fields).map((given, place) => {
    const at = `transactions[${place}]`;
    if (given["type"] !== undefined && given["type"] !== "rollback") return bad(`${at}.type: must be rollback`);
    return { id: readId(given, "id_provider", `${at}.id_provider`), original: readId(given, "original_id_provider", `${at}.original_id_provider`) };
  });

/** A bonus is not played with. */
const NO_BONUS = "0.00";

/** What a call is answered with. */
export function sayOutcome(request: WalletRequest, { balanceMinor, round, ids }: WalletOutcome): WalletAnswer {
  const balance = formatAmount(balanceMinor);
  return { status: 200, body: JSON.stringify(bodyOf(request, { balance, round, ids })) };
}

function bodyOf(request: WalletRequest, { balance, round, ids }: { balance: string; round: string; ids: readonly string[] }): object {
  if (request.kind === "play") {
    const transactions = request.steps.map((step, place) => ({ id_provider: step.id, id: ids[place], bonus_amount: NO_BONUS }));
    return { round_id: round, transactions, balance };
  }
  if (request.kind === "rollback") {
    return { balance, round_id: round, transactions: request.undoings.map((undoing, place) => ({ id_provider: undoing.id, id: ids[place] })) };
  }
  if (request.kind === "prize") return { balance, id: ids[0], id_provider: request.id };
  return { balance };
}

/** The registry's number of each fault, and the text that is said where the fault has none of its own (`conformance/softswiss/contract/error-codes.md`). */
export const faults: Readonly<Record<FaultCode, readonly [code: string, text: string]>> = {
  address: ["403", "forbidden"],
  signature: ["403", "invalid signature"],
  too_large: ["400", "request body too large"],
  malformed: ["400", "bad request"],
  wrong_type: ["400", "bad request"],
  player_unknown: ["101", "player is invalid"],
  currency_other: ["154", "currency is not allowed for the player"],
  game_unknown: ["405", "game is not available to your casino"],
  game_closed: ["107", "game is forbidden to the player"],
  player_closed: ["110", "player is disabled"],
  insufficient_funds: ["100", "insufficient funds"],
  limit_reached: ["105", "bet limit reached"],
  stake_too_high: ["106", "bet exceeded max bet limit"],
  id_reused: ["400", "id_provider was used with other content"],
  rolled_back: ["409", "action already rolled back"],
  bet_unknown: ["400", "bet is unknown"],
  issue_unknown: ["400", "issue_id is unknown"],
  token_unknown: ["400", "session is unknown"],
  token_expired: ["400", "session is over"],
  busy: ["503", "service is unavailable"],
  unknown: ["500", "internal error"],
};

/** With these the vendor shows the balance that is left. */
export const WITH_BALANCE: readonly FaultCode[] = ["insufficient_funds", "limit_reached", "stake_too_high"];

/** The one envelope of errors: two statuses, two codes, and the number that says what it is. */
export function sayFault({ code, message, balanceMinor }: WalletFault): WalletAnswer {
  const [number, text] = faults[code];
  const isOurs = code === "busy" || code === "unknown";
  const said = message === "" ? text : message;
  const balance = WITH_BALANCE.includes(code) && balanceMinor !== undefined ? { balance: formatAmount(balanceMinor) } : {};
  const body = { code: isOurs ? "internal" : "invalid_argument", msg: said, meta: { api_code: number, api_message: said, ...balance } };
  return { status: isOurs ? 500 : 400, body: JSON.stringify(body) };
}
