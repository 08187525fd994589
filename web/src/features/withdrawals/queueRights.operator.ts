import type { QueuedWithdrawal } from "@laro/contract/withdrawals";

/** Who looks at the queue, and what their role may do there; the server decides, this only hides what it would refuse. */
export interface QueueRights {
  readonly officer: string;
  readonly canDecide: boolean;
  readonly canSettleCases: boolean;
}

export const isUndecided = ({ state }: QueuedWithdrawal): boolean => state === "pending" || state === "checked";

/** An officer's second approval of the same withdrawal is worth nothing. */
export const hasApproved = ({ officer }: QueueRights, { approvals }: QueuedWithdrawal): boolean => approvals.some((approval) => approval.officer === officer);

export const mayReject = (rights: QueueRights, row: QueuedWithdrawal): boolean => rights.canDecide && isUndecided(row);
export const mayApprove = (rights: QueueRights, row: QueuedWithdrawal): boolean => mayReject(rights, row) && !hasApproved(rights, row);
