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

const GIVEN_ALONE_DAYS = 7;

/**
 * Whether an officer alone gave a member something in the last days, by crediting a bank transfer, accepting an application, granting free rounds or publishing the campaign whose
 * reward or envelope they got; or lifted the freeze of their wallets. Who made money come, or let it go, says not alone that it goes.
 */
export async function hasGivenAlone(tx: Tx, { accountId, officerId, now }: { accountId: bigint; officerId: bigint; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    with since as (select ${now}::timestamptz - ${GIVEN_ALONE_DAYS} * interval '1 day' as at)
    select exists (
      select from deposit, since where account_id = ${accountId} and decided_by is not null and state = 'credited' and approved_by = ${officerId} and approvals_needed = 1
        and settled_at > since.at
    ) or exists (
      select from participation, since where account_id = ${accountId} and accepted_at > since.at and accepted_cost > 0 and taken_by = ${officerId}
    ) or exists (
      select from reward r join campaign_version v on v.campaign_id = r.campaign_id and v.version = r.version cross join since
      where r.account_id = ${accountId} and r.issued_at > since.at and r.cost > 0 and v.approved_by is null and v.made_by = ${officerId}
    ) or exists (
      select from envelope_claim e join campaign c on c.id = e.campaign_id join campaign_version v on v.campaign_id = c.id and v.version = c.version cross join since
      where e.account_id = ${accountId} and e.at > since.at and v.approved_by is null and v.made_by = ${officerId}
    ) or exists (
      select from free_round f, since where f.account_id = ${accountId} and f.at > since.at and f.won > 0 and f.confirmed_by is null and f.granted_by = ${officerId}
    ) or exists (
      select from freeze_lifted l, since where l.account_id = ${accountId} and l.at > since.at and l.lifted_by = ${officerId}
    ) as "exists"`.execute(tx);
  return rows[0]!.exists;
}
