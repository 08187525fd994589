import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { CATALOGUE_ENDPOINT } from "./view.ts";
import { isNode, namesOf, type Row, rows } from "./rows.ts";

/** Who changes the catalogue, when and why. */
export interface Change {
  readonly by: bigint;
  readonly reason: string;
  readonly now: Date;
}

const SHOWN = [CATALOGUE_ENDPOINT, "games.hot", "games.info", "games.list", "site.menu"];

/** Says that lobbies are stale when the caller's transaction commits. */
export function tellLobbies(tx: Tx): void {
  staleOnCommit(tx, SHOWN, ["everyone"]);
  staleOnCommit(tx, ["vendors.list", "vendors.games", "vendors.changes"], ["operators"]);
}

/** A game by its node, locked until the transaction ends. Refuses with `games.not_found`. */
export async function getRow(tx: Tx, nodeId: string): Promise<Row> {
  const row = isNode(nodeId) ? await rows(tx).where("g.node_id", "=", Number(nodeId)).forUpdate("g").executeTakeFirst() : undefined;
  return row ?? refuse("games.not_found", { field: "nodeId" });
}

interface Wanted {
  readonly row: Row;
  readonly state?: string | undefined;
  readonly words?: string | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** Hides a game or opens it, sets its search words and names, each where it is given; what changed is kept with its reason. One that its vendor no longer has is refused with `games.not_found`. */
export async function setGame(tx: Tx, { row, state = row.state, words = row.words, names = namesOf(row) }: Wanted, change: Change): Promise<void> {
  if (row.state === "gone") refuse("games.not_found", { field: "nodeId" });
  await tx
    .updateTable("game")
    .set({ state, words, names: JSON.stringify(names) })
    .where("id", "=", row.id)
    .execute();
  const languages = new Set([...Object.keys(namesOf(row)), ...Object.keys(names)]);
  const fields = [
    ["state", row.state, state],
    ["words", row.words, words],
    ...[...languages].map((language) => [`name.${language}`, namesOf(row)[language] ?? "", names[language] ?? ""] as const),
  ] as const;
  for (const [field, before, after] of fields) if (before !== after) await keep(tx, { gameId: row.id, field, before, after }, change);
  tellLobbies(tx);
}

async function keep(tx: Tx, { gameId, field, before, after }: { gameId: number; field: string; before: string; after: string }, { by, reason, now }: Change) {
  await tx
    .insertInto("game_change")
    .values({ id: newId(now), game_id: gameId, field, before, after, by, reason, at: now })
    .execute();
}

/** Picks a studio's hot game, or none. Refuses with `vendors.not_found`, and with `games.not_found` a game that is not the studio's own. */
export async function setHotGame(tx: Tx, { vassalage, nodeId }: { vassalage: string; nodeId: string | null }): Promise<void> {
  const game = nodeId === null ? undefined : await getRow(tx, nodeId);
  if (game !== undefined && game.vassalage !== vassalage) refuse("games.not_found", { field: "nodeId" });
  const { numUpdatedRows } = await tx
    .updateTable("studio")
    .set({ hot_game_id: game?.id ?? null })
    .where("code", "=", vassalage)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse("vendors.not_found", { field: "vassalage" });
  tellLobbies(tx);
}

interface Order {
  readonly vassalages: readonly string[];
  readonly seen: readonly string[];
}

/**
 * Gives studios their order: those named first, the others after them as they stood. Refuses a code that is none, or named twice, with `vendors.not_found`, and with
 * `vendors.changed` where they stood otherwise than was seen.
 */
export async function orderStudios(tx: Tx, { vassalages, seen }: Order): Promise<void> {
  // The order is read once it is held: what a statement waits for it has sorted before.
  await tx.selectFrom("studio").select("code").orderBy("code").forUpdate().execute();
  const stood = await tx.selectFrom("studio").select("code").orderBy("sort").orderBy("code").execute();
  const codes = stood.map(({ code }) => code);
  if (new Set(vassalages).size !== vassalages.length || vassalages.some((code) => !codes.includes(code))) refuse("vendors.not_found", { field: "vassalages" });
  if (codes.join() !== seen.join()) refuse("vendors.changed", { field: "seen" });
  const order = [...vassalages, ...codes.filter((code) => !vassalages.includes(code))];
  await sql`update studio set sort = o.place from unnest(${order}::text[]) with ordinality o (code, place) where studio.code = o.code`.execute(tx);
  tellLobbies(tx);
}

interface NewWindow {
  readonly vendorId: number | null;
  readonly gameId: number | null;
  readonly from: Date;
  readonly until: Date;
  readonly texts: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** Announces a time without new play. */
export async function addWindow(tx: Tx, { vendorId, gameId, from, until, texts, now }: NewWindow): Promise<void> {
  await tx
    .insertInto("game_window")
    .values({ id: newId(now), vendor_id: vendorId, game_id: gameId, from_at: from, until_at: until, texts: JSON.stringify(texts) })
    .execute();
  tellLobbies(tx);
}

/** Takes back a window that has not begun, or ends the one that is. Refuses with `vendors.window_over` one that is over or unknown. */
export async function endWindow(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  const ahead = await tx.deleteFrom("game_window").where("id", "=", id).where("from_at", ">=", now).executeTakeFirst();
  const running = await tx.updateTable("game_window").set({ until_at: now }).where("id", "=", id).where("until_at", ">", now).executeTakeFirst();
  if (ahead.numDeletedRows === 0n && running.numUpdatedRows === 0n) refuse("vendors.window_over", { field: "id" });
  tellLobbies(tx);
}

const WINDOWS_KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets windows that are a month over: each is read whenever the catalogue is built anew. */
export async function sweepWindows(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom("game_window")
    .where("until_at", "<", new Date(now.getTime() - WINDOWS_KEPT_MS))
    .execute();
}

/** The windows that are or are to come, the next first. */
export const listWindows = (db: Db | Tx, now: Date) =>
  (db as Db)
    .selectFrom("game_window as w")
    .leftJoin("vendor as v", "v.id", "w.vendor_id")
    .leftJoin("game as g", "g.id", "w.game_id")
    .select(["w.id", "v.code as vendorCode", "g.node_id as nodeId", "g.name as gameName", "w.from_at as from", "w.until_at as until", "w.texts"])
    .where("w.until_at", ">", now)
    .orderBy("w.from_at")
    .execute();
