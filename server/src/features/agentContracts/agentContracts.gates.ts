import type { ContractKind } from "@laro/contract/core/contractKinds";
import type { Bounds, Terms } from "@laro/contract/core/contractTerms";
import { refuse } from "@laro/contract/core/errors";
import { isAgentType } from "@laro/contract/core/accountTypes";
import { sql } from "kysely";
import { isAccredited } from "../../core/agents/agents.accreditation.ts";
import { contractFlags } from "../../core/settings/flags.ts";
import { packs } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { findContract, limitsOf, termsOf } from "./agentContracts.ts";
import { findCurrent } from "./agentContracts.plans.ts";

/** Whether a kind is offered here: the pack decides first, then the operator. */
export async function isKindOpen(db: Db | Tx, { config }: Pick<Platform, "config">, kind: ContractKind): Promise<boolean> {
  const kinds: readonly ContractKind[] = packs[config.pack].agents.kinds;
  return kinds.includes(kind) && (await isFlagOn(db, contractFlags[kind]));
}

/** Refuses with `agentContracts.kind_closed`. */
export async function checkKindOpen(db: Db | Tx, platform: Pick<Platform, "config">, kind: ContractKind): Promise<void> {
  if (!(await isKindOpen(db, platform, kind))) refuse("agentContracts.kind_closed");
}

/** Whether an agent is held or closed: it then neither gives nor takes contracts. */
export async function isHeld(db: Db | Tx, agentId: bigint, now: Date): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from agent_standing where agent_id = ${agentId} and state = 'inForce' and standing <> 'open' and (until is null or until > ${now})) as held`.execute(
    db as Tx,
  );
  return rows[0]!.held;
}

/** Refuses with `agentContracts.held`. */
export async function checkNotHeld(db: Db | Tx, agentId: bigint, now: Date): Promise<void> {
  if (await isHeld(db, agentId, now)) refuse("agentContracts.held");
}

/** Refuses with `agentContracts.not_accredited` an agent without the accreditation this market asks for. */
export async function checkAccredited(db: Db | Tx, { config }: Pick<Platform, "config">, { agentId, now }: { agentId: bigint; now: Date }): Promise<void> {
  if (!(await isAccredited(db, { agentId, rules: packs[config.pack].agents, now }))) refuse("agentContracts.not_accredited");
}

export interface Node {
  readonly parentId: bigint | null;
  readonly root: bigint;
  readonly type: number;
}

/** Where an account stands; undefined where there is none. */
export async function findNode(db: Db | Tx, accountId: bigint): Promise<Node | undefined> {
  const { rows } = await sql<Node>`
    select n.parent_id as "parentId", n.path[1] as root, a.type from agent_node n join account a on a.id = n.account_id where n.account_id = ${accountId}`.execute(
    db as Tx,
  );
  return rows[0];
}

/** Lets nobody else decide anything about contracts of the account's line until the transaction ends. Refuses with `agentContracts.preview_stale` a line that moved meanwhile. */
export async function lockLine(tx: Tx, accountId: bigint): Promise<Node> {
  const before = (await findNode(tx, accountId)) ?? refuse("agentContracts.not_found");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agentContracts ${before.root}`}, 0))`.execute(tx);
  const node = (await findNode(tx, accountId))!;
  return node.root === before.root ? node : refuse("agentContracts.preview_stale");
}

/** Refuses who is no agent of this market with `agentContracts.not_agent`. */
export function checkAgent({ config }: Pick<Platform, "config">, { type }: Node): void {
  const types: readonly number[] = packs[config.pack].agents.types;
  if (!isAgentType(type) || !types.includes(type)) refuse("agentContracts.not_agent");
}

/** Whether someone above an agent holds a contract of the kind, so that the house has none to give. */
export async function isHeldAbove(db: Db | Tx, agentId: bigint, kind: ContractKind): Promise<boolean> {
  const { rows } = await sql<{ above: boolean }>`
    select exists (select from agent_node n join agent_contract c on c.agent_id = any(n.path) and c.agent_id <> n.account_id
      where n.account_id = ${agentId} and c.kind = ${kind} and c.state in ('active', 'endRequested')) as above`.execute(db as Tx);
  return rows[0]!.above;
}

/** The version of a kind's limits in force. */
export async function getTemplate(db: Db | Tx, kind: ContractKind): Promise<{ id: bigint; limits: unknown }> {
  const { rows } = await sql<{ id: bigint; limits: unknown }>`
    select id, limits from agent_contract_template where kind = ${kind} and state = 'published' order by decided_at desc, id desc limit 1`.execute(db as Tx);
  return rows[0]!;
}

/** What an offer of an agent, or of the house, is held against. Refuses with `agentContracts.no_own`. */
export async function getBounds(
  db: Db | Tx,
  platform: Platform,
  { kind, uplineId, now }: { kind: ContractKind; uplineId: bigint | null; now: Date },
): Promise<Bounds & { templateId: bigint }> {
  const template = await getTemplate(db, kind);
  const { periods, lossRates } = packs[platform.config.pack].agents;
  return {
    kind,
    limits: limitsOf(template),
    periods,
    lossRates,
    templateId: template.id,
    upper: uplineId === null ? null : await getUpper(db, platform, { kind, uplineId, now }),
  };
}

async function getUpper(db: Db | Tx, platform: Platform, { kind, uplineId, now }: { kind: ContractKind; uplineId: bigint; now: Date }): Promise<Terms> {
  const current = (await findCurrent(db, uplineId, kind)) ?? refuse("agentContracts.no_own");
  return termsOf((await findContract(db, platform, { id: current.id, viewer: uplineId, now }))!);
}
