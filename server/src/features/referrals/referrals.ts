import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Friend, referrals, ReferralStep } from "@laro/contract/referrals";
import { sql } from "kysely";
import { maskName } from "../../core/accounts/faces.ts";
import { isKeptDeposit } from "../../core/bonuses/bonuses.ts";
import { brand } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { Db } from "../../platform/db.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";
import { DECIDED_DAYS_AFTER } from "./referrals.pay.ts";

interface Asked {
  readonly accountId: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

const terms = ((): OutputOf<(typeof referrals)["mine"]>["terms"] => {
  const { deposit, play, days, monthMax, wagering, rewardDays } = brand.referral;
  return {
    depositMinimum: deposit.minimumMinor,
    depositReward: deposit.rewardMinor,
    playValid: play.validMinor,
    playReward: play.rewardMinor,
    days,
    monthMax,
    wagering: Number(wagering),
    rewardDays,
  };
})();

async function checkOpen(db: Db): Promise<void> {
  if (!(await isFlagOn(db, "referral"))) refuse("referrals.closed");
}

/** The programme's terms and what came of a member's friends. */
export async function getMine(db: Db, { accountId, now, timeZone }: Asked): Promise<OutputOf<(typeof referrals)["mine"]>> {
  await checkOpen(db);
  const { rows } = await sql<{ registered: number; deposited: number; rewarded: number; earned: bigint; thisMonth: number }>`
    select f.registered, f.deposited, g.rewarded, g.earned, g."thisMonth"
    from (
      select count(*)::int as registered, count(*) filter (where exists (select from deposit d where d.account_id = n.account_id and ${isKeptDeposit}))::int as deposited
      from agent_node n where n.referrer_id = ${accountId}
    ) f, (
      select count(*)::int as rewarded, coalesce(sum(amount), 0)::bigint as earned,
             count(*) filter (where at >= date_trunc('month', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone})::int as "thisMonth"
      from referral_reward where referrer_id = ${accountId} and state = 'given'
    ) g`.execute(db);
  return { terms, ...rows[0]! };
}

type Step = Friend["deposit"];
interface Row {
  readonly name: string;
  readonly joinedAt: Date;
  readonly isOver: boolean;
  readonly steps: Partial<Record<ReferralStep, { readonly state: "given" | "refused"; readonly reason: Step["reason"]; readonly amount: string }>>;
}

/** When the last friend of a page joined, and how many of those who joined in that millisecond were shown: a friend's own number is nobody's business. */
const CURSOR = /^(.{24})_([0-9]{1,4})$/;

/** A member's friends, newest first: of each its masked name and where its steps stand, never what was deposited or played. */
export async function listFriends(
  db: Db,
  { accountId, now, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & Omit<Asked, "timeZone">,
): Promise<OutputOf<(typeof referrals)["friends"]>> {
  await checkOpen(db);
  const [from = null, shown = "0"] = readTimeCursor(CURSOR, cursor);
  const { rows } = await sql<Row>`
    select a.name, n.joined_at as "joinedAt", n.joined_at <= ${now}::timestamptz - ${brand.referral.days + DECIDED_DAYS_AFTER} * interval '1 day' as "isOver",
      (select coalesce(jsonb_object_agg(r.step, jsonb_build_object('state', r.state, 'reason', r.reason, 'amount', r.amount::text)), '{}')
       from referral_reward r where r.friend_id = n.account_id) as steps
    from agent_node n join account a on a.id = n.account_id
    where n.referrer_id = ${accountId} and (${from}::timestamptz is null or n.joined_at < ${from}::timestamptz + interval '1 millisecond')
    order by n.joined_at desc, n.account_id desc offset ${Number(shown)} limit ${limit + 1}`.execute(db);
  const cursorOf = ({ joinedAt }: Row): string => {
    const at = joinedAt.toISOString();
    const here = rows.slice(0, limit).filter((row) => row.joinedAt.toISOString() === at).length;
    return `${at}_${here + (at === from ? Number(shown) : 0)}`;
  };
  return cutPage(rows, { limit, describe: describeFriend, cursorOf });
}

function describeFriend({ name, joinedAt, isOver, steps }: Row): Friend {
  const stepOf = (step: ReferralStep): Step => {
    const decided = steps[step];
    if (decided === undefined) return { state: isOver ? "over" : "waiting", reason: null, amount: 0n };
    return { state: decided.state, reason: decided.reason, amount: BigInt(decided.amount) };
  };
  return { name: maskName(name), joinedAt: joinedAt.toISOString(), deposit: stepOf("deposit"), play: stepOf("play") };
}
