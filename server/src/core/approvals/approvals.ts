import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { walletKinds } from "../wallet/posting.ts";

/** In whose calendar the day is counted, and from which figure on two officers decide. */
export interface ApprovalMoment {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: Pick<JurisdictionPack, "twoOfficersFromMinor">;
}

interface Asked<Owner, Order> {
  /** Whose day it is. */
  readonly accountId: Owner;
  /** The deposit or withdrawal that is decided: what was said of it before does not count. */
  readonly orderId: Order;
}

/** What one officer alone may still give a member today, in minor units, as an expression for a query that shows it. */
export const leftForOneOf = <Owner, Order>({ accountId, orderId }: Asked<Owner, Order>, { now, timeZone, pack }: ApprovalMoment): RawBuilder<bigint> =>
  sql<bigint>`greatest(${pack.twoOfficersFromMinor}::bigint - 1 - handed_out(${accountId}, period_start(${now}, 'day', ${timeZone}), ${orderId}), 0)`;

/**
 * What one officer alone may still give a member, in minor units: the pack's figure less all the member got through officers' hands since midnight, or is
 * about to get because a first officer approved it. Locks the main wallet until the transaction ends, so that of two decisions the second counts the first.
 */
export async function lockLeftForOne(tx: Tx, asked: Asked<bigint, string>, moment: ApprovalMoment): Promise<bigint> {
  await tx.selectFrom("wallet").select("id").where("account_id", "=", asked.accountId).where("kind", "=", walletKinds.main).forUpdate().execute();
  // A statement of its own: it sees what was decided while this one waited for the lock.
  const { rows } = await sql<{ left: bigint }>`select ${leftForOneOf(asked, moment)} as "left"`.execute(tx);
  return rows[0]!.left;
}
