import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { prizeModes, type LotteryTile, type LottoArea } from "@laro/contract/core/lotteries";
import { OPENED_DEFAULT, type lottery } from "@laro/contract/lottery";
import { sql } from "kysely";
import { readStops } from "../../core/catalogue/stops.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { getLottery, listLotteries, type Lottery } from "./lottery.games.ts";

interface NextDraw {
  readonly drawId: bigint;
  readonly series: string;
  readonly number: string;
  readonly closesAt: Date;
  readonly drawsAt: Date;
}

const OPEN_MAX = 50;

/** The draws of a lottery that take tickets now, the next one first. */
async function listOpen(db: Db, { series, now, limit }: { series: string; now: Date; limit: number }): Promise<readonly NextDraw[]> {
  return db
    .selectFrom("draw")
    .select(["id as drawId", "series", "number", "closes_at as closesAt", "draws_at as drawsAt"])
    .where("series", "=", series)
    .where("rooted", "=", true)
    .where("closes_at", ">", now)
    .where("state", "=", "open")
    .orderBy("closes_at")
    .limit(limit)
    .execute();
}

/** The next draw of each lottery, by its code. */
async function listNext(db: Db, now: Date): Promise<ReadonlyMap<string, NextDraw>> {
  const { rows } = await sql<NextDraw>`
    select d.* from unnest(${listLotteries().map(({ code }) => code)}::text[]) s(series) cross join lateral (
      select d.id as "drawId", d.series, d.number, d.closes_at as "closesAt", d.draws_at as "drawsAt" from draw d
      where d.series = s.series and d.rooted and d.closes_at > ${now} and d.state = 'open' order by d.closes_at limit 1
    ) d`.execute(db as Tx);
  return new Map(rows.map((row) => [row.series, row]));
}

interface LastDraw {
  readonly series: string;
  readonly number: string;
  readonly result: Record<string, unknown>;
}

/** What fell last in each lottery, by its code. */
async function listLast(db: Db, now: Date): Promise<ReadonlyMap<string, LastDraw>> {
  const { rows } = await sql<LastDraw>`
    select d.* from unnest(${listLotteries().map(({ code }) => code)}::text[]) s(series) cross join lateral (
      select d.series, d.number, d.result from draw d
      where d.series = s.series and d.rooted and d.closes_at <= ${now} and d.result is not null order by d.closes_at desc limit 1
    ) d`.execute(db as Tx);
  return new Map(rows.map((row) => [row.series, row]));
}

const describeNext = ({ drawId, number, closesAt, drawsAt }: NextDraw) => ({
  drawId,
  number,
  closesAt: closesAt.toISOString(),
  drawsAt: drawsAt.toISOString(),
});

function describeTile({ code, game, engine }: Lottery, next: NextDraw | undefined, last: LastDraw | undefined): LotteryTile {
  const none = { drawId: null, number: null, closesAt: null, drawsAt: null };
  return {
    gameCode: code,
    displayName: game.displayName,
    vassalage: engine.vendorCode,
    gameType: engine.gameType,
    nodeId: game.nodeId,
    ...(next === undefined ? none : describeNext(next)),
    last: last === undefined ? null : { number: last.number, result: last.result },
    unitMin: engine.lottery.unitMin,
    unitMax: engine.lottery.unitMax,
    mode: "house",
    pool: null,
  };
}

interface Onlooker {
  readonly pack: Pick<JurisdictionPack, "closedGameTypes">;
  readonly now: Date;
}

/** The lotteries that are open to play, each with its next draw. */
async function listTiles(db: Db, { pack, now }: Onlooker): Promise<readonly { lottery: Lottery; tile: LotteryTile }[]> {
  const [stops, next, last] = [await readStops(db), await listNext(db, now), await listLast(db, now)];
  return listLotteries()
    .filter(({ engine }) => !pack.closedGameTypes.includes(engine.gameType))
    .map((lottery) => ({ lottery, tile: describeTile(lottery, stops.has(lottery.game.gameId) ? undefined : next.get(lottery.code), last.get(lottery.code)) }));
}

const titles: Readonly<Record<LottoArea, string>> = { PH: "Philippines", SEA: "Southeast Asia", VN: "Vietnam" };

