import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { withdrawalStates, type QueuedWithdrawal, type withdrawals, type WithdrawalState } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { walletKinds } from "../../core/wallet/posting.ts";
import { releaseFunds } from "../../core/wallet/wallet.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { addJob } from "../../platform/outbox.ts";
import { moveWithdrawal } from "./withdrawals.states.ts";
import { describeWithdrawal, selectWithdrawals } from "./withdrawals.ts";

type Filter = InputOf<(typeof withdrawals)["queue"]>;

/** The officers' queue: what waits longest comes first, what is decided newest first. */
export async function listQueue(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, now, timeZone }: Filter & { now: Date; timeZone: string },
): Promise<OutputOf<(typeof withdrawals)["queue"]>> {
  const isOldestFirst = state === "pending";
  const [rows, counts, paidToday] = await Promise.all([
    selectQueued(db)
      .where("w.state", "=", state)
      .$if(/^[0-9]{1,18}$/.test(cursor ?? ""), (query) => query.where("w.number", isOldestFirst ? ">" : "<", BigInt(cursor!)))
      .orderBy("w.number", isOldestFirst ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countByState(db),
    sumPaidToday(db, { now, timeZone }),
  ]);
  const page = rows.slice(0, limit);
  return { list: page.map(describeQueued), next: rows.length > limit ? String(page.at(-1)!.number) : null, counts, paidToday };
}

async function countByState(db: Db): Promise<Record<WithdrawalState, number>> {
  const rows = await db
    .selectFrom("withdrawal")
    .select(["state", sql<number>`count(*)::integer`.as("count")])
    .groupBy("state")
    .execute();
  return Object.fromEntries(withdrawalStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0])) as Record<WithdrawalState, number>;
}

async function sumPaidToday(db: Db, { now, timeZone }: { now: Date; timeZone: string }): Promise<bigint> {
  const since = sql<Date>`period_start(${now}, 'day', ${timeZone})`;
  const row = await db
    .selectFrom("withdrawal")
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as("paid"))
    .where("paid_at", ">=", since)
    .executeTakeFirstOrThrow();
  return row.paid;
}

const selectQueued = (db: Db) =>
  selectWithdrawals(db)
    .innerJoin("account as a", "a.id", "w.account_id")
    .innerJoin("wallet as m", (join) => join.onRef("m.account_id", "=", "a.id").on("m.kind", "=", walletKinds.main))
    .select(["a.id as memberId", "a.name as memberName", "m.balance", "p.holder", "w.decided_by as decidedBy"])
    .select(sql<bigint>`(select coalesce(sum(d.paid), 0)::bigint from deposit d where d.account_id = a.id)`.as("depositedTotal"));

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

const describeQueued = ({ memberId, memberName, balance, holder, decidedBy, depositedTotal, ...row }: Row): QueuedWithdrawal => ({
  ...describeWithdrawal(row),
  memberId,
  memberName,
  balance,
  holder,
  decidedBy,
  depositedTotal,
});

async function getQueued(db: Db, id: string): Promise<QueuedWithdrawal> {
  const row = await selectQueued(db).where("w.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("withdrawals.not_found") : describeQueued(row);
}

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Lets the payout go to the provider; of two officers one decides. */
export async function approveWithdrawal(tx: Tx, { id, reason, officer, now }: Decision): Promise<QueuedWithdrawal> {
  const moved = await moveWithdrawal(tx, { id, to: "approved", change: { reason, decided_by: officer.name, decided_at: now } });
  const queued = await getQueued(tx, id);
  if (moved === undefined) refuse("withdrawals.not_pending");
  await addJob(tx, "withdrawals:payout", { withdrawalId: id }, { key: `payout:${id}` });
  return queued;
}

/** Gives the held money back. */
export async function rejectWithdrawal(tx: Tx, { id, reason, officer, now, timeZone }: Decision & { timeZone: string }): Promise<QueuedWithdrawal> {
  const moved = await moveWithdrawal(tx, { id, to: "rejected", change: { reason, decided_by: officer.name, decided_at: now, closed_at: now } });
  if (moved !== undefined) await releaseFunds(tx, { now, timeZone }, moved);
  const queued = await getQueued(tx, id);
  return moved === undefined ? refuse("withdrawals.not_pending") : queued;
}
