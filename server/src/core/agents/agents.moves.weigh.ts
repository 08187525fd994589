import { createHash } from "node:crypto";
import { type AgentContractRow, type agents, MOVED_MAX } from "@laro/contract/agents";
import { isAgentType, typesBelow } from "@laro/contract/core/accountTypes";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { AgentRules } from "../settings/packs.ts";
import { listEnding } from "./agents.contracts.ts";
import { below } from "./agents.ts";
import { readLineFigures, readRow } from "./agents.office.ts";

interface Weighing {
  readonly id: bigint;
  /** Null for the top of the tree. */
  readonly toId: bigint | null;
  readonly rules: AgentRules;
  readonly membersMax?: number;
}

/** A move held against the tree as it is. */
interface Weighed {
  readonly path: readonly bigint[];
  readonly toPath: readonly bigint[];
  readonly fromId: bigint | null;
  readonly members: number;
  readonly agents: number;
  readonly depth: number;
  readonly ending: readonly AgentContractRow[];
}

interface Branch extends Omit<Weighed, "ending" | "toPath"> {
  readonly type: number;
}

/**
 * Holds a move against the tree. Refuses with `agents.not_found`, `agents.as_it_is`, `agents.move_circle`, `agents.type_not_allowed`,
 * `agents.move_too_large` or `agents.too_deep`.
 */
export async function weighMove(db: Db | Tx, { id, toId, rules, membersMax = MOVED_MAX }: Weighing): Promise<Weighed> {
  const to = toId === null ? null : await readUpline(db, toId);
  const { rows } = await sql<Branch>`
    select n.path, n.parent_id as "fromId", a.type, b.size as members, b.agents, b.deepest - n.depth + 1 + ${to?.depth ?? 0}::integer as depth
    from agent_node n join account a on a.id = n.account_id
    cross join lateral (
      select count(*)::int + 1 as size, count(l.invitation_code)::int + (n.invitation_code is not null)::int as agents, greatest(n.depth, max(l.depth)) as deepest
      from agent_node l where ${below(sql`l.path`, sql`n.path`)}
    ) b where n.account_id = ${id}`.execute(db as Tx);
  const branch = rows[0] ?? refuse("agents.not_found", { field: "id" });
  if (branch.fromId === toId) refuse("agents.as_it_is", { field: "toId" });
  if (to?.path.includes(id)) refuse("agents.move_circle", { field: "toId" });
  const mayStand = to === null ? isAgentType(branch.type) : typesBelow(to.type).some((type) => type === branch.type);
  if (!mayStand) refuse("agents.type_not_allowed", { field: "toId" });
  if (branch.members > membersMax) refuse("agents.move_too_large", { maximum: membersMax });
  if (branch.depth > rules.depthMax) refuse("agents.too_deep", { field: "toId", maximum: rules.depthMax });
  const toPath = to?.path ?? [];
  return { ...branch, toPath, ending: await listEnding(db, { id, path: branch.path, toPath }) };
}

/** Who may stand above others. Refuses with `agents.not_found`. */
async function readUpline(db: Db | Tx, id: bigint): Promise<{ path: readonly bigint[]; depth: number; type: number }> {
  const row = await (db as Db)
    .selectFrom("agent_node as n")
    .innerJoin("account as a", "a.id", "n.account_id")
    .select(["n.path", "n.depth", "a.type"])
    .where("n.account_id", "=", id)
    .where("n.invitation_code", "is not", null)
    .executeTakeFirst();
  return row === undefined || row.depth === null ? refuse("agents.not_found", { field: "toId" }) : { ...row, depth: row.depth };
}

/** What two officers must have seen alike: both places and the contracts that end. Who joins meanwhile changes nothing of it. */
export const fingerprintOf = ({ path, toPath, ending }: Weighed): string =>
  createHash("sha256")
    .update(JSON.stringify([path.map(String), toPath.map(String), ending.map(({ id }) => id)]))
    .digest("hex");

const SHOWN_MAX = 20;

/** What a move would change. Refuses as `weighMove` does. */
export async function previewMove(
  db: Db,
  { id, toId, rules, now, timeZone }: Weighing & { now: Date; timeZone: string },
): Promise<OutputOf<(typeof agents)["previewMove"]>> {
  const weighed = await weighMove(db, { id, toId, rules });
  const { fromId, members, agents: moved, depth, ending } = weighed;
  const { rows } = await sql<{ month: string; from: string; until: string }>`
    select to_char(m, 'YYYY-MM') as month, m::date::text as from, (m + interval '1 month')::date::text as until
    from (select date_trunc('month', ${now}::timestamptz at time zone ${timeZone}) - interval '1 month' as m) past`.execute(db as Tx);
  const { month, ...days } = rows[0]!;
  const figures = (agentId: bigint | null) => (agentId === null ? null : readLineFigures(db, { agentId, ...days }));
  const named = async (agentId: bigint | null) => (agentId === null ? null : readRow(db, { id: agentId, now }));
  const [from, to] = [await named(fromId), await named(toId)];
  return {
    account: await readRow(db, { id, now }),
    from: from && { id: from.id, name: from.name },
    to: to && { id: to.id, name: to.name },
    members,
    agents: moved,
    depth,
    depthMax: rules.depthMax,
    contracts: ending.length,
    ending: ending.slice(0, SHOWN_MAX),
    month,
    figures: { account: await readLineFigures(db, { agentId: id, ...days }), from: await figures(fromId), to: await figures(toId) },
    fingerprint: fingerprintOf(weighed),
  };
}
