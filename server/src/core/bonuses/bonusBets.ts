import type { Gift } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { type BonusBet } from "@laro/contract/bonuses";
import type { Engine } from "@laro/engines/engine";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { dayEnd, dayStart } from "../wallet/history.ts";

/** Whether a game can be played with bonus bets: where a stake lies on several spots, or a part of it feeds a jackpot, there is no such thing as its stake. */
export const takesBonusBets = (engine: Engine): boolean => engine.kind === "instant" && engine.stakeOf === undefined && engine.jackpot === undefined;

interface Given {
  readonly id: OwnId;
  readonly accountId: bigint;
  readonly gift: Extract<Gift, { gives: "bonusBet" }>;
  readonly now: Date;
}

/** Gives bonus bets, once for their id. No money moves: it does with each that is played. */
export async function giveBonusBets(tx: Tx, { id, accountId, gift: { stake, count, days }, now }: Given): Promise<void> {
  await tx
    .insertInto("bonus_bet")
    .values({
      id,
      account_id: accountId,
      stake,
      count,
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
    .where(sql<boolean>`used < count`)
    .where("ended_at", "is", null);
  const [rows, { count }] = await Promise.all([
    left
      .select(["id", "stake", "expires_at as expiresAt", sql<number>`count - used`.as("left")])
      .orderBy("expires_at")
      .orderBy("number")
      .limit(SHOWN_MAX)
      .execute(),
    left.select(sql<number>`coalesce(sum(count - used), 0)::integer`.as("count")).executeTakeFirstOrThrow(),
  ]);
  return { count, list: rows.map(({ expiresAt, ...bet }) => ({ ...bet, expiresAt: expiresAt.toISOString() })) };
}

/** A bonus bet that was taken for a round: the n-th of its gift. */
export interface TakenBet {
  readonly id: string;
  readonly n: number;
  /** Minor units. */
  readonly stake: bigint;
}

interface Wish {
  readonly id: string;
  readonly accountId: bigint;
  readonly stakeMinor: bigint;
  readonly now: Date;
}

/**
 * Takes one of a member's bonus bets. Refuses with `bonuses.bet_over` where none is left, it ended or it is another's, and with `bonuses.bet_stake` another stake than its own.
 */
export async function takeBonusBet(tx: Tx, { id, accountId, stakeMinor, now }: Wish): Promise<TakenBet> {
  const row = await tx
    .updateTable("bonus_bet")
    .set({ used: sql<number>`used + 1` })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .where("ended_at", "is", null)
    .where(sql<boolean>`used < count`)
    .returning(["used as n", "stake"])
    .executeTakeFirst();
  if (row === undefined) refuse("bonuses.bet_over", { field: "bonusBetId" });
  if (row.stake !== stakeMinor) refuse("bonuses.bet_stake", { field: "stake", stake: formatAmount(row.stake) });
  staleBonusBets(tx, accountId);
  return { ...row, id };
}

/** Takes what is left of a member's bonus bets back: of whoever may not take part, or is closed. */
export async function endBonusBets(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  await tx
    .updateTable("bonus_bet")
    .set({ ended_at: now })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where(sql<boolean>`used < count`)
    .execute();
  staleBonusBets(tx, accountId);
}

/** Takes what is left of one gift of bonus bets back. */
export async function endBonusBetsOf(tx: Tx, { id, accountId, now }: Pick<Given, "id" | "accountId" | "now">): Promise<void> {
  await tx.updateTable("bonus_bet").set({ ended_at: now }).where("id", "=", id).where("account_id", "=", accountId).where("ended_at", "is", null).execute();
  staleBonusBets(tx, accountId);
}

interface Played {
  readonly accountId: bigint;
  readonly roundId: string;
  readonly gameId: number;
  readonly winMinor: bigint;
  readonly now: Date;
}

/** Writes down the round a bonus bet was played in. */
export async function writeBonusBet(tx: Tx, { id, n, stake }: TakenBet, { accountId, roundId, gameId, winMinor, now }: Played): Promise<void> {
  await tx
    .insertInto("bonus_bet_play")
    .values({ bet_id: id, n, account_id: accountId, round_id: roundId, game_id: gameId, stake, win: winMinor, at: now })
    .execute();
}

/** Whether a round was played with a bonus bet: its stake was given, so that it is given back to nobody. */
export const isBonusBet = async (tx: Tx, roundId: string): Promise<boolean> =>
  (await tx.selectFrom("bonus_bet_play").select("n").where("round_id", "=", roundId).executeTakeFirst()) !== undefined;

interface Filter {
  readonly accountId: bigint;
  readonly timeZone: string;
  readonly gameId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** How many rounds a member played with bonus bets, and the sums of their stakes and wins, in minor units. */
export async function sumBonusBets(db: Db, { accountId, timeZone, gameId, from, to }: Filter): Promise<{ count: number; stake: bigint; win: bigint }> {
  return db
    .selectFrom("bonus_bet_play")
    .select([
      sql<number>`count(*)::integer`.as("count"),
      sql<bigint>`coalesce(sum(stake), 0)::bigint`.as("stake"),
      sql<bigint>`coalesce(sum(win), 0)::bigint`.as("win"),
    ])
    .where("account_id", "=", accountId)
    .$if(gameId !== undefined, (query) => query.where("game_id", "=", gameId!))
    .$if(from !== undefined, (query) => query.where("at", ">=", dayStart(from!, timeZone)))
    .$if(to !== undefined, (query) => query.where("at", "<", dayEnd(to!, timeZone)))
    .executeTakeFirstOrThrow();
}
