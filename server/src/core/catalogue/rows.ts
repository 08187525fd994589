import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { GameChange, GameRow, vendors } from "@laro/contract/vendors";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { type Onlooker, percentOf, popularityOf, standingOf } from "./tiles.ts";
import { type Catalogue, fold, readCatalogue } from "./view.ts";

const PAGE_SIZE = 50;

/** Games as rows, whatever lobbies show of them. */
export const rows = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("game as g")
    .innerJoin("vendor as v", "v.id", "g.vendor_id")
    .innerJoin("studio as s", "s.code", "g.studio")
    .select(["g.id", "g.node_id as nodeId", "g.name as displayName", "g.names", "g.game_code as gameCode", "g.game_type as gameType"])
    .select(["g.studio as vassalage", "v.code as vendorCode", "g.state", "g.words", "g.rtp_bps as rtpBps", "g.rtp_source as rtpSource"])
    .select("s.hot_game_id as hotGameId");

export type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

/** Whether a text can be a game's node at all. */
export const isNode = (text: string): boolean => /^[0-9]{4,9}$/.test(text);

export const namesOf = ({ names }: Pick<Row, "names">): Readonly<Record<string, string>> => names as Record<string, string>;

/** A row as officers see it, beside what lobbies make of it now. */
function describe(catalogue: Catalogue, row: Row, onlooker: Onlooker): GameRow {
  const shown = catalogue.byNode.get(String(row.nodeId));
  return {
    nodeId: String(row.nodeId),
    displayName: row.displayName,
    names: { ...namesOf(row) },
    gameCode: row.gameCode,
    gameType: row.gameType,
    vendorCode: row.vendorCode,
    vassalage: row.vassalage,
    state: row.state as GameRow["state"],
    standing: shown === undefined || row.state !== "open" ? null : standingOf(shown, onlooker).state,
    iconUrl: shown?.iconUrl ?? null,
    words: row.words,
    rtp: row.rtpBps === null ? null : percentOf(row.rtpBps),
    rtpSource: row.rtpSource as GameRow["rtpSource"],
    popularity: shown === undefined ? null : popularityOf(catalogue, shown),
    isPicked: row.hotGameId === row.id,
  };
}

type Wish = InputOf<(typeof vendors)["games"]>;

/** A page of all games, or of those that fit, by studio and place. */
export async function listRows(
  db: Db,
  { vendorCode, vassalage, gameType, state, name = "", pageNo = 1 }: Wish,
  onlooker: Onlooker,
): Promise<{ list: GameRow[]; pageNo: number; totalPages: number; total: number }> {
  const needle = fold(name.trim());
  const [catalogue, found] = await Promise.all([
    readCatalogue(db),
    rows(db)
      .$if(vendorCode !== undefined, (query) => query.where("v.code", "=", vendorCode!))
      .$if(vassalage !== undefined, (query) => query.where("g.studio", "=", vassalage!))
      .$if(gameType !== undefined, (query) => query.where("g.game_type", "=", gameType!))
      .$if(state !== undefined, (query) => query.where("g.state", "=", state!))
      .orderBy("s.sort")
      .orderBy("s.code")
      .orderBy("g.sort")
      .orderBy("g.id")
      .execute(),
  ]);
  const wanted = needle === "" ? found : found.filter((row) => textsOf(row).some((text) => fold(text).includes(needle)));
  return {
    list: wanted.slice((pageNo - 1) * PAGE_SIZE, pageNo * PAGE_SIZE).map((row) => describe(catalogue, row, onlooker)),
    pageNo,
    totalPages: Math.max(1, Math.ceil(wanted.length / PAGE_SIZE)),
    total: wanted.length,
  };
}

const textsOf = (row: Row): readonly string[] => [row.displayName, ...Object.values(namesOf(row)), row.gameCode, row.words, String(row.nodeId)];

/** What officers changed of a game, newest first. Refuses with `games.not_found`. */
export async function listChanges(
  db: Db,
  { nodeId, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { nodeId: string },
): Promise<{ list: GameChange[]; next: string | null }> {
  const game = isNode(nodeId) ? await db.selectFrom("game").select("id").where("node_id", "=", Number(nodeId)).executeTakeFirst() : undefined;
  if (game === undefined) refuse("games.not_found", { field: "nodeId" });
  const found = await db
    .selectFrom("game_change as c")
    .leftJoin("operator as o", "o.id", "c.by")
    .select(["c.id", "c.field", "c.before", "c.after", "c.reason", "c.at", "o.name as by"])
    .where("c.game_id", "=", game.id)
    .$if(isIdCursor(cursor), (query) => query.where("c.id", "<", cursor!))
    .orderBy("c.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(found, { limit, describe: (row) => ({ ...row, by: row.by ?? "", at: row.at.toISOString() }), cursorOf: ({ id }) => id });
}
