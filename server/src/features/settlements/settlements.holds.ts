import { sql } from "kysely";
import type { packs } from "../../core/settings/packs.ts";
import type { Tx } from "../../platform/db.ts";

/** A pay that is over three times the median of the six periods before it, and over 10,000.00, is looked at. */
const JUMP_TIMES = 3n;
const JUMP_FROM_MINOR = 10_000_00n;
const JUMP_PERIODS = 6;

interface Held {
  readonly runId: string;
  readonly startsAt: Date | null;
  readonly now: Date;
  readonly pack: (typeof packs)[keyof typeof packs];
}

/**
 * Holds, of the pays just computed, those that an officer must look at first. `advance`: what their upline was paid below zero, which the house advances, is more than its
 * contract allows. `jump`: far more than usual; of hours and windows, more on this day than is paid without an officer.
 */
export async function holdPays(tx: Tx, { runId, startsAt, now, pack }: Held): Promise<void> {
  await sql`
    update settlement_pay h set state = 'held', reason = l.reason from (
      select p.id, case
        when exists (select from agent_standing s where s.agent_id = p.agent_id and s.state = 'inForce' and s.standing <> 'open' and coalesce(s.until > ${now}, true)) then 'standing'
        when exists (
          select from settlement_pay u join agent_contract c on c.id = u.contract_id join agent_contract_template t on t.id = c.template_id
          where u.agent_id = p.upline_id and u.kind = p.kind and not u.discarded and u.run_id = p.run_id and (${startsAt}::timestamptz is null or u.starts_at = p.starts_at)
            and u.owed > u.gross and -u.makeup_out > (t.limits ->> 'advanceMax')::bigint
        ) then 'advance'
        when ${pack.agents.paysVerifiedOnly} and exists (select from account a where a.id = p.agent_id and a.verification <> 'A')
          and not exists (select from settlement_pay e where e.agent_id = p.agent_id and e.state = 'paid') then 'unverified'
        when exists (select from activity_day d where d.day >= p.starts_on and d.day <= p.ends_on and (d.fault is not null or d.late <> 0 and p.kind in ('hourly', 'realTime'))) then 'lateRounds'
        when p.kind in ('dividend', 'daily') and p.pay > ${JUMP_FROM_MINOR}::bigint and p.pay > (
          select ${JUMP_TIMES}::bigint * percentile_disc(0.5) within group (order by e.pay) from (
            select e.pay from settlement_pay e where e.agent_id = p.agent_id and e.kind = p.kind and not e.discarded and e.number < p.number order by e.number desc limit ${JUMP_PERIODS}
          ) e having count(*) = ${JUMP_PERIODS}
        ) then 'jump'
        when p.kind in ('hourly', 'realTime') and (
          select sum(e.pay) from settlement_pay e where e.agent_id = p.agent_id and e.kind = p.kind and not e.discarded and e.run_id = p.run_id
        ) > (select (t.limits ->> 'unattendedMax')::bigint from agent_contract c join agent_contract_template t on t.id = c.template_id where c.id = p.contract_id) then 'jump'
        end as reason
      from settlement_pay p where p.run_id = ${runId} and p.state in ('computed', 'approved') and (${startsAt}::timestamptz is null or p.starts_at = ${startsAt})
    ) l where h.id = l.id and l.reason is not null`.execute(tx);
}

/** Holds what was approved for an agent who came under a standing since; what officers released stays released. */
export async function holdStanding(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ runId: string; held: string }>`
    with chosen as (
      select p.id from agent_standing s join settlement_pay p on p.agent_id = s.agent_id and p.state = 'approved' and p.reason is null
      where s.state = 'inForce' and s.standing <> 'open' and coalesce(s.until > ${now}, true) for update of p skip locked
    ), stopped as (
      update settlement_pay p set state = 'held', reason = 'standing' from chosen c where p.id = c.id returning p.run_id
    )
    select run_id as "runId", count(*)::text as held from stopped group by run_id order by run_id`.execute(tx);
  for (const { runId, held } of rows) await sql`select settlement_count(${runId}::uuid, ${JSON.stringify({ held })}::jsonb)`.execute(tx);
}
