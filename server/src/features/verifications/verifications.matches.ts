import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { verifications } from "@laro/contract/verifications";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** Of two pictures with at most so many other bits people say that they show the same. */
const PHOTO_BITS_MAX = 6;
/** Among so many pictures, the newest, a selfie is looked for. */
const PHOTOS_LOOKED_AT = 50_000;
/** What a device or a payout account is shared by more accounts than these is an internet café's. */
const SHARED_BY_MAX = 20;

/** From what is certain to what only hints. */
const RANK = sql`'{document,person,near,photo,payout,device}'::text[]`;

/**
 * Writes down which other accounts look like the same person, each by its strongest likeness: the same document, the same name and birthday, nearly the
 * same, the same picture, a shared payout account or device. What became stronger is judged anew. Of two cases that look at once the second sees what the first
 * wrote, so that one of them has the match.
 */
export async function findMatches(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('verification matches'))`.execute(tx);
  await sql`
    with v as (select id, account_id, document_hash, person_hash, photo_hash from verification where id = ${id}),
    alike as (
      select o.id, case when o.document_hash = v.document_hash then 'document' else 'person' end as kind
      from v join verification o on o.account_id <> v.account_id and o.state <> 'draft' and (o.document_hash = v.document_hash or o.person_hash = v.person_hash)
      union all
      select o.id, 'near' from v join screening_person mine on mine.account_id = v.account_id and mine.strength in ('birthday', 'near')
        join screening_person theirs on theirs.hash = mine.hash and theirs.account_id <> v.account_id
        join verification o on o.account_id = theirs.account_id and o.state <> 'draft'
      union all
      select o.id, 'photo' from v join (
        select id, account_id, photo_hash from verification where photo_hash is not null and state <> 'draft' order by number desc limit ${PHOTOS_LOOKED_AT}
      ) o on o.account_id <> v.account_id and bit_count((o.photo_hash # v.photo_hash)::bit(64)) <= ${PHOTO_BITS_MAX}
      union all
      select o.id, 'payout' from v cross join lateral (
        select distinct theirs.account_id from payout_account mine join payout_account theirs
          on theirs.bank = mine.bank and theirs.number = mine.number and theirs.account_id <> mine.account_id
        where mine.account_id = v.account_id limit ${SHARED_BY_MAX}
      ) p join verification o on o.account_id = p.account_id and o.state <> 'draft'
      union all
      select o.id, 'device' from v cross join lateral (
        select distinct theirs.account_id from account_device mine join account_device theirs on theirs.device = mine.device and theirs.account_id <> mine.account_id
        where mine.account_id = v.account_id limit ${SHARED_BY_MAX}
      ) d join verification o on o.account_id = d.account_id and o.state <> 'draft'
    ), strongest as (select distinct on (id) id, kind from alike order by id, array_position(${RANK}, kind))
    insert into verification_match as m (verification_id, other_id, kind, at)
    select ${id}, s.id, s.kind, ${now} from strongest s
    on conflict (verification_id, other_id) do update set kind = excluded.kind, verdict = null, proposed_by = null, decided_by = null
      where array_position(${RANK}, excluded.kind) < array_position(${RANK}, m.kind)`.execute(tx);
}

/** What only an officer's eye can tell does not hold an approval up. */
const blocking = ["document", "person"];

/** Whether an account that looks like the same person is not known to be another's; one that was refused before a document was read off is anybody's word. */
export async function hasOpenMatches(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("verification_match as m")
    .innerJoin("verification as o", "o.id", "m.other_id")
    .select("m.other_id")
    .where("m.verification_id", "=", id)
    .where(({ or, and, eb, not }) => {
      const isMereWord = and([eb("o.state", "=", "refused"), eb("o.document_hash", "is", null)]);
      return or([and([eb("m.kind", "in", blocking), eb("m.decided_by", "is", null), not(isMereWord)]), eb("m.verdict", "=", "samePerson")]);
    })
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
