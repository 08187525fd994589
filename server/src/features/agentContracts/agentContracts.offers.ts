import type { AgentContract, agentContracts, OfficeContract, Preview } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { findFault, type Terms } from "@laro/contract/core/contractTerms";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import { isAccredited } from "../../core/agents/agents.accreditation.ts";
import { checkNotExcluded } from "../../core/limits/exclusions.ts";
import { packs } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import {
  columnsOf,
  describe,
  findContract,
  getContract,
  limitsOf,
  nameBelow,
  readContracts,
  type Row,
  ruleTermsOf,
  stateOf,
  termsOf,
} from "./agentContracts.ts";
import {
  checkAccredited,
  checkAgent,
  checkKindOpen,
  checkNotHeld,
  findNode,
  getBounds,
  getTemplate,
  isHeld,
  isHeldAbove,
  isKindOpen,
  lockLine,
  type Node,
} from "./agentContracts.gates.ts";
import { contractsStale, describePlan, endAffected, findCurrent, type Plan, planContract, planEnd, tellEnded, type Wanted } from "./agentContracts.plans.ts";

/** Who offers: an agent to a direct downline, or an officer for the house. */
export interface Offering {
  readonly by: { readonly agent: bigint } | { readonly operator: bigint };
  readonly agentId: bigint;
  readonly kind: ContractKind;
  readonly terms: Terms;
  readonly now: Date;
}

export const uplineOf = ({ by }: Offering): bigint | null => ("agent" in by ? by.agent : null);
const wantedOf = (offering: Offering): Wanted => ({ ...offering, uplineId: uplineOf(offering) });

/** Everything but the cascade that stands against an offer; the caller holds the line where it writes. */
async function checkOffer(db: Db | Tx, platform: Platform, offering: Offering): Promise<bigint> {
  const templateId = await checkTerms(db, platform, offering);
  await checkNoneOpen(db, platform, offering);
  return templateId;
}

/** Whether these two could agree on these terms, whatever waits between them; answers the version of the limits. Refuses with a code of `agentContracts.` */
export async function checkTerms(db: Db | Tx, platform: Platform, offering: Offering): Promise<bigint> {
  const { by, agentId, kind, terms, now } = offering;
  await checkKindOpen(db, platform, kind);
  if ("agent" in by) {
    await checkNotHeld(db, by.agent, now);
    await checkAccredited(db, platform, { agentId: by.agent, now });
  }
  const node = await findNode(db, agentId);
  if (node === undefined || ("agent" in by && node.parentId !== by.agent)) refuse("agent" in by ? "agentContracts.not_downline" : "agents.not_found");
  checkAgent(platform, node);
  await checkAccredited(db, platform, { agentId, now });
  if (!("agent" in by) && (await isHeldAbove(db, agentId, kind))) refuse("agentContracts.held_above");
  const bounds = await getBounds(db, platform, { kind, uplineId: uplineOf(offering), now });
  const fault = findFault(terms, bounds);
  if (fault !== undefined) refuse(fault.code, { ...fault.values, field: `terms.${fault.values["field"]}` });
  return bounds.templateId;
}

/** So often one agent can be asked about one kind in a day: an offer that is withdrawn has been read all the same. */
const OFFERS_A_DAY_MAX = 5;
const DAY_S = 86_400;

async function checkNoneOpen(db: Db | Tx, { timeZone }: Platform, { agentId, kind, now }: { agentId: bigint; kind: ContractKind; now: Date }): Promise<void> {
  const where = sql`c.agent_id = ${agentId} and c.kind = ${kind} and (c.state = 'offered' or c.offered_at > ${now}::timestamptz - interval '1 day')`;
  const recent = await readContracts(db, { where, limit: OFFERS_A_DAY_MAX + 1, now, timeZone });
  if (recent.some((row) => stateOf(row, now) === "offered")) refuse("agentContracts.request_open");
  if (recent.length >= OFFERS_A_DAY_MAX) refuse("request.too_many", { retryAfter: DAY_S });
}

/** What an offer would do once it is accepted. Refuses as the offer itself would. */
export async function previewOffer(db: Db | Tx, platform: Platform, offering: Offering): Promise<Preview> {
  await checkOffer(db, platform, offering);
  const { now, agentId, kind, terms } = offering;
  const plan = await planContract(db, wantedOf(offering), { now, timeZone: platform.timeZone });
  return describePlan(db, platform, { plan, viewer: uplineOf(offering), wanted: { agentId, kind, terms }, now });
}

