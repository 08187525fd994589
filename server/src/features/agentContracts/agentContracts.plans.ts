import { hash } from "node:crypto";
import type { EndedContract, Preview } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { findBestRate, type Terms } from "@laro/contract/core/contractTerms";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tellAll } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { limitsOf, nameBelow, readContracts, ruleTermsOf, termsOf } from "./agentContracts.ts";

/** A contract that loses its days from one on. */
export interface Affected {
  readonly id: string;
  readonly agentId: bigint;
  readonly uplineId: bigint | null;
  readonly endsOn: string;
  readonly state: string;
}

/** What a decision does: seen before it is made, and made only if it is still the same. */
export interface Plan {
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  /** The contract of the pair that the new one takes the place of. */
  readonly replaced: string | null;
  readonly affected: readonly Affected[];
  readonly fingerprint: string;
}

export interface Wanted {
  readonly agentId: bigint;
  readonly uplineId: bigint | null;
  readonly kind: ContractKind;
  readonly terms: Terms;
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** The contract an agent holds of a kind. */
export async function findCurrent(db: Db | Tx, agentId: bigint, kind: ContractKind): Promise<{ id: string; startsOn: string } | undefined> {
  const { rows } = await sql<{ id: string; startsOn: string }>`
    select id, starts_on::text as "startsOn" from agent_contract where agent_id = ${agentId} and kind = ${kind} and state in ('active', 'endRequested')`.execute(
    db as Tx,
  );
  return rows[0];
}

const printOf = (parts: readonly unknown[], affected: readonly Affected[]): string =>
  hash(
    "sha256",
    JSON.stringify([...parts, affected.map(({ id, endsOn }) => [id, endsOn])], (_, value) => (typeof value === "bigint" ? String(value) : value)),
  ).slice(0, 32);

/**
 * What a new contract does from its first day on. It begins with a period, after what the agent has now, not before its upline's, and a day ahead at least where it ends
 * another's. Refuses with `agentContracts.no_own`, or `agentContracts.request_open` while one of the pair is still to begin.
 */
export async function planContract(db: Db | Tx, { agentId, uplineId, kind, terms }: Wanted, { now, timeZone }: Moment): Promise<Plan> {
  const upper = uplineId === null ? undefined : await findCurrent(db, uplineId, kind);
  if (uplineId !== null && upper === undefined) refuse("agentContracts.no_own");
  const current = await findCurrent(db, agentId, kind);
  const [first] = await readStarts(db, { agentId, kind, period: terms.period, upperStartsOn: upper?.startsOn ?? null, now, timeZone });
  if (current !== undefined && current.startsOn > first!.today) refuse("agentContracts.request_open");
  const find = (startsOn: string) => findUnfitting(db, { agentId, kind, terms, startsOn });
  const soon = await find(first!.startsOn);
  const startsOn = soon.length === 0 ? first!.startsOn : first!.announcedOn;
  const affected = startsOn === first!.startsOn ? soon : await find(startsOn);
  const rule = ruleTermsOf(kind, terms);
  return {
    startsOn,
    endsOn: null,
    replaced: current?.id ?? null,
    affected,
    fingerprint: printOf([agentId, uplineId, rule, terms.carries, upper?.id, current?.id, startsOn], affected),
  };
}

/** The next first day of a contract, and the one that is announced a day ahead. */
async function readStarts(db: Db | Tx, asked: Moment & { agentId: bigint; kind: ContractKind; period: Terms["period"]; upperStartsOn: string | null }) {
  const { agentId, kind, period, upperStartsOn, now, timeZone } = asked;
  const { rows } = await sql<{ today: string; startsOn: string; announcedOn: string }>`
    with day as (select (${now}::timestamptz at time zone ${timeZone})::date as today, ((${now}::timestamptz + interval '24 hours') at time zone ${timeZone})::date + 1 as announced),
    least_day as (
      select greatest(day.today + 1, ${upperStartsOn}::date, max(c.ends_on)) as earliest from day
      left join agent_contract c on c.kind = ${kind} and c.agent_id = any((select path from agent_node where account_id = ${agentId})::bigint[])
        and (c.agent_id = ${agentId} or ${upperStartsOn}::date is null) and c.ends_on > c.starts_on
      group by day.today)
    select today::text, agent_contract_start(${period}, earliest)::text as "startsOn", agent_contract_start(${period}, greatest(earliest, announced))::text as "announcedOn"
    from day, least_day`.execute(db as Tx);
  return rows;
}

interface Beginning {
  readonly agentId: bigint;
  readonly kind: ContractKind;
  readonly terms: Terms;
  readonly startsOn: string;
}

/** The contracts below that do not fit new terms, those of the house below the agent, and whatever stands below them. */
async function findUnfitting(db: Db | Tx, { agentId, kind, terms, startsOn }: Beginning): Promise<readonly Affected[]> {
  const { rows } = await sql<Affected>`
    with direct as (
      select c.id, c.agent_id, greatest(c.starts_on, ${startsOn}::date) as from_day, c.ends_on as until_day from agent_contract c
      where c.upline_id = ${agentId} and c.kind = ${kind} and c.starts_on is not null and (c.ends_on is null or c.ends_on > greatest(c.starts_on, ${startsOn}::date))
        and not agent_terms_fit(${ruleTermsOf(kind, terms)}::jsonb, agent_contract_terms(c.id), agent_contract_gap(c.id))
      union all
      select c.id, c.agent_id, greatest(c.starts_on, ${startsOn}::date), c.ends_on from agent_contract c
      join agent_node n on n.account_id = c.agent_id join agent_node top on top.account_id = ${agentId}
      where c.upline_id is null and c.kind = ${kind} and c.starts_on is not null and (c.ends_on is null or c.ends_on > greatest(c.starts_on, ${startsOn}::date))
        and n.path > top.path and n.path < line_end(top.path)
    ), below as (
      select b.* from (select array_agg(agent_id) as agents, array_agg(from_day) as from_days, array_agg(until_day) as until_days from direct) d,
        agent_contract_chain(${kind}, d.agents, d.from_days, d.until_days) b
    )
    select c.id, c.agent_id as "agentId", c.upline_id as "uplineId", min(lost.from_day)::text as "endsOn", c.state
    from (select id, from_day from direct union all select id, from_day from below) lost join agent_contract c on c.id = lost.id
    group by c.id order by c.id`.execute(db as Tx);
  return rows;
}

interface Ending {
  readonly id: string;
  readonly agentId: bigint;
  readonly kind: ContractKind;
}

/** What the end of a contract does, by agreement with its running period, or by the house with the day. */
export async function planEnd(db: Db | Tx, { id, agentId, kind }: Ending, { now, timeZone, byHouse = false }: Moment & { byHouse?: boolean }): Promise<Plan> {
  const { rows } = await sql<{ endsOn: string }>`
    select greatest(c.starts_on, agent_contract_start(case when ${byHouse} then 'D' else c.period end, (${now}::timestamptz at time zone ${timeZone})::date + 1))::text as "endsOn"
    from agent_contract c where c.id = ${id}::uuid`.execute(db as Tx);
  const endsOn = rows[0]!.endsOn;
  const affected = await findBelow(db, { agentId, kind, from: endsOn });
  return { startsOn: null, endsOn, replaced: null, affected, fingerprint: printOf([id, endsOn], affected) };
}

/** Whatever stands below an agent of a kind from a day on. */
async function findBelow(db: Db | Tx, { agentId, kind, from }: { agentId: bigint; kind: ContractKind; from: string }): Promise<readonly Affected[]> {
  const { rows } = await sql<Affected>`
    select c.id, c.agent_id as "agentId", c.upline_id as "uplineId", min(lost.from_day)::text as "endsOn", c.state
    from agent_contract_chain(${kind}, array[${agentId}::bigint], array[${from}::date], array[null::date]) lost join agent_contract c on c.id = lost.id
    group by c.id order by c.id`.execute(db as Tx);
  return rows;
}

const SHOWN_MAX = 100;

/** What a plan says to who decides: their own direct downlines by name, the others as a count. An officer sees those directly below the agent. */
export async function describePlan(
  db: Db | Tx,
  platform: Platform,
  { plan, viewer, wanted, now }: { plan: Plan; viewer: bigint | null; wanted: Pick<Wanted, "agentId" | "kind"> & { terms: Terms | null }; now: Date },
): Promise<Preview> {
  const isDirect = ({ uplineId }: Affected): boolean => (viewer === null ? uplineId === wanted.agentId || uplineId === null : uplineId === viewer);
  const direct = plan.affected.filter(isDirect);
  const shown = new Map(direct.slice(0, SHOWN_MAX).map((one) => [one.id, one]));
  const rows =
    shown.size === 0
      ? []
      : await readContracts(db, { where: sql`c.id = any(${[...shown.keys()]}::uuid[])`, limit: SHOWN_MAX, now, timeZone: platform.timeZone });
  const pays = await readLastPays(db, [...shown.keys()]);
  const ended = rows.map((row): EndedContract => {
    const top = termsOf(row).tiers.at(-1)!;
    const best = wanted.terms === null ? undefined : findBestRate(wanted.terms, top, { kind: row.kind, limits: limitsOf(row) });
    return {
      contractId: row.id,
      accountId: row.agentId,
      name: viewer === null ? row.agentName : nameBelow(platform, viewer, { id: row.agentId, name: row.agentName }),
      endsOn: shown.get(row.id)!.endsOn,
      rate: top.rate,
      bestRate: best !== undefined && best > 0 ? Math.min(best, top.rate) : null,
      lastPay: pays.get(row.id) ?? null,
    };
  });
  const { startsOn, endsOn, replaced, fingerprint, affected } = plan;
  return { fingerprint, startsOn, endsOn, replaces: replaced !== null, ended, direct: direct.length, deeper: affected.length - direct.length };
}

/** What each contract came to last: its upline owed that, while what the agent keeps of it is the agent's own. */
async function readLastPays(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: string; gross: bigint }>`
    select i.id, p.gross from unnest(${[...ids]}::uuid[]) i(id)
    cross join lateral (select gross from settlement_pay s where s.contract_id = i.id and not s.discarded order by s.starts_at desc limit 1) p`.execute(
    db as Tx,
  );
  return new Map(rows.map(({ id, gross }) => [id, gross]));
}

