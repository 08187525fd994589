import type { Simulation, TemplateCost } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import type { Limits, Terms } from "@laro/contract/core/contractTerms";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { activeFromOf } from "../../core/agents/activeFrom.ts";
import { atOneMoment, type Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { columnsOf, findContract, storedLimitsOf, termsOf } from "./agentContracts.ts";
import { getTemplate } from "./agentContracts.gates.ts";
import { checkTerms, getAgentByName, type Offering, uplineOf } from "./agentContracts.offers.ts";

/** A salary of days is looked at over so many of them. */
const DAYS_SHOWN = 30;
/** In a larger line nobody is counted one by one while somebody waits. */
const COUNTED_MEMBERS_MAX = 20_000n;
/** So many contracts times days are reckoned while an officer waits. */
const RECKONED_MAX = 100_000;
const CHANGES_SHOWN = 20;

interface Wanted {
  readonly agentId: bigint;
  readonly uplineId: bigint | null;
  readonly kind: ContractKind;
  readonly terms: Terms;
}

interface Past {
  /** From this day on, before `to`. */
  readonly from: string;
  readonly to: string;
}

/** What an agent's offer to a downline would have come to; the downline's own pay is not the upline's to see. Refuses as the offer itself would. */
export const simulateOffer = (platform: Platform, offering: Offering): Promise<Simulation> =>
  atOneMoment(platform.reports, async (tx) => {
    await checkTerms(tx, platform, offering);
    return simulate(tx, platform, { wanted: { ...offering, uplineId: uplineOf(offering) }, isOwn: false, now: offering.now });
  });

/** What an offer that waits for an agent would have come to. Refuses with `agentContracts.not_found`. */
export const simulateOffered = (platform: Platform, { id, viewer, now }: { id: string; viewer: bigint; now: Date }): Promise<Simulation> =>
  atOneMoment(platform.reports, async (tx) => {
    const row = await findContract(tx, platform, { id, viewer, now });
    if (row?.agentId !== viewer) refuse("agentContracts.not_found");
    return simulate(tx, platform, { wanted: { ...row, terms: termsOf(row) }, isOwn: true, now });
  });

/** What a contract of the house would have come to, for officers. Refuses as the offer itself would. */
export const simulateForHouse = (platform: Platform, { account, ...offering }: Omit<Offering, "agentId"> & { account: string }): Promise<Simulation> =>
  atOneMoment(platform.reports, async (tx) => {
    const agentId = await getAgentByName(tx, account);
    await checkTerms(tx, platform, { ...offering, agentId });
    return simulate(tx, platform, { wanted: { ...offering, agentId, uplineId: null }, isOwn: true, now: offering.now });
  });

const closedBy = (closed: NonNullable<Simulation["closed"]>) => ({ closed, came: null });

async function simulate(tx: Tx, { timeZone }: Platform, { wanted, isOwn, now }: { wanted: Wanted; isOwn: boolean; now: Date }): Promise<Simulation> {
  const { kind, terms, agentId } = wanted;
  if (kind === "realTime") return closedBy("rounds");
  const since = isOwn ? null : await findSince(tx, wanted);
  const past = await findPast(tx, { kind, period: terms.period, days: DAYS_SHOWN, since });
  if (past === undefined) return closedBy("none");
  if (await isTooLarge(tx, agentId)) return closedBy("large");
  const imagined = await imagine(tx, wanted, past, newId(now));
  const { rows } = await sql<{
    bet: bigint;
    result: bigint;
    active: number;
    tier: number | null;
    gross: bigint;
    owed: bigint;
    pay: bigint;
    before: bigint | null;
  }>`
    select coalesce(sum(k.bet), 0)::bigint as bet, coalesce(sum(k.result), 0)::bigint as result, coalesce(max(k.active), 0)::integer as active, max(k.tier)::integer as tier,
      coalesce(sum(k.gross), 0)::bigint as gross, coalesce(sum(k.owed), 0)::bigint as owed, coalesce(sum(greatest(k.net, 0)), 0)::bigint as pay,
      (select sum(p.gross)::bigint from settlement_pay p where p.agent_id = ${agentId} and p.kind = ${kind} and p.upline_id is not distinct from ${wanted.uplineId}::bigint
        and not p.discarded and p.starts_on >= ${past.from}::date and p.ends_on < ${past.to}::date) as before
    from settlement_imagine(${kind}, ${kind === "dividend" ? terms.period : null}, ${past.from}::date, ${past.to}::date, ${timeZone},
      ${activeFromOf({ kind, period: terms.period })}::bigint, ${imagined}::jsonb) k`.execute(tx);
  const { owed, pay, ...came } = rows[0]!;
  return { closed: null, came: { ...came, from: past.from, to: await dayBefore(tx, past.to), own: isOwn ? { owed, pay } : null } };
}

const dayBefore = async (tx: Tx, day: string): Promise<string> => (await sql<{ day: string }>`select (${day}::date - 1)::text as day`.execute(tx)).rows[0]!.day;

/** From which day on an agent stands below its upline: what its line did before is the former upline's to see. Null where it always stood there. */
async function findSince(tx: Tx, { agentId, uplineId }: Wanted): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select max(until_day)::text as since from agent_past where account_id = ${agentId} and not path @> array[${uplineId}::bigint]`.execute(tx);
  return rows[0]!.since;
}

interface Looked {
  readonly kind: ContractKind;
  readonly period: Terms["period"];
  readonly days: number;
  /** Nothing before this day is looked at. */
  readonly since?: string | null;
}

/** The last days whose facts are frozen: of a dividend its last whole period, of a daily salary some weeks, of an hourly one a day. */
async function findPast(tx: Tx, { kind, period, days, since = null }: Looked): Promise<Past | undefined> {
  const { rows } = await sql<Past>`
    with frozen as (
      select min(d.day) as first, least(max(d.day), (select min(o.day) - 1 from activity_day o where o.state <> 'frozen')) + 1 as next from activity_day d where d.state = 'frozen'
    ), past as (
      select case ${kind}::text when 'dividend' then (select e.first_day from settlement_span(${period}, (select s.first_day - 1 from settlement_span(${period}, f.next) s)) e)
                    when 'daily' then f.next - ${days}::integer else f.next - 1 end as from_day,
             case ${kind}::text when 'dividend' then (select s.first_day from settlement_span(${period}, f.next) s) else f.next end as to_day, f.first
      from frozen f
    )
    select greatest(p.from_day, p.first, ${since}::date)::text as from, p.to_day::text as to from past p where p.to_day > greatest(p.first, ${since}::date)`.execute(
    tx,
  );
  return rows[0];
}

async function isTooLarge(tx: Tx, agentId: bigint): Promise<boolean> {
  const { rows } = await sql<{ members: bigint }>`select members from line_day where agent_id = ${agentId} order by day desc limit 1`.execute(tx);
  return (rows[0]?.members ?? 0n) > COUNTED_MEMBERS_MAX;
}

const asJson = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));

/** A contract that nobody signed, as the reckoning reads it: it begins with what the agent's pays of the kind had left before those days. */
async function imagine(tx: Tx, { agentId, uplineId, kind, terms }: Wanted, { from }: Past, id: string): Promise<string> {
  const { rows } = await sql<{ carryOut: bigint; makeupOut: bigint }>`
    select carry_out as "carryOut", makeup_out as "makeupOut" from settlement_pay
    where agent_id = ${agentId} and kind = ${kind} and not discarded and ends_on < ${from}::date order by number desc limit 1`.execute(tx);
  const tiers = terms.tiers.map((tier, at) => ({ tier: at + 1, ...columnsOf(tier) }));
  const left = { carry_out: rows[0]?.carryOut ?? 0n, makeup_out: rows[0]?.makeupOut ?? 0n };
  const template = (await getTemplate(tx, kind)).id;
  return asJson([
    {
      id,
      agent_id: agentId,
      upline_id: uplineId,
      template_id: template,
      period: terms.period,
      carries: terms.carries,
      starts_on: from,
      ends_on: null,
      tiers,
      ...left,
    },
  ]);
}

interface Change {
  readonly number: string;
  readonly agentName: string;
  readonly before: bigint;
  readonly after: bigint;
}

interface Totals {
  readonly contracts: number;
  readonly winners: number;
  readonly losers: number;
  readonly before: bigint;
  readonly after: bigint;
  readonly list: readonly (Omit<Change, "before" | "after"> & { readonly before: string; readonly after: string })[] | null;
}

/**
 * What all contracts of a kind would have come to with other limits: deductions as they say, rates no higher than they allow. The sums are what the house pays, its own
 * contracts; who gains and who loses is told of every contract.
 */
export const simulateTemplate = ({ reports, clock, timeZone }: Platform, { kind, limits }: { kind: ContractKind; limits: Limits }): Promise<TemplateCost> =>
  atOneMoment(reports, async (tx) => {
    if (kind === "realTime") return closedBy("rounds");
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from agent_contract where kind = ${kind} and starts_on is not null and (ends_on is null or ends_on > (${clock.now()}::timestamptz at time zone ${timeZone})::date - ${DAYS_SHOWN}::integer)`.execute(
      tx,
    );
    const days = Math.max(1, Math.min(DAYS_SHOWN, Math.floor(RECKONED_MAX / Math.max(1, counted[0]!.count))));
    const past = await findPast(tx, { kind, period: kind === "dividend" ? "M" : null, days });
    if (past === undefined) return closedBy("none");
    const { list, ...totals } = await reckonTwice(tx, { kind, limits, timeZone, ...past });
    const changes = (list ?? []).map((one) => ({ ...one, before: BigInt(one.before), after: BigInt(one.after) }));
    return { closed: null, came: { from: past.from, to: await dayBefore(tx, past.to), ...totals, list: changes } };
  });

