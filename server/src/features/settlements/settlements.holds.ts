import { type RawBuilder, sql } from "kysely";
import { lacksAccreditation } from "../../core/agents/agents.accreditation.ts";
import type { packs } from "../../core/settings/packs.ts";
import type { Tx } from "../../platform/db.ts";

/** A pay that is over three times the median of the six periods before it, and over 10,000.00, is looked at. */
const JUMP_TIMES = 3n;
const JUMP_FROM_MINOR = 10_000_00n;
const JUMP_PERIODS = 6;

interface Moment {
  readonly now: Date;
  readonly pack: (typeof packs)[keyof typeof packs];
}

interface Held extends Moment {
  readonly runId: string;
  readonly startsAt: Date | null;
}

/** Why whatever an agent would be paid now is held; null where nothing is. What nobody can release comes first. */
const reasonOf = (agentId: RawBuilder<unknown>, { now, pack }: Moment): RawBuilder<string | null> => sql<string | null>`case
  when ${lacksAccreditation(pack.agents, agentId, now)} then 'accreditation'
  when exists (select from agent_standing s where s.agent_id = ${agentId} and s.state = 'inForce' and s.standing <> 'open' and coalesce(s.until > ${now}, true)) then 'standing'
  when exists (select from signal g where g.account_id = ${agentId} and g.holds and g.state in ('open', 'seen')) then 'signal' end`;

/**
 * Holds, of the pays just computed, those that an officer must look at first. `advance`: what their upline was paid below zero, which the house advances, is more than its
 * contract allows. `jump`: far more than usual; of hours and windows, more on this day than is paid without an officer. `voided`: two officers voided it before its settlement
 * was discarded, and one alone approves what was computed again.
 */
export async function holdPays(tx: Tx, { runId, startsAt, now, pack }: Held): Promise<void> {
  // Said apart: what is asked of one five minutes must not read a year of them.
  const isOfSpan = (pay: string) => (startsAt === null ? sql`true` : sql`${sql.ref(`${pay}.starts_at`)} = ${startsAt}`);
  await sql`
    with overdrawn as materialized (
      select u.agent_id from settlement_pay u join agent_contract c on c.id = u.contract_id join agent_contract_template t on t.id = c.template_id
      where u.run_id = ${runId} and ${isOfSpan("u")} and not u.discarded and u.owed > u.gross and -u.makeup_out > (t.limits ->> 'advanceMax')::bigint
    ), voided as materialized (
      select e.contract_id, e.starts_at from settlement_proposal x join settlement_pay e on e.id = x.pay_id where x.kind = 'void' and x.state = 'confirmed' and e.discarded
    ), looked as materialized (
      select p.id, coalesce(${reasonOf(sql`p.agent_id`, { now, pack })}, case
        when p.attempt > 1 and (p.contract_id, p.starts_at) in (select contract_id, starts_at from voided) then 'voided'
        when p.upline_id in (select agent_id from overdrawn) then 'advance'
        when ${pack.agents.paysVerifiedOnly} and exists (select from account a where a.id = p.agent_id and a.verification <> 'A')
          and not exists (select from settlement_pay e where e.agent_id = p.agent_id and e.state = 'paid') then 'unverified'
        when exists (select from activity_day d where d.day >= p.starts_on and d.day <= p.ends_on and (d.fault is not null or d.late <> 0 and p.kind in ('hourly', 'realTime'))) then 'lateRounds'
        when p.kind in ('dividend', 'daily') and p.pay > ${JUMP_FROM_MINOR}::bigint and p.pay > (
          select ${JUMP_TIMES}::bigint * percentile_disc(0.5) within group (order by e.pay) from (
            select e.pay from settlement_pay e where e.agent_id = p.agent_id and e.kind = p.kind and not e.discarded and e.number < p.number order by e.number desc limit ${JUMP_PERIODS}
          ) e having count(*) = ${JUMP_PERIODS}
        ) then 'jump'
        when p.kind in ('hourly', 'realTime') and (
          select sum(e.pay) from settlement_pay e
          where e.agent_id = p.agent_id and e.kind = p.kind and e.starts_at > p.starts_at - interval '1 day' and not e.discarded and e.run_id = p.run_id
        ) > (t.limits ->> 'unattendedMax')::bigint then 'jump'
        end) as reason
      from settlement_pay p join agent_contract c on c.id = p.contract_id join agent_contract_template t on t.id = c.template_id
      where p.run_id = ${runId} and p.state in ('computed', 'approved') and ${isOfSpan("p")}
    )
    update settlement_pay h set state = 'held', reason = l.reason from looked l where h.id = l.id and l.reason is not null`.execute(tx);
}

/**
 * Holds what was approved for an agent whom something stands against since, of all pays or of these; what officers released for a reason stays released for it, but nobody
 * releases what lacks an accreditation. Answers which were held.
 */
export async function holdApproved(tx: Tx, moment: Moment, among?: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ runId: string; held: readonly string[] }>`
    with chosen as (
      select p.id, r.reason from settlement_pay p cross join lateral (select ${reasonOf(sql`p.agent_id`, moment)} as reason) r
      where p.state = 'approved' and ${among === undefined ? sql`true` : sql`p.id = any(${among}::uuid[])`} and r.reason is not null and (r.reason = 'accreditation' or r.reason is distinct from p.reason) for update of p skip locked
    ), stopped as (
      update settlement_pay p set state = 'held', reason = c.reason from chosen c where p.id = c.id returning p.run_id, p.id
    )
    select run_id as "runId", array_agg(id::text) as held from stopped group by run_id order by run_id`.execute(tx);
  for (const { runId, held } of rows) await sql`select settlement_count(${runId}::uuid, ${JSON.stringify({ held: String(held.length) })}::jsonb)`.execute(tx);
  return new Set(rows.flatMap(({ held }) => held));
}
