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

/** A bonus with its turnover line: how much of it the stakes since have filled. */
const selectBonuses = (db: Db, filter: Filter) =>
  chosen(db, filter)
    .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "b.account_id").on("w.kind", "=", walletKinds.main))
    .innerJoin("turnover as t", (join) => join.onRef("t.source_id", "=", "b.id").on("t.source", "=", "bonus"))
    .select(["b.id", "b.number", "b.code", "b.amount", "b.state", "b.at", "b.expires_at as expiresAt", "b.closed_at as closedAt", "t.needed as turnoverNeeded"])
    .select(sql<bigint>`greatest(least(w.staked - w.uncounted - t.from_staked, t.needed), 0)::bigint`.as("turnoverDone"));

type Row = Awaited<ReturnType<ReturnType<typeof selectBonuses>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, code, state, at, expiresAt, closedAt, ...row }: Row): Bonus => ({
  ...row,
  reference: `B-${number}`,
  code,
  name: findBonusRule(code)?.name ?? code,
  state: state as Bonus["state"],
  at: at.toISOString(),
  expiresAt: expiresAt.toISOString(),
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

/** What waits for a member: the bonuses to take now and those still to be staked. The list is as short as the active bonuses, of which a member has one. */
export async function listRewards(db: Db, owner: { accountId: bigint; timeZone: string }): Promise<OutputOf<(typeof bonuses)["rewards"]>> {
  const rows = await selectBonuses(db, { ...owner, state: "active" })
    .select(sql<bigint>`greatest(t.until_staked - (w.staked - w.uncounted), 0)::bigint`.as("left"))
    .orderBy("b.number")
    .execute();
  const rewards = rows.map(({ left, ...row }) => ({ ...describe(row), left }));
  const claimable = rewards.filter(({ left }) => left === 0n);
  return { count: claimable.length, claimable, running: rewards.filter(({ left }) => left > 0n) };
}

/** One of the member's own bonuses; another's looks like none. */
export async function getBonus(db: Db, { id, ...owner }: { id: string; accountId: bigint; timeZone: string }): Promise<Bonus> {
  const row = await selectBonuses(db, owner).where("b.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("bonuses.not_found") : describe(row);
}