/** The lotteries by prize mode and area; one without games is not there. */
export async function listMenus(db: Db, onlooker: Onlooker): Promise<OutputOf<(typeof lottery)["menus"]>> {
  const tiles = await listTiles(db, onlooker);
  const list = prizeModes.flatMap((prizeMode) =>
    (["PH", "SEA", "VN"] as const).map((area) => ({
      prizeMode,
      area,
      title: titles[area],
      games: tiles.filter(({ lottery }) => lottery.prizeMode === prizeMode && lottery.area === area).map(({ tile }) => tile),
    })),
  );
  return { list: list.filter(({ games }) => games.length > 0) };
}

/** A path of this site: no other host, and nothing a browser would read as one. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\s\p{C}]*$/u.test(path);

const pages = { PH: "/lottery", SEA: "/seaLottery", VN: "/vnLottery" } as const;
type Lobby = InputOf<(typeof lottery)["lobby"]>;

/** Where a lottery's page is and where its back control leads. Refuses with `lottery.back_url_foreign`, `games.not_found` or `games.closed`. */
export async function openLobby(
  db: Db,
  { gameCode, lottoArea, launchMode, prizeMode, backUrl = "/" }: Lobby,
  onlooker: Onlooker,
): Promise<OutputOf<(typeof lottery)["lobby"]>> {
  if (!isOwnPath(backUrl)) refuse("lottery.back_url_foreign", { field: "backUrl" });
  const tiles = await listTiles(db, onlooker);
  const list = tiles.filter(({ lottery }) => fits(lottery, { launchMode, prizeMode }));
  if ((gameCode ?? "") === "") return { route: pages[lottoArea ?? "PH"], backUrl, list: list.map(({ tile }) => tile) };
  const { code, game } = getLottery(gameCode!);
  if (!tiles.some(({ lottery }) => lottery.code === code)) refuse("games.closed");
  return { route: game.route, backUrl, list: list.map(({ tile }) => tile) };
}

/** A vassalage as launch mode names its own lotteries; a game type says only how the lobby was come to, and the prize mode decides. */
function fits({ engine, prizeMode }: Lottery, wish: Pick<Lobby, "launchMode" | "prizeMode">): boolean {
  if (wish.prizeMode !== undefined) return prizeMode === wish.prizeMode;
  if (wish.launchMode === undefined) return true;
  return wish.launchMode === engine.vendorCode || wish.launchMode === engine.gameType;
}

/** The draws that take tickets now. Refuses with `games.not_found`. */
export async function listDraws(db: Db, { gameCode, now }: { gameCode: string; now: Date }): Promise<OutputOf<(typeof lottery)["draws"]>> {
  const { code } = getLottery(gameCode);
  return { list: (await listOpen(db, { series: code, now, limit: OPEN_MAX })).map(describeNext), at: now.toISOString() };
}

/** What fell last, of one day of the lottery's own zone where it is named. Refuses with `games.not_found`. */
export async function listOpened(
  db: Db,
  { gameCode, day, limit = OPENED_DEFAULT }: InputOf<(typeof lottery)["opened"]>,
  now: Date,
): Promise<OutputOf<(typeof lottery)["opened"]>> {
  const { code, calendar } = getLottery(gameCode);
  const rows = await db
    .selectFrom("draw")
    .select(["number", "result", "drawn_at as drawnAt"])
    .where("series", "=", code)
    .where("rooted", "=", true)
    .where("result", "is not", null)
    .where("closes_at", "<=", now)
    .$if(day !== undefined, (query) => {
      const start = sql<Date>`(${day!}::date::timestamp at time zone ${calendar.zone})`;
      const end = sql<Date>`((${day!}::date + 1)::timestamp at time zone ${calendar.zone})`;
      // A draw of midnight closes before it and is of the day that begins; none is drawn before it closes, so no more than the day is read.
      return query
        .where("closes_at", ">=", sql<Date>`${start} - interval '1 hour'`)
        .where("closes_at", "<", end)
        .where("draws_at", ">=", start)
        .where("draws_at", "<", end);
    })
    .orderBy("closes_at", "desc")
    .limit(limit)
    .execute();
  const [next] = await listOpen(db, { series: code, now, limit: 1 });
  return {
    list: rows.map(({ number, result, drawnAt }) => ({ number, drawnAt: drawnAt!.toISOString(), result: result as Record<string, unknown>, resultVersion: 1 })),
    next: next === undefined ? null : describeNext(next),
    at: now.toISOString(),
  };
}
