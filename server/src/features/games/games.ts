import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { Game, GameInfo, games, Room } from "@laro/contract/games";
import type { Rational } from "@laro/engines/engine";
import { sql } from "kysely";
import { takesBonusBets } from "../../core/bonuses/bonusBets.ts";
import { engineOf, findGameByCode, findGameById } from "../../core/catalogue/catalogue.ts";
import { cycleInForce, knowSetStakes, stakesInForce } from "../../core/catalogue/stakes.ts";
import { dayAt, describeGame, hotWhyOf, nameIn, type Onlooker } from "../../core/catalogue/tiles.ts";
import { type Catalogue, readCatalogue } from "../../core/catalogue/view.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { sumPlay } from "../../core/wallet/playDays.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { Kept } from "../../platform/kept.ts";
import { listFacets, sift, type Wish } from "./games.facets.ts";

const PAGE_SIZE_DEFAULT = 20;
const HOT_MAX = 100;

type Page = OutputOf<(typeof games)["list"]>;

/** What was found for a wish, in the order asked for. */
interface Listing {
  readonly games: Catalogue["games"];
  readonly facets: Page["facets"];
}

const LISTINGS_MAX = 500;
const LISTINGS_BYTES_MAX = 8 * 1_024 * 1_024;
const BYTES_OF_PLACE = 8;

/** Pages of a list are cut from what was sought once: what a page costs does not grow with the catalogue. Ends with the catalogue it was found in. */
const listingsOf = new WeakMap<Catalogue, Kept<Listing>>();

function keepListings(catalogue: Catalogue): Kept<Listing> {
  const bytesOf = ({ games: found }: Listing): number => found.length * BYTES_OF_PLACE;
  const listings = listingsOf.get(catalogue) ?? new Kept<Listing>({ countMax: LISTINGS_MAX, bytesMax: LISTINGS_BYTES_MAX, bytesOf });
  listingsOf.set(catalogue, listings);
  return listings;
}

function findListing(catalogue: Catalogue, wish: Wish, onlooker: Onlooker): Promise<Listing> {
  const words = JSON.stringify(wish, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  // What is new depends on the day and on nothing else of whoever looks.
  return keepListings(catalogue).get(`${dayAt(onlooker)} ${words}`, async () => {
    const sifted = sift(catalogue, wish, onlooker);
    return { games: sortBy(sifted.games, wish.sort), facets: wish.withFacets === "1" ? listFacets(catalogue, sifted) : undefined };
  });
}

/** A page of the lobby. `ALL` and `HOT` span types; an unknown type has no games, and a page past the end none either. */
export async function listGames(
  db: Db,
  { pageNo = 1, pageSize = PAGE_SIZE_DEFAULT, ...wish }: InputOf<(typeof games)["list"]>,
  onlooker: Onlooker,
): Promise<Page> {
  const catalogue = await readCatalogue(db);
  const { games: found, facets } = await findListing(catalogue, wish, onlooker);
  return {
    list: found.slice((pageNo - 1) * pageSize, pageNo * pageSize).map((game) => describeGame(catalogue, game, onlooker)),
    pageNo,
    totalPages: Math.max(1, Math.ceil(found.length / pageSize)),
    total: found.length,
    ...(facets && { facets }),
  };
}

/** The catalogue's own order is the popular one. */
function sortBy(found: Catalogue["games"], sort: Wish["sort"]): Catalogue["games"] {
  if (sort === "name") return found.toSorted((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0));
  if (sort === "new") return found.toSorted((a, b) => (b.releasedOn ?? "").localeCompare(a.releasedOn ?? ""));
  if (sort === "return") return found.toSorted((a, b) => (b.rtpBps ?? -1) - (a.rtpBps ?? -1));
  return found;
}

/** What is hot, much played first. */
export async function listHot(db: Db, { vassalage }: InputOf<(typeof games)["hot"]>, onlooker: Onlooker): Promise<{ list: Game[] }> {
  const catalogue = await readCatalogue(db);
  const hot = catalogue.games.filter((game) => hotWhyOf(game) !== null && ((vassalage ?? "") === "" || game.studio.code === vassalage));
  return { list: hot.slice(0, HOT_MAX).map((game) => describeGame(catalogue, game, onlooker)) };
}

/** All games in columns, in the catalogue's order. */
export async function indexGames(db: Db, { language }: Pick<Onlooker, "language">): Promise<OutputOf<(typeof games)["index"]>> {
  const { games: all, studios } = await readCatalogue(db);
  const gameTypes = [...new Set(all.map(({ gameType }) => gameType))];
  const placeOf = new Map(studios.map(({ code }, place) => [code, place]));
  return {
    nodeIds: all.map(({ nodeId }) => String(nodeId)),
    names: all.map((game) => nameIn(game, language)),
    vendorOf: all.map(({ studio }) => placeOf.get(studio.code)!),
    typeOf: all.map(({ gameType }) => gameTypes.indexOf(gameType)),
    words: all.map(({ classes, features, words }) => [...classes, ...features, words].join(" ").trim()),
    popularity: all.map(({ rank }) => rank?.index ?? 0),
    vendors: studios.map(({ code, name }) => ({ code, name })),
    gameTypes,
  };
}

/** What a game's page tells. Refuses with `games.not_found` what is neither a node nor a house game's code. */
export async function getInfo(db: Db, code: string, onlooker: Onlooker): Promise<GameInfo> {
  const catalogue = await readCatalogue(db);
  const house = findGameByCode(code);
  const game = catalogue.byNode.get(house?.nodeId ?? code) ?? refuse("games.not_found", { field: "code" });
  return {
    game: describeGame(catalogue, game, onlooker),
    maxWinMultiple: game.maxWinMultiple,
    releasedOn: game.releasedOn,
    route: findGameById(game.id)?.route ?? null,
  };
}

const MY_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** What came of a member's play of one game within 30 days. Refuses with `games.not_found`. */
export async function getMyPlay(
  db: Db,
  { nodeId, accountId, timeZone, now }: { nodeId: string; accountId: bigint; timeZone: string; now: Date },
): Promise<OutputOf<(typeof games)["myPlay"]>> {
  const game = (await readCatalogue(db)).byNode.get(nodeId) ?? refuse("games.not_found", { field: "nodeId" });
  const from = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(now.getTime() - (MY_DAYS - 1) * DAY_MS));
  const { rounds, stake, win } = await sumPlay(db, { basis: "settled", walletIds: [await getMainWalletId(db, accountId)], timeZone, gameId: game.id, from });
  return { days: MY_DAYS, rounds, result: win - stake };
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

/** A fraction as a percentage with two decimals, rounded down. */
export function percentOf({ numerator, denominator }: Rational): string {
  return decimalOf((numerator * 10_000n) / denominator);
}

/** Hundredths with their point. */
export const decimalOf = (hundredths: bigint): string => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;

/** What a room shows before the first round. The return is rounded down to two decimals: never more than the game pays. */
export async function getRoom(db: Db, gameCode: string, pack: JurisdictionPack): Promise<Room> {
  const game = findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  const engine = engineOf(game);
  return {
    gameCode,
    displayName: game.displayName,
    ...stakesInForce(engine, pack, (await knowSetStakes(db)).get(game.gameId)),
    cycleMs: cycleInForce(engine, pack),
    exactReturn: percentOf(engine.exactReturn()),
    maxWinMultiple: Number(engine.maxWinMultiple.numerator / engine.maxWinMultiple.denominator),
    takesBonusBets: takesBonusBets(engine),
  };
}
