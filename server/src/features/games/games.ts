import { refuse } from "@laro/contract/core/errors";
import type { InputOf } from "@laro/contract/core/endpoint";
import type { Game, games, Room } from "@laro/contract/games";
import { sql } from "kysely";
import { engineOf, findGameByCode, findGameByNode, listHouseGames, type CatalogueGame } from "../../core/catalogue/catalogue.ts";
import { readStops } from "../../core/catalogue/stops.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";

const PAGE_SIZE_DEFAULT = 20;
/** The popularity index spans the specification's range for the figure on a tile (CONST-41). */
const POPULARITY_MIN = 500;
const POPULARITY_SPAN = 1_500;
/** Below so many played games a rank says nothing, and below so many rounds of a game it says nothing of that game. */
const RANKED_GAMES_MIN = 10;
const RANKED_ROUNDS_MIN = 100;

/** A page of the lobby. `ALL` and `HOT` span types; an unknown type has no games. */
export async function listGames(
  db: Db,
  { gameType, vassalage, gameClassify, name, pageNo = 1, pageSize = PAGE_SIZE_DEFAULT }: InputOf<(typeof games)["list"]>,
  pack: JurisdictionPack,
): Promise<{ list: Game[]; pageNo: number; totalPages: number }> {
  const [popularity, stops] = await Promise.all([readPopularity(db), readStops(db)]);
  const wanted = listHouseGames()
    .toSorted((a, b) => indexOf(b, popularity) - indexOf(a, popularity))
    .map((game) => describe(game, popularity, pack.closedGameTypes.includes(engineOf(game).gameType) || stops.has(game.gameId)))
    .filter(
      (game) =>
        gameType === undefined ||
        ["ALL", "HOME"].includes(gameType) ||
        (gameType === "HOT" ? game.isHot === 1 : game.gameType === gameType || game.vassalage === gameType),
    )
    .filter((game) => vassalage === undefined || game.vassalage === vassalage)
    .filter((game) => gameClassify === undefined || gameClassify === "ALL" || (gameClassify === "HOT" ? game.isHot === 1 : game.gameType === gameClassify))
    .filter((game) => name === undefined || game.displayName.toLowerCase().includes(name.trim().toLowerCase()));
  const totalPages = Math.max(1, Math.ceil(wanted.length / pageSize));
  return { list: wanted.slice((pageNo - 1) * pageSize, pageNo * pageSize), pageNo, totalPages };
}

interface Rank {
  readonly index: number;
  readonly rounds: number;
}
type Ranks = ReadonlyMap<number, Rank>;

const indexOf = ({ gameId }: CatalogueGame, ranks: Ranks): number => ranks.get(gameId)?.index ?? POPULARITY_MIN;

/** The figure a tile may show: none where it would rest on next to nothing. */
function figureOf({ gameId }: CatalogueGame, ranks: Ranks): number | null {
  const rank = ranks.get(gameId);
  return ranks.size < RANKED_GAMES_MIN || rank === undefined || rank.rounds < RANKED_ROUNDS_MIN ? null : rank.index;
}

function describe(game: CatalogueGame, popularity: Ranks, maintenance: boolean): Game {
  const engine = engineOf(game);
  return {
    nodeId: game.nodeId,
    gameName: game.displayName,
    displayName: game.displayName,
    gameType: engine.gameType,
    iconUrl: `/TCG_GAME_ICONS/${game.gameCode}.svg`,
    vassalage: engine.vendorCode,
    vendorCode: engine.vendorCode,
    gameCode: game.gameCode,
    isGame: "GAME",
    isHot: indexOf(game, popularity) >= POPULARITY_MIN + POPULARITY_SPAN / 2 ? 1 : 0,
    popularity: figureOf(game, popularity),
    maintenance,
  };
}

/** Each game's index: where its rounds of the last closed day stand among all games. */
async function readPopularity(db: Db): Promise<Ranks> {
  const rows = await db.selectFrom("game_popularity").select(["game_id as gameId", "rounds"]).orderBy("rounds").execute();
  return new Map(
    rows.map(({ gameId, rounds }, rank) => [
      gameId,
      { index: Math.round(POPULARITY_MIN + (POPULARITY_SPAN * (rank + 1)) / rows.length), rounds: Number(rounds) },
    ]),
  );
}

/** Counts the rounds of the last calendar day that is written down. */
export async function countPopularity(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into game_popularity (game_id, rounds, counted_at)
    select game_id, sum(rounds), ${now} from play_day where day = (select max(day) from play_day_done) group by game_id
    on conflict (game_id) do update set rounds = excluded.rounds, counted_at = excluded.counted_at`.execute(tx);
  await sql`delete from game_popularity p where not exists (
    select from play_day d where d.day = (select max(day) from play_day_done) and d.game_id = p.game_id) and exists (select from play_day_done)`.execute(tx);
}

/** What a room shows before the first round. The return is rounded down to two decimals: never more than the game pays. */
export function getRoom(gameCode: string): Room {
  const game = findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  const engine = engineOf(game);
  const { numerator, denominator } = engine.exactReturn();
  const hundredths = (numerator * 10_000n) / denominator;
  return {
    gameCode,
    displayName: game.displayName,
    stakeMin: engine.stakeMin,
    stakeMax: engine.stakeMax,
    stakeStep: engine.stakeStep,
    cycleMs: engine.cycleMs,
    exactReturn: `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`,
    maxWinMultiple: Number(engine.maxWinMultiple.numerator / engine.maxWinMultiple.denominator),
  };
}

/** Where to go to play. */
export async function launchGame(tx: Tx, nodeId: string, pack: JurisdictionPack): Promise<{ route: string }> {
  const game = findGameByNode(nodeId) ?? refuse("games.not_found", { field: "nodeId" });
  if (pack.closedGameTypes.includes(engineOf(game).gameType) || (await readStops(tx)).has(game.gameId)) refuse("games.closed");
  return { route: game.route };
}
