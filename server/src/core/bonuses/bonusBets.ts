import type { BonusBetPays } from "@laro/contract/core/bonusBets";
import type { Gift } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { type BonusBet } from "@laro/contract/bonuses";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { dayEnd, dayStart } from "../wallet/history.ts";

interface Given {
  readonly id: OwnId;
  readonly accountId: bigint;
  readonly gift: Extract<Gift, { gives: "bonusBet" }>;
  readonly now: Date;
}

/** Gives bonus bets, once for their id. No money moves: it does with each that is played. */
export async function giveBonusBets(tx: Tx, { id, accountId, gift: { stake, count, pays, winMax, days }, now }: Given): Promise<void> {
  await tx
    .insertInto("bonus_bet")
    .values({
      id,
      account_id: accountId,
      stake,
      count,
      pays,
      win_max: winMax,
      at: now,
      expires_at: sql<Date>`${now}::timestamptz + ${days} * interval '1 day'`,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  staleBonusBets(tx, accountId);
}

const staleBonusBets = (tx: Tx, accountId: bigint): void => staleOnCommit(tx, ["bonuses.bets"], [`member:${accountId}`]);

/** So many are shown; how many there are is said beside them. */
const SHOWN_MAX = 50;

/** The bonus bets a member can still play, those that end first before the others. */
export async function listBonusBets(db: Db, { accountId, now }: { accountId: bigint; now: Date }): Promise<{ count: number; list: BonusBet[] }> {
  const left = db
    .selectFrom("bonus_bet")
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .where(sql<boolean>`used < count`);
  const [rows, { count }] = await Promise.all([
    left
      .select(["id", "stake", "pays", "win_max as winMax", "expires_at as expiresAt", sql<number>`count - used`.as("left")])
      .orderBy("expires_at")
      .orderBy("number")
      .limit(SHOWN_MAX)
      .execute(),
    left.select(sql<number>`coalesce(sum(count - used), 0)::integer`.as("count")).executeTakeFirstOrThrow(),
  ]);
  return { count, list: rows.map(({ pays, expiresAt, ...bet }) => ({ ...bet, pays: pays as BonusBetPays, expiresAt: expiresAt.toISOString() })) };
}

/** A bonus bet that was taken for a round: the n-th of its gift. */
export interface TakenBet {
  readonly id: string;
  readonly n: number;
  /** Minor units. */
  readonly stake: bigint;
  readonly pays: BonusBetPays;
  readonly winMax: bigint;
}

interface Wish {
  readonly id: string;
  readonly accountId: bigint;
  readonly stakeMinor: bigint;
  readonly now: Date;
}

/** Takes one of a member's bonus bets. Refuses with `bonuses.bet_over` where none is left, it ended or it is another's, and with `bonuses.bet_stake` another stake than its own. */
export async function takeBonusBet(tx: Tx, { id, accountId, stakeMinor, now }: Wish): Promise<TakenBet> {
  const row = await tx
    .updateTable("bonus_bet")
    .set({ used: sql<number>`used + 1` })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .where(sql<boolean>`used < count`)
    .returning(["used as n", "stake", "pays", "win_max as winMax"])
    .executeTakeFirst();
  if (row === undefined) refuse("bonuses.bet_over", { field: "bonusBetId" });
  if (row.stake !== stakeMinor) refuse("bonuses.bet_stake", { field: "stake", stake: formatAmount(row.stake) });
  staleBonusBets(tx, accountId);
  return { ...row, id, pays: row.pays as BonusBetPays };
}

/** What of a round's win is the member's, in minor units. */
export function keptOf({ pays, winMax }: Pick<TakenBet, "pays" | "winMax">, { stakeMinor, winMinor }: { stakeMinor: bigint; winMinor: bigint }): bigint {
  const above = winMinor > stakeMinor ? winMinor - stakeMinor : 0n;
  const paid = pays === "win" ? winMinor : above;
  return paid < winMax ? paid : winMax;
}

interface Played {
  readonly accountId: bigint;
  readonly roundId: string;
  readonly gameId: number;
  readonly winMinor: bigint;
  readonly keptMinor: bigint;
  readonly now: Date;
}

/** Writes down the round a bonus bet was played in. */
export async function writeBonusBet(tx: Tx, { id, n, stake }: TakenBet, { accountId, roundId, gameId, winMinor, keptMinor, now }: Played): Promise<void> {
  await tx
    .insertInto("bonus_bet_play")
    .values({ bet_id: id, n, account_id: accountId, round_id: roundId, game_id: gameId, stake, win: winMinor, kept: keptMinor, at: now })
    .execute();
}

interface Filter {
  readonly accountId: bigint;
  readonly timeZone: string;
  readonly gameId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How many rounds a member played with bonus bets, and the sums of their stakes, their wins and what of those is the member's, in minor units. */
export async function sumBonusBets(
  db: Db,
  { accountId, timeZone, gameId, from, to }: Filter,
): Promise<{ count: number; stake: bigint; win: bigint; kept: bigint }> {
  return db
    .selectFrom("bonus_bet_play")
    .select([
      sql<number>`count(*)::integer`.as("count"),
      sql<bigint>`coalesce(sum(stake), 0)::bigint`.as("stake"),
      sql<bigint>`coalesce(sum(win), 0)::bigint`.as("win"),
      sql<bigint>`coalesce(sum(kept), 0)::bigint`.as("kept"),
    ])
    .where("account_id", "=", accountId)
    .$if(gameId !== undefined, (query) => query.where("game_id", "=", gameId!))
    .$if(from !== undefined, (query) => query.where("at", ">=", dayStart(from!, timeZone)))
    .$if(to !== undefined, (query) => query.where("at", "<", dayEnd(to!, timeZone)))
    .executeTakeFirstOrThrow();
}