export type Cause = "replaced" | "cascade" | "move" | "agreed" | "house";

/** What of the agents' side is stale for whoever is a side of a contract. */
const STALE = ["agentContracts.mine", "agentContracts.downlines", "agentContracts.consolidated", "agentContracts.terms", "agentContracts.get"] as const;
/** More people than this read it again when they next look. */
const TOLD_AT_ONCE_MAX = 200;

export function contractsStale(tx: Tx, sides: readonly (bigint | null)[]): void {
  const people = [...new Set(sides)].filter((id) => id !== null).slice(0, TOLD_AT_ONCE_MAX);
  staleOnCommit(
    tx,
    STALE,
    people.map((id) => `member:${id}` as const),
  );
  staleOnCommit(tx, ["agentContracts.list"], ["operators"]);
}

/** Ends what a plan names, each from its day, withdraws what those agents had offered, and tells all. */
export async function endAffected(
  tx: Tx,
  { kind, affected, cause, now }: { kind: ContractKind; affected: readonly Affected[]; cause: Cause; now: Date },
): Promise<void> {
  if (affected.length === 0) return;
  await sql`
    update agent_contract c set ends_on = lost.ends_on, cause = case when c.state in ('active', 'endRequested') then ${cause} else c.cause end,
      state = case when c.state in ('active', 'endRequested') then 'cascaded' else c.state end
    from unnest(${affected.map(({ id }) => id)}::uuid[], ${affected.map(({ endsOn }) => endsOn)}::date[]) lost(id, ends_on) where c.id = lost.id`.execute(tx);
  const ended = affected.filter(({ state }) => state === "active" || state === "endRequested");
  await lapseOffersOf(tx, { kind, uplines: ended.map(({ agentId }) => agentId), now });
  await tellEnded(tx, { kind, ended, cause, now });
}

/** Offers of who has nothing left to give lapse. */
export async function lapseOffersOf(tx: Tx, { kind, uplines, now }: { kind: ContractKind; uplines: readonly bigint[]; now: Date }): Promise<void> {
  await sql`update agent_contract set state = 'lapsed', answered_at = ${now} where state = 'offered' and kind = ${kind} and upline_id = any(${[...uplines]}::bigint[])`.execute(
    tx,
  );
}

/** Both sides hear of an end, and why. */
export async function tellEnded(
  tx: Tx,
  { kind, ended, cause, now }: { kind: ContractKind; ended: readonly Pick<Affected, "agentId" | "uplineId">[]; cause: Cause; now: Date },
): Promise<void> {
  const sides = ended.flatMap(({ agentId, uplineId }) => (uplineId === null ? [agentId] : [agentId, uplineId]));
  await tellAll(
    tx,
    "agentContracts.ended",
    sides.map((side) => ({ wordId: newId(now), accountId: String(side), kind, cause })),
  );
  contractsStale(tx, sides);
}
