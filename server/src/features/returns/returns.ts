import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { GameAlert, LiveReturn, returns } from "@laro/contract/returns";
import type { Engine, Rational } from "@laro/engines/engine";
import { largestOf } from "@laro/engines/minis/odds";
import { versionOf } from "@laro/engines/registry";
import { sql } from "kysely";
import { type CatalogueGame, engineOf, findGameByCode, findGameById, listHouseGames } from "../../core/catalogue/catalogue.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";

/** Nothing commits so long after its moment: statements end after ten seconds. */
const COUNTED_AFTER_MS = 60_000;
/** What one transaction counts, and how many a run makes: after a pause the next runs go on. */
const SPAN_MS = 6 * 60 * 60_000;
const SPANS_MAX = 200;
/** How long nothing new is said of a return that was looked at. */
const QUIET_DAYS = 30;
/** One in a thousand fair games lies further from its return than so many deviations, in hundredths. */
const BAND = 329n;

/** What came back of a version of a game. Amounts are minor units, squares theirs. */
interface Counted {
  readonly rounds: number;
  readonly stake: bigint;
  readonly win: bigint;
  readonly squares: bigint;
}

/** Counts settled rounds since the last count, each once, and says which returns left their band. Any number of processes may do it, as often as they like. */
export async function countReturns({ database, clock, timeZone }: Pick<Platform, "database" | "clock" | "timeZone">): Promise<void> {
  const moment = { now: clock.now(), timeZone };
  for (let spans = 0; spans < SPANS_MAX; spans += 1) if (!(await database.begin((tx) => countSpan(tx, moment)))) break;
  await database.begin((tx) => alertReturns(tx, moment));
}

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** Answers whether there may be more to count. */
async function countSpan(tx: Tx, { now, timeZone }: Moment): Promise<boolean> {
  const from = await lockCount(tx);
  const end = now.getTime() - COUNTED_AFTER_MS;
  if (from === undefined || from.getTime() >= end) return false;
  const until = new Date(Math.min(end, from.getTime() + SPAN_MS));
  await sql`
    insert into game_return as known (game_id, version, day, rounds, stake, win, squares)
    select r.game_id, coalesce((r.detail->>'v')::smallint, 1), (r.at at time zone ${timeZone})::date,
      count(*) filter (where r.status <> 5), sum(r.stake), sum(r.win - coalesce(j.amount, 0)), sum(r.stake::numeric * abs(r.stake))
    from round_settled r left join jackpot_win j on j.round_id = r.round_id
    where r.at >= ${from} and r.at < ${until} and r.game_id = any(${listHouseGames().map(({ gameId }) => gameId)}::integer[])
    group by 1, 2, 3
    on conflict (game_id, version, day) do update set rounds = known.rounds + excluded.rounds, stake = known.stake + excluded.stake,
      win = known.win + excluded.win, squares = known.squares + excluded.squares`.execute(tx);
  await tx.updateTable("game_return_count").set({ until }).execute();
  return until.getTime() < end;
}

/** From where to count, held until the transaction ends; undefined where nothing was ever played. The first of all rounds is found by each wallet's first. */
async function lockCount(tx: Tx): Promise<Date | undefined> {
  const known = await tx.selectFrom("game_return_count").select("until").forUpdate().executeTakeFirst();
  if (known !== undefined) return known.until;
  await sql`
    insert into game_return_count (until)
    select first from (
      select min(r.at) as first from wallet w cross join lateral (select at from round where wallet_id = w.id order by id limit 1) r
    ) f where first is not null on conflict do nothing`.execute(tx);
  return (await tx.selectFrom("game_return_count").select("until").forUpdate().executeTakeFirst())?.until;
}

/** The least and the most that a game returns by its choices, and the variance of the boldest. */
interface Expected {
  readonly least: Rational;
  readonly most: Rational;
  readonly variance: Rational;
}

const expectations = new WeakMap<Engine, Expected>();

function expectedOf(engine: Engine): Expected {
  const known = expectations.get(engine);
  if (known !== undefined) return known;
  const expected = {
    least: engine.exactReturn(),
    most: largestOf([engine.exactReturn(), ...(engine.bets?.() ?? []).map(({ choice }) => engine.exactReturn(choice))]),
    variance: engine.exactVariance(),
  };
  expectations.set(engine, expected);
  return expected;
}

/**
 * Whether what came back is further from what was to be expected than chance takes it: win against return × stake, in whole numbers, with a band of 3.29 σ √Σs².
 * Where a player's skill decides, less than the exact return is no fault.
 */
export function isOutside(engine: Engine, { stake, win, squares }: Counted): boolean {
  const { least, most, variance } = expectedOf(engine);
  if (stake === 0n) return false;
  const isFar = (off: bigint, denominator: bigint): boolean =>
    off > 0n && off * off * variance.denominator * 10_000n > BAND * BAND * variance.numerator * squares * denominator * denominator;
  const above = win * most.denominator - stake * most.numerator;
  const below = stake * least.numerator - win * least.denominator;
  return isFar(above, most.denominator) || (engine.skill !== true && isFar(below, least.denominator));
}

const PERCENT = 10_000n;
const MILLION = 1_000_000n;

/** The band around what is to be expected, in hundredths of a percent of the stakes: for the eye, so rounded outwards. */
function bandOf(engine: Engine, { stake, squares }: Counted): { least: string; most: string } | null {
  const { least, most, variance } = expectedOf(engine);
  if (stake === 0n) return null;
  // σ² in millionths first: some exact variances are larger than a float.
  const deviation = Math.sqrt((Number((variance.numerator * MILLION) / variance.denominator) / Number(MILLION)) * Number(squares));
  const half = BigInt(Math.ceil((Number(BAND) * deviation * 100) / Number(stake)));
  const low = engine.skill === true ? 0n : (PERCENT * least.numerator) / least.denominator - half;
  return { least: formatAmount(low < 0n ? 0n : low), most: formatAmount((PERCENT * most.numerator) / most.denominator + half + 1n) };
}

