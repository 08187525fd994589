import { systemExplanations } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { lockFindings, SYSTEM } from "./reconciliation.findings.ts";

/** So long a vendor's records have to explain what its own wallet had more or less of than is known. */
const AFTER_HOURS = 24;
/** So many are listed in one run, the oldest first. */
const LISTED_MAX = 1_000;

/** Lists what of purses nobody explained for a day, each once, on the day it began; brings it up to date, and closes what records explained since. What a person explained stays so for as long as its figures do. */
export async function listUnmatched({ database, clock, timeZone }: Platform): Promise<void> {
  const now = clock.now();
  await database.begin(async (tx) => {
    await lockFindings(tx);
    const { numAffectedRows: listed = 0n } = await sql`
      insert into party_difference as d (party, day, flow, kind, player, reference, ours, theirs)
      select v.code, (u.since at time zone ${timeZone})::date, 'purse', 'unmatched', p.player_ref, u.id::text, case when u.amount < 0 then -u.amount end, case when u.amount > 0 then u.amount end
      from vendor_unmatched u join vendor v on v.id = u.vendor_id join vendor_player p on p.vendor_id = u.vendor_id and p.account_id = u.account_id
      where u.amount <> 0 and u.since <= ${now}::timestamptz - ${AFTER_HOURS} * interval '1 hour' order by u.since, u.purse_id limit ${LISTED_MAX}
      on conflict (party, flow, player, reference) do update set ours = excluded.ours, theirs = excluded.theirs, explanation = null, explained_by = null, explained_at = null
      where (d.ours, d.theirs) is distinct from (excluded.ours, excluded.theirs)`.execute(tx);
    const { numAffectedRows: closed = 0n } = await sql`
      update party_difference d set explanation = ${systemExplanations.cameLater}, explained_by = ${SYSTEM}, explained_at = ${now}
      where d.flow = 'purse' and d.explanation is null and not exists (select from vendor_unmatched u where u.id::text = d.reference)`.execute(tx);
    if (listed + closed > 0n) staleOnCommit(tx, ["reconciliation.days", "reconciliation.differences"], ["operators"]);
  });
}
