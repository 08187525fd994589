import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { reports, Statement } from "@laro/contract/reports";
import type { MovementKind } from "@laro/contract/wallet";
import { sql } from "kysely";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { listWallets } from "../../core/wallet/funds.ts";
import { listPlay } from "../../core/wallet/playDays.ts";
import { listMonthEdges, type MonthsOf, sumKinds } from "../../core/wallet/statements.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import { atOneMoment, type Database, type Db, type Tx } from "../../platform/db.ts";

export interface Reader {
  readonly accountId: bigint;
  readonly timeZone: string;
  readonly now: Date;
}

const DAYS_MAX = 366;
const DAY_MS = 24 * 60 * 60_000;
const MONTHS_MAX = 120;
const MONTH_LENGTH = "yyyy-mm".length;
const DAY_LENGTH = "yyyy-mm-dd".length;

/** The number of a game by its code. Refuses a code nobody has with `games.not_found`. */
export const readGame = (gameCode: string | undefined): number | undefined =>
  gameCode === undefined ? undefined : (findGameByCode(gameCode)?.gameId ?? refuse("games.not_found", { field: "gameCode" }));

/** Profit and loss by calendar day, newest first, with its totals. */
export async function readProfit(
  db: Db,
  { accountId, timeZone }: Reader,
  { from, to, gameCode }: InputOf<(typeof reports)["profit"]>,
): Promise<OutputOf<(typeof reports)["profit"]>> {
  if (from > to) refuse("request.invalid", { field: "to", problem: "before_from" });
  if (Date.parse(to) - Date.parse(from) >= DAYS_MAX * DAY_MS) refuse("request.invalid", { field: "from", problem: "too_many_days" });
  const walletIds = [await getMainWalletId(db, accountId)];
  const days = await listPlay(db, { basis: "settled", walletIds, timeZone, gameId: readGame(gameCode), from, to });
  const list = days.map((day) => ({ ...day, profit: day.win - day.stake }));
  const total = list.reduce((sum, { rounds, stake, win }) => ({ rounds: sum.rounds + rounds, stake: sum.stake + stake, win: sum.win + win }), {
    rounds: 0,
    stake: 0n,
    win: 0n,
  });
  return { list, ...total, profit: total.win - total.stake };
}

/** A statement for each month since the account was opened, newest first. */
export async function listMonths(database: Database, reader: Reader): Promise<Statement[]> {
  const { first, last } = await readLifetime(database.db, reader);
  const earliest = addMonths(last, 1 - MONTHS_MAX);
  return atOneMoment(database, async (tx) => (await readStatements(tx, { ...reader, first: first > earliest ? first : earliest, last })).reverse());
}

/** The statement of one month; a month that has not begun is refused. */
export async function getStatement(database: Database, reader: Reader, month: string): Promise<Statement> {
  await checkBegun(database.db, reader, month);
  return atOneMoment(database, async (tx) => (await readStatements(tx, { ...reader, first: month, last: month }))[0]!);
}

/** Refuses a month that has not begun. */
export async function checkBegun(db: Db, reader: Reader, month: string): Promise<void> {
  if (month > (await readLifetime(db, reader)).last) refuse("request.invalid", { field: "month", problem: "not_begun" });
}

/** The months the account was opened in and is in now. */
async function readLifetime(db: Db, { accountId, timeZone, now }: Reader): Promise<{ first: string; last: string }> {
  const { rows } = await sql<{ first: string; last: string }>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM') as first, to_char(${now}::timestamptz at time zone ${timeZone}, 'YYYY-MM') as last
    from account where id = ${accountId}`.execute(db as Tx);
  return rows[0]!;
}

function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, MONTH_LENGTH);
}

/** Lines of play: told apart into stakes and wins, where a stake given back lessens the stakes and a corrected win the wins. */
type PlayKind = "bet" | "refund" | "resettlement";
const isPlay = (kind: MovementKind): kind is PlayKind => kind === "bet" || kind === "refund" || kind === "resettlement";

/** Which figure of a statement the lines of a kind are part of. */
const figureOf = {
  deposit: "deposits",
  withdrawal: "withdrawals",
  payout: "withdrawals",
  fee: "withdrawals",
  transfer: "transfers",
  bonus: "bonuses",
  adjustment: "adjustments",
  reversal: "adjustments",
  hold: "transfers",
  forfeiture: "adjustments",
  commission: "commissions",
  receivable: "adjustments",
  prize: "bonuses",
  points: "bonuses",
  rebate: "bonuses",
} as const satisfies Record<Exclude<MovementKind, PlayKind>, keyof Statement>;

/** Statements of successive months, oldest first: what all wallets held, and every reason it changed. */
export async function readStatements(tx: Tx, { first, last, ...reader }: Reader & Pick<MonthsOf, "first" | "last">): Promise<Statement[]> {
  const months = { ...reader, first, last };
  const edges = await listMonthEdges(tx, months);
  const kinds = Map.groupBy(await sumKinds(tx, months), ({ month }) => month);
  const walletIds = (await listWallets(tx, reader.accountId)).map(({ id }) => id);
  const days = await listPlay(tx, { basis: "money", walletIds, timeZone: reader.timeZone, from: `${first}-01`, to: lastDay(last) });
  const play = Map.groupBy(days, ({ day }) => day.slice(0, MONTH_LENGTH));
  return edges.map(({ month, ...edge }) => {
    const sums = { deposits: 0n, withdrawals: 0n, transfers: 0n, bonuses: 0n, commissions: 0n, adjustments: 0n };
    for (const { kind, amount } of kinds.get(month) ?? []) if (!isPlay(kind)) sums[figureOf[kind]] += amount;
    const played = play.get(month) ?? [];
    const stakes = played.reduce((sum, { stake }) => sum + stake, 0n);
    const wins = played.reduce((sum, { win }) => sum + win, 0n);
    return { month, ...edge, ...sums, withdrawals: -sums.withdrawals, stakes, wins };
  });
}

/** The calendar's last day of a month. */
export const lastDay = (month: string): string => new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - DAY_MS).toISOString().slice(0, DAY_LENGTH);
