import type { VendorState } from "@laro/contract/vendors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { findGameById } from "./catalogue.ts";
import { coverAddress, type CoverGame } from "./covers/address.ts";

/** A vendor as a lobby needs it. */
export interface LiveVendor {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly state: VendorState;
  readonly simulated: boolean;
  readonly sort: number;
  readonly inFooter: boolean;
  readonly windows: readonly Window[];
}

/** Whose game it is, with its shown games, best known first. */
export interface LiveStudio {
  readonly code: string;
  readonly name: string;
  readonly nodeId: number;
  readonly sort: number;
  readonly lettering: number;
  readonly hotGameId: number | null;
  readonly vendor: LiveVendor;
  readonly games: readonly LiveGame[];
}

/** A time without new play. */
export interface Window {
  readonly from: Date;
  readonly until: Date;
}

/** A game with all that its tile and its launch depend on. Amounts are minor units, the return hundredths of a percent. */
export interface LiveGame {
  readonly id: number;
  readonly nodeId: number;
  readonly gameCode: string;
  readonly name: string;
  readonly names: Readonly<Record<string, string>>;
  readonly gameType: string;
  readonly classes: readonly string[];
  readonly features: readonly string[];
  readonly words: string;
  /** What an officer chose for its cover; empty where the words of its name choose. */
  readonly motif: string;
  /** Where its cover is read. */
  readonly iconUrl: string;
  readonly isGroup: boolean;
  readonly lines: number | null;
  readonly stakeMinMinor: bigint | null;
  readonly stakeMaxMinor: bigint | null;
  readonly maxWinMultiple: number | null;
  readonly rtpBps: number | null;
  readonly rtpSource: "exact" | "stated" | null;
  readonly volatility: number | null;
  readonly demo: boolean;
  readonly sort: number;
  readonly releasedOn: string | null;
  readonly vendor: LiveVendor;
  readonly studio: Omit<LiveStudio, "games">;
  readonly isStopped: boolean;
  readonly isPicked: boolean;
  /** Where its real rounds of the last closed day stand among all games: 500 to 2,000. */
  readonly rank: Rank | undefined;
  readonly windows: readonly Window[];
  /** What a search by name is held against. */
  readonly folded: string;
}

export interface Rank {
  readonly index: number;
  readonly rounds: number;
}

/** All shown games, best known first: those of vendors that are off, hidden ones and gone ones are not among them. */
export interface Catalogue {
  readonly version: bigint;
  readonly games: readonly LiveGame[];
  readonly byType: ReadonlyMap<string, readonly LiveGame[]>;
  readonly byNode: ReadonlyMap<string, LiveGame>;
  readonly byId: ReadonlyMap<number, LiveGame>;
  /** In the operator's order. */
  readonly studios: readonly LiveStudio[];
  readonly byStudio: ReadonlyMap<string, LiveStudio>;
  /** How many games were really played on the last closed day. */
  readonly rankedCount: number;
}

/** How old what a lobby shows may be. */
const LOOK_EVERY_MS = 1_000;
/** The popularity index spans the specification's range for the figure on a tile (CONST-41). */
export const POPULARITY_MIN = 500;
export const POPULARITY_SPAN = 1_500;

interface Kept {
  catalogue: Catalogue | undefined;
  lookedAt: number;
  looking: Promise<Catalogue> | undefined;
}

const kept = new WeakMap<Db, Kept>();

/** The answer whose being stale says that the catalogue moved. */
export const CATALOGUE_ENDPOINT = "games.vendors";

/** Has the next reader look again at once: whoever was just told that a lobby is stale must not be answered with what stood before. */
export const forgetCatalogue = (db: Db): void => void kept.delete(db);

/** The catalogue from memory: looked at again at most once a second, by one query for all who ask meanwhile, and built anew where its version moved. */
export async function readCatalogue(db: Db): Promise<Catalogue> {
  const view = kept.get(db) ?? { catalogue: undefined, lookedAt: 0, looking: undefined };
  kept.set(db, view);
  if (view.catalogue !== undefined && performance.now() - view.lookedAt < LOOK_EVERY_MS) return view.catalogue;
  view.looking ??= look(db, view).finally(() => (view.looking = undefined));
  return view.looking;
}

async function look(db: Db, view: Kept): Promise<Catalogue> {
  const began = performance.now();
  // Read before the rows, so that a change between the two is noticed at the next look.
  const { version } = await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  if (view.catalogue?.version !== version) view.catalogue = await buildCatalogue(db, version);
  view.lookedAt = began;
  return view.catalogue;
}

