import { formatAmount } from "@laro/contract/core/money";
import type { WithdrawalState } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell, type EventName } from "../../platform/outbox.ts";

const leadsTo = {
  pending: ["checked", "approved", "rejected"],
  // One approval more, and still not enough.
  checked: ["checked", "approved", "rejected"],
  approved: ["paid", "failed"],
  paid: ["received", "investigating"],
  received: ["investigating"],
  investigating: ["received", "returned"],
  returned: [],
  rejected: [],
  failed: [],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>;

/** What the others hear when a withdrawal reaches a state. */
const events = {
  pending: null,
  checked: null,
  approved: "withdrawals.approved",
  paid: "withdrawals.paid",
  received: null,
  investigating: "withdrawals.investigating",
  returned: "withdrawals.returned",
  rejected: "withdrawals.rejected",
  failed: "withdrawals.failed",
} as const satisfies Record<WithdrawalState, EventName | null>;

/** Of what was sent, the fee is no part. */
const ofPayout: ReadonlySet<WithdrawalState> = new Set(["paid", "investigating"]);

export interface MovedWithdrawal {
  readonly id: string;
  readonly accountId: bigint;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

interface Move {
  readonly id: string;
  readonly to: WithdrawalState;
  readonly change: {
    readonly reason?: string;
    readonly decided_by?: string;
    readonly approved_by?: bigint;
    readonly decided_at?: Date;
    readonly provider_ref?: string;
    readonly paid_at?: Date;
    readonly received_by?: Date;
    readonly disputable_until?: Date;
    readonly forced?: boolean;
    readonly closed_at?: Date | null;
  };
  /** Where several states lead there, only from this one. */
  readonly from?: WithdrawalState;
  /** Moves only a withdrawal of this member. */
  readonly accountId?: bigint;
  /** Moves only a withdrawal of which this is sent, in minor units. */
  readonly payoutMinor?: bigint;
  /** What the event says, where it is neither the amount nor the payout. */
  readonly toldMinor?: bigint;
}

/** Moves a withdrawal from where it may come from and tells everyone; undefined if it was not there. */
export async function moveWithdrawal(tx: Tx, { id, to, change, from, accountId, payoutMinor, toldMinor }: Move): Promise<MovedWithdrawal | undefined> {
  const origins = Object.entries(leadsTo).flatMap(([state, next]) => ((next as readonly WithdrawalState[]).includes(to) ? [state] : []));
  const moved = await tx
    .updateTable("withdrawal")
    .set({ ...change, state: to })
    .where("id", "=", id)
    .where("state", "in", from === undefined ? origins : [from])
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .$if(payoutMinor !== undefined, (query) => query.where(sql<bigint>`amount - fee`, "=", payoutMinor!))
    .returning(["id", "account_id as accountId", "amount as amountMinor", "fee as feeMinor"])
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  const event = events[to];
  const told = toldMinor ?? (ofPayout.has(to) ? moved.amountMinor - moved.feeMinor : moved.amountMinor);
  if (event !== null) await tell(tx, event, { withdrawalId: id, accountId: String(moved.accountId), amount: formatAmount(told) });
  staleWithdrawals(tx, [moved.accountId]);
  return moved;
}

/** Makes the members' pages and the officers' queue look again once the transaction commits. */
export function staleWithdrawals(tx: Tx, accountIds: readonly bigint[]): void {
  const members = accountIds.map((id) => `member:${id}` as const);
  staleOnCommit(tx, ["withdrawals.mine", "withdrawals.get", "withdrawals.terms", "wallet.balance", "wallet.history"], members);
  staleOnCommit(tx, ["withdrawals.queue", "withdrawals.payable"], ["operators"]);
}
