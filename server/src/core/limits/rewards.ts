import { accountTypes } from "@laro/contract/core/accountTypes";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { walletKinds } from "../wallet/posting.ts";
import { walletStatus } from "../wallet/wallet.ts";
import { isReached } from "./reach.ts";

/**
 * A condition on an `account a`: it may be rewarded now. It is open and may take part, is neither excluded nor in a time-out, wrote no words of harm in the last half
 * year, no officer closed it to bonuses or froze it, it is verified where the market asks for that, and it is no trial; nobody looks into it, by a signal or an alert, and its own
 * loss limit is not used up.
 */
export const mayBeRewarded = (now: Date, { verifiedOnly }: Pick<JurisdictionPack, "verifiedOnly">) => sql<boolean>`(
  ${isReached(now)} and a.type <> ${accountTypes.trial} and not 'bonus' = any(a.restrictions) and (not ${verifiedOnly}::boolean or a.verification = 'A')
  and not exists (select from signal s where s.account_id = a.id and s.state in ('open', 'seen'))
  and not exists (select from aml_alert m where m.account_id = a.id and m.state in ('open', 'case'))
  and not exists (select from wallet w where w.account_id = a.id and w.kind = ${walletKinds.main}
    and (w.status = ${walletStatus.noDebits} or w.limited and w.left_until > ${now} and w.loss_left <= 0)))`;

/** Whether an account may be rewarded now; why not is nobody's business but the desks' that know. */
export async function isRewardable(
  db: Db | Tx,
  { accountId, now, pack }: { accountId: bigint; now: Date; pack: Pick<JurisdictionPack, "verifiedOnly"> },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${mayBeRewarded(now, pack)} as may from account a where a.id = ${accountId}`.execute(db as Tx);
  return rows[0]?.may ?? false;
}
