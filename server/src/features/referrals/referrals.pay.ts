import type { referralRefusals, ReferralStep } from "@laro/contract/referrals";
import { type RawBuilder, sql } from "kysely";
import { isFewsDevice, isFewsPayout } from "../../core/accounts/sharing.ts";
import { forfeitOpen, giveBonus, isKeptDeposit } from "../../core/bonuses/bonuses.ts";
import { isRewardable } from "../../core/limits/rewards.ts";
import { brand, type JurisdictionPack, packs } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { LedgerMoment } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";

const DUE_AT_ONCE_MAX = 200;
/** What was reached in time is given so many days later still: an inviter's break ends, a month's budget begins anew. */
export const DECIDED_DAYS_AFTER = 31;

interface Due {
  readonly number: bigint;
  readonly friendId: bigint;
  readonly referrerId: bigint;
  readonly step: ReferralStep;
}

/** When a friend `n` has had all its days. */
const endsAt = sql`(n.joined_at + ${brand.referral.days} * interval '1 day')`;

/**
 * What each step asks of a friend `n` within its days: the first deposit whose money stayed was large enough; enough was validly bet on closed days. Whose whole life's valid
 * bets are fewer is not looked at further.
 */
const reached = (timeZone: string): Readonly<Record<ReferralStep, RawBuilder<boolean>>> => ({
  deposit: sql<boolean>`(
    select d.paid >= ${brand.referral.deposit.minimumMinor} and d.settled_at <= ${endsAt} from deposit d
    where d.account_id = n.account_id and ${isKeptDeposit} order by d.settled_at, d.number limit 1)`,
  play: sql<boolean>`exists (select from vip_member v where v.account_id = n.account_id and v.valid >= ${brand.referral.play.validMinor})
    and (select sum(m.valid) from member_day m join activity_day f on f.day = m.day and f.state = 'frozen'
         where m.account_id = n.account_id and m.day <= (${endsAt} at time zone ${timeZone})::date) >= ${brand.referral.play.validMinor}`,
});

/** Friends whose step is reached and not decided, by account. */
const listDue = async (db: Db, step: ReferralStep, { now, timeZone, after }: LedgerMoment & { readonly after: bigint }): Promise<readonly Due[]> => {
  const { rows } = await sql<Due>`
    select n.account_id as number, n.account_id as "friendId", n.referrer_id as "referrerId", ${step}::text as step from agent_node n
    where n.referrer_id is not null and n.joined_at > ${now}::timestamptz - ${brand.referral.days + DECIDED_DAYS_AFTER} * interval '1 day' and n.account_id > ${after}
      and not exists (select from referral_reward r where r.friend_id = n.account_id and r.step = ${step}) and ${reached(timeZone)[step]}
    order by n.account_id limit ${DUE_AT_ONCE_MAX}`.execute(db);
  return rows;
};

/** Gives what friends' steps bring their inviters: each once, whatever runs at once or is cut off. */
export async function payReferrals(platform: Platform): Promise<void> {
  const { database, clock, timeZone, config } = platform;
  if (!(await isFlagOn(database.db, "referral"))) return;
  const now = clock.now();
  for (const step of ["deposit", "play"] as const)
    await workThrough(platform, {
      job: "referrals:pay",
      find: (after) => listDue(database.db, step, { now, timeZone, after }),
      each: (tx, due) => decide(tx, { now, timeZone }, { ...due, pack: packs[config.pack] }),
    });
}

type Refusal = (typeof referralRefusals)[number];

