import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { findHits, keepPerson, keepSwept, type KeySource, nextSlice } from "../screening/hits.ts";
import { type Named, personKeys } from "../screening/keys.ts";
import { openEligibilityCase } from "./eligibility.ts";

interface Screened extends Named {
  readonly accountId: bigint;
  readonly source: KeySource;
  readonly now: Date;
}

/** Holds a member against the lists by what they say of themselves: name and birthday on a list that shuts out close the account, anything less is risk's to look at. */
export async function screenPerson(tx: Tx, keys: Pick<Keys, "dataKey">, { accountId, source, now, ...named }: Screened): Promise<void> {
  await keepPerson(tx, { accountId, found: personKeys(keys, named), source });
  await screenKnown(tx, { from: accountId, to: accountId, now });
}

/** Holds members against the lists by what is known of them. Whom two officers cleared stays cleared of the same likeness. */
export async function screenKnown(tx: Tx, slice: { readonly from: bigint; readonly to: bigint; readonly now: Date }): Promise<void> {
  for (const { id, accountId, list, strength } of await findHits(tx, slice))
    if (strength === "birthday" && list !== "pep" && !(await isCleared(tx, accountId, id)))
      await openEligibilityCase(tx, { accountId, cause: "restrictedList", now: slice.now });
}

/** Whether a case was cleared that stood when an earlier version of the list named the member by the same hash. */
async function isCleared(tx: Tx, accountId: bigint, hitId: string): Promise<boolean> {
  // Who clears a case holds its account: of a word and a sweep at once the later one sees what the other left.
  await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  const { rows } = await sql`
    select from screening_hit h join screening_list l on l.id = h.list_id
      join screening_hit o on o.account_id = h.account_id and o.id <> h.id and o.hash = h.hash and o.strength = h.strength
      join screening_list e on e.id = o.list_id and e.list = l.list
      join eligibility_case c on c.account_id = h.account_id and c.cause = 'restrictedList' and c.state = 'cleared' and c.decided_at >= o.at
    where h.id = ${hitId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Holds every member against lists that are new, so many at a time; a run that was cut off goes on where it was. */
export async function sweepMembers({ begin }: Pick<Database, "begin">, now: Date): Promise<void> {
  for (let isDone = false; !isDone;)
    isDone = await begin(async (tx) => {
      const slice = await nextSlice(tx);
      if (slice === undefined) return true;
      await screenKnown(tx, { ...slice, now });
      await keepSwept(tx, slice.to);
      return false;
    });
}
