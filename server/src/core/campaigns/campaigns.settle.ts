import { giftsByPlace, seatOf } from "@laro/contract/core/campaignRules";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { mayBeRewarded } from "../limits/rewards.ts";
import { packs } from "../settings/packs.ts";
import { type CampaignMoment, readRule } from "./campaigns.facts.ts";
import { reserve } from "./campaigns.rewards.ts";
import { rankedSeats, seatOrder } from "./tournaments.ts";

const AT_ONCE_MAX = 50;

/** Campaigns of a kind that are over, whose last play is counted, and whose places are not given out; by number. */
export const listToSettle = async (db: Db, trigger: "ranked" | "drawn", { now, after }: { now: Date; after: bigint }) => {
  const { rows } = await sql<{ id: string; number: bigint }>`
    select c.id, c.number from campaign c where c.settled_at is null and c.trigger in ('ranked', 'drawn') and c.trigger = ${trigger} and c.version > 0 and c.number > ${after}
      and c.ends_at <= ${now} and (select max(starts_at) + interval '5 minutes' from activity_window) >= c.ends_at
    order by c.number limit ${AT_ONCE_MAX}`.execute(db as unknown as Tx);
  return rows;
};

export interface Settling {
  readonly id: string;
  readonly state: string;
  readonly version: number;
  readonly rule: ReturnType<typeof readRule>;
}

/** The campaign, locked, where it is still to be settled. */
export async function lockToSettle(tx: Tx, id: string): Promise<Settling | undefined> {
  const { rows } = await sql<Omit<Settling, "rule"> & { rule: unknown }>`
    select c.id, c.state, c.version, v.rule from campaign c join campaign_version v on v.campaign_id = c.id and v.version = c.version
    where c.id = ${id} and c.settled_at is null for update of c`.execute(tx);
  const row = rows[0];
  return row && { ...row, rule: readRule(row.rule) };
}

/** Nothing more is given out of it, and who was in it is done. */
export async function endSettled(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable("campaign").set({ settled_at: now }).where("id", "=", id).where("settled_at", "is", null).execute();
  await tx.updateTable("participation").set({ state: "over" }).where("campaign_id", "=", id).where("state", "=", "signed").execute();
  staleOnCommit(
    tx,
    [
      "leaderboards.list",
      "leaderboards.rank",
      "missions.leaderboard",
      "raffles.list",
      "raffles.result",
      "campaigns.get",
      "tournaments.list",
      "tournaments.rank",
    ],
    ["everyone"],
  );
}

/** Gives out the places of boards that are over: each once, whatever runs at once or is cut off. */
export async function settleBoards(platform: Platform): Promise<void> {
  const { database, clock, timeZone, config } = platform;
  const moment = { now: clock.now(), timeZone, pack: packs[config.pack] };
  await workThrough(platform, {
    job: "campaigns:settleBoards",
    find: (after) => listToSettle(database.db, "ranked", { now: moment.now, after }),
    each: (tx, { id }) => settleBoard(tx, moment, id),
  });
}

/** Whoever may not be rewarded is left out, and those behind move up. */
async function settleBoard(tx: Tx, moment: CampaignMoment, id: string): Promise<void> {
  const board = await lockToSettle(tx, id);
  if (board === undefined) return;
  const gifts = board.state === "stopped" ? [] : giftsByPlace(board.rule.prizes);
  const [ranked, order] =
    seatOf(board.rule) === undefined
      ? [
          sql`participation p where p.campaign_id = ${id} and p.state in ('signed', 'reached', 'over') and p.progress > 0`,
          sql`p.progress desc, p.progressed_at, p.number`,
        ]
      : [rankedSeats(sql`${id}`), seatOrder];
  const { rows } = await sql<{ accountId: bigint }>`
    select p.account_id as "accountId" from ${ranked} and exists (select from account a where a.id = p.account_id and ${mayBeRewarded(moment.now, moment.pack)})
    order by ${order} limit ${gifts.length}`.execute(tx);
  for (const [place, { accountId }] of rows.entries())
    await reserve(tx, moment, { ...board, campaignId: id, accountId, occasion: "once", gift: gifts[place]!, claimed: true });
  await endSettled(tx, id, moment.now);
}