/** Offers a contract as its preview showed it. Refuses with a code of `agentContracts.`; a line that changed meanwhile with `agentContracts.preview_stale`. */
export async function offerContract(tx: Tx, platform: Platform, offering: Offering & { fingerprint: string }): Promise<OfficeContract> {
  const { by, agentId, kind, terms, now, fingerprint } = offering;
  if ((await findNode(tx, agentId)) !== undefined) await lockLine(tx, agentId);
  const templateId = await checkOffer(tx, platform, offering);
  const plan = await planContract(tx, wantedOf(offering), { now, timeZone: platform.timeZone });
  if (plan.fingerprint !== fingerprint) refuse("agentContracts.preview_stale");
  await dropLapsed(tx, { agentId, kind, now });
  const id = newId(now);
  await tx
    .insertInto("agent_contract")
    .values({
      id,
      kind,
      agent_id: agentId,
      upline_id: uplineOf(offering),
      template_id: templateId,
      period: terms.period,
      carries: terms.carries,
      replaces: plan.replaced,
      offered_by_operator: "operator" in by ? by.operator : null,
      offered_at: now,
    })
    .execute();
  await tx
    .insertInto("agent_contract_tier")
    .values(terms.tiers.map((tier, at) => ({ contract_id: id, tier: at + 1, ...columnsOf(tier) })))
    .execute();
  await tell(tx, "agentContracts.offered", { contractId: id, accountId: String(agentId), kind });
  contractsStale(tx, [agentId, uplineOf(offering)]);
  return getContract(tx, platform, { id, viewer: uplineOf(offering), now });
}

/** An offer that nobody answered in time makes room, though the job has not come by. */
async function dropLapsed(tx: Tx, { agentId, kind, now }: { agentId: bigint; kind: ContractKind; now: Date }): Promise<void> {
  await sql`update agent_contract set state = 'lapsed', answered_at = ${now} where agent_id = ${agentId} and kind = ${kind} and state = 'offered'`.execute(tx);
}

const isSameParent = (row: Row, { parentId }: Node): boolean => row.uplineId === null || row.uplineId === parentId;

/** What accepting an offer does; refuses where it cannot be accepted now. */
export async function planAcceptance(db: Db | Tx, platform: Platform, row: Row, now: Date): Promise<Plan> {
  const { agentId, kind } = row;
  await checkKindOpen(db, platform, kind);
  await checkNotHeld(db, agentId, now);
  await checkAccredited(db, platform, { agentId, now });
  await checkNotExcluded(db, { accountId: agentId, now });
  return planOffered(db, platform, row, now);
}

/** The same of the line alone: an upline looks at its offer, and whether its downline is held or excluded is none of its business. */
async function planOffered(db: Db | Tx, platform: Platform, row: Row, now: Date): Promise<Plan> {
  const { agentId, uplineId, kind } = row;
  await checkKindOpen(db, platform, kind);
  const node = (await findNode(db, agentId))!;
  const terms = termsOf(row);
  const isTaken = uplineId === null && (await isHeldAbove(db, agentId, kind));
  if (isTaken || !isSameParent(row, node)) refuse("agentContracts.preview_stale");
  const upper = uplineId === null ? undefined : await findCurrent(db, uplineId, kind);
  if (uplineId !== null && upper === undefined) refuse("agentContracts.no_own");
  if (upper !== undefined && !(await isFitting(db, upper.id, row.id))) refuse("agentContracts.preview_stale");
  return planContract(db, { agentId, uplineId, kind, terms }, { now, timeZone: platform.timeZone });
}

async function isFitting(db: Db | Tx, upper: string, lower: string): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`select agent_contract_fits(${upper}::uuid, ${lower}::uuid) as fits`.execute(db as Tx);
  return rows[0]!.fits;
}

/** Makes an offer a contract, ends the one it takes the place of and whatever no longer fits below. */
export async function acceptOffer(
  tx: Tx,
  platform: Platform,
  { row, fingerprint, now }: { row: Row; fingerprint: string | undefined; now: Date },
): Promise<void> {
  const { id, agentId, uplineId, kind } = row;
  const plan = await planAcceptance(tx, platform, row, now);
  if (plan.fingerprint !== fingerprint) refuse("agentContracts.preview_stale");
  if (plan.replaced !== null) {
    const { rows } = await sql<{ agentId: bigint; uplineId: bigint | null }>`
      update agent_contract set state = 'superseded', ends_on = ${plan.startsOn}::date, cause = 'replaced' where id = ${plan.replaced}::uuid
      returning agent_id as "agentId", upline_id as "uplineId"`.execute(tx);
    await tellEnded(tx, { kind, ended: rows, cause: "replaced", now });
  }
  await sql`update agent_contract set state = 'active', starts_on = ${plan.startsOn}::date, answered_at = ${now} where id = ${id}::uuid`.execute(tx);
  await endAffected(tx, { kind, affected: plan.affected, cause: "cascade", now });
  await lapseUnfitting(tx, { agentId, kind, terms: termsOf(row), now });
  if (uplineId !== null) await tell(tx, "agentContracts.answered", { wordId: newId(now), accountId: String(uplineId), kind, cause: "accepted" });
}

/** Offers below that a new contract leaves no room for lapse: the agent's own that no longer fit, and those of the house. */
async function lapseUnfitting(tx: Tx, { agentId, kind, terms, now }: { agentId: bigint; kind: ContractKind; terms: Terms; now: Date }): Promise<void> {
  await sql`
    update agent_contract c set state = 'lapsed', answered_at = ${now} where c.state = 'offered' and c.kind = ${kind} and (
      (c.upline_id = ${agentId} and not agent_terms_fit(${ruleTermsOf(kind, terms)}::jsonb, agent_contract_terms(c.id), agent_contract_gap(c.id)))
      or (c.upline_id is null and exists (select from agent_node n, agent_node top where n.account_id = c.agent_id and top.account_id = ${agentId}
        and n.path > top.path and n.path < line_end(top.path))))`.execute(tx);
}

