import type { Progress } from "@laro/contract/commissions";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { sql } from "kysely";
import { brand } from "../../core/settings/packs.ts";
import { atOneMoment, type Database, type Tx } from "../../platform/db.ts";
import { countedMembers, dayFacts, type Facts, hourFacts, notCounted } from "./commissions.facts.ts";
import type { Earner } from "./commissions.ts";

/** In a larger line nobody is counted one by one while somebody waits. */
const COUNTED_MEMBERS_MAX = 20_000n;

interface Running {
  readonly contractId: string;
  readonly kind: ContractKind;
  readonly startsOn: string;
  readonly endsOn: string;
}

interface Tier {
  readonly contractId: string;
  readonly tier: number;
  readonly rate: number;
  readonly minBet: bigint;
  readonly minResult: bigint;
  readonly minActive: number;
}

type Sums = Pick<Progress, "frozenTo" | "bet" | "result" | "active">;

/** How the running period of each of the agent's contracts stands: its frozen days, and the hours of those that are not frozen yet. */
export const listProgress = (database: Database, earner: Earner): Promise<{ list: Progress[] }> =>
  atOneMoment(database, async (tx) => {
    const running = await listRunning(tx, earner);
    const tiers = await listTiers(tx, running);
    const isSmall = await isCountable(tx, earner);
    const list: Progress[] = [];
    for (const one of running) {
      const sums = await sumPeriod(tx, earner, { ...one, isSmall });
      const own = one.kind === "realTime" ? [] : tiers.filter(({ contractId }) => contractId === one.contractId);
      list.push({ ...one, ...sums, ...weighTiers(sums, own) });
    }
    return { list };
  });

/** The contracts that count today, at most one of a kind, each with its running period so far as it counts it. Salaries are computed day by day or hour by hour. */
async function listRunning(tx: Tx, { agentId, timeZone, now }: Earner): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select c.id as "contractId", c.kind, greatest(lower(s.days), c.starts_on)::text as "startsOn", least(upper(s.days) - 1, c.ends_on - 1)::text as "endsOn"
    from (select (${now}::timestamptz at time zone ${timeZone})::date as day) t
    join agent_contract c on c.agent_id = ${agentId} and c.starts_on <= t.day and (c.ends_on is null or c.ends_on > t.day)
    cross join lateral (select date_trunc('week', t.day)::date as monday, date_trunc('month', t.day)::date as first, (date_trunc('month', t.day) + interval '1 month')::date as next) m
    cross join lateral (select case
      when c.kind <> 'dividend' or c.period = 'D' then daterange(t.day, t.day + 1)
      when c.period = 'W' then daterange(m.monday, m.monday + 7)
      when c.period = 'M' then daterange(m.first, m.next)
      when extract(day from t.day) <= 15 then daterange(m.first, m.first + 15)
      else daterange(m.first + 15, m.next)
    end as days) s order by c.kind, c.id`.execute(tx);
  return rows;
}

async function listTiers(tx: Tx, running: readonly Running[]): Promise<Tier[]> {
  const { rows } = await sql<Tier>`
    select contract_id as "contractId", tier, rate, min_bet as "minBet", min_result as "minResult", min_active as "minActive"
    from agent_contract_tier where contract_id = any(${running.map(({ contractId }) => contractId)}::uuid[]) order by contract_id, tier`.execute(tx);
  return rows;
}

/** Whether the line was small enough when its last day was written. */
async function isCountable(tx: Tx, { agentId }: Earner): Promise<boolean> {
  const { rows } = await sql<{ members: bigint }>`select members from line_day where agent_id = ${agentId} order by day desc limit 1`.execute(tx);
  return (rows[0]?.members ?? 0n) <= COUNTED_MEMBERS_MAX;
}

/** What an agent's line did in a period so far, less who is not counted. */
async function sumPeriod(tx: Tx, { agentId, timeZone, now }: Earner, { kind, startsOn, endsOn, isSmall }: Running & { isSmall: boolean }): Promise<Sums> {
  const isHour = kind === "hourly";
  const { rows: days } = await sql<{ frozenTo: string | null }>`
    select max(day)::text as "frozenTo" from activity_day where day between ${startsOn} and ${endsOn} and state = 'frozen'`.execute(tx);
  const frozenTo = isHour ? null : days[0]!.frozenTo;
  const first = sql`${startsOn}::date`;
  const frozen = dayFacts({ from: first, to: sql`${frozenTo}::date` });
  const fromHour = isHour ? sql`date_trunc('hour', ${now}::timestamptz)` : sql`(coalesce(${frozenTo}::date + 1, ${first})::timestamp at time zone ${timeZone})`;
  const hours = hourFacts({ from: fromHour, to: sql`${now}::timestamptz` }, timeZone);
  const both = (part: keyof Facts) => sql`(select * from ${frozen[part]} f union all select * from ${hours[part]} h)`;
  const facts = { lines: both("lines"), members: both("members") };
  const least = isHour ? brand.activeMinimum.hourMinor : startsOn === endsOn ? brand.activeMinimum.dayMinor : brand.activeMinimum.periodMinor;
  const { rows } = await sql<{ bet: bigint; result: bigint }>`
    select sum(bet)::bigint as bet, sum(result)::bigint as result from (
      select 0 as bet, 0 as result union all select l.bet, l.result from ${facts.lines} l where l.agent_id = ${agentId}
      union all select -u.bet, -u.result from ${notCounted(facts, agentId)} u
    ) parts`.execute(tx);
  if (!isSmall) return { frozenTo, ...rows[0]!, active: null };
  const { rows: counts } = await sql<{ active: number }>`
    select count(*)::int as active from (select from ${countedMembers(facts, agentId)} m group by m.account_id having sum(m.bet) >= ${least}) who`.execute(tx);
  return { frozenTo, ...rows[0]!, active: counts[0]!.active };
}

const missing = (wanted: bigint, had: bigint): bigint => (wanted > 0n && wanted > had ? wanted - had : 0n);

/** The highest tier that is reached, and what the one after it still asks for; a count that is not known reaches none that asks for members. */
export function weighTiers(
  { bet, result, active }: Pick<Sums, "bet" | "result" | "active">,
  tiers: readonly Omit<Tier, "contractId">[],
): Pick<Progress, "tier" | "rate" | "next"> {
  const asks = ({ tier, rate, minBet, minResult, minActive }: Omit<Tier, "contractId">) => ({
    tier,
    rate,
    bet: missing(minBet, bet),
    result: missing(minResult, result),
    active: Math.max(0, minActive - (active ?? 0)),
  });
  const at = tiers.findLastIndex((tier) => {
    const { bet: more, result: better, active: others } = asks(tier);
    return more === 0n && better === 0n && others === 0;
  });
  const [own, next] = [tiers[at], tiers[at + 1]];
  return { tier: own?.tier ?? null, rate: own?.rate ?? 0, next: next === undefined ? null : asks(next) };
}
