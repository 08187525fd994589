import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { QueuedDeposit } from "@laro/contract/deposits";
import { lockLeftForOne } from "../../core/approvals/approvals.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { aloneUpTo, creditsAtMost } from "./deposits.methods.ts";
import { type DecisionMoment, getQueued } from "./deposits.queue.ts";
import { creditMoney } from "./deposits.settle.ts";
import { moveDeposit, refuseMove } from "./deposits.states.ts";

interface Decision extends DecisionMoment {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
}

interface Approval extends Decision {
  /** What the officer found on the account, in minor units. */
  readonly paid: bigint;
}

/**
 * An officer's word that so much of a bank transfer arrived. It is credited at once where one officer is enough, else by another officer's word for the same
 * amount; another amount begins anew.
 */
export async function approveDeposit(tx: Tx, approval: Approval): Promise<QueuedDeposit> {
  const { id, paid, officer, pack } = approval;
  const found = await lockSubmitted(tx, id);
  const most = creditsAtMost(found, pack);
  if (paid > most) refuse("deposits.above_ceiling", { field: "paid", maximum: formatAmount(most) });
  const leftForOne = await lockLeftForOne(tx, { accountId: found.accountId, orderId: id }, approval);
  const last = await findLastApproval(tx, id);
  const isSecond = found.state === "checked" && last?.paid === paid;
  if (isSecond && last.officerId === officer.id) refuse("deposits.own_approval");
  await writeApproval(tx, approval, isSecond ? last.round : (last?.round ?? 0) + 1);
  if (isSecond) return credit(tx, approval, {});
  if (paid <= aloneUpTo(found, { leftForOne, pack })) return credit(tx, approval, { approvals_needed: 1, checked_by: null });
  await moveDeposit(tx, { id, way: "transfer", to: "checked", change: { approvals_needed: 2, checked_by: officer.id } });
  return getQueued(tx, approval);
}

interface Submitted {
  readonly accountId: bigint;
  readonly method: string;
  readonly amount: bigint;
  readonly state: string;
}

/** A bank transfer that waits for officers, locked: of approvals at one moment each sees those before it. */
async function lockSubmitted(tx: Tx, id: string): Promise<Submitted> {
  const row = await tx
    .selectFrom("deposit")
    .select(["account_id as accountId", "method", "amount", "state"])
    .where("id", "=", id)
    .where("receiving_account", "is not", null)
    .where("state", "in", ["submitted", "checked"])
    .forUpdate()
    .executeTakeFirst();
  return row ?? refuseMove(tx, { id, code: "deposits.not_submitted" });
}

const findLastApproval = (tx: Tx, id: string): Promise<{ round: number; officerId: bigint; paid: bigint } | undefined> =>
  tx
    .selectFrom("deposit_approval")
    .select(["round", "operator_id as officerId", "paid"])
    .where("deposit_id", "=", id)
    .orderBy("round", "desc")
    .limit(1)
    .executeTakeFirst();

async function writeApproval(tx: Tx, { id, officer, paid, reason, now }: Approval, round: number): Promise<void> {
  const row = { deposit_id: id, round, operator_id: officer.id, operator_name: officer.name, paid, reason, at: now };
  await tx.insertInto("deposit_approval").values(row).execute();
}

/** The officer whose word it takes credits what arrived. */
async function credit(tx: Tx, approval: Approval, alone: { readonly approvals_needed?: number; readonly checked_by?: null }): Promise<QueuedDeposit> {
  const { id, paid, reason, officer, now } = approval;
  const change = { ...alone, paid, reason, decided_by: officer.name, approved_by: officer.id, settled_at: now };
  const moved = (await moveDeposit(tx, { id, way: "transfer", to: "credited", change }))!;
  await creditMoney(tx, approval, { ...moved, paidMinor: paid, pack: approval.pack });
  return getQueued(tx, approval);
}

/** Closes a bank transfer whose money did not arrive. */
export async function rejectDeposit(tx: Tx, decision: Decision): Promise<QueuedDeposit> {
  const { id, reason, officer, now } = decision;
  const moved = await moveDeposit(tx, { id, way: "transfer", to: "rejected", change: { reason, decided_by: officer.name, settled_at: now } });
  return moved === undefined ? refuseMove(tx, { id, code: "deposits.not_submitted" }) : getQueued(tx, decision);
}