/** What accepting an offer, or the end of a contract, would do; for a side of it, or an officer. Refuses with `agentContracts.not_found` or `agentContracts.not_offered`. */
export async function previewContract(
  db: Db | Tx,
  platform: Platform,
  { id, viewer, now }: { id: string; viewer: bigint | null; now: Date },
): Promise<Preview> {
  const row = (await findContract(db, platform, { id, viewer, now })) ?? refuse("agentContracts.not_found");
  const state = stateOf(row, now);
  const { agentId, kind } = row;
  const moment = { now, timeZone: platform.timeZone };
  if (state === "active" || state === "endRequested") {
    const plan = await planEnd(db, row, { ...moment, byHouse: viewer === null });
    return describePlan(db, platform, { plan, viewer, wanted: { agentId, kind, terms: null }, now });
  }
  if (state !== "offered") refuse("agentContracts.not_offered", { state });
  const isUpline = viewer !== null && viewer === row.uplineId;
  const plan = await (isUpline ? planOffered : planAcceptance)(db, platform, row, now);
  return describePlan(db, platform, { plan, viewer, wanted: { agentId, kind, terms: termsOf(row) }, now });
}

type TermsAsked = InputOf<(typeof agentContracts)["terms"]> & { readonly viewer: bigint; readonly now: Date };

/** What an agent may offer of a kind, and its direct downlines that may be asked, each with what it has. */
export async function getTerms(
  db: Db,
  platform: Platform,
  { kind, viewer, now, cursor, limit = PAGE_LIMIT_DEFAULT }: TermsAsked,
): Promise<OutputOf<(typeof agentContracts)["terms"]>> {
  const { periods, lossRates, types } = packs[platform.config.pack].agents;
  const { rows } = await sql<{ id: bigint; name: string }>`
    select a.id, a.name from agent_node n join account a on a.id = n.account_id where n.parent_id = ${viewer} and a.type = any(${[...types]}::integer[])
      and a.id > ${isNumberCursor(cursor) ? BigInt(cursor!) : 0n} order by a.id limit ${limit + 1}`.execute(db as Tx);
  const theirs = await readTheirs(db, platform, { people: rows.map(({ id }) => id), kind, viewer, now });
  const find = (id: bigint, isOffer: boolean): AgentContract | null =>
    theirs.find(({ agentId, state }) => agentId === id && (state === "offered") === isOffer) ?? null;
  const current = await findCurrent(db, viewer, kind);
  const own = current === undefined ? undefined : await findContract(db, platform, { id: current.id, viewer, now });
  return {
    ...cutPage(rows, {
      limit,
      describe: ({ id, name }) => ({ accountId: id, name: nameBelow(platform, viewer, { id, name }), current: find(id, false), offered: find(id, true) }),
      cursorOf: ({ id }) => id,
    }),
    closed: (await findClosed(db, platform, { kind, viewer, now })) ?? (own === undefined ? "no_own" : null),
    own: own === undefined ? null : describe(own, platform, { viewer, now }),
    limits: limitsOf(await getTemplate(db, kind)),
    periods: [...periods],
    lossRates,
  };
}

/** Why an agent can offer nothing of a kind now, whatever it holds. */
async function findClosed(db: Db, platform: Platform, { kind, viewer, now }: Pick<TermsAsked, "kind" | "viewer" | "now">) {
  if (!(await isKindOpen(db, platform, kind))) return "kind_closed";
  if (await isHeld(db, viewer, now)) return "held";
  const { agents: rules } = packs[platform.config.pack];
  return (await isAccredited(db, { agentId: viewer, rules, now })) ? undefined : "not_accredited";
}

/** What an agent gave some downlines of a kind: what stands, and what is offered. */
async function readTheirs(
  db: Db,
  platform: Platform,
  { people, kind, viewer, now }: { people: readonly bigint[]; kind: ContractKind; viewer: bigint; now: Date },
) {
  const where = sql`c.upline_id = ${viewer} and c.kind = ${kind} and c.agent_id = any(${[...people]}::bigint[]) and c.state in ('offered', 'active', 'endRequested')`;
  const rows = await readContracts(db, { where, limit: 2 * people.length, now, timeZone: platform.timeZone });
  return rows.map((row) => describe(row, platform, { viewer, now })).filter(({ state }) => state !== "lapsed");
}

/** An agent's account by its name. Refuses with `agents.not_found`. */
export async function getAgentByName(db: Db | Tx, name: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select a.id from account a join agent_node n on n.account_id = a.id where lower(a.name) = lower(${name.trim()})`.execute(db as Tx);
  return rows[0]?.id ?? refuse("agents.not_found", { field: "account" });
}
