import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { givesBack, type QueuedWithdrawal } from "@laro/contract/withdrawals";
import { getWalletId, postMovement } from "../../core/wallet/wallet.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { getQueued, type Decision } from "./withdrawals.queue.ts";
import { moveWithdrawal, staleWithdrawals } from "./withdrawals.states.ts";

interface OpenCase {
  readonly accountId: bigint;
  readonly payout: bigint;
  readonly fee: bigint;
  readonly remaining: bigint;
  readonly proposedMinor: bigint | null;
  readonly proposedBy: bigint | null;
}

/** A case that officers work on, locked; undefined once it is closed. */
async function lockCase(tx: Tx, id: string): Promise<OpenCase | undefined> {
  const row = await tx
    .selectFrom("withdrawal as w")
    .leftJoin("withdrawal_case as c", "c.withdrawal_id", "w.id")
    .select(["w.account_id as accountId", "w.state", "w.amount", "w.fee"])
    .select(["c.remaining", "c.proposed_amount as proposedMinor", "c.proposed_by as proposedBy"])
    .where("w.id", "=", id)
    .forUpdate("w")
    .executeTakeFirst();
  if (row === undefined) refuse("withdrawals.not_found");
  const { state, remaining, amount, fee, ...rest } = row;
  return state === "investigating" && remaining !== null ? { ...rest, remaining, payout: amount - fee, fee } : undefined;
}

/** Proposes to give money back; nothing moves until another officer confirms it. A later proposal takes the place of an earlier one. */
export async function proposeReturn(tx: Tx, { amount, ...decision }: Decision & { amount: bigint }): Promise<QueuedWithdrawal> {
  const { id, reason, officer, now } = decision;
  const found = (await lockCase(tx, id)) ?? refuse("withdrawals.not_investigated");
  if (amount > found.remaining) refuse("withdrawals.remaining_too_large", { field: "amount", maximum: formatAmount(found.remaining) });
  const proposal = { proposed_amount: amount, proposed_by: officer.id, proposed_name: officer.name, proposed_reason: reason, proposed_at: now };
  await tx.updateTable("withdrawal_case").set(proposal).where("withdrawal_id", "=", id).execute();
  staleWithdrawals(tx, [found.accountId]);
  return getQueued(tx, decision);
}

/** Carries out a return another officer proposed, of the amount this officer saw: once, whoever asks how often. */
export async function confirmReturn(tx: Tx, { amount, ...decision }: Decision & { amount: bigint }): Promise<QueuedWithdrawal> {
  const { id, reason, officer, now, timeZone } = decision;
  const found = await lockCase(tx, id);
  if (found === undefined || found.proposedMinor === null || found.proposedMinor !== amount) refuse("withdrawals.return_not_proposed");
  if (found.proposedBy === officer.id) refuse("withdrawals.own_return");
  await tx
    .updateTable("withdrawal_case")
    .set({ returned: amount, ...decisionOf({ officer, reason, now }) })
    .where("withdrawal_id", "=", id)
    .execute();
  const backMinor = givesBack(found, amount);
  await moveWithdrawal(tx, { id, to: "returned", change: { closed_at: now }, toldMinor: backMinor });
  const back = { walletId: await getWalletId(tx, { accountId: found.accountId, kind: "main" }), kind: "reversal" } as const;
  await postMovement(tx, { now, timeZone }, { ...back, ref: derivedId("withdrawal-return", id), contra: "psp:payout", amountMinor: amount });
  if (backMinor > amount)
    await postMovement(tx, { now, timeZone }, { ...back, ref: derivedId("withdrawal-return-fee", id), contra: "fees", amountMinor: backMinor - amount });
  return getQueued(tx, decision);
}

/** Closes an investigation without a return: the withdrawal counts as received. */
export async function closeCase(tx: Tx, decision: Decision): Promise<QueuedWithdrawal> {
  const { id, reason, officer, now } = decision;
  const found = (await lockCase(tx, id)) ?? refuse("withdrawals.not_investigated");
  await tx.updateTable("withdrawal_case").set(decisionOf({ officer, reason, now })).where("withdrawal_id", "=", id).execute();
  await moveWithdrawal(tx, { id, to: "received", from: "investigating", change: { closed_at: now } });
  await tell(tx, "withdrawals.caseClosed", { withdrawalId: id, accountId: String(found.accountId), amount: formatAmount(found.payout) });
  return getQueued(tx, decision);
}

const decisionOf = ({ officer, reason, now }: Pick<Decision, "officer" | "reason" | "now">) => ({
  decided_by: officer.id,
  decided_name: officer.name,
  decided_reason: reason,
  decided_at: now,
});