/** Without case and accents. */
export const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

async function buildCatalogue(db: Db, version: bigint): Promise<Catalogue> {
  const [vendorRows, studioRows, gameRows, windowRows, stopRows, ranks] = await Promise.all([
    db.selectFrom("vendor").selectAll().execute(),
    db.selectFrom("studio").selectAll().execute(),
    readGames(db).where("g.state", "=", "open").where("v.state", "<>", "off").execute(),
    db.selectFrom("game_window").select(["vendor_id", "game_id", "from_at as from", "until_at as until"]).execute(),
    db.selectFrom("game_stop").select("game_id").execute(),
    readRanks(db),
  ]);
  const windowsOfVendor = Map.groupBy(windowRows, (row) => row.vendor_id);
  const windowsOfGame = Map.groupBy(windowRows, (row) => row.game_id);
  const vendors = new Map(
    vendorRows.map(({ id, code, name, state, simulated, sort, in_footer: inFooter }): [number, LiveVendor] => [
      id,
      { id, code, name, state: state as VendorState, simulated, sort, inFooter, windows: windowsOfVendor.get(id) ?? [] },
    ]),
  );
  const byCode = new Map(
    studioRows.map(({ code, name, node_id: nodeId, sort, lettering, hot_game_id: hotGameId, vendor_id: vendorId }) => {
      return [code, { code, name, nodeId, sort, lettering, hotGameId, vendor: vendors.get(vendorId)! }] as const;
    }),
  );
  const stops = new Set(stopRows.map((row) => row.game_id));
  const games = gameRows
    .map((row): LiveGame => {
      const studio = byCode.get(row.studio)!;
      return {
        ...liveOf(row),
        iconUrl: coverAddress(coverOf({ ...row, studio })),
        studio,
        vendor: studio.vendor,
        isStopped: stops.has(row.id) || takesNothing(row),
        isPicked: studio.hotGameId === row.id,
        rank: ranks.get(row.id),
        windows: windowsOfGame.get(row.id) ?? [],
      };
    })
    .toSorted(byFame);
  const gamesOf = Map.groupBy(games, ({ studio }) => studio.code);
  const studios = [...byCode.values()]
    .toSorted((a, b) => a.sort - b.sort || (a.code < b.code ? -1 : 1))
    .map((studio) => ({ ...studio, games: gamesOf.get(studio.code) ?? [] }))
    .filter((studio) => studio.games.length > 0);
  return {
    version,
    games,
    byType: Map.groupBy(games, ({ gameType }) => gameType),
    byNode: new Map(games.map((game) => [String(game.nodeId), game])),
    byId: new Map(games.map((game) => [game.id, game])),
    studios,
    byStudio: new Map(studios.map((studio) => [studio.code, studio])),
    rankedCount: ranks.size,
  };
}

/** What of a game is on its cover. */
export const coverOf = (
  game: Pick<LiveGame, "id" | "nodeId" | "name" | "gameType" | "classes" | "features" | "motif" | "gameCode"> & {
    readonly studio: Pick<LiveStudio, "lettering">;
  },
): CoverGame => ({
  nodeId: game.nodeId,
  name: game.name,
  gameType: game.gameType,
  classes: game.classes,
  features: game.features,
  lettering: game.studio.lettering,
  motif: game.motif === "" ? null : game.motif,
  houseCode: findGameById(game.id)?.gameCode,
});

/** What is on the cover of a game, whether lobbies show it or not. */
export async function findCover(db: Db, nodeId: number): Promise<CoverGame | undefined> {
  const query = readGames(db).innerJoin("studio as s", "s.code", "g.studio").select("s.lettering");
  const row = await query.where("g.node_id", "=", nodeId).executeTakeFirst();
  return row && coverOf({ ...row, studio: { lettering: row.lettering } });
}

const byFame = (a: LiveGame, b: LiveGame): number =>
  (b.rank?.index ?? POPULARITY_MIN) - (a.rank?.index ?? POPULARITY_MIN) || a.studio.sort - b.studio.sort || a.sort - b.sort || a.nodeId - b.nodeId;

