import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { listCardGames } from "./cardGames.ts";

/** By whose word a game is stopped: its own, its family's or that of the whole house. */
export type StopScope = "game" | "family" | "house";

export interface Stop {
  readonly scope: StopScope;
  readonly at: Date;
  readonly reason: string | null;
  readonly by: string | null;
}

/** Why each stopped game is stopped, by its number; the ledger refuses their new rounds. A game is open when nothing stops it any more. */
export async function readStops(db: Db | Tx): Promise<ReadonlyMap<number, readonly Stop[]>> {
  const rows = await (db as Db)
    .selectFrom("game_stop")
    .select(["game_id as gameId", "scope", "at", "reason", "by_name as by"])
    .orderBy("at")
    .$narrowType<{ scope: StopScope }>()
    .execute();
  return Map.groupBy(rows, ({ gameId }) => gameId);
}

/** Refuses with `games.closed` a game that is stopped, or whose row of the catalogue is not open. */
export async function checkGameOpen(db: Db | Tx, gameId: number): Promise<void> {
  const open = await (db as Db)
    .selectFrom("game")
    .select("id")
    .where("id", "=", gameId)
    .where("state", "=", "open")
    .where((where) => where.not(where.exists(where.selectFrom("game_stop").select("scope").where("game_id", "=", gameId))))
    .executeTakeFirst();
  if (open === undefined) refuse("games.closed");
}

interface Switching {
  readonly gameIds: readonly number[];
  readonly scope: StopScope;
  readonly isOpen: boolean;
  readonly reason: string;
  readonly by: string;
  readonly now: Date;
}

/** Stops games by one word, or takes that word back; what else stops one stands. */
export async function setGamesOpen(tx: Tx, { gameIds, scope, isOpen, reason, by, now }: Switching): Promise<void> {
  if (isOpen)
    await tx
      .deleteFrom("game_stop")
      .where("game_id", "in", [...gameIds])
      .where("scope", "=", scope)
      .execute();
  else
    await tx
      .insertInto("game_stop")
      .values(gameIds.map((gameId) => ({ game_id: gameId, scope, at: now, reason, by_name: by })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  staleOnCommit(tx, ["games.list", "games.vendors", "games.switches", "tables.list"], ["everyone"]);
}

/** A seat's hold for a hand that is played is an open round of its game. */
const CARD_GAMES = listCardGames().map(({ gameId }) => gameId);

/** What of a game is not finished: how many rounds, and when the oldest was opened; a table's draw under way counts though nobody bet. */
export interface Unfinished {
  readonly rounds: number;
  readonly oldestAt: Date | null;
}

/** The games that have rounds open or a draw under way, by their numbers. A stopped one is closed when it is not among them. */
export async function readUnfinished(db: Db | Tx): Promise<ReadonlyMap<number, Unfinished>> {
  const { rows } = await sql<Unfinished & { gameId: number }>`
    select game_id as "gameId", count(*)::integer as rounds, min(at) as "oldestAt" from open_round where stepped group by game_id
    union all
    select d.game_id, count(o.id)::integer, min(o.at) from draw d left join open_round o on o.draw_id = d.id
    where d.state in ('scheduled', 'open', 'closed', 'acting', 'drawn') group by d.game_id
    union all
    select game_id, count(*)::integer, min(at) from open_round where game_id = any(${CARD_GAMES}::integer[]) and not stepped and draw_id is null group by game_id`.execute(
    db as Tx,
  );
  return new Map(rows.map(({ gameId, ...unfinished }) => [gameId, unfinished]));
}
