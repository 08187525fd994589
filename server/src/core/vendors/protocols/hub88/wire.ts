import { isUtf8 } from "node:buffer";
import { AMOUNT_MAX_MINOR } from "@laro/contract/core/money";
import {
  type About,
  type FaultCode,
  type WalletAnswer,
  type WalletCall,
  WalletFault,
  type WalletOutcome,
  type WalletRequest,
  type WalletStep,
  type WalletUndoing,
} from "../../protocol.ts";

/** Fields and statuses are those of the operator's wallet API at docs.hub88.io. */
const CURRENCY = /^[A-Z][A-Z0-9_]{2,31}$/;
const ID_LENGTH_MAX = 255;
/** An amount counts hundred-thousandths of the currency's unit: a thousand of them are a centavo. */
export const PARTS_OF_MINOR = 1_000n;

type Fields = Readonly<Record<string, unknown>>;

const bad = (message: string): never => {
  throw new WalletFault("malformed", { message });
};
const wrong = (message: string): never => {
  throw new WalletFault("wrong_type", { message });
};

/** The body as an object. Throws a fault for anything else; bytes that are no text would make one id of two. */
export function readObject(body: Buffer): Fields {
  return parse(body) ?? bad("request body must be a JSON object");
}

/** What a body says, while its call lasts: its answer repeats some of it. */
const said = new WeakMap<Buffer, Fields>();

function parse(body: Buffer): Fields | undefined {
  const fields = said.get(body) ?? parseAnew(body);
  if (fields !== undefined) said.set(body, fields);
  return fields;
}

function parseAnew(body: Buffer): Fields | undefined {
  try {
    const parsed: unknown = isUtf8(body) ? JSON.parse(body.toString("utf8")) : undefined;
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const isId = (value: string): boolean => value !== "" && value.length <= ID_LENGTH_MAX && !/\p{Cc}/u.test(value) && value.isWellFormed();

/** A text that names something: compared byte for byte, so nothing is trimmed or folded. */
function readId(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null) return bad(`${name}: is required`);
  return typeof value === "string" && isId(value) ? value : wrong(`${name}: must be a text of 1 to ${ID_LENGTH_MAX} characters`);
}

const readIdIfAny = (fields: Fields, name: string): string | undefined =>
  fields[name] === undefined || fields[name] === null ? undefined : readId(fields, name);

function readBoolean(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  return typeof value === "boolean" ? value : wrong(`${name}: must be a boolean`);
}

/** Whom and what it is about. */
export function readAbout(fields: Fields): Pick<About, "player" | "currency" | "game" | "token"> {
  readId(fields, "request_uuid");
  const currency = readIdIfAny(fields, "currency");
  if (currency !== undefined && !CURRENCY.test(currency)) return wrong("currency: is none");
  return { player: readId(fields, "user"), currency, game: readIdIfAny(fields, "game_code"), token: readIdIfAny(fields, "token") };
}

export const readRound = (fields: Fields): string => readId(fields, "round");
/** Whether the round ends with this call. */
export const readRoundClosed = (fields: Fields): boolean => readBoolean(fields, "round_closed");

/** A bet of no whole centavo is refused. One that the vendor pays for moves nothing. */
export function readBet(fields: Fields): WalletStep {
  const id = readId(fields, "transaction_uuid");
  const { amountMinor, isCut } = readAmount(fields);
  if (isCut) return wrong("amount: is finer than the currency");
  const isFree = isGiven(fields);
  return { id, type: "bet", amountMinor: isFree ? 0n : amountMinor, isCut, isFree };
}

/** What of a win is finer than the currency is not paid: refusing it would leave the player unpaid. */
export function readWin(fields: Fields): WalletStep {
  const reference = readId(fields, "reference_transaction_uuid");
  return { id: readId(fields, "transaction_uuid"), type: "win", ...readAmount(fields), reference };
}

/** Whether a win is no win of a round: of bets that were free, or given by the vendor whenever it likes. */
export const isGiven = (fields: Fields): boolean => readBoolean(fields, "is_free") || readBoolean(fields, "is_supplier_promo");

/** A win that is given belongs to its round by name alone. */
export const readGiven = (fields: Fields): { id: string; amountMinor: bigint; isCut: boolean } => ({
  id: readId(fields, "transaction_uuid"),
  ...readAmount(fields),
});

export const readUndoing = (fields: Fields): WalletUndoing => ({
  id: readId(fields, "transaction_uuid"),
  original: readId(fields, "reference_transaction_uuid"),
});

function readAmount({ amount }: Fields): Pick<WalletStep, "amountMinor" | "isCut"> {
  if (amount === undefined) return bad("amount: is required");
  // Beyond the safe integers what was parsed need not be what was written.
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 0) return wrong("amount: must be an integer, not below zero");
  const amountMinor = BigInt(amount) / PARTS_OF_MINOR;
  if (amountMinor > AMOUNT_MAX_MINOR) return wrong("amount: is too large");
  return { amountMinor, isCut: BigInt(amount) % PARTS_OF_MINOR !== 0n };
}

