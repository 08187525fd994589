/** Whose play rose and fell most: facts of closed days, so read once for an agent and a last closed day. */
import type { OutputOf } from "@laro/contract/core/endpoint";
import { type Mover, TEAM_LEVEL_MAX, type teams } from "@laro/contract/teams";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db, Tx } from "../../platform/db.ts";
import { isLevelSmall } from "./teams.report.ts";
import { levelDays } from "./teams.sums.ts";
import { type Calendar, DAY_MS, describeMate, type Reader } from "./teams.ts";

type Movers = OutputOf<(typeof teams)["dashboard"]>["movers"];

interface Moved {
  readonly id: bigint;
  readonly before: bigint;
  readonly now: bigint;
}

const AGENTS_MAX = 2_000;
const MOVERS = 5;
const WEEK_DAYS = 7;

const kept = new WeakMap<Db, LRUCache<string, readonly Moved[] | "too many">>();

function keptOf(db: Db) {
  const found = kept.get(db) ?? new LRUCache<string, readonly Moved[] | "too many">({ max: AGENTS_MAX });
  kept.set(db, found);
  return found;
}

/** The direct downlines, each with its line, whose valid bet of the last seven closed days is most above and below that of the seven before; null where too many stand there. */
export async function listMovers(db: Db, reader: Reader, { frozenTo }: Calendar): Promise<Movers> {
  if (frozenTo === null) return { risers: [], fallers: [] };
  const key = `${reader.agentId} ${frozenTo}`;
  const moved = keptOf(db).get(key) ?? (await readMoved(db, reader.agentId, frozenTo));
  keptOf(db).set(key, moved);
  if (moved === "too many") return null;
  const movers = await nameMoved(db, reader, moved);
  return { risers: movers.filter(({ before, now }) => now > before), fallers: movers.filter(({ before, now }) => now < before) };
}

async function readMoved(db: Db, agentId: bigint, frozenTo: string): Promise<readonly Moved[] | "too many"> {
  if (!(await isLevelSmall(db, agentId, TEAM_LEVEL_MAX))) return "too many";
  const weekAgo = addDays(frozenTo, -WEEK_DAYS);
  const { rows } = await sql<Moved>`
    with level as (
      select p.id, coalesce(sum(p.valid) filter (where p.day <= ${weekAgo}::date), 0)::bigint as before,
             coalesce(sum(p.valid) filter (where p.day > ${weekAgo}::date), 0)::bigint as now
      from (${levelDays({ id: agentId, from: addDays(weekAgo, 1 - WEEK_DAYS), to: frozenTo })}) p group by p.id
    ), here as (select l.* from level l join agent_node n on n.account_id = l.id and n.parent_id = ${agentId})
    (select * from here where now > before order by now - before desc, id limit ${MOVERS})
    union all (select * from here where now < before order by now - before, id limit ${MOVERS})`.execute(db as Tx);
  return rows;
}

/** As the reader may know them today: whoever was moved away since is not among them. */
async function nameMoved(db: Db, reader: Reader, moved: readonly Moved[]): Promise<Mover[]> {
  const { rows } = await sql<{ id: bigint; name: string; type: number }>`
    select a.id, a.name, a.type from agent_node n join account a on a.id = n.account_id
    where n.account_id = any(${moved.map(({ id }) => id)}::bigint[]) and n.parent_id = ${reader.agentId}`.execute(db as Tx);
  const mates = new Map(rows.map((row) => [row.id, describeMate(reader, { ...row, isDirect: true })]));
  return moved.flatMap(({ id, before, now }) => {
    const mate = mates.get(id);
    return mate === undefined ? [] : [{ ...mate, before, now }];
  });
}

const DAY_LENGTH = "yyyy-mm-dd".length;
const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH);
