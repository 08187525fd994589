import type { AmlAlert } from "@laro/contract/aml";
import { type RawBuilder, sql } from "kysely";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import { walletKinds } from "../../core/wallet/posting.ts";

/** What a rule finds: whose, how much, the figures it looked at as decimal strings, and whether it is a case at once. */
export interface Found {
  readonly accountId: bigint;
  readonly amount: bigint;
  readonly figures: Readonly<Record<string, string>>;
  readonly isCase: boolean;
}

export interface Looked {
  /** The gaming day, which is the pack's calendar day. */
  readonly day: string;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

export interface AmlRule {
  readonly rule: AmlAlert["rule"];
  /** Raised with every change of what the rule finds, so that an alert says which words it was made under. */
  readonly version: number;
  /** The locale key of this version's words, filled with the threshold. */
  readonly says: string;
  /** From which amount on it looks, in minor units. */
  readonly thresholdMinor: (pack: JurisdictionPack) => bigint;
  /** One statement over all members with activity on the day. */
  readonly find: (looked: Looked) => RawBuilder<Found>;
}

/** Minor units as people write them, in SQL. */
const decimal = (minor: RawBuilder<unknown>) => sql`round(${minor} / 100.0, 2)::text`;

/**
 * Republic Act 10927 has casino transactions above 5,000,000.00 in a gaming day reported; reaching the amount is looked at by a person,
 * passing it is a case without one. Money in and money out count together: who splits between the two is not to stay below it.
 */
const large: AmlRule = {
  rule: "large",
  version: 1,
  says: "aml.large.v1",
  thresholdMinor: ({ aml }) => aml.reportingMinor,
  find: ({ day, timeZone, pack: { aml } }) => sql<Found>`
    with moved as (
      select account_id, paid as deposited, 0::bigint as withdrawn from deposit
      where state = 'credited' and settled_at >= ${dayStart(day, timeZone)} and settled_at < ${dayEnd(day, timeZone)}
      union all
      select account_id, 0, amount from withdrawal where paid_at >= ${dayStart(day, timeZone)} and paid_at < ${dayEnd(day, timeZone)}
    ), total as (
      select account_id, sum(deposited)::bigint as deposited, sum(withdrawn)::bigint as withdrawn, sum(deposited + withdrawn)::bigint as amount from moved group by account_id
    )
    select account_id as "accountId", amount, amount > ${aml.reportingMinor} as "isCase",
           jsonb_build_object('deposits', ${decimal(sql`deposited`)}, 'withdrawals', ${decimal(sql`withdrawn`)}) as figures
    from total where amount >= ${aml.reportingMinor} order by account_id`,
};

/** Three of nearly the most a method takes, in three days, is how a sum is cut that would be looked at whole. */
const STRUCTURING = { count: 3, days: 3, fromPercent: 80n } as const;
const nearMaximum = (maximumMinor: bigint): bigint => (maximumMinor * STRUCTURING.fromPercent) / 100n;

const structuring: AmlRule = {
  rule: "structuring",
  version: 1,
  says: "aml.structuring.v1",
  thresholdMinor: ({ deposit: { methods } }) =>
    methods.map(({ maximumMinor }) => nearMaximum(maximumMinor)).reduce((least, one) => (one < least ? one : least)),
  find: ({ day, timeZone, pack: { deposit } }) => {
    const methods = deposit.methods.map(({ code, maximumMinor }) => ({ code, most: String(maximumMinor), near: String(nearMaximum(maximumMinor)) }));
    return sql<Found>`
      select d.account_id as "accountId", sum(d.paid)::bigint as amount, false as "isCase",
             jsonb_build_object('count', count(*)::text, 'smallest', ${decimal(sql`min(d.paid)`)}, 'largest', ${decimal(sql`max(d.paid)`)}) as figures
      from deposit d join jsonb_to_recordset(${JSON.stringify(methods)}::jsonb) as m(code text, most bigint, near bigint) on m.code = d.method and d.paid between m.near and m.most
      where d.state = 'credited' and d.settled_at < ${dayEnd(day, timeZone)}
        and d.settled_at >= ((${day}::date - ${STRUCTURING.days - 1}::integer)::timestamp at time zone ${timeZone})
      group by d.account_id
      having count(*) >= ${STRUCTURING.count} and bool_or(d.settled_at >= ${dayStart(day, timeZone)})
      order by d.account_id`;
  },
};

/** Money that comes and goes within a day without play was not brought to play with; small sums are not worth a person's time. */
const PASS_THROUGH = { fromMinor: 100_000_00n, outPercent: 80n, playedParts: 5n } as const;

const passThrough: AmlRule = {
  rule: "passThrough",
  version: 1,
  says: "aml.passThrough.v1",
  thresholdMinor: () => PASS_THROUGH.fromMinor,
  find: ({ day, timeZone }) => sql<Found>`
    with paid as (
      select account_id, sum(amount)::bigint as withdrawn, max(paid_at) as last_at from withdrawal
      where paid_at >= ${dayStart(day, timeZone)} and paid_at < ${dayEnd(day, timeZone)} group by account_id
    ), moved as (
      select p.*, (
        select coalesce(sum(d.paid), 0)::bigint from deposit d
        where d.account_id = p.account_id and d.state = 'credited' and d.settled_at > p.last_at - interval '24 hours' and d.settled_at <= p.last_at
      ) as deposited
      from paid p
    ), played as (
      select m.*, (
        select coalesce(sum(r.stake), 0)::bigint from wallet w join round r on r.wallet_id = w.id
        where w.account_id = m.account_id and w.kind = ${walletKinds.main} and r.id >= uuid_floor(m.last_at - interval '24 hours') and r.at <= m.last_at
      ) as staked
      from moved m where m.deposited >= ${PASS_THROUGH.fromMinor} and m.withdrawn * 100 >= m.deposited * ${PASS_THROUGH.outPercent}
    )
    select account_id as "accountId", withdrawn as amount, false as "isCase",
           jsonb_build_object('deposits', ${decimal(sql`deposited`)}, 'withdrawals', ${decimal(sql`withdrawn`)}, 'staked', ${decimal(sql`staked`)}) as figures
    from played where staked * ${PASS_THROUGH.playedParts} < deposited order by account_id`,
};

/** The rules in force. */
export const amlRulesInForce: readonly AmlRule[] = [large, structuring, passThrough];
