import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { keep } from "./vendor.report.ts";

/** How long a try may take, and how often one is made within half a minute, as a vendor of this family does; after that the stake is asked back until it is. */
const TRY_MS = 15_000;
const TRIES = 4;
const WITHIN_MS = 30_000;
const PAUSE_MS = 500;
const ROLLBACK_PAUSE_MS = 5_000;
const ROLLBACK_TRIES_MAX = 60;

/** A vendor's secret is made of the simulator's; the platform makes it the same way. */
export const secretOf = (secret: string, vendor: string): Buffer => createHmac("sha256", secret).update(`vendor ${vendor}`).digest();

const sign = (body: string, secret: Buffer): string => createHmac("sha256", secret).update(body).digest("hex");

/** Whether a body was signed with a vendor's secret. */
export function isSigned(body: string, signature: string, secret: Buffer): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(body, secret))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Whose money is played with, where. */
export interface Purse {
  readonly vendor: string;
  /** The wallet's address, with the vendor's code. */
  readonly url: string;
  readonly secret: Buffer;
  readonly ref: string;
  readonly currency: string;
  readonly game: string;
  readonly session: string;
}

interface Said {
  readonly status: number;
  readonly body: {
    readonly balance?: string;
    readonly transactions?: readonly { readonly id_provider: string; readonly id: string }[];
    readonly meta?: { readonly api_code?: string; readonly balance?: string };
  };
}

/** One call; undefined where no answer came. */
export async function ask({ url, secret }: Purse, path: string, content: object): Promise<Said | undefined> {
  const body = JSON.stringify(content);
  const headers = { "content-type": "application/json", "x-request-sign": sign(body, secret) };
  try {
    const answer = await fetch(`${url}/${path}`, { method: "POST", headers, body, signal: AbortSignal.timeout(TRY_MS) });
    return { status: answer.status, body: (await answer.json()) as Said["body"] };
  } catch {
    return undefined;
  }
}

const aboutOf = ({ ref, currency, game, session }: Purse) => ({ account_id: ref, currency, game_id: game, session_id: session });

/** What is left, as the wallet writes it; undefined where it does not say. */
export const askBalance = async (purse: Purse): Promise<string | undefined> => (await ask(purse, "balance", aboutOf(purse)))?.body.balance;

export type Played = { readonly balance: string } | { readonly refused: string; readonly balance: string | undefined };

const textOf = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

/** What a vendor may do wrong with a round, and a wallet must bear. */
export const roundFaults = [
  "twice",
  "win-before-bet",
  "no-finish",
  "late-win",
  "wrong-signature",
  "drop-answer",
  "rollback-after-win",
  "two-rollbacks",
  "fraction",
  "undo-last-win",
] as const;
export type RoundFault = (typeof roundFaults)[number];

/** What became of the rounds that were played, for who asks. */
export type RoundState = "open" | "finished" | "cancelled";
const ROUNDS_MAX = 10_000;
const rounds = new Map<string, RoundState>();
export const roundState = (ref: string, round: string): RoundState | "unknown" => rounds.get(`${ref} ${round}`) ?? "unknown";
function remember({ ref }: Purse, round: string, state: RoundState): void {
  rounds.set(`${ref} ${round}`, state);
  for (const oldest of rounds.keys()) if (rounds.size > ROUNDS_MAX) rounds.delete(oldest);
}

interface Transaction {
  readonly id_provider: string;
  readonly type: "bet" | "win";
  readonly amount: string;
}

/** A player's last win, while nothing was taken back of it. */
const lastWins = new Map<string, { readonly round: string; readonly win: Transaction }>();

/** The calls of a round: one, unless it is to go wrong in more. */
function callsOf(
  fault: RoundFault | undefined,
  bets: readonly Transaction[],
  wins: readonly Transaction[],
): readonly { transactions: readonly Transaction[]; finished: boolean }[] {
  const whole = { transactions: [...bets, ...wins], finished: true };
  if (fault === "twice" || fault === "drop-answer") return [whole, whole];
  const parts = fault === "win-before-bet" ? [wins, bets] : [bets, wins];
  const ends = { "win-before-bet": [false, true], "no-finish": [false, false], "late-win": [true, false] } as const;
  const finished = fault !== undefined && fault in ends ? ends[fault as keyof typeof ends] : undefined;
  return finished === undefined
    ? [whole]
    : parts.flatMap((transactions, place) => (transactions.length === 0 ? [] : [{ transactions, finished: finished[place]! }]));
}

