import type { OutputOf } from "@laro/contract/core/endpoint";
import type { rewards } from "@laro/contract/rewards";
import { sql } from "kysely";
import { mayBePaidEarned } from "../../core/limits/rewards.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { Db } from "../../platform/db.ts";

interface Owner {
  readonly accountId: bigint;
  readonly pack: Pick<JurisdictionPack, "verifiedOnly">;
}

/** What a member can take now: bonuses that were staked often enough, tickets that wait, rebates of closed days; and which programmes are open. */
export async function summarise(db: Db, { accountId, pack }: Owner): Promise<OutputOf<(typeof rewards)["summary"]>> {
  const [hasVip, hasReferral, hasRebates, hasEggs] = await Promise.all((["vip", "referral", "rebates", "eggs"] as const).map((name) => isFlagOn(db, name)));
  const { rows } = await sql<{ bonuses: number; tickets: number; eggs: number; rebate: bigint; isPayable: boolean; claims: number; missions: number }>`
    select (select count(*)::int from bonus b join wallet w on w.account_id = b.account_id and w.kind = ${walletKinds.main}
            where b.account_id = ${accountId} and b.state = 'active' and w.staked - w.uncounted - b.from_valid >= b.needed) as bonuses,
           (select count(*)::int from prize_ticket t where t.account_id = ${accountId} and t.draw = 'wheel' and t.drawn_at is null) as tickets,
           (select count(*)::int from prize_ticket t where t.account_id = ${accountId} and t.draw = 'egg' and t.drawn_at is null) as eggs,
           (select coalesce(sum(o.amount), 0)::bigint from rebate o where o.account_id = ${accountId} and o.claim_id is null and ${hasRebates!}::boolean) as rebate,
           (select ${mayBePaidEarned(pack)} from account a where a.id = ${accountId}) as "isPayable",
           coalesce(r.claims, 0) as claims, coalesce(r.missions, 0) as missions
    from (
      select count(*)::int as claims, count(*) filter (where c.trigger in ('played', 'visited', 'deposited'))::int as missions
      from reward w join campaign c on c.id = w.campaign_id where w.account_id = ${accountId} and w.state = 'open'
    ) r`.execute(db);
  const { bonuses, tickets, eggs, rebate, isPayable, claims, missions } = rows[0]!;
  const eggCount = hasEggs ? eggs : 0;
  return {
    availablePromoCount: bonuses + claims + (hasVip ? tickets : 0) + eggCount + (rebate > 0n && isPayable ? 1 : 0),
    rebate,
    missionCount: missions,
    eggCount,
    availablePromo: { REFERRAL: { enabled: hasReferral! } },
  };
}