/** Decides a step: gives its reward, refuses it by a published condition, or leaves it for later where the inviter may not be rewarded now or the month's budget is spent. */
async function decide(tx: Tx, moment: LedgerMoment, { friendId, referrerId, step, pack }: Due & { pack: JurisdictionPack }): Promise<void> {
  const { now } = moment;
  // Of one inviter one step at a time, so that each is decided once and the month's number is counted right.
  await sql`select pg_advisory_xact_lock(hashtext('referral'), hashtext(${String(referrerId)}))`.execute(tx);
  const decided = await tx.selectFrom("referral_reward").select("step").where("friend_id", "=", friendId).where("step", "=", step).executeTakeFirst();
  if (decided !== undefined || !(await isRewardable(tx, { accountId: referrerId, now, pack }))) return;
  const reason = await refusalOf(tx, moment, { friendId, referrerId });
  const amountMinor = reason === null ? brand.referral[step].rewardMinor : 0n;
  if (reason === null && !(await spend(tx, moment, amountMinor))) return;
  await tx
    .insertInto("referral_reward")
    .values({ friend_id: friendId, step, referrer_id: referrerId, amount: amountMinor, state: reason === null ? "given" : "refused", reason, at: now })
    .execute();
  staleOnCommit(tx, ["referrals.mine", "referrals.friends", "rewards.summary"], [`member:${referrerId}`]);
  if (reason !== null) return;
  const { wagering, rewardDays: days } = brand.referral;
  await giveBonus(tx, moment, { id: derivedId("referral", String(friendId), step), accountId: referrerId, code: "REFERRAL", amountMinor, wagering, days });
}

/** A deposit that was taken back brings nothing: the reward of a friend whose first deposit it was is taken back while it waits or runs. */
export const referralSubscribers: Subscribers = {
  "deposits.reversed": [
    async (tx, { accountId: friendId }, { clock, timeZone }) => {
      const { rows } = await sql<{ referrerId: bigint }>`
        select r.referrer_id as "referrerId" from referral_reward r join agent_node n on n.account_id = r.friend_id
        where r.friend_id = ${BigInt(friendId)} and r.step = 'deposit' and r.state = 'given' and coalesce(not ${reached(timeZone).deposit}, true)`.execute(tx);
      for (const { referrerId: accountId } of rows)
        await forfeitOpen(tx, { now: clock.now(), timeZone }, { accountId, id: derivedId("referral", friendId, "deposit") });
    },
  ],
};

async function refusalOf(tx: Tx, { now, timeZone }: LedgerMoment, { friendId, referrerId }: Pick<Due, "friendId" | "referrerId">): Promise<Refusal | null> {
  const { rows } = await sql<{ isSame: boolean; isClosed: boolean; given: number }>`
    select exists (select from account_device f join account_device r on r.device = f.device
        where f.account_id = ${friendId} and r.account_id = ${referrerId} and ${isFewsDevice(sql`f.device`)})
      or exists (select from payout_account mine join payout_account theirs on theirs.bank = mine.bank and theirs.number = mine.number
        where mine.account_id = ${friendId} and theirs.account_id = ${referrerId} and ${isFewsPayout(sql`mine.bank`, sql`mine.number`)}) as "isSame",
      (select a.closed or a.eligibility <> 'open' from account a where a.id = ${friendId}) as "isClosed",
      (select count(*)::int from referral_reward r where r.referrer_id = ${referrerId} and r.state = 'given'
        and r.at >= date_trunc('month', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}) as given`.execute(tx);
  const { isSame, isClosed, given } = rows[0]!;
  if (isSame) return "samePerson";
  if (isClosed) return "friendClosed";
  return given >= brand.referral.monthMax ? "monthFull" : null;
}

/** Takes an amount from the month's budget; false where it does not fit any more. */
async function spend(tx: Tx, { now, timeZone }: LedgerMoment, amountMinor: bigint): Promise<boolean> {
  const month = sql`date_trunc('month', ${now}::timestamptz at time zone ${timeZone})::date`;
  await sql`insert into referral_month (month, cap) values (${month}, ${brand.referral.monthBudgetMinor}) on conflict do nothing`.execute(tx);
  const { numAffectedRows } = await sql`
    update referral_month set spent = spent + ${amountMinor} where month = ${month} and spent + ${amountMinor} <= cap`.execute(tx);
  return numAffectedRows === 1n;
}
