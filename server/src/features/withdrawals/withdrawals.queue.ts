import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { withdrawalStates, type QueuedWithdrawal, type Risk, type withdrawals, type WithdrawalState } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import { getStanding } from "../../core/accounts/standing.ts";
import { type ApprovalMoment, hasGivenAlone, leftForOneOf, lockLeftForOne } from "../../core/approvals/approvals.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { releaseFunds } from "../../core/wallet/wallet.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";
import { addPayoutJob } from "./withdrawals.payout.ts";
import { moveWithdrawal } from "./withdrawals.states.ts";
import { describeWithdrawal, selectWithdrawals } from "./withdrawals.ts";

type Filter = InputOf<(typeof withdrawals)["queue"]>;

/** Where an officer is waited for, so what waits longest comes first. */
const waitingStates: ReadonlySet<WithdrawalState> = new Set(["pending", "checked", "investigating"]);

/** The officers' queue: what waits longest comes first, what is decided newest first. */
export async function listQueue(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, ...moment }: Filter & ApprovalMoment,
): Promise<OutputOf<(typeof withdrawals)["queue"]>> {
  const isOldestFirst = waitingStates.has(state);
  const [rows, counts, paidToday] = await Promise.all([
    selectQueued(db, moment)
      .where("w.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where("w.number", isOldestFirst ? ">" : "<", BigInt(cursor!)))
      .orderBy("w.number", isOldestFirst ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countStates(db, "withdrawal", withdrawalStates),
    sumPaidToday(db, moment),
  ]);
  return { ...cutPage(rows, { limit, describe: describeQueued, cursorOf: ({ number }) => number }), counts, paidToday };
}

async function sumPaidToday(db: Db, { now, timeZone }: ApprovalMoment): Promise<bigint> {
  const since = sql<Date>`period_start(${now}, 'day', ${timeZone})`;
  const row = await db
    .selectFrom("withdrawal")
    .select(sql<bigint>`coalesce(sum(amount - fee), 0)::bigint`.as("paid"))
    .where("paid_at", ">=", since)
    .executeTakeFirstOrThrow();
  return row.paid;
}

type Approvals = readonly { readonly officer: string; readonly reason: string; readonly at: string }[];

const approvalsOfRow = sql<Approvals>`(
  select coalesce(json_agg(json_build_object('officer', v.operator_name, 'reason', v.reason, 'at', v.at) order by v.at), '[]')
  from withdrawal_approval v where v.withdrawal_id = w.id)`;

/** Who asks on someone's behalf approves by it, so their name stands with the approval. */
const askerOfRow = sql<string | null>`(select v.operator_name from withdrawal_approval v where v.withdrawal_id = w.id and v.operator_id = w.requested_by)`;

/** What the row or an approval asked for; until one did, what it would ask for now. */
const neededOfRow = (moment: ApprovalMoment) => sql<number>`greatest(
  w.approvals_needed, (select max(v.needed) from withdrawal_approval v where v.withdrawal_id = w.id),
  case when w.state in ('pending', 'checked') and w.amount > ${leftForOneOf({ accountId: sql.ref("w.account_id"), orderId: sql.ref("w.id") }, moment)} then 2 + (w.requested_by is not null)::integer end)`;

const selectQueued = (db: Db | Tx, moment: ApprovalMoment) =>
  selectWithdrawals(db, moment.now)
    .innerJoin("account as a", "a.id", "w.account_id")
    .innerJoin("wallet as m", (join) => join.onRef("m.account_id", "=", "a.id").on("m.kind", "=", walletKinds.main))
    .select(["a.id as memberId", "a.name as memberName", "m.balance", "p.holder", "w.decided_by as decidedBy", "w.risks"])
    .select([neededOfRow(moment).as("approvalsNeeded"), approvalsOfRow.as("approvals"), askerOfRow.as("requestedBy")])
    .select(["c.proposed_amount as proposedMinor", "c.proposed_name as proposedBy", "c.proposed_reason as proposedReason", "c.proposed_at as proposedAt"])
    .select(sql<bigint>`(select coalesce(sum(d.paid), 0)::bigint from deposit d where d.account_id = a.id and d.state = 'credited')`.as("depositedTotal"));

type Row = Awaited<ReturnType<ReturnType<typeof selectQueued>["executeTakeFirstOrThrow"]>>;

function describeQueued(row: Row): QueuedWithdrawal {
  const { memberId, memberName, balance, holder, requestedBy, decidedBy, depositedTotal, risks, approvals, approvalsNeeded } = row;
  return {
    ...describeWithdrawal(row),
    memberId,
    memberName,
    balance,
    holder,
    requestedBy,
    decidedBy,
    depositedTotal,
    risks: risks as Risk[],
    approvals: approvals.map(({ at, ...approval }) => ({ ...approval, at: new Date(at).toISOString() })),
    approvalsNeeded,
    proposedReturn: describeProposal(row),
  };
}

function describeProposal({ state, proposedMinor, proposedBy, proposedReason, proposedAt }: Row): QueuedWithdrawal["proposedReturn"] {
  if (state !== "investigating" || proposedMinor === null || proposedAt === null) return null;
  return { amount: proposedMinor, officer: proposedBy ?? "", reason: proposedReason ?? "", at: proposedAt.toISOString() };
}

/** One withdrawal as the queue shows it. Refuses with `withdrawals.not_found`. */
export async function getQueued(db: Db | Tx, { id, ...moment }: ApprovalMoment & { id: string }): Promise<QueuedWithdrawal> {
  const row = await selectQueued(db, moment).where("w.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("withdrawals.not_found") : describeQueued(row);
}

export interface Decision extends ApprovalMoment {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
}

/** One officer's approval; with the last one that is needed the payout goes to the provider. */
export async function approveWithdrawal(tx: Tx, decision: Decision): Promise<QueuedWithdrawal> {
  const { id, reason, officer, now } = decision;
  // Locked, so that of approvals at one moment each counts those before it.
  const row = await tx
    .selectFrom("withdrawal")
    .select(["state", "account_id as accountId", "amount", "approvals_needed as needed", "requested_by as requestedBy"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) refuse("withdrawals.not_found");
  if (row.state !== "pending" && row.state !== "checked") refuse("withdrawals.not_pending");
  if ((await getStanding(tx, row.accountId)).eligibility === "ineligible") refuse("limits.ineligible");
  const left = await lockLeftForOne(tx, { accountId: row.accountId, orderId: id }, decision);
  const neededToday = (row.amount > left ? 2 : 1) + (row.requestedBy === null ? 0 : 1);
  const neededOfOfficer = (await hasGivenAlone(tx, { accountId: row.accountId, officerId: officer.id, now })) ? 2 : 1;
  const { given, needed } = await countApproval(tx, decision, Math.max(row.needed, neededToday, neededOfOfficer));
  if (given < needed) {
    await moveWithdrawal(tx, { id, to: "checked", change: {} });
  } else {
    await moveWithdrawal(tx, { id, to: "approved", change: { reason, decided_by: officer.name, decided_at: now, approved_by: officer.id } });
    await addPayoutJob(tx, id);
  }
  return getQueued(tx, decision);
}

/** Counts all approvals, and what the strictest of them needed. Refuses an officer who approved already: the table's key lets each count once. */
async function countApproval(tx: Tx, { id, reason, officer, now }: Decision, needed: number): Promise<{ given: number; needed: number }> {
  const counted = await tx
    .insertInto("withdrawal_approval")
    .values({ withdrawal_id: id, operator_id: officer.id, operator_name: officer.name, reason, needed, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("operator_id")
    .executeTakeFirst();
  if (counted === undefined) refuse("withdrawals.own_approval");
  return tx
    .selectFrom("withdrawal_approval")
    .select([sql<number>`count(*)::integer`.as("given"), sql<number>`max(needed)`.as("needed")])
    .where("withdrawal_id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Gives the held money back. */
export async function rejectWithdrawal(tx: Tx, decision: Decision): Promise<QueuedWithdrawal> {
  const { id, reason, officer, now, timeZone } = decision;
  const moved = await moveWithdrawal(tx, { id, to: "rejected", change: { reason, decided_by: officer.name, decided_at: now, closed_at: now } });
  if (moved !== undefined) await releaseFunds(tx, { now, timeZone }, moved);
  const queued = await getQueued(tx, decision);
  return moved === undefined ? refuse("withdrawals.not_pending") : queued;
}
