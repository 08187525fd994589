import { randomInt } from "node:crypto";
import { type Downline, LINE_COUNT_MAX } from "@laro/contract/agents";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { nameBelow, type Reader } from "./agents.names.ts";

const CODE_CHARACTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;

/** A code nobody has: of 852,891,037,441 there are. */
export const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join("");

interface Newcomer {
  readonly accountId: bigint;
  readonly parentId: bigint | null;
  readonly isAgent: boolean;
  /** The link it registered by. */
  readonly linkCode?: string | null;
  /** The player whose referral code it brought. */
  readonly referrerId?: bigint | null;
  /** The deepest level of the tree, from 1. */
  readonly depthMax: number;
  readonly now: Date;
}

/** Gives an account its place in the tree: under its parent, or at the top. Agents get an invitation code. Refuses with `agents.too_deep`. */
export async function joinTree(tx: Tx, { accountId, parentId, isAgent, linkCode = null, referrerId = null, depthMax, now }: Newcomer): Promise<void> {
  // A move that is under way would leave the newcomer on a path that is no more.
  await sql`select pg_advisory_xact_lock_shared(hashtext('agent_tree'))`.execute(tx);
  const parent = parentId === null ? undefined : await tx.selectFrom("agent_node").select("path").where("account_id", "=", parentId).executeTakeFirstOrThrow();
  const path = [...(parent?.path ?? []), accountId];
  if (path.length > depthMax) refuse("agents.too_deep");
  const code = isAgent ? newCode() : null;
  await sql`
    insert into agent_node (account_id, parent_id, path, invitation_code, link_code, referrer_id, joined_at)
    values (${accountId}, ${parentId}, ${path}::bigint[], ${code}, ${linkCode}, ${referrerId}, ${now})`.execute(tx);
  if (code !== null) await tx.insertInto("agent_link").values({ code, agent_id: accountId, label: "", opens: 0, made_at: now }).execute();
  if (parentId !== null) staleOnCommit(tx, ["agents.overview", "agents.downlines", "agents.links"], [`member:${parentId}`]);
}

/** Whether a path stands below another, both SQL: one range of `agent_node_path`, in tree order. */
export const below = (path: RawBuilder<unknown>, above: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${path} > ${above} and ${path} < line_end(${above}))`;

/** Somebody in an agent's line; `depth`: levels below the agent, from 1. */
export interface Below {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  readonly depth: number;
  readonly joinedAt: Date;
  readonly path: readonly bigint[];
}

/**
 * An account of an agent's own line. Anybody else's, the agent's own, those above it and those that never were are refused alike and by the same
 * reading, with `agents.not_found` at `field`.
 */
export async function getBelow(
  db: Db | Tx,
  { agentId, accountId, field = "memberId" }: { agentId: bigint; accountId: bigint; field?: string },
): Promise<Below> {
  const { rows } = await sql<Below>`
    select n.account_id as id, a.name, a.type, n.depth - up.depth as depth, n.joined_at as "joinedAt", n.path
    from agent_node up join agent_node n on n.account_id = ${accountId} and ${below(sql`n.path`, sql`up.path`)} join account a on a.id = n.account_id
    where up.account_id = ${agentId}`.execute(db as Tx);
  return rows[0] ?? refuse("agents.not_found", { field });
}

/** The size of an agent's tree, not counting the agent; nothing is counted beyond `LINE_COUNT_MAX`. Agents are found by way of agents: only they have anyone below. */
export async function getOverview(db: Db, agentId: bigint): Promise<{ direct: number; all: number; agents: number; invitationCode: string }> {
  const { rows } = await sql<{ direct: number; all: number; agents: number; code: string | null }>`
    with recursive agent (id) as (
      select ${agentId}::bigint
      union all
      select n.account_id from agent a join agent_node n on n.parent_id = a.id and n.invitation_code is not null
    )
    select (select count(*)::int from (select from agent_node n where n.parent_id = up.account_id limit ${LINE_COUNT_MAX}) counted) as direct,
           (select count(*)::int from (select from agent_node n where ${below(sql`n.path`, sql`up.path`)} limit ${LINE_COUNT_MAX}) counted) as "all",
           (select count(*)::int - 1 from (select from agent limit ${LINE_COUNT_MAX + 1}) counted) as agents, up.invitation_code as code
    from agent_node up where up.account_id = ${agentId}`.execute(db as Tx);
  const [row] = rows;
  return { direct: row?.direct ?? 0, all: row?.all ?? 0, agents: row?.agents ?? 0, invitationCode: row?.code ?? "" };
}

interface DownlineRow extends Omit<Downline, "account" | "joinedAt"> {
  readonly name: string;
  readonly isDirect: boolean;
  readonly joinedAt: Date;
}

const describeDownline =
  (reader: Reader) =>
  ({ name, isDirect, joinedAt, ...row }: DownlineRow): Downline => ({
    ...row,
    account: nameBelow(reader, { id: row.id, name, isDirect }),
    joinedAt: joinedAt.toISOString(),
  });

/** An agent's line, or that of somebody in it, in tree order: everyone right after their upline. Refuses with `agents.not_found`. */
export async function listDownlines(
  db: Db,
  reader: Reader,
  { under, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { under?: bigint | undefined },
): Promise<{ list: Downline[]; next: string | null }> {
  const { agentId } = reader;
  const rootId = under === undefined || under === agentId ? agentId : (await getBelow(db, { agentId, accountId: under, field: "under" })).id;
  // A place outside the line says no more than none: where it stands would tell that it is there.
  const place = sql`(select c.path from agent_node c where c.account_id = ${BigInt(isNumberCursor(cursor) ? cursor! : 0)}::bigint and ${below(sql`c.path`, sql`up.path`)})`;
  const { rows } = await sql<DownlineRow>`
    select n.account_id as id, a.name, n.parent_id = ${agentId} as "isDirect", a.type, n.depth - up.depth as depth, n.joined_at as "joinedAt"
    from agent_node up join agent_node n on ${below(sql`n.path`, sql`up.path`)} and n.path > coalesce(${place}, up.path) join account a on a.id = n.account_id
    where up.account_id = ${rootId} order by n.path limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe: describeDownline(reader), cursorOf: ({ id }) => id });
}
