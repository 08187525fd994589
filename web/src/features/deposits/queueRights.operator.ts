import type { QueuedDeposit } from "@laro/contract/deposits";

/** Who looks at the queue, and what their role may do there; the server decides, this only hides what it would refuse. */
export interface DepositRights {
  readonly officer: string;
  readonly canDecide: boolean;
}

export const isUndecided = ({ state }: Pick<QueuedDeposit, "state">): boolean => state === "submitted" || state === "checked";

/** The officer whose word waits for another's is this one. */
export const hasApproved = ({ officer }: DepositRights, { state, approvals }: QueuedDeposit): boolean =>
  state === "checked" && approvals.some((approval) => approval.officer === officer);

export const mayReject = (rights: DepositRights, row: QueuedDeposit): boolean => rights.canDecide && isUndecided(row);
export const mayApprove = (rights: DepositRights, row: QueuedDeposit): boolean => mayReject(rights, row) && !hasApproved(rights, row);
