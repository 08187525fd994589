import type { AgentContract, agentContracts, OfficeContract } from "@laro/contract/agentContracts";
import { type ContractKind, contractKinds } from "@laro/contract/core/contractKinds";
import { type Limits, type Terms, tierFields } from "@laro/contract/core/contractTerms";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import { hideName } from "../../core/agents/agents.names.ts";
import { aliasOf } from "../../core/agents/alias.ts";
import { packs } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";

/** Who looks: an agent, or null for an officer. */
export interface Look {
  readonly viewer: bigint | null;
  readonly now: Date;
}

/** A contract with all that anyone may read of it. Days are as PostgreSQL writes them. */
export interface Row {
  readonly id: string;
  readonly number: bigint;
  readonly kind: ContractKind;
  readonly agentId: bigint;
  readonly agentName: string;
  readonly uplineId: bigint | null;
  readonly uplineName: string | null;
  readonly limits: unknown;
  readonly period: Terms["period"];
  readonly carries: boolean;
  readonly tiers: readonly TierRow[];
  readonly state: AgentContract["state"];
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly running: boolean;
  readonly cause: AgentContract["cause"];
  readonly endAskedBy: bigint | null;
  readonly endReason: string | null;
  readonly endAskedAt: Date | null;
  readonly offeredAt: Date;
  readonly lapsesAt: Date;
  readonly answeredAt: Date | null;
  readonly ending: OfficeContract["ending"];
}

/** Amounts as text: JSON numbers would lose them. */
interface TierRow {
  readonly bet: string;
  readonly result: string;
  readonly single: string;
  readonly active: number;
  readonly rate: number;
  readonly profitRate: number;
  readonly lossRate: number;
}

const today = (now: Date, timeZone: string) => sql<string>`(${now}::timestamptz at time zone ${timeZone})::date`;

