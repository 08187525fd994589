import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { verifications } from "@laro/contract/verifications";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** Writes down which other accounts showed the same document, or bear the same name and birthday. */
export async function findMatches(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`
    insert into verification_match (verification_id, other_id, kind, at)
    select v.id, o.id, case when o.document_hash = v.document_hash then 'document' else 'person' end, ${now}
    from verification v join verification o
      on o.account_id <> v.account_id and o.state <> 'draft' and (o.document_hash = v.document_hash or o.person_hash = v.person_hash)
    where v.id = ${id}
    on conflict (verification_id, other_id) do update set kind = excluded.kind where verification_match.kind <> excluded.kind`.execute(tx);
}

/** Whether every account that looks like the same person is known to be another's. */
export async function hasOpenMatches(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("verification_match")
    .select("other_id")
    .where("verification_id", "=", id)
    .where(({ or, eb }) => or([eb("decided_by", "is", null), eb("verdict", "=", "samePerson")]))
    .executeTakeFirst();
  return row !== undefined;
}

type Verdict = Omit<InputOf<(typeof verifications)["settleMatch"]>, "reason"> & { readonly officerId: bigint };

/** The word on one match: "the same person" is one officer's, "another person" two officers'. */
export async function settleMatch(tx: Tx, { id, otherId, verdict, officerId }: Verdict): Promise<void> {
  const known = await tx
    .selectFrom("verification_match")
    .select(["verdict", "proposed_by as proposedBy", "decided_by as decidedBy"])
    .where("verification_id", "=", id)
    .where("other_id", "=", otherId)
    .forUpdate()
    .executeTakeFirst();
  if (known === undefined) refuse("verifications.not_found");
  if (known.decidedBy !== null) refuse("verifications.match_decided");
  const isSecond = known.verdict === verdict && known.proposedBy !== null;
  if (isSecond && known.proposedBy === officerId) refuse("verifications.own_word");
  const isDecided = verdict === "samePerson" || isSecond;
  await tx
    .updateTable("verification_match")
    .set({ verdict, proposed_by: isSecond ? known.proposedBy : officerId, decided_by: isDecided ? officerId : null })
    .where("verification_id", "=", id)
    .where("other_id", "=", otherId)
    .execute();
}
