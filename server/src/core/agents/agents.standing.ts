import type { AgentStanding } from "@laro/contract/agents";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Standing = AgentStanding["standing"];

/** An agent's standing at a moment, in SQL; nobody without one in force is anything but open. */
export const standingOf = (agentId: RawBuilder<unknown>, now: Date): RawBuilder<Standing> => sql<Standing>`
  coalesce((select s.standing from agent_standing s where s.agent_id = ${agentId} and s.state = 'inForce' and (s.until is null or s.until > ${now})), 'open')`;

/** Whether an agent may go on as it does (`open`), earns but is paid, offers, passes and links nothing (`held`), or is closed. Read it where it matters: it changes at once. */
export async function readStanding(db: Db | Tx, agentId: bigint, now: Date): Promise<Standing> {
  const { rows } = await sql<{ standing: Standing }>`select ${standingOf(sql`${agentId}::bigint`, now)} as standing`.execute(db as Tx);
  return rows[0]!.standing;
}
