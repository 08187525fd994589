import { formatAmount } from "@laro/contract/core/money";
import type { Risk } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { Tx } from "../../platform/db.ts";

const NEW_PAYOUT_ACCOUNT_HOURS = 24;
const QUICK_MINUTES = 60;
/** So far back what vendors say was won is looked at; what was paid since then was looked at already. */
const VENDOR_WINS_DAYS = 30;
/** From this withdrawal of a day on. */
const MANY_TODAY = 3;

interface Asked {
  readonly accountId: bigint;
  readonly payoutAccountId: bigint;
  readonly amountMinor: bigint;
  /** This one included. */
  readonly countToday: number;
  /** What was still to be staked; only what an officer asks for leaves with it. */
  readonly turnoverMinor: bigint;
  readonly pack: JurisdictionPack;
  readonly now: Date;
}

interface Known {
  readonly isFirst: boolean;
  readonly boundHours: number;
  /** Of the last deposit that was credited; null where there is none. */
  readonly depositMinutes: number | null;
  readonly depositMinor: bigint | null;
  readonly stakedMinor: bigint | null;
  /** The most that a vendor paid in one round beyond what its game pays at most, or with no stake at all; null where none did. */
  readonly vendorWinMinor: bigint | null;
}

/** Why a withdrawal deserves a second look, each reason with the figure that says so; as it was when it was asked for. */
export async function readRisks(tx: Tx, { accountId, payoutAccountId, amountMinor, countToday, turnoverMinor, pack, now }: Asked): Promise<Risk[]> {
  const { isFirst, boundHours, depositMinutes, depositMinor, stakedMinor, vendorWinMinor } = await readKnown(tx, { accountId, payoutAccountId, now });
  const staked = stakedMinor ?? 0n;
  const isLittle = depositMinor !== null && staked < depositMinor;
  const reasons: readonly [boolean, Risk][] = [
    [isFirst, { reason: "firstWithdrawal", figure: "1" }],
    [boundHours < NEW_PAYOUT_ACCOUNT_HOURS, { reason: "newPayoutAccount", figure: String(boundHours) }],
    [amountMinor * 2n >= pack.twoOfficersFromMinor, { reason: "largeAmount", figure: formatAmount(amountMinor) }],
    [depositMinutes !== null && depositMinutes < QUICK_MINUTES, { reason: "quickAfterDeposit", figure: String(depositMinutes) }],
    [isLittle, { reason: "littlePlay", figure: String((staked * 100n) / (depositMinor ?? 1n)) }],
    [countToday >= MANY_TODAY, { reason: "manyToday", figure: String(countToday) }],
    [vendorWinMinor !== null, { reason: "vendorWin", figure: formatAmount(vendorWinMinor ?? 0n) }],
    [turnoverMinor > 0n, { reason: "turnoverOpen", figure: formatAmount(turnoverMinor) }],
  ];
  return reasons.flatMap(([applies, risk]) => (applies ? [risk] : []));
}

async function readKnown(tx: Tx, { accountId, payoutAccountId, now }: Pick<Asked, "accountId" | "payoutAccountId" | "now">): Promise<Known> {
  const { rows } = await sql<Known>`
    select not exists (select from withdrawal w where w.account_id = m.account_id and w.paid_at is not null) as "isFirst",
           floor(extract(epoch from ${now}::timestamptz - p.created_at) / 3600)::integer as "boundHours",
           floor(extract(epoch from ${now}::timestamptz - d.settled_at) / 60)::integer as "depositMinutes",
           d.paid as "depositMinor",
           case when d.settled_at is not null then limit_used(m.id, 'stake', d.settled_at) end as "stakedMinor",
           (select max(r.win) from (
              select coalesce(r.part_of, r.id) as id, min(r.game_id) as game_id, sum(r.stake)::bigint as stake, sum(r.win)::bigint as win
              from round r where r.wallet_id = m.id and r.id >= looked.first and coalesce(r.part_of, r.id) >= looked.first
                and r.game_id <> all(array(select id from game where vendor_id = 1)) group by 1
            ) r left join game g on g.id = r.game_id
            where r.win > 0 and (r.stake <= 0 or r.win > r.stake * (g.max_win_multiple + 1))) as "vendorWinMinor"
    from wallet m join payout_account p on p.id = ${payoutAccountId}
    left join lateral (
      select paid, settled_at from deposit where account_id = m.account_id and state = 'credited' and settled_at is not null order by settled_at desc limit 1
    ) d on true
    cross join lateral (
      select uuid_floor(greatest(max(w.created_at), ${now}::timestamptz - ${VENDOR_WINS_DAYS} * interval '1 day')) as first
      from withdrawal w where w.account_id = m.account_id and w.paid_at is not null
    ) looked
    where m.account_id = ${accountId} and m.kind = ${walletKinds.main}`.execute(tx);
  return rows[0]!;
}
