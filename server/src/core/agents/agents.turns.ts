import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

const TURN = sql`hashtext('settlements:due')`;

/** Takes the turn of whoever computes settlements until the transaction ends, where nobody has it: a large one takes longer than anybody may wait for. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(${TURN}) as "isMine"`.execute(tx);
  return rows[0]!.isMine;
}

/** Lets no settlement be computed, approved or discarded, nor who counts be decided, until the transaction ends: each asks what the other did. Waits as long as for any lock. */
export const decideInTurn = async (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(${TURN})`.execute(tx);
