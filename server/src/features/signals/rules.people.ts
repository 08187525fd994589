import { sql } from "kysely";
import type { Found, SignalRule } from "./rule.ts";
import { isFewsAddress, isFewsDevice, isFewsPayout, isProvedKey, isProvedPayout, keyOf } from "../../core/accounts/sharing.ts";

/** A member shares a browser, a payout account or the verified name with an agent above: whoever earns on their own play. */
export const sameOwner: SignalRule = {
  rule: "sameOwner",
  version: 2,
  holds: "proved",
  looksAt: "changes",
  find: ({ since }) => sql<Found>`
    with shared as materialized (
      select distinct 'device' as basis, mine.account_id as one, theirs.account_id as other, true as proved
      from account_device mine join account_device theirs on theirs.device = mine.device and theirs.account_id <> mine.account_id
      where mine.last_at >= ${since} and ${isFewsDevice(sql`mine.device`)}
      union all
      select distinct 'payout', mine.account_id, theirs.account_id, ${isProvedPayout("mine", "theirs")}
      from payout_account mine join payout_account theirs on theirs.number = mine.number and theirs.bank = mine.bank and theirs.account_id <> mine.account_id
      where mine.created_at >= ${since} and ${isFewsPayout(sql`mine.bank`, sql`mine.number`)}
      union all
      select distinct 'name', mine.id, theirs.id, true
      from verification v join account mine on mine.id = v.account_id join account theirs on lower(theirs.verified_name) = lower(mine.verified_name) and theirs.id <> mine.id
      where v.state = 'approved' and v.decided_at >= ${since}
    ), pair as (
      select s.basis, s.one as member, s.other as agent, s.proved from shared s join agent_node n on n.account_id = s.one where s.other = any(n.path)
      union
      select s.basis, s.other, s.one, s.proved from shared s join agent_node n on n.account_id = s.other where s.one = any(n.path)
    )
    select agent as "accountId", ${keyOf(sql`agent, member, basis`, sql`bool_or(proved)`)} as key, array[member] as subjects, jsonb_build_object('basis', basis) as figures,
           bool_or(proved) as "isProved"
    from pair group by agent, member, basis order by agent, member, basis`,
};

/** A member and an agent above enter from one address: a shop and its customers, or one person. */
export const sameAddress: SignalRule = {
  rule: "sameAddress",
  version: 1,
  holds: false,
  looksAt: "changes",
  find: ({ since }) => sql<Found>`
    with shared as materialized (
      select distinct mine.account_id as one, theirs.account_id as other
      from account_address mine join account_address theirs on theirs.address = mine.address and theirs.account_id <> mine.account_id
      where mine.last_at >= ${since} and ${isFewsAddress(sql`mine.address`)}
    ), pair as (
      select s.one as member, s.other as agent from shared s join agent_node n on n.account_id = s.one where s.other = any(n.path)
      union
      select s.other, s.one from shared s join agent_node n on n.account_id = s.other where s.one = any(n.path)
    )
    select agent as "accountId", concat_ws(' ', agent, member) as key, array[member] as subjects, jsonb_build_object('basis', 'address') as figures
    from pair order by agent, member`,
};

/** A member looks like somebody who is excluded, or was until half a year ago: nobody earns on bringing them back. */
export const broughtBack: SignalRule = {
  rule: "broughtBack",
  version: 2,
  holds: "proved",
  looksAt: "changes",
  find: ({ since, now }) => sql<Found>`
    with fresh as (
      select n.account_id, n.parent_id from agent_node n where n.joined_at >= ${since} and n.parent_id is not null
      union
      select n.account_id, n.parent_id from verification v join agent_node n on n.account_id = v.account_id
      where v.state = 'approved' and v.decided_at >= ${since} and n.parent_id is not null
      union
      select n.account_id, n.parent_id from payout_account p join agent_node n on n.account_id = p.account_id where p.created_at >= ${since} and n.parent_id is not null
    ), alike as (
      select f.account_id, f.parent_id, theirs.account_id as other, 'person' as basis, ${isProvedKey("mine")} and ${isProvedKey("theirs")} as proved
      from fresh f join screening_person mine on mine.account_id = f.account_id and mine.strength in ('birthday', 'near')
      join screening_person theirs on theirs.hash = mine.hash and theirs.strength in ('birthday', 'near')
      union
      select f.account_id, f.parent_id, theirs.account_id, 'document', true
      from fresh f join verification mine on mine.account_id = f.account_id and mine.state = 'approved' join verification theirs on theirs.document_hash = mine.document_hash
      union
      select f.account_id, f.parent_id, theirs.account_id, 'payout', ${isProvedPayout("mine", "theirs")}
      from fresh f join payout_account mine on mine.account_id = f.account_id join payout_account theirs on theirs.number = mine.number and theirs.bank = mine.bank
      where ${isFewsPayout(sql`mine.bank`, sql`mine.number`)}
    )
    select a.parent_id as "accountId", ${keyOf(sql`a.parent_id, a.account_id, a.other`, sql`bool_or(a.proved)`)} as key, array[a.account_id, a.other] as subjects,
           jsonb_build_object('basis', coalesce(min(a.basis) filter (where a.proved), min(a.basis))) as figures, bool_or(a.proved) as "isProved"
    from alike a
    where a.other <> a.account_id and exists (
      select from exclusion e where e.account_id = a.other and e.kind in ('self', 'family') and e.starts_at <= ${now}
        and coalesce(e.ended_at, e.ends_at) > ${now}::timestamptz - interval '6 months'
    )
    group by a.parent_id, a.account_id, a.other order by a.parent_id, a.account_id, a.other`,
};

