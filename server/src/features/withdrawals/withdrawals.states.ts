import { formatAmount } from "@laro/contract/core/money";
import type { WithdrawalState } from "@laro/contract/withdrawals";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell, type EventName } from "../../platform/outbox.ts";

const leadsTo = {
  pending: ["approved", "rejected"],
  approved: ["paid", "failed"],
  paid: ["received"],
  received: [],
  rejected: [],
  failed: [],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>;

/** What the others hear when a withdrawal reaches a state. */
const events = {
  pending: null,
  approved: "withdrawals.approved",
  paid: "withdrawals.paid",
  received: null,
  rejected: "withdrawals.rejected",
  failed: "withdrawals.failed",
} as const satisfies Record<WithdrawalState, EventName | null>;

export interface MovedWithdrawal {
  readonly id: string;
  readonly accountId: bigint;
  readonly amountMinor: bigint;
}

interface Move {
  readonly id: string;
  readonly to: WithdrawalState;
  readonly change: {
    readonly reason?: string;
    readonly decided_by?: string;
    readonly decided_at?: Date;
    readonly provider_ref?: string;
    readonly paid_at?: Date;
    readonly received_by?: Date;
    readonly closed_at?: Date;
  };
  /** Moves only a withdrawal of this member. */
  readonly accountId?: bigint;
  /** Moves only a withdrawal of this amount, in minor units. */
  readonly amountMinor?: bigint;
}

/** Moves a withdrawal from where it may come from and tells everyone; undefined if it was not there. */
export async function moveWithdrawal(tx: Tx, { id, to, change, accountId, amountMinor }: Move): Promise<MovedWithdrawal | undefined> {
  const from = Object.entries(leadsTo).flatMap(([state, next]) => ((next as readonly WithdrawalState[]).includes(to) ? [state] : []));
  const moved = await tx
    .updateTable("withdrawal")
    .set({ ...change, state: to })
    .where("id", "=", id)
    .where("state", "in", from)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .$if(amountMinor !== undefined, (query) => query.where("amount", "=", amountMinor!))
    .returning(["id", "account_id as accountId", "amount as amountMinor"])
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  const event = events[to];
  if (event !== null) await tell(tx, event, { withdrawalId: id, accountId: String(moved.accountId), amount: formatAmount(moved.amountMinor) });
  await staleWithdrawals(tx, [moved.accountId]);
  return moved;
}

/** Makes the members' pages and the officers' queue look again once the transaction commits. */
export async function staleWithdrawals(tx: Tx, accountIds: readonly bigint[]): Promise<void> {
  const members = accountIds.map((id) => `member:${id}` as const);
  await staleOnCommit(tx, ["withdrawals.mine", "withdrawals.get", "withdrawals.terms", "wallet.balance", "wallet.history"], members);
  await staleOnCommit(tx, ["withdrawals.queue"], ["operators"]);
}
