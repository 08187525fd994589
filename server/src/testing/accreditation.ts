import { randomUUID } from "node:crypto";
import type { OpenPlatform } from "../roles/platform.ts";
import { asOwner } from "./owner.ts";

/** Accredits agents as if two officers had, up to the end of a day. */
export async function accredit({ open }: { readonly open: OpenPlatform }, agentIds: readonly bigint[], expiresOn = "2030-12-31"): Promise<void> {
  for (const agentId of agentIds)
    await asOwner(
      open.url,
      `insert into agent_accreditation (id, agent_id, code, expires_on, ends_at, reason, state, proposed_by, proposed_name, proposed_at, decided_by, decided_name, decision, decided_at)
       values ($1, $2, $3, $4, ($4::date + 1)::timestamp at time zone 'Asia/Manila', 'test', 'inForce', 1, 'one', $5, 2, 'two', 'test', $5)`,
      [randomUUID(), agentId, `P-${agentId}`, expiresOn, open.platform.clock.now()],
    );
}