/** Reads contracts; `where` sees them as `c`, the agent's account as `a`. */
export async function readContracts(
  db: Db | Tx,
  { where, limit, now, timeZone }: { where: ReturnType<typeof sql>; limit: number; now: Date; timeZone: string },
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.number, c.kind, c.agent_id as "agentId", a.name as "agentName", c.upline_id as "uplineId", u.name as "uplineName", t.limits, c.period, c.carries, c.state,
           c.starts_on::text as "startsOn", c.ends_on::text as "endsOn", c.cause, c.end_asked_by as "endAskedBy", c.end_reason as "endReason", c.end_asked_at as "endAskedAt",
           coalesce(c.starts_on <= ${today(now, timeZone)} and (c.ends_on is null or c.ends_on > ${today(now, timeZone)}), false) as running,
           c.offered_at as "offeredAt", c.offered_at + (t.limits ->> 'offerDays')::integer * interval '1 day' as "lapsesAt", c.answered_at as "answeredAt",
           (select jsonb_build_object('reason', e.reason, 'proposedBy', e.proposed_name, 'proposedAt', to_char(e.proposed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              from agent_contract_ending e where e.contract_id = c.id and e.state = 'proposed') as ending,
           (select jsonb_agg(jsonb_build_object('bet', x.min_bet::text, 'result', x.min_result::text, 'single', x.single_bet::text, 'active', x.min_active,
              'rate', x.rate, 'profitRate', x.profit_rate, 'lossRate', x.loss_rate) order by x.tier) from agent_contract_tier x where x.contract_id = c.id) as tiers
    from agent_contract c join account a on a.id = c.agent_id join agent_contract_template t on t.id = c.template_id left join account u on u.id = c.upline_id
    where ${where} order by c.number desc limit ${limit}`.execute(db as Tx);
  return rows;
}

/** The terms of a row, by the names of its kind. */
export function termsOf({ kind, period, carries, tiers }: Pick<Row, "kind" | "period" | "carries" | "tiers">): Terms {
  const named: readonly string[] = [...tierFields[kind].asks, ...tierFields[kind].pays];
  const list = tiers.map(({ bet, result, single, active, ...rates }) => {
    const [betMinor, resultMinor, singleMinor] = [BigInt(bet), BigInt(result), BigInt(single)];
    const all = {
      ...rates,
      periodValidBet: betMinor,
      dailyBetAmount: betMinor,
      hourlyBetAmount: betMinor,
      periodProfitAndLoss: resultMinor,
      activeMembers: active,
      singleBet: singleMinor,
    };
    return { rate: rates.rate, ...Object.fromEntries(Object.entries(all).filter(([name]) => named.includes(name))) };
  });
  return { period, carries, tiers: list };
}

/** Limits as they are stored: amounts are minor units. */
export type StoredLimits = Omit<Limits, AmountLimit> & Readonly<Record<AmountLimit, number>>;
const amountLimits = ["amountMax", "leastCredit", "advanceMax", "unattendedMax"] as const;
type AmountLimit = (typeof amountLimits)[number];

export const limitsOf = ({ limits }: { readonly limits: unknown }): Limits => {
  const stored = limits as StoredLimits;
  return { ...stored, ...(Object.fromEntries(amountLimits.map((name) => [name, BigInt(stored[name])])) as Record<AmountLimit, bigint>) };
};

export const storedLimitsOf = (limits: Limits): StoredLimits => ({
  ...limits,
  ...(Object.fromEntries(amountLimits.map((name) => [name, Number(limits[name])])) as Record<AmountLimit, number>),
});

/** How an agent sees a direct downline: by name, or where the market keeps names by one of that agent's own. */
export function nameBelow({ config, keys }: Platform, viewer: bigint, { id, name }: { id: bigint; name: string }): string {
  if (packs[config.pack].agents.seesNames) return name;
  return aliasOf(keys, viewer, id);
}

/** How an agent sees its upline: by name, or where the market keeps names by its ends, as in the security centre. */
const nameAbove = ({ config }: Platform, name: string): string => (packs[config.pack].agents.seesNames ? name : hideName(name));

const isLapsed = ({ state, lapsesAt }: Row, now: Date): boolean => state === "offered" && lapsesAt <= now;

/** The state as it stands now: an offer nobody answered has lapsed, whether the job has seen it or not. */
export const stateOf = (row: Row, now: Date): Row["state"] => (isLapsed(row, now) ? "lapsed" : row.state);

const isSideOf = ({ agentId, uplineId }: Row, id: bigint): boolean => id === agentId || id === uplineId;

/** Whether a contract waits for this one's answer. */
export function waitsFor(row: Row, { viewer, now }: Look): boolean {
  if (viewer === null) return row.state === "endRequested" && row.uplineId === null;
  if (row.state === "endRequested") return isSideOf(row, viewer) && row.endAskedBy !== viewer;
  return stateOf(row, now) === "offered" && row.agentId === viewer;
}

/** A contract as one of its sides, or an officer, sees it. */
export function describe(row: Row, platform: Platform, look: Look): OfficeContract {
  const { viewer, now } = look;
  const { id, kind, agentId, uplineName, startsOn, endsOn, running, cause, endReason, ending } = row;
  return {
    id,
    kind,
    agentId,
    uplineName: uplineName !== null && viewer === agentId ? nameAbove(platform, uplineName) : uplineName,
    startsOn,
    endsOn,
    running,
    cause,
    endReason,
    ending,
    number: `C-${row.number}`,
    agentName: viewer === null || viewer === agentId ? row.agentName : nameBelow(platform, viewer, { id: agentId, name: row.agentName }),
    mine: viewer === agentId,
    terms: termsOf(row),
    limits: limitsOf(row),
    state: stateOf(row, now),
    endAskedAt: row.endAskedAt?.toISOString() ?? null,
    waitsForMe: waitsFor(row, look),
    offeredAt: row.offeredAt.toISOString(),
    lapsesAt: row.lapsesAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  };
}

/** One contract; undefined where there is none, or the one who looks is no side of it. */
export async function findContract(db: Db | Tx, platform: Platform, { id, viewer, now }: Look & { id: string }): Promise<Row | undefined> {
  const [row] = await readContracts(db, { where: sql`c.id = ${id}::uuid`, limit: 1, now, timeZone: platform.timeZone });
  return row !== undefined && (viewer === null || isSideOf(row, viewer)) ? row : undefined;
}

/** The same, described. Refuses with `agentContracts.not_found`. */
export async function getContract(db: Db | Tx, platform: Platform, look: Look & { id: string }): Promise<OfficeContract> {
  const row = (await findContract(db, platform, look)) ?? refuse("agentContracts.not_found");
  return describe(row, platform, look);
}

/** Contracts that wait for the one who looks, or that stand; all where nothing is asked. */
function partOf(only: "waiting" | "current" | undefined, viewer: bigint, day: ReturnType<typeof today>) {
  if (only === "waiting") return sql`((c.state = 'offered' and c.agent_id = ${viewer}) or (c.state = 'endRequested' and c.end_asked_by <> ${viewer}))`;
  if (only === "current") return sql`(c.state in ('offered', 'active', 'endRequested') or c.ends_on > greatest(c.starts_on, ${day}))`;
  return sql`true`;
}

type Asked = InputOf<(typeof agentContracts)["downlines"]> & { readonly side: "agent" | "upline"; readonly viewer: bigint; readonly now: Date };

/** The contracts of one side, newest first. */
export async function listContracts(
  db: Db,
  platform: Platform,
  { side, viewer, now, kind, only, accountId, cursor, limit = PAGE_LIMIT_DEFAULT }: Asked,
): Promise<OutputOf<(typeof agentContracts)["mine"]>> {
  const { timeZone } = platform;
  const own = side === "agent" ? sql`c.agent_id = ${viewer}` : sql`c.upline_id = ${viewer}`;
  const where = sql`${own} and ${kind === undefined ? sql`true` : sql`c.kind = ${kind}`} and ${partOf(only, viewer, today(now, timeZone))}
    and ${accountId === undefined ? sql`true` : sql`c.agent_id = ${accountId}`} and ${isNumberCursor(cursor) ? sql`c.number < ${cursor}::bigint` : sql`true`}`;
  const rows = await readContracts(db, { where, limit: limit + 1, now, timeZone });
  return cutPage(rows, { limit, describe: (row) => describe(row, platform, { viewer, now }), cursorOf: ({ number }) => number });
}

/** What of a kind waits for an agent. */
export async function listWaiting(
  db: Db,
  platform: Platform,
  { viewer, now, kind }: { viewer: bigint; now: Date; kind: ContractKind },
): Promise<AgentContract[]> {
  const waiting = { kind, only: "waiting", viewer, now, limit: WAITING_MAX } as const;
  const lists = [await listContracts(db, platform, { ...waiting, side: "agent" }), await listContracts(db, platform, { ...waiting, side: "upline" })];
  return lists.flatMap(({ list }) => list).filter(({ waitsForMe }) => waitsForMe);
}

/** More than anyone answers at a sitting. */
const WAITING_MAX = 50;

const keys = { dividend: "divtypereq", daily: "dailysalreqtype", hourly: "contracthoursalreq", realTime: "realtimesalreqtype" } as const;

/** How an agent stands with each kind: 3 a request to end waits, else 1 an offer waits, else 2 active, else 0. Refuses with `agentContracts.kind_closed` where agents have no contracts. */
export async function getConsolidated(db: Db, agentId: bigint, now: Date): Promise<OutputOf<(typeof agentContracts)["consolidated"]>> {
  if (!(await isFlagOn(db, "agentPolicy"))) refuse("agentContracts.kind_closed");
  const { rows } = await sql<{ kind: ContractKind; code: number }>`
    select k.kind, case
      when exists (select from agent_contract c where c.agent_id = ${agentId} and c.kind = k.kind and c.state = 'endRequested' and c.end_asked_by <> ${agentId})
        or exists (select from agent_contract c where c.upline_id = ${agentId} and c.kind = k.kind and c.state = 'endRequested' and c.end_asked_by <> ${agentId}) then 3
      when exists (select from agent_contract c join agent_contract_template t on t.id = c.template_id where c.agent_id = ${agentId} and c.kind = k.kind and c.state = 'offered'
        and c.offered_at + (t.limits ->> 'offerDays')::integer * interval '1 day' > ${now}) then 1
      when exists (select from agent_contract c where c.agent_id = ${agentId} and c.kind = k.kind and c.state in ('active', 'endRequested')) then 2 else 0 end as code
    from unnest(${[...contractKinds]}::text[]) k(kind)`.execute(db as Tx);
  const codes = Object.fromEntries(rows.map(({ kind, code }) => [keys[kind], code]));
  return codes as OutputOf<(typeof agentContracts)["consolidated"]>;
}

/** All contracts as officers see them, newest first. */
export async function listAllContracts(
  db: Db,
  platform: Platform,
  { kind, state, account, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof agentContracts)["list"]> & { now: Date },
): Promise<OutputOf<(typeof agentContracts)["list"]>> {
  const named = (account ?? "").trim();
  const where = sql`${kind === undefined ? sql`true` : sql`c.kind = ${kind}`} and ${state === undefined ? sql`true` : sql`c.state = ${state}`}
    and ${named === "" ? sql`true` : sql`c.agent_id in (select id from account where lower(name) = lower(${named}))`}
    and ${isNumberCursor(cursor) ? sql`c.number < ${cursor}::bigint` : sql`true`}`;
  const rows = await readContracts(db, { where, limit: limit + 1, now, timeZone: platform.timeZone });
  return cutPage(rows, { limit, describe: (row) => describe(row, platform, { viewer: null, now }), cursorOf: ({ number }) => number });
}

/** Terms as the rule in SQL reads them. */
export const ruleTermsOf = (kind: ContractKind, { period, tiers }: Terms): string =>
  JSON.stringify({ kind, period, tiers: tiers.map(columnsOf) }, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/** A tier as its row; amounts are minor units. */
export function columnsOf(tier: Terms["tiers"][number]) {
  const bet = tier.periodValidBet ?? tier.dailyBetAmount ?? tier.hourlyBetAmount ?? 0n;
  return {
    min_bet: bet,
    min_result: tier.periodProfitAndLoss ?? 0n,
    min_active: tier.activeMembers ?? 0,
    single_bet: tier.singleBet ?? 0n,
    rate: tier.rate,
    profit_rate: tier.profitRate ?? 0,
    loss_rate: tier.lossRate ?? 0,
  };
}
