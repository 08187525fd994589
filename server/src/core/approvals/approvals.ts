import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { walletKinds } from "../wallet/posting.ts";

/** In whose calendar the day is counted, and from which figures on two officers decide. */
export interface ApprovalMoment {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: Pick<JurisdictionPack, "twoOfficersFromMinor" | "aloneDayMinor">;
}

interface Asked<Owner, Order> {
  /** Whose day it is. */
  readonly accountId: Owner;
  /** The deposit or withdrawal that is decided: what was said of it before does not count. */
  readonly orderId: Order;
}

/**
 * What one officer alone may still give a member today, in minor units, as an expression for a query that shows it: what the member's day leaves, and what is left of all
 * that single officers give on a day. The second sum is of nobody's row, so a query reads it once.
 */
export const leftForOneOf = <Owner, Order>({ accountId, orderId }: Asked<Owner, Order>, { now, timeZone, pack }: ApprovalMoment): RawBuilder<bigint> => {
  const since = sql`period_start(${now}, 'day', ${timeZone})`;
  return sql<bigint>`greatest(0, least(
    ${pack.twoOfficersFromMinor}::bigint - 1 - handed_out(${accountId}, ${since}, ${orderId}), ${pack.aloneDayMinor}::bigint - (select handed_out_alone(${since}))))`;
};

/**
 * What one officer alone may still give a member, in minor units: the pack's figure less all the member got through officers' hands since midnight, or is
 * about to get because a first officer approved it, and no more than is left of what single officers give to all. The caller holds the order's row; the main wallet
 * and then the day of all are locked until the transaction ends, so that of two decisions the second counts the first.
 */
export async function lockLeftForOne(tx: Tx, asked: Asked<bigint, string>, moment: ApprovalMoment): Promise<bigint> {
  await tx.selectFrom("wallet").select("id").where("account_id", "=", asked.accountId).where("kind", "=", walletKinds.main).forUpdate().execute();
  // After every row, and nothing of another member's after it: so no two decisions wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('approvals:alone'))`.execute(tx);
  // A statement of its own: it sees what was decided while this one waited for the locks.
  const { rows } = await sql<{ left: bigint }>`select ${leftForOneOf(asked, moment)} as "left"`.execute(tx);
  return rows[0]!.left;
}

const CREDITED_ALONE_DAYS = 7;

/** Whether an officer alone credited a bank transfer of a member in the last days: who said that money came says not alone that it goes. */
export async function hasCreditedAlone(tx: Tx, { accountId, officerId, now }: { accountId: bigint; officerId: bigint; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from deposit where account_id = ${accountId} and decided_by is not null and state = 'credited' and approved_by = ${officerId} and approvals_needed = 1
        and settled_at > ${now}::timestamptz - ${CREDITED_ALONE_DAYS} * interval '1 day'
    ) as "exists"`.execute(tx);
  return rows[0]!.exists;
}
