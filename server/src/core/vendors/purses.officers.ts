import { refuse } from "@laro/contract/core/errors";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { settleTransfer } from "./purses.ts";

interface Word {
  readonly id: string;
  /** What the vendor said. */
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** What became of the transfer, by that word. */
interface Heard extends Word {
  readonly outcome: "done" | "refused";
}

/** Writes down what one officer heard of a held transfer; nothing moves. Refuses with `gateway.transfer_not_found`, `gateway.transfer_not_held` or `gateway.already_proposed`. */
export async function proposeOutcome(tx: Tx, { id, outcome, reason, by, now }: Heard): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("vendor_transfer")
    .set({ outcome, reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .where("id", "=", id)
    .where("state", "=", "held")
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse((await lockHeld(tx, id)).outcome === null ? "gateway.transfer_not_held" : "gateway.already_proposed");
}

/**
 * Ends a held transfer as another officer proposed. A proposal may have been declined and made anew since it was looked at: what was seen is what is confirmed. Refuses with
 * `gateway.transfer_not_found`, `gateway.transfer_not_held`, `gateway.not_proposed`, `gateway.own_proposal` or `gateway.proposal_other`.
 */
export async function confirmOutcome(tx: Tx, { timeZone }: Pick<LedgerMoment, "timeZone">, { id, outcome, reason, by, now }: Heard): Promise<void> {
  const { outcome: proposed, proposedBy } = await lockHeld(tx, id);
  if (proposed === null) refuse("gateway.not_proposed");
  if (proposedBy === by.id) refuse("gateway.own_proposal");
  if (proposed !== outcome) refuse("gateway.proposal_other");
  await settleTransfer(tx, { now, timeZone }, { id, to: outcome, answer: null });
  await tx.updateTable("vendor_transfer").set({ decision: reason, decided_by: by.id, decided_name: by.name, decided_at: now }).where("id", "=", id).execute();
}

/** Takes a proposal off the table, the proposer's own too. Refuses with `gateway.transfer_not_found`, `gateway.transfer_not_held` or `gateway.not_proposed`. */
export async function declineOutcome(tx: Tx, { id }: Pick<Word, "id">): Promise<void> {
  const { outcome } = await lockHeld(tx, id);
  if (outcome === null) refuse("gateway.not_proposed");
  await tx
    .updateTable("vendor_transfer")
    .set({ outcome: null, reason: null, proposed_by: null, proposed_name: null, proposed_at: null })
    .where("id", "=", id)
    .execute();
}

async function lockHeld(tx: Tx, id: string): Promise<{ readonly outcome: string | null; readonly proposedBy: bigint | null }> {
  const row = await tx
    .selectFrom("vendor_transfer")
    .select(["state", "outcome", "proposed_by as proposedBy"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) refuse("gateway.transfer_not_found", { field: "id" });
  if (row.state !== "held") refuse("gateway.transfer_not_held");
  return row;
}
