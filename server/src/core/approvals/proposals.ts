import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";

/** Where what one officer wants waits for another. */
type ProposalTable =
  | "agent_accreditation"
  | "agent_counted_again"
  | "agent_move"
  | "agent_not_counted"
  | "agent_standing"
  | "free_round_proposal"
  | "gateway_proposal"
  | "gateway_round_proposal"
  | "house_proposal"
  | "member_proposal"
  | "operator_proposal"
  | "partner_proposal"
  | "points_ratio_proposal"
  | "prize_egg_proposal"
  | "rebate_proposal"
  | "settlement_proposal"
  | "vip_proposal";

export interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Moves a proposal from where it waits: of many who decide one wins, and nobody confirms their own. False where it waits no more, or is the decider's to confirm. */
export async function decideProposal(
  tx: Tx,
  table: ProposalTable,
  to: "confirmed" | "declined" | "inForce",
  { id, reason, by, now }: Decision,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set state = ${to}, decided_by = ${by.id}, decided_name = ${by.name}, decision = ${reason}, decided_at = ${now}
    where id = ${id} and state = 'proposed' and (${to}::text = 'declined' or proposed_by <> ${by.id})`.execute(tx);
  return numAffectedRows === 1n;
}
