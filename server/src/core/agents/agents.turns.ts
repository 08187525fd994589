import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

const RETRY_AFTER_S = 10;

/** Takes the turn of whoever computes settlements until the transaction ends, where nobody has it: a large one takes longer than anybody may wait for. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('settlements:due')) as "isMine"`.execute(tx);
  return rows[0]!.isMine;
}

/** Lets no settlement be computed until the transaction ends: what it is made of changes. Refuses with `server.busy` while one is. */
export async function holdComputing(tx: Tx): Promise<void> {
  if (!(await takeTurn(tx))) refuse("server.busy", { retryAfter: RETRY_AFTER_S });
}

/** Lets who counts and what is approved be decided one after the other until the transaction ends: each asks what the other did. */
export const decideInTurn = async (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(hashtext('settlements:counted'))`.execute(tx);