/** What the answer says of the call it belongs to. */
function echoOf(call: WalletCall | undefined): object {
  const { user, request_uuid } = (call && parse(call.body)) ?? {};
  return Object.fromEntries(Object.entries({ user, request_uuid }).filter(([, value]) => typeof value === "string" && isId(value)));
}

/** Balances are so small that a number holds them to the last digit: `AMOUNT_MAX_MINOR` and a thousand of it. */
export const partsOf = (minor: bigint): number => Number(minor * PARTS_OF_MINOR);

export function sayOutcome({ kind }: WalletRequest, { balanceMinor, currency }: WalletOutcome, call: WalletCall): WalletAnswer {
  const told = { ...echoOf(call), status: "RS_OK", currency };
  return { status: 200, body: JSON.stringify(kind === "identify" ? told : { ...told, balance: partsOf(balanceMinor) }) };
}

const statuses: Readonly<Record<FaultCode, string>> = {
  address: "INVALID_PARTNER",
  signature: "INVALID_SIGNATURE",
  too_large: "WRONG_SYNTAX",
  malformed: "WRONG_SYNTAX",
  wrong_type: "WRONG_TYPES",
  player_unknown: "UNKNOWN",
  currency_other: "WRONG_CURRENCY",
  game_unknown: "INVALID_GAME",
  game_closed: "INVALID_GAME",
  player_closed: "USER_DISABLED",
  insufficient_funds: "NOT_ENOUGH_MONEY",
  limit_reached: "LIMIT_REACHED",
  stake_too_high: "LIMIT_REACHED",
  id_reused: "DUPLICATE_TRANSACTION",
  rolled_back: "TRANSACTION_ROLLED_BACK",
  bet_unknown: "TRANSACTION_DOES_NOT_EXIST",
  issue_unknown: "TRANSACTION_DOES_NOT_EXIST",
  token_unknown: "INVALID_TOKEN",
  token_expired: "TOKEN_EXPIRED",
  busy: "UNKNOWN",
  unknown: "UNKNOWN",
};

/** With these the hub shows the balance that is left. */
const WITH_BALANCE: readonly FaultCode[] = ["insufficient_funds", "limit_reached", "stake_too_high"];

/** A refusal: HTTP 200 all the same, and what it was in `status`. */
export function sayFault({ code, balanceMinor }: WalletFault, call: WalletCall | undefined): WalletAnswer {
  const balance = WITH_BALANCE.includes(code) && balanceMinor !== undefined ? { balance: partsOf(balanceMinor) } : {};
  return { status: 200, body: JSON.stringify({ ...echoOf(call), status: `RS_ERROR_${statuses[code]}`, ...balance }) };
}