const HOUSEHOLD_MEMBERS = 3;

/** Three members right below an agent use one address, or bring one payout account, on one day. */
export const sameHousehold: SignalRule = {
  rule: "sameHousehold",
  version: 1,
  holds: false,
  looksAt: "changes",
  find: ({ since, timeZone }) => sql<Found>`
    with met as (
      select distinct 'address' as basis, n.parent_id as agent, a.address as what, (a.last_at at time zone ${timeZone})::date as day
      from account_address a join agent_node n on n.account_id = a.account_id
      where a.last_at >= ${since} and n.parent_id is not null and ${isFewsAddress(sql`a.address`)}
      union all
      select distinct 'payout', n.parent_id, p.bank || ' ' || p.number, (p.created_at at time zone ${timeZone})::date
      from payout_account p join agent_node n on n.account_id = p.account_id
      where p.created_at >= ${since} and n.parent_id is not null and ${isFewsPayout(sql`p.bank`, sql`p.number`)}
    ), used as (
      select m.*, a.account_id from met m join account_address a on a.address = m.what and (a.last_at at time zone ${timeZone})::date = m.day where m.basis = 'address'
      union all
      select m.*, p.account_id from met m join payout_account p on p.bank || ' ' || p.number = m.what and p.number = split_part(m.what, ' ', -1)
        and (p.created_at at time zone ${timeZone})::date = m.day where m.basis = 'payout'
    )
    select u.agent as "accountId", concat_ws(' ', u.agent, u.basis, encode(sha256(convert_to(u.what, 'UTF8')), 'hex'), u.day) as key,
           array_agg(distinct u.account_id) as subjects, jsonb_build_object('basis', u.basis, 'members', count(distinct u.account_id)::text) as figures
    from used u join agent_node n on n.account_id = u.account_id and n.parent_id = u.agent
    group by u.agent, u.basis, u.what, u.day having count(distinct u.account_id) >= ${HOUSEHOLD_MEMBERS} order by 2`,
};

const RING_MEMBERS = 4;

/** Four members right below an agent are used from one browser, whenever that was. */
export const ring: SignalRule = {
  rule: "ring",
  version: 1,
  holds: false,
  looksAt: "changes",
  find: ({ since }) => sql<Found>`
    with met as (
      select distinct n.parent_id as agent, d.device from account_device d join agent_node n on n.account_id = d.account_id
      where d.last_at >= ${since} and n.parent_id is not null and ${isFewsDevice(sql`d.device`)}
    )
    select m.agent as "accountId", concat_ws(' ', m.agent, encode(m.device, 'hex')) as key, array_agg(d.account_id order by d.account_id) as subjects,
           jsonb_build_object('basis', 'device', 'members', count(*)::text) as figures
    from met m join account_device d on d.device = m.device join agent_node n on n.account_id = d.account_id and n.parent_id = m.agent
    group by m.agent, m.device having count(*) >= ${RING_MEMBERS} order by 2`,
};

const BURST = { registrations: 20, addresses: 2 } as const;

/** Twenty registrations below one agent within an hour from two addresses. */
export const burst: SignalRule = {
  rule: "burst",
  version: 1,
  holds: false,
  looksAt: "changes",
  find: ({ since, timeZone }) => sql<Found>`
    with came as (
      select n.parent_id as agent, n.account_id, date_trunc('hour', n.joined_at, ${timeZone}) as hour, a.address
      from agent_node n cross join lateral (select f.address from account_address f where f.account_id = n.account_id order by f.first_at, f.address limit 1) a
      where n.parent_id is not null and n.joined_at >= date_trunc('hour', ${since}::timestamptz)
    ), counted as (
      select agent, hour, address, array_agg(account_id) as people, count(*) as registrations,
             row_number() over (partition by agent, hour order by count(*) desc, address) as place
      from came group by agent, hour, address
    )
    select c.agent as "accountId", concat_ws(' ', c.agent, to_char(c.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24')) as key, array_agg(distinct p.id) as subjects,
           jsonb_build_object('members', count(*)::text, 'hour', to_char(c.hour at time zone ${timeZone}, 'HH24:MI')) as figures
    from counted c cross join unnest(c.people) p(id) where c.place <= ${BURST.addresses}
    group by c.agent, c.hour having count(*) >= ${BURST.registrations} order by 2`,
};