/** The contracts as they stand and as they would be, reckoned by the same function. */
async function reckonTwice(tx: Tx, { kind, limits, timeZone, from, to }: Past & { kind: ContractKind; limits: Limits; timeZone: string }): Promise<Totals> {
  const capped = (rate: "profit_rate" | "loss_rate") => sql`least(${sql.ref(`t.${rate}`)}, greatest(${limits.rateMax}::integer - t.rate, 0))`;
  const activeFrom = sql`case when ${kind} = 'hourly' then ${activeFromOf({ kind: "hourly", period: "H" })}::bigint
    when ${kind} = 'daily' or p.period = 'D' then ${activeFromOf({ kind: "daily", period: "D" })}::bigint else ${activeFromOf({ kind: "dividend", period: "M" })}::bigint end`;
  const { rows } = await sql<Totals>`
    with c as materialized (
      select c.id, c.number, c.agent_id, c.upline_id, case when ${kind} = 'dividend' then c.period end as period,
        to_jsonb(c) - 'limits' || jsonb_build_object('tiers', x.own, 'carry_out', coalesce(p.carry_out, 0), 'makeup_out', coalesce(p.makeup_out, 0)) as own,
        jsonb_build_object('limits', ${asJson(storedLimitsOf(limits))}::jsonb, 'tiers', x.capped) as changed
      from agent_contract c
      cross join lateral (
        select jsonb_agg(to_jsonb(t) order by t.tier) as own,
          jsonb_agg(to_jsonb(t) || jsonb_build_object('rate', least(t.rate, ${limits.rateMax}::integer), 'profit_rate', ${capped("profit_rate")}, 'loss_rate', ${capped("loss_rate")})
            order by t.tier) as capped
        from agent_contract_tier t where t.contract_id = c.id
      ) x
      left join lateral (
        select p.carry_out, p.makeup_out from settlement_pay p
        where p.agent_id = c.agent_id and p.kind = c.kind and not p.discarded and p.ends_on < ${from}::date order by p.number desc limit 1
      ) p on true
      where c.kind = ${kind} and c.starts_on < ${to}::date and coalesce(c.ends_on, 'infinity') > greatest(c.starts_on, ${from}::date)
    ), came as (
      select k.contract_id, sum(k.gross) filter (where not w.is_changed) as before, sum(k.gross) filter (where w.is_changed) as after
      from (select period, jsonb_agg(own) as own, jsonb_agg(own || changed) as changed from c group by period) p
      cross join (values (false), (true)) w(is_changed)
      cross join lateral settlement_imagine(${kind}, p.period, ${from}::date, ${to}::date, ${timeZone}, ${activeFrom}, case when w.is_changed then p.changed else p.own end) k
      group by k.contract_id
    )
    select count(*)::integer as contracts, count(*) filter (where k.after > k.before)::integer as winners, count(*) filter (where k.after < k.before)::integer as losers,
      coalesce(sum(k.before) filter (where c.upline_id is null), 0)::bigint as before, coalesce(sum(k.after) filter (where c.upline_id is null), 0)::bigint as after,
      (select jsonb_agg(jsonb_build_object('number', 'C-' || g.number, 'agentName', a.name, 'before', g.before::text, 'after', g.after::text) order by abs(g.after - g.before) desc, g.number)
       from (select c.number, c.agent_id, k.before, k.after from came k join c on c.id = k.contract_id where k.after <> k.before
             order by abs(k.after - k.before) desc, c.number limit ${CHANGES_SHOWN}) g join account a on a.id = g.agent_id) as list
    from came k join c on c.id = k.contract_id`.execute(tx);
  return rows[0]!;
}
