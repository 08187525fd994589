import { randomInt } from "node:crypto";
import type { Downline } from "@laro/contract/agents";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const CODE_CHARACTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;

const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join("");

/** Gives an account its place in the tree: under its parent, or at the top. Agents get an invitation code. */
export async function joinTree(
  tx: Tx,
  { accountId, parentId, isAgent, now }: { accountId: bigint; parentId: bigint | null; isAgent: boolean; now: Date },
): Promise<void> {
  const parent = parentId === null ? undefined : await tx.selectFrom("agent_node").select("path").where("account_id", "=", parentId).executeTakeFirst();
  const path = [...(parent?.path ?? []), accountId];
  await tx
    .insertInto("agent_node")
    .values({
      account_id: accountId,
      parent_id: parentId,
      path: sql`${`{${path.join(",")}}`}::bigint[]`,
      invitation_code: isAgent ? newCode() : null,
      joined_at: now,
    })
    .execute();
}

/** The agent an invitation code belongs to; undefined for an unknown code. */
export async function findInvitingAgent(db: Db, code: string): Promise<bigint | undefined> {
  const row = await db.selectFrom("agent_node").select("account_id as id").where("invitation_code", "=", code.trim().toUpperCase()).executeTakeFirst();
  return row?.id;
}

/** The size of an agent's tree, not counting the agent. */
export async function getOverview(db: Db, agentId: bigint): Promise<{ direct: number; all: number; agents: number; invitationCode: string }> {
  const { rows } = await sql<{ direct: number; all: number; agents: number; code: string | null }>`
    select count(*) filter (where n.parent_id = ${agentId})::int as direct, count(*) filter (where n.account_id <> ${agentId})::int as "all",
           count(*) filter (where n.account_id <> ${agentId} and a.type in (1, 2, 41, 42))::int as agents,
           max(n.invitation_code) filter (where n.account_id = ${agentId}) as code
    from agent_node n join account a on a.id = n.account_id where n.path @> array[${agentId}::bigint]`.execute(db as Tx);
  const [row] = rows;
  return { direct: row?.direct ?? 0, all: row?.all ?? 0, agents: row?.agents ?? 0, invitationCode: row?.code ?? "" };
}

/** The accounts below an agent, in the order they were opened. */
export async function listDownlines(
  db: Db,
  agentId: bigint,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput,
): Promise<{ list: Downline[]; next: string | null }> {
  const after = isNumberCursor(cursor) ? BigInt(cursor!) : 0n;
  const { rows } = await sql<{ id: bigint; account: string; type: number; depth: number; joinedAt: Date }>`
    select n.account_id as id, a.name as account, a.type, cardinality(n.path) - array_position(n.path, ${agentId}::bigint) as depth, n.joined_at as "joinedAt"
    from agent_node n join account a on a.id = n.account_id
    where n.path @> array[${agentId}::bigint] and n.account_id <> ${agentId} and n.account_id > ${after}
    order by n.account_id limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe: (row) => ({ ...row, joinedAt: row.joinedAt.toISOString() }), cursorOf: ({ id }) => id });
}