const readGames = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("game as g")
    .innerJoin("vendor as v", "v.id", "g.vendor_id")
    .leftJoin("game_stake as k", "k.game_id", "g.id")
    .select([
      "g.id",
      "g.node_id as nodeId",
      "g.game_code as gameCode",
      "g.name",
      "g.names",
      "g.game_type as gameType",
      "g.classes",
      "g.features",
      "g.words",
      "g.motif",
      "g.is_group as isGroup",
      "g.lines",
      "g.max_win_multiple as maxWinMultiple",
      "g.rtp_bps as rtpBps",
      "g.rtp_source as rtpSource",
      "g.volatility",
      "g.demo",
      "g.sort",
      "g.released_on as releasedOn",
      "g.studio",
    ])
    // Of two bounds the narrower; one that is not set does not count.
    .select([
      sql<bigint | null>`greatest(g.stake_min, k.stake_min)`.as("stakeMinMinor"),
      sql<bigint | null>`least(g.stake_max, k.stake_max)`.as("stakeMaxMinor"),
    ]);

/** Whether what officers set leaves no stake at all. */
const takesNothing = ({ stakeMinMinor, stakeMaxMinor }: Pick<LiveGame, "stakeMinMinor" | "stakeMaxMinor">): boolean =>
  stakeMinMinor !== null && stakeMaxMinor !== null && stakeMinMinor > stakeMaxMinor;

type GameRow = Awaited<ReturnType<ReturnType<typeof readGames>["execute"]>>[number];

const liveOf = ({ studio: _studio, ...row }: GameRow) => ({
  ...row,
  names: row.names as Record<string, string>,
  rtpSource: row.rtpSource as LiveGame["rtpSource"],
  folded: fold(row.name),
});

/** Each game's index: where its rounds of the last closed day stand among all games that had any. */
async function readRanks(db: Db): Promise<ReadonlyMap<number, Rank>> {
  const rows = await db.selectFrom("game_popularity").select(["game_id as gameId", "rounds"]).orderBy("rounds").execute();
  return new Map(
    rows.map(({ gameId, rounds }, place) => [
      gameId,
      { index: Math.round(POPULARITY_MIN + (POPULARITY_SPAN * (place + 1)) / rows.length), rounds: Number(rounds) },
    ]),
  );
}

/** What a start depends on, as it stands now and not a second ago, by one query: a start is asked for twice. Undefined where it is not shown. */
export async function findStartable(tx: Db | Tx, by: { readonly nodeId: number } | { readonly gameId: number }): Promise<Startable | undefined> {
  const row = await (tx as Db)
    .selectFrom("game as g")
    .innerJoin("vendor as v", "v.id", "g.vendor_id")
    .select(["g.id", "g.game_code as gameCode", "g.name", "g.game_type as gameType", "g.demo", "g.lines"])
    .leftJoin("game_stake as k", "k.game_id", "g.id")
    .select([
      sql<bigint | null>`greatest(g.stake_min, k.stake_min)`.as("stakeMinMinor"),
      sql<bigint | null>`least(g.stake_max, k.stake_max)`.as("stakeMaxMinor"),
    ])
    .select(["v.id as vendorId", "v.code as vendorCode", "v.name as vendorName", "v.state as vendorState", "v.simulated"])
    .select(sql<boolean>`v.wallet_mode = 'transfer'`.as("keepsWallet"))
    .select(["v.base_url as baseUrl", "v.game_origins as gameOrigins", "g.node_id as nodeId"])
    .select(sql<boolean>`exists (select from game_stop s where s.game_id = g.id)`.as("hasStop"))
    .select(sql<readonly Date[]>`array(select w.from_at from game_window w where w.game_id = g.id or w.vendor_id = v.id order by w.id)`.as("from"))
    .select(sql<readonly Date[]>`array(select w.until_at from game_window w where w.game_id = g.id or w.vendor_id = v.id order by w.id)`.as("until"))
    .where("nodeId" in by ? "g.node_id" : "g.id", "=", "nodeId" in by ? by.nodeId : by.gameId)
    .where("g.state", "=", "open")
    .where("v.state", "<>", "off")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const windows = row.from.map((from, at) => ({ from, until: row.until[at]! }));
  return { ...row, vendor: { state: row.vendorState as VendorState, windows }, isStopped: row.hasStop || takesNothing(row), windows: [] };
}

export type Startable = Pick<LiveGame, "id" | "nodeId" | "gameCode" | "name" | "gameType" | "demo" | "lines" | "stakeMinMinor" | "isStopped" | "windows"> & {
  readonly vendor: Pick<LiveVendor, "state" | "windows">;
  readonly vendorId: number;
  readonly vendorCode: string;
  readonly vendorName: string;
  readonly simulated: boolean;
  /** Its vendor has a wallet of its own. */
  readonly keepsWallet: boolean;
  readonly baseUrl: string | null;
  readonly gameOrigins: readonly string[];
};
