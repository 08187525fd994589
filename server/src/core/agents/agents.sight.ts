import { FOUND_MAX, type OwnAgent } from "@laro/contract/agents";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { findWay } from "./agents.links.ts";
import { shownNameOf } from "./agents.names.ts";

type Seeing = Pick<JurisdictionPack, "agents">;

interface Named {
  readonly name: string;
  readonly nickname: string;
}

const asOwn = (row: Named, { agents: { seesNames } }: Seeing): OwnAgent => ({ name: shownNameOf(row), seesNames });

/** The agent a member stands directly under; null at the top. */
export async function findOwnAgent(db: Db, accountId: bigint, pack: Seeing): Promise<OwnAgent | null> {
  const { rows } = await sql<Named>`
    select a.name, a.nickname from agent_node n join account a on a.id = n.parent_id where n.account_id = ${accountId}`.execute(db as Tx);
  return rows[0] === undefined ? null : asOwn(rows[0], pack);
}

/** The agent an invitation code is of. Refuses with `accounts.invitation_unknown`. */
export async function getInviter(db: Db, { code, pack, now }: { code: string; pack: Seeing; now: Date }): Promise<OwnAgent> {
  const way = await findWay(db, { code, rules: pack.agents, now });
  const row = way && (await db.selectFrom("account").select(["name", "nickname"]).where("id", "=", way.agentId).executeTakeFirst());
  return row === undefined ? refuse("accounts.invitation_unknown", { field: "code" }) : asOwn(row, pack);
}

const escaped = (typed: string): string => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Direct downlines whose account name begins as asked, in the order of their names; none where agents see no names. */
export async function findDirect(db: Db, { agentId, search = "", pack }: { agentId: bigint; search: string | undefined; pack: Seeing }) {
  if (!pack.agents.seesNames) return [];
  const { rows } = await sql<{ account: string; nickname: string; type: number }>`
    select a.name as account, a.nickname, a.type from agent_node n join account a on a.id = n.account_id
    where n.parent_id = ${agentId} and lower(a.name) like ${`${escaped(search.trim().toLowerCase())}%`} order by lower(a.name) limit ${FOUND_MAX}`.execute(
    db as Tx,
  );
  return rows;
}
