import { sql } from "kysely";
import { changeStanding } from "../../core/accounts/standing.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { sweepInTurns } from "../../platform/rows.ts";

/** So long a dispute about what was refused may begin. */
const DISPUTE_MS = 90 * 24 * 60 * 60_000;
const ERASED_AT_ONCE_MAX = 500;

/** Erases forms that were begun and never sent, and pictures that were refused or that others took the place of: so many in a transaction, until there are none. */
export async function eraseUnused(database: Pick<Database, "begin">, now: Date, atOnce = ERASED_AT_ONCE_MAX): Promise<void> {
  const before = new Date(now.getTime() - DISPUTE_MS);
  await sweepInTurns(database, atOnce, [
    (tx) =>
      sql`delete from verification where id = any(array(
        select id from verification where state = 'draft' and at < ${before} order by at limit ${atOnce} for update skip locked))`.execute(tx),
    async (tx) => {
      const { rows } = await sql<{ count: number }>`select erase_unused_identity_images(${before}, ${atOnce}) as count`.execute(tx);
      return { numAffectedRows: BigInt(rows[0]!.count) };
    },
  ]);
}

/** Of an account whose records are over nobody can be verified any more: forms, hashes and pictures go. */
async function eraseVerifications(tx: Tx, accountId: bigint, now: Date): Promise<void> {
  await sql`select erase_identity_of(${accountId}, ${now}::timestamptz - interval '5 years')`.execute(tx);
  await sql`delete from verification_match m using verification v where v.account_id = ${accountId} and v.id in (m.verification_id, m.other_id)`.execute(tx);
  await tx.deleteFrom("verification").where("account_id", "=", accountId).execute();
  await changeStanding(tx, { accountId, verification: "N", verifiedName: null });
}

export const verificationSubscribers: Subscribers = {
  "privacy.erased": [async (tx, { accountId, part }, { clock }) => (part === "records" ? eraseVerifications(tx, BigInt(accountId), clock.now()) : undefined)],
};
