import type { Bonus, bonuses } from "@laro/contract/bonuses";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import { findBonusRule } from "../../core/bonuses/bonuses.ts";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { Db } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

type Filter = Omit<InputOf<(typeof bonuses)["mine"]>, "cursor" | "limit"> & { readonly accountId: bigint; readonly timeZone: string };

const chosen = (db: Db, { accountId, timeZone, state, from, to }: Filter) =>
  db
    .selectFrom("bonus as b")
    .where("b.account_id", "=", accountId)
    .$if(state !== undefined, (query) => query.where("b.state", "=", state!))
    .$if(from !== undefined, (query) => query.where("b.at", ">=", dayStart(from!, timeZone)))
    .$if(to !== undefined, (query) => query.where("b.at", "<", dayEnd(to!, timeZone)));

/** A bonus with how much of it the stakes that count have filled since it started. */
const selectBonuses = (db: Db, filter: Filter) =>
  chosen(db, filter)
    .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "b.account_id").on("w.kind", "=", walletKinds.main))
    .select(["b.id", "b.number", "b.code", "b.amount", "b.state", "b.at", "b.days", "b.expires_at as expiresAt", "b.closed_at as closedAt"])
    .select(
      sql<
        string | null
      >`case when b.state = 'waiting' then (select 'B-' || a.number from bonus a where a.account_id = b.account_id and a.state = 'active') end`.as("waitsFor"),
    )
    .select([
      "b.needed as turnoverNeeded",
      sql<bigint>`coalesce(b.done, least(greatest(w.staked - w.uncounted - b.from_valid, 0), b.needed), 0)::bigint`.as("turnoverDone"),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectBonuses>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, code, state, at, expiresAt, closedAt, ...row }: Row): Bonus => ({
  ...row,
  reference: `B-${number}`,
  code,
  name: findBonusRule(code)?.name ?? code,
  state: state as Bonus["state"],
  at: at.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
});

/** A member's bonuses, newest first, with the sums of all that the filter lets through. */
export async function listMyBonuses(
  db: Db,
  { cursor, limit = PAGE_LIMIT_DEFAULT, ...filter }: Filter & { cursor?: string | undefined; limit?: number | undefined },
): Promise<OutputOf<(typeof bonuses)["mine"]>> {
  const [rows, sums] = await Promise.all([
    selectBonuses(db, filter)
      .$if(isNumberCursor(cursor), (query) => query.where("b.number", "<", BigInt(cursor!)))
      .orderBy("b.number", "desc")
      .limit(limit + 1)
      .execute(),
    chosen(db, filter)
      .select([
        sql<number>`count(*)::integer`.as("count"),
        sql<bigint>`coalesce(sum(b.amount), 0)::bigint`.as("amount"),
        sql<bigint>`coalesce(sum(b.amount) filter (where b.state = 'released'), 0)::bigint`.as("released"),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { ...cutPage(rows, { limit, describe, cursorOf: ({ number }) => number }), ...sums };
}

/** So many that run or wait are shown, those that start first. */
const REWARDS_SHOWN_MAX = 50;

/** What waits for a member: the bonus to take now, the one still to be staked, and those that start after it. */
export async function listRewards(db: Db, owner: { accountId: bigint; timeZone: string }): Promise<OutputOf<(typeof bonuses)["rewards"]>> {
  const rows = await selectBonuses(db, owner).where("b.state", "in", ["active", "waiting"]).orderBy("b.number").limit(REWARDS_SHOWN_MAX).execute();
  const rewards = rows.map((row) => ({ ...describe(row), left: row.turnoverNeeded - row.turnoverDone }));
  const claimable = rewards.filter(({ state, left }) => state === "active" && left === 0n);
  return { count: claimable.length, claimable, running: rewards.filter((reward) => !claimable.includes(reward)) };
}

/** One of the member's own bonuses; another's looks like none. */
export async function getBonus(db: Db, { id, ...owner }: { id: string; accountId: bigint; timeZone: string }): Promise<Bonus> {
  const row = await selectBonuses(db, owner).where("b.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("bonuses.not_found") : describe(row);
}
