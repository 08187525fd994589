import type { FeedbackState } from "@laro/contract/feedback";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

const leadsTo = {
  // Nobody has it: an officer takes it.
  new: ["open"],
  // Its officer answers it, lets it go or ends it.
  open: ["answered", "new", "closed"],
  // Its officer adds to the answer; its member writes on; or it was enough.
  answered: ["answered", "new", "closed"],
  // Its member opens it again.
  closed: ["new"],
} as const satisfies Record<FeedbackState, readonly FeedbackState[]>;

interface Move {
  readonly id: string;
  readonly to: FeedbackState;
  readonly change: {
    readonly taken_by?: bigint | null;
    readonly due_at?: Date | null;
    readonly waits_since?: Date;
    readonly harm?: boolean;
    readonly answered_at?: Date;
    readonly closed_at?: Date | null;
  };
  /** Where several states lead there, only from these. */
  readonly from?: readonly FeedbackState[];
  /** Moves only what this officer has. */
  readonly takenBy?: bigint;
}

/** Moves a thread from where it may come from and tells everyone; false where it was not there, or is another officer's. */
export async function moveThread(tx: Tx, { id, to, change, from, takenBy }: Move): Promise<boolean> {
  const origins = Object.entries(leadsTo).flatMap(([state, next]) => ((next as readonly FeedbackState[]).includes(to) ? [state as FeedbackState] : []));
  const moved = await tx
    .updateTable("feedback")
    .set({ ...change, state: to })
    .where("id", "=", id)
    .where("state", "in", from ?? origins)
    // Of two officers at once the second finds it taken.
    .$if(to === "open", (query) => query.where("taken_by", "is", null))
    .$if(takenBy !== undefined, (query) => query.where("taken_by", "=", takenBy!))
    .returning("account_id as accountId")
    .executeTakeFirst();
  if (moved !== undefined) staleThread(tx, moved.accountId);
  return moved !== undefined;
}

/** Makes the member's pages and the officers' queue look again once the transaction commits. */
export function staleThread(tx: Tx, accountId: bigint | null): void {
  if (accountId !== null) staleOnCommit(tx, ["feedback.mine", "feedback.thread", "messages.unread"], [`member:${accountId}`]);
  staleOnCommit(tx, ["feedback.queue", "feedback.case", "feedback.figures"], ["operators"]);
}
