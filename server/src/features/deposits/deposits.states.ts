import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { DepositState } from "@laro/contract/deposits";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";

/** Who says what became of a deposit: the payment provider, or for a bank transfer its payer's slip and an officer. */
type Way = "provider" | "transfer";

/**
 * Money that arrived is credited, however late it comes or whatever was said before; a slip that comes late is looked at all the same.
 * What the provider never took is expired, and the request that made it may open it again.
 */
const leadsTo = {
  provider: {
    pending: ["credited", "failed", "expired"],
    submitted: [],
    checked: [],
    failed: ["credited"],
    expired: ["credited", "pending"],
    credited: [],
    rejected: [],
  },
  transfer: {
    pending: ["submitted", "expired"],
    submitted: ["checked", "credited", "rejected"],
    // Another officer names another amount: it begins anew.
    checked: ["checked", "credited", "rejected"],
    failed: [],
    expired: ["submitted"],
    credited: [],
    rejected: [],
  },
} as const satisfies Record<Way, Record<DepositState, readonly DepositState[]>>;

/** What the others hear when a deposit reaches a state. */
const events = {
  pending: null,
  submitted: null,
  checked: null,
  credited: "deposits.credited",
  failed: "deposits.failed",
  expired: null,
  rejected: "deposits.failed",
} as const satisfies Record<DepositState, "deposits.credited" | "deposits.failed" | null>;

interface MovedDeposit {
  readonly id: string;
  readonly accountId: bigint;
  readonly bonusCode: string | null;
}

interface Move {
  readonly id: string;
  readonly way: Way;
  readonly to: DepositState;
  readonly change: {
    readonly paid?: bigint;
    readonly provider_ref?: string;
    readonly created_at?: Date;
    readonly expires_at?: Date;
    readonly settled_at?: Date;
    readonly slip_id?: string;
    readonly reason?: string;
    readonly decided_by?: string;
    readonly approvals_needed?: number;
    readonly checked_by?: bigint | null;
    readonly approved_by?: bigint;
  };
  /** Moves only a deposit of this member. */
  readonly accountId?: bigint;
}

/** The states from which a deposit of a way may come to another. */
const statesBefore = (way: Way, to: DepositState): string[] =>
  Object.entries(leadsTo[way]).flatMap(([state, next]) => ((next as readonly DepositState[]).includes(to) ? [state] : []));

/** Moves a deposit from where it may come from and tells everyone; undefined if it was not there. */
export async function moveDeposit(tx: Tx, { id, way, to, change, accountId }: Move): Promise<MovedDeposit | undefined> {
  const moved = await tx
    .updateTable("deposit")
    .set({ ...change, state: to })
    .where("id", "=", id)
    .where("state", "in", statesBefore(way, to))
    .where("receiving_account", way === "transfer" ? "is not" : "is", null)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .returning(["id", "account_id as accountId", "amount", "paid", "bonus_code as bonusCode"])
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  const event = events[to];
  const amount = formatAmount(moved.paid ?? moved.amount);
  if (event !== null) await tell(tx, event, { depositId: id, accountId: String(moved.accountId), amount });
  staleDeposits(tx, [moved.accountId]);
  return moved;
}

/** Makes the members' pages and the officers' queue look again once the transaction commits. */
export function staleDeposits(tx: Tx, accountIds: readonly bigint[]): void {
  const members = [...new Set(accountIds)].map((id) => `member:${id}` as const);
  staleOnCommit(tx, ["deposits.mine", "deposits.get", "deposits.methods"], members);
  staleOnCommit(tx, ["deposits.queue", "deposits.messages"], ["operators"]);
}

const EXPIRED_AT_ONCE_MAX = 1_000;

/** Expires deposits nobody paid in time. */
export async function expireDeposits(tx: Tx, now: Date): Promise<void> {
  const due = tx
    .selectFrom("deposit")
    .select("id")
    .where("state", "=", "pending")
    .where("expires_at", "<=", now)
    .limit(EXPIRED_AT_ONCE_MAX)
    .forUpdate()
    .skipLocked();
  const expired = await tx
    .updateTable("deposit")
    .set({ state: "expired" })
    .where("id", "in", due)
    .where("state", "=", "pending")
    .returning("account_id as accountId")
    .execute();
  if (expired.length > 0)
    staleDeposits(
      tx,
      expired.map(({ accountId }) => accountId),
    );
}

/** Refuses an officer's or a member's word on a deposit that is not where it would have to be. */
export async function refuseMove(
  tx: Tx,
  { id, accountId, code }: { id: string; accountId?: bigint; code: "deposits.not_submitted" | "deposits.not_awaiting_slip" },
): Promise<never> {
  const known = await tx
    .selectFrom("deposit")
    .select("id")
    .where("id", "=", id)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .executeTakeFirst();
  return refuse(known === undefined ? "deposits.not_found" : code);
}
