-- A kind that is open again counts from that day on. Where it was closed on the first day of a month and open again on the second, agents lost the whole month.

-- The contracts of a kind that count days of [first_day, next_day), and which of them: [from_day, to_day). Of a period that began while the kind was closed, those since it is
-- open again; one that runs when the kind is closed is settled whole.
create or replace function settlement_contracts(of_kind text, of_period text, first_day date, next_day date, imagined jsonb default null)
  returns table (id uuid, agent_id bigint, upline_id bigint, template_id bigint, period text, carries boolean, from_day date, to_day date, limits jsonb, tiers jsonb,
    carry_out bigint, makeup_out bigint) language sql stable as $$
  with opened as (
    select coalesce(max(coalesce(x.until_day, 'infinity')), settlement_contracts.first_day) as day from agent_contract_rest x
    where imagined is null and x.kind = of_kind and x.from_day <= settlement_contracts.first_day and coalesce(x.until_day, 'infinity') > settlement_contracts.first_day
  ), stands as (
    select c.*, greatest(c.starts_on, o.day) as from_day, least(coalesce(c.ends_on, settlement_contracts.next_day), settlement_contracts.next_day) as to_day
    from agent_contract c cross join opened o
    where imagined is null and c.kind = of_kind and (of_period is null or c.period = of_period) and c.starts_on < settlement_contracts.next_day
  )
  select s.id, s.agent_id, s.upline_id, s.template_id, s.period, s.carries, s.from_day, s.to_day, null::jsonb, null::jsonb, null::bigint, null::bigint
  from stands s where s.from_day < s.to_day
  union all
  select i.id, i.agent_id, i.upline_id, i.template_id, i.period, i.carries, greatest(i.starts_on, settlement_contracts.first_day),
         least(coalesce(i.ends_on, settlement_contracts.next_day), settlement_contracts.next_day), i.limits, i.tiers, i.carry_out, i.makeup_out
  from jsonb_to_recordset(imagined) i(id uuid, agent_id bigint, upline_id bigint, template_id bigint, period text, carries boolean, starts_on date, ends_on date, limits jsonb,
    tiers jsonb, carry_out bigint, makeup_out bigint)
  where imagined is not null and i.starts_on < settlement_contracts.next_day
    and coalesce(i.ends_on, settlement_contracts.next_day) > greatest(i.starts_on, settlement_contracts.first_day)
$$;
