import { randomUUID } from "node:crypto";
import { keep } from "./vendor.report.ts";
import { ask, type Purse } from "./vendor.wallet.ts";

/** Free rounds the platform asked for: they are played without a call, and their end is told with what they won. */
interface Issue {
  readonly vendor: string;
  readonly id: string;
  readonly ref: string;
  readonly currency: string;
  readonly game: string;
  readonly rounds: number;
  /** Of each round, minor units. */
  readonly stake: number;
  readonly until: number;
  used: number;
  won: number;
  isOver: boolean;
  /** Where their end is told; nobody played yet where there is none. */
  purse: Purse | undefined;
}

/** What a vendor may do wrong with the end of free rounds, and a wallet must bear. */
export const freeFaults = ["finish-twice", "finish-other-amount", "finish-unknown", "finish-too-much"] as const;
export type FreeFault = (typeof freeFaults)[number];

const ISSUES_MAX = 10_000;
const ROUNDS_MAX = 200;
/** More than rounds can win, in minor units. */
const TOO_MUCH = 99_999_999;
const TELL_TRIES_MAX = 60;
const TELL_PAUSE_MS = 1_000;
const AMOUNT = /^([0-9]{1,9})\.([0-9]{2})$/;

const issues = new Map<string, Issue>();
const keyOf = (vendor: string, id: string): string => `${vendor} ${id}`;

interface Asked {
  readonly issue_id?: unknown;
  readonly account?: { readonly id?: unknown; readonly currency?: unknown };
  readonly games?: unknown;
  readonly freespins_quantity?: unknown;
  readonly stake?: unknown;
  readonly valid_until?: unknown;
}

const refused = (code: string): { status: number; body: object } => ({ status: 400, body: { code: "invalid_argument", msg: code } });

/** Takes free rounds, once for an id; asked again it says so again. */
export function takeIssue(vendor: string, body: string, knowsGame: (code: string) => boolean): { status: number; body: object } {
  const { issue_id: id, account, games, freespins_quantity: rounds, stake, valid_until: until } = JSON.parse(body) as Asked;
  const [, whole = "", cents = ""] = AMOUNT.exec(String(stake)) ?? [];
  const game: unknown = Array.isArray(games) ? games[0] : undefined;
  const isWhole = typeof rounds === "number" && Number.isInteger(rounds) && rounds >= 1 && rounds <= ROUNDS_MAX;
  if (typeof id !== "string" || typeof account?.id !== "string" || typeof game !== "string" || !isWhole || whole === "") return refused("malformed");
  if (!knowsGame(game)) return refused("game is unknown");
  const known = issues.get(keyOf(vendor, id));
  if (known === undefined) {
    const currency = String(account.currency);
    const taken = { vendor, id, ref: account.id, currency, game, rounds, stake: Number(whole + cents), until: Date.parse(String(until)) };
    issues.set(keyOf(vendor, id), { ...taken, used: 0, won: 0, isOver: false, purse: undefined });
    for (const oldest of issues.keys()) if (issues.size > ISSUES_MAX) issues.delete(oldest);
  }
  return { status: 200, body: {} };
}

/** Takes free rounds back, as long as they are not played out, and tells what those that were played won; those it never heard of, it refuses. */
export function cancelIssue(vendor: string, body: string): { status: number; body: object } {
  const { issue_id: id } = JSON.parse(body) as Asked;
  const known = issues.get(keyOf(vendor, String(id)));
  if (known === undefined || known.used === known.rounds) return refused(known === undefined ? "issue is unknown" : "issue is played");
  const isNews = !known.isOver;
  known.isOver = true;
  if (isNews && known.used > 0 && known.purse !== undefined) void finish(known, known.purse);
  return { status: 200, body: {} };
}

/** The free rounds that wait for somebody in a game, the oldest first. */
export function issueFor(vendor: string, { ref, game }: Pick<Purse, "ref" | "game">): Issue | undefined {
  return [...issues.values()].find((one) => one.vendor === vendor && one.ref === ref && one.game === game && !one.isOver && one.used < one.rounds);
}

const textOf = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

/** One free round that won so much. After the last one the platform is told, until it answers. */
export async function playFree(issue: Issue, purse: Purse, { win, fault }: { win: number; fault: FreeFault | undefined }): Promise<void> {
  issue.used += 1;
  issue.won += win;
  issue.purse = purse;
  if (issue.used < issue.rounds) return;
  const tell = (id: string, minor: number) => tellEnd(purse, { issue_id: id, amount: textOf(minor) });
  if (fault === "finish-unknown") await tell(randomUUID(), issue.won);
  if (fault === "finish-too-much") issue.won = TOO_MUCH;
  await finish(issue, purse);
  if (fault === "finish-twice") await tell(issue.id, issue.won);
  if (fault === "finish-other-amount") await tell(issue.id, issue.won + 100);
}

/** Tells the end, and keeps what was won in its books once the platform took it. */
async function finish({ id, won }: Issue, purse: Purse): Promise<void> {
  if ((await tellEnd(purse, { issue_id: id, amount: textOf(won) })) && won > 0)
    keep({ vendor: purse.vendor, player: purse.ref, id, flow: "prize", amount: textOf(won) });
}

/** Answers whether it was taken. */
async function tellEnd(purse: Purse, content: object): Promise<boolean> {
  for (let tries = 0; tries < TELL_TRIES_MAX; tries++) {
    const said = await ask(purse, "freespins/finish", content);
    if (said?.status === 200 || said?.status === 400) return said.status === 200;
    await new Promise((wait) => setTimeout(wait, TELL_PAUSE_MS));
  }
  return false;
}
