import { accountTypes } from "@laro/contract/core/accountTypes";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { walletKinds } from "../wallet/posting.ts";
import { walletStatus } from "../wallet/wallet.ts";
import { isHere, isReached } from "./reach.ts";

/** What a market asks of whoever is rewarded. */
type Rewarding = Pick<JurisdictionPack, "timeZone" | "verifiedOnly">;
/** What a market asks of whoever is paid. */
export type Market = Pick<Rewarding, "verifiedOnly">;

/**
 * A condition on an `account a`: what it earned by play may be paid to it now, in a time-out and after an exclusion too. It is open and may take part, no officer closed it to
 * bonuses or froze it, it is verified where the market asks for that, it is no trial, and nobody looks into it, by a signal or an alert.
 */
export const mayBePaidEarned = ({ verifiedOnly }: Market) => sql<boolean>`(
  ${isHere} and a.type <> ${accountTypes.trial} and not 'bonus' = any(a.restrictions) and (not ${verifiedOnly}::boolean or a.verification = 'A')
  and not exists (select from signal s where s.account_id = a.id and s.state in ('open', 'seen'))
  and not exists (select from aml_alert m where m.account_id = a.id and m.state in ('open', 'case'))
  and not exists (select from wallet w where w.account_id = a.id and w.kind = ${walletKinds.main} and w.status = ${walletStatus.noDebits}))`;

/**
 * A condition on an `account a`: it may be rewarded now. It could be paid what it earned, is neither excluded nor in a time-out, wrote no words of harm in the last half year, and
 * its own loss limit is not used up.
 */
export const mayBeRewarded = (now: Date, market: Rewarding) => sql<boolean>`(
  ${isReached(now)} and ${mayBePaidEarned(market)} and not is_loss_limit_used_up(a.id, ${now}, ${market.timeZone}))`;

/** Whether an account may be rewarded now; why not is nobody's business but the desks' that know. */
export async function isRewardable(db: Db | Tx, { accountId, now, pack }: { accountId: bigint; now: Date; pack: Rewarding }): Promise<boolean> {
  return holdsOf(db, accountId, mayBeRewarded(now, pack));
}

/** Whether an account may be paid what it earned by play. */
export const isPayable = (db: Db | Tx, { accountId, pack }: { accountId: bigint; pack: Market }): Promise<boolean> =>
  holdsOf(db, accountId, mayBePaidEarned(pack));

async function holdsOf(db: Db | Tx, accountId: bigint, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${condition} as may from account a where a.id = ${accountId}`.execute(db as Tx);
  return rows[0]?.may ?? false;
}