/** Plays a round that is decided: stake and win in one call, or as wrongly as ordered. Where nobody knows whether it was taken, it is asked again, and at last taken back. */
export async function bet(purse: Purse, { stake, win }: { stake: number; win: number }, fault?: RoundFault): Promise<Played> {
  const [round, betId, winId] = [randomUUID(), randomUUID(), randomUUID()];
  const bets = [{ id_provider: betId, type: "bet", amount: textOf(stake) }] as const;
  const wins = win > 0 ? [{ id_provider: winId, type: "win", amount: `${textOf(win)}${fault === "fraction" ? "5" : ""}` } as const] : [];
  remember(purse, round, "open");
  const about = { ...aboutOf(purse), round_id: round };
  if (fault === "wrong-signature") await ask({ ...purse, secret: Buffer.from("not it") }, "betwin", { ...about, finished: true, transactions: bets });
  let said: Said | undefined;
  for (const call of callsOf(fault, bets, wins)) {
    said = await insist(purse, { ...about, ...call });
    if (said?.status !== 200) break;
    for (const transaction of call.transactions) keepOne(purse, transaction);
  }
  if (said?.status === 400) {
    remember(purse, round, "cancelled");
    return { refused: said.body.meta?.api_code ?? "400", balance: said.body.meta?.balance };
  }
  if (said === undefined || fault === "rollback-after-win" || fault === "two-rollbacks") {
    remember(purse, round, "cancelled");
    const back = takeBack(purse, round, [...bets, ...wins]);
    // A vendor that heard nothing does not wait for its rollback either.
    if (said !== undefined) await back;
    if (fault === "two-rollbacks") await takeBack(purse, round, [...bets, ...wins]);
    return { refused: "500", balance: said === undefined ? undefined : await askBalance(purse) };
  }
  remember(purse, round, "finished");
  const last = lastWins.get(purse.ref);
  if (fault === "undo-last-win" && last !== undefined) {
    lastWins.delete(purse.ref);
    await takeBack(purse, last.round, [last.win]);
    return { balance: (await askBalance(purse)) ?? "" };
  }
  if (wins[0] !== undefined) lastWins.set(purse.ref, { round, win: wins[0] });
  return { balance: said.body.balance ?? "" };
}

/** Writes a transaction into the books that the wallet took. */
const keepOne = ({ vendor, ref }: Purse, { id_provider: id, type, amount }: Transaction): void =>
  keep({ vendor, player: ref, id, flow: type === "bet" ? "stake" : "win", amount });

/** Asks until something is answered, as a vendor of this family does; undefined where nobody knows whether it was taken. */
async function insist(purse: Purse, call: object): Promise<Said | undefined> {
  const until = Date.now() + WITHIN_MS;
  for (let tries = 0; tries < TRIES && Date.now() < until; tries++) {
    const said = await ask(purse, "betwin", call);
    if (said?.status === 200 || said?.status === 400) return said;
    await new Promise((wait) => setTimeout(wait, PAUSE_MS));
  }
  return undefined;
}

/** Takes transactions back until the wallet says that it did; what it had is then in the books, and what was taken back of it. */
async function takeBack(purse: Purse, round: string, taken: readonly Transaction[]): Promise<void> {
  const transactions = taken.map(({ id_provider: id }) => ({ id_provider: randomUUID(), type: "rollback", original_id_provider: id }));
  for (let tries = 0; tries < ROLLBACK_TRIES_MAX; tries++) {
    const said = await ask(purse, "rollback", { ...aboutOf(purse), round_id_provider: round, finished: true, transactions });
    if (said?.status === 200) return keepTaken(purse, taken, said.body.transactions ?? []);
    await new Promise((wait) => setTimeout(wait, ROLLBACK_PAUSE_MS));
  }
}

function keepTaken(purse: Purse, taken: readonly Transaction[], answered: readonly { readonly id_provider: string; readonly id: string }[]): void {
  for (const [place, { id_provider: id, id: theirs }] of answered.entries()) {
    const original = taken[place];
    // Without an id nothing moved.
    if (original === undefined || theirs === "") continue;
    keepOne(purse, original);
    keep({ vendor: purse.vendor, player: purse.ref, id, flow: "rollback", amount: original.amount });
  }
}
