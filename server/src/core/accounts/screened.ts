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

/** Holds members against the lists by what is known of them. */
export async function screenKnown(tx: Tx, slice: { readonly from: bigint; readonly to: bigint; readonly now: Date }): Promise<void> {
  for (const { accountId, list, strength } of await findHits(tx, slice))
    if (strength === "birthday" && list !== "pep") await openEligibilityCase(tx, { accountId, cause: "restrictedList", now: slice.now });
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