function describe(game: CatalogueGame, counted: Counted | undefined): LiveReturn {
  const engine = engineOf(game);
  const { rounds, stake, win, squares } = counted ?? { rounds: 0, stake: 0n, win: 0n, squares: 0n };
  const sums = { rounds, stake, win, squares };
  return {
    gameCode: game.gameCode,
    displayName: game.displayName,
    version: versionOf(engine),
    exactReturn: formatAmount((PERCENT * engine.exactReturn().numerator) / engine.exactReturn().denominator),
    rounds,
    stake,
    win,
    percent: stake === 0n ? null : formatAmount((PERCENT * win) / stake),
    band: bandOf(engine, sums),
    isOutside: isOutside(engine, sums),
  };
}

/** What came back of games, of the version that is played now, up to a day that is not counted any more; without one, to the last count. */
async function sumReturns(db: Db | Tx, { gameId, before }: { gameId?: number; before?: string } = {}): Promise<ReadonlyMap<string, Counted>> {
  const { rows } = await sql<{ gameId: number; version: number } & Counted>`
    select game_id as "gameId", version, sum(rounds)::float8 as rounds, sum(stake)::bigint as stake, sum(win)::bigint as win, sum(squares)::text as squares
    from game_return where (${gameId ?? null}::integer is null or game_id = ${gameId ?? null}::integer) and day < coalesce(${before ?? null}::date, 'infinity')
    group by game_id, version`.execute(db as Tx);
  return new Map(rows.map((row) => [keyOf(row), { ...row, squares: BigInt(row.squares) }]));
}

const keyOf = ({ gameId, version }: { gameId: number; version: number }): string => `${gameId}/${version}`;
const keyNow = (game: CatalogueGame): string => keyOf({ gameId: game.gameId, version: versionOf(engineOf(game)) });

/** The live return of a house game. Refuses with `games.not_found`. */
export async function getLive(db: Db, gameCode: string): Promise<LiveReturn> {
  const game = findGameByCode(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  return describe(game, (await sumReturns(db, { gameId: game.gameId })).get(keyNow(game)));
}

/** The live returns of all house games, and the alerts nobody has looked at. */
export async function listLive(db: Db | Tx): Promise<OutputOf<(typeof returns)["list"]>> {
  const sums = await sumReturns(db);
  const alerts = await (db as Db).selectFrom("game_alert").selectAll().where("seen_at", "is", null).orderBy("at").execute();
  return {
    list: listHouseGames().map((game) => describe(game, sums.get(keyNow(game)))),
    alerts: alerts.map(({ id, game_id, version, reason, at }) => ({
      id,
      gameCode: findGameById(game_id)?.gameCode ?? String(game_id),
      displayName: findGameById(game_id)?.displayName ?? String(game_id),
      version,
      reason: reason as GameAlert["reason"],
      at: at.toISOString(),
    })),
  };
}

/** Marks an alert as looked at. Refuses with `returns.alert_not_found`. */
export async function seeAlert(tx: Tx, { id, by, now }: { id: string; by: string; now: Date }): Promise<OutputOf<(typeof returns)["list"]>> {
  const seen = await tx.updateTable("game_alert").set({ seen_by: by, seen_at: now }).where("id", "=", id).where("seen_at", "is", null).executeTakeFirst();
  if (seen.numUpdatedRows === 0n) refuse("returns.alert_not_found");
  staleOnCommit(tx, ["returns.list"], ["operators"]);
  return listLive(tx);
}

/** Tells officers of an officer's matter, once while nobody has looked at it. */
export async function alertOfficers(tx: Tx, game: CatalogueGame, reason: GameAlert["reason"], now: Date): Promise<void> {
  await tx
    .insertInto("game_alert")
    .values({ id: newId(now), game_id: game.gameId, version: versionOf(engineOf(game)), reason, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  staleOnCommit(tx, ["returns.list"], ["operators"]);
}

/** Tells of a draw whose tickets cannot all be settled. */
export async function alertUnpaid({ database, clock }: Pick<Platform, "database" | "clock">, gameId: number): Promise<void> {
  const game = findGameById(gameId);
  if (game !== undefined) await database.begin((tx) => alertOfficers(tx, game, "unpaid", clock.now()));
}

/** Tells of the games that were outside at the end of yesterday and of the day before. */
async function alertReturns(tx: Tx, { now, timeZone }: Moment): Promise<void> {
  const { rows } = await sql<{ today: string; yesterday: string }>`
    select d::text as today, (d - 1)::text as yesterday from (select (${now}::timestamptz at time zone ${timeZone})::date as d) t`.execute(tx);
  const [{ today, yesterday }] = rows as [{ today: string; yesterday: string }];
  const [first, second] = [await sumReturns(tx, { before: yesterday }), await sumReturns(tx, { before: today })];
  for (const game of listHouseGames()) {
    const [engine, ends] = [engineOf(game), [first.get(keyNow(game)), second.get(keyNow(game))]];
    if (!ends.every((end) => end !== undefined && isOutside(engine, end))) continue;
    if (!(await wasToldLately(tx, game, now))) await alertOfficers(tx, game, "return", now);
  }
}

async function wasToldLately(tx: Tx, game: CatalogueGame, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from game_alert where game_id = ${game.gameId} and version = ${versionOf(engineOf(game))} and reason = 'return'
      and at > ${now}::timestamptz - make_interval(days => ${QUIET_DAYS}) limit 1`.execute(tx);
  return rows.length > 0;
}
