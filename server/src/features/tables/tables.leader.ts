import { DrawPhase, TableCashed, TableChosen, TableSums } from "@laro/contract/core/watching";
import { sql } from "kysely";
import { z } from "zod";
import { readStops } from "../../core/catalogue/stops.ts";
import { findChain, makeChain, ownSalt, saltChain } from "../../core/draws/chain.ts";
import { drawResult, findDraw, findLatestDraw, moveDraw, scheduleDraw, type Draw } from "../../core/draws/draws.ts";
import { foresee, payReached } from "../../core/draws/flight.ts";
import { settleDraw } from "../../core/draws/settle.ts";
import { clearTallies } from "../../core/draws/tally.ts";
import { isDecided, listActed, startActing, takeTurn } from "../../core/draws/turns.ts";
import { packs } from "../../core/settings/packs.ts";
import { findOwners } from "../../core/wallet/wallet.ts";
import { openDatabase, type Database, type Db, type Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { describePhase, dueStep, type Step } from "./tables.phase.ts";
import { gameOf, listSeries, maySaltItself, MEMBER_MAX, type Series } from "./tables.series.ts";
import { describeChosen, readCashed, readSums } from "./tables.ts";

const LOOK_EVERY_MS = 100;
/** How often a process that does not lead a table asks whether it may. */
const ASK_EVERY_MS = 2_000;
const SUMS_EVERY_MS = 500;
/** How often tickets that have come to their own end are paid in flight, who cashed out is said, and what was decided in a turn. */
const ACTED_EVERY_MS = 250;
/** Two to three weeks of draws: a chain the server salted itself is soon replaced by one with a public salt. */
const OWN_CHAIN_LENGTH = 50_000;
const NUMBER_DIGITS = 4;
/** What a settled ticket changes for its owner. */
const PAID = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "tables.mine"] as const;

interface Led {
  readonly draw: Draw | undefined;
  /** When the flight of its draw ends, which is never told and of which no message comes before, or its turn. */
  readonly endsAt: Date | undefined;
  readonly askedAtMs: number;
  /** The sums, who cashed out or what was decided, as it was said last. */
  readonly said: string;
  /** Whether all have decided in this turn, so that it is over before its time. */
  readonly isDecided?: boolean;
}

/**
 * Leads tables: moves each draw on when it is due. Of several processes one leads a table, which holds its lock on the very connection that makes every move, so one
 * that lost the connection moves nothing. Whoever leads next goes on from what is stored.
 */
export class TableLeader {
  readonly #platform: Platform;
  readonly #database: Database;
  readonly #tables: readonly Series[];
  readonly #led = new Map<string, Led>();
  /** When each table that others lead, or that failed, is asked for again. */
  readonly #asksAt = new Map<string, number>();
  readonly #stopListening: () => void;
  readonly #loops = new Map<string, { timer: NodeJS.Timeout; looking: Promise<void> }>();
  #isClosed = false;

  /** `only` names the tables it leads; all there are, where nothing is said. */
  constructor(platform: Platform, url: string, { only }: { readonly only?: readonly string[] } = {}) {
    this.#platform = platform;
    this.#tables = listSeries().filter(({ code }) => only === undefined || only.includes(code));
    this.#database = openDatabase(url, { connections: 1, name: `laro-tables-${process.pid}` });
    // A draw that officers ended, or a table they opened again, is looked at without waiting for what was due next.
    this.#stopListening = platform.live.onStale(["tables.get", "tables.list"], () => this.#forget());
  }

  /** Looks at its tables until it is closed, at each by itself: a draw that takes long to pay keeps no other table waiting. */
  start(): void {
    for (const series of this.#tables) this.#keepLooking(series);
  }

  #keepLooking(series: Series): void {
    const timer = setTimeout(() => {
      loop.looking = this.#lookAt(series).finally(() => {
        if (!this.#isClosed) this.#keepLooking(series);
      });
    }, this.#waitMs(series)).unref();
    const loop = { timer, looking: Promise.resolve() };
    this.#loops.set(series.code, loop);
  }

  #forget(): void {
    this.#led.clear();
    this.#asksAt.clear();
  }

  /** A flight is ended at its moment and not up to a look later: until then screens go on counting. */
  #waitMs({ code }: Series): number {
    const endsAt = this.#led.get(code)?.endsAt;
    return endsAt === undefined ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(1, endsAt.getTime() - this.#platform.clock.now().getTime()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    const loops = [...this.#loops.values()];
    for (const { timer } of loops) clearTimeout(timer);
    await Promise.all(loops.map(({ looking }) => looking));
    await this.#database.close();
  }

  /** Takes every step that is due now, of each table one at most. */
  async look(): Promise<void> {
    await Promise.all(this.#tables.map((series) => this.#lookAt(series)));
  }

  /** A fault of one table does not stop the others. */
  async #lookAt(series: Series): Promise<void> {
    try {
      await this.#attend(series);
    } catch (error) {
      this.#led.delete(series.code);
      this.#asksAt.set(series.code, performance.now() + ASK_EVERY_MS);
      this.#platform.log.error({ fault: (error as Error).message, series: series.code }, "a table did not go on");
    }
  }

  async #attend(series: Series): Promise<void> {
    const { clock, database } = this.#platform;
    const led = this.#led.get(series.code);
    if (led === undefined && performance.now() < (this.#asksAt.get(series.code) ?? 0)) return;
    if (led !== undefined && led.isDecided !== true && dueStep(series, timed(led), clock.now()) === undefined) return this.#meanwhile(series, led);
    const moved = await this.#database.begin(async (tx) => {
      if (!(await holdLead(tx, series))) return undefined;
      const draw = await findLatestDraw(tx, series.code);
      const step =
        led?.isDecided === true && draw?.state === "acting" ? "turn" : dueStep(series, timed({ draw, endsAt: await this.#endOf(tx, draw) }), clock.now());
      return { draw, step, after: step === undefined || step === "pay" ? draw : await this.#take(tx, { series, step, draw }) };
    });
    if (moved === undefined || moved.after === undefined) {
      this.#led.delete(series.code);
      this.#asksAt.set(series.code, performance.now() + ASK_EVERY_MS);
      return;
    }
    const { step, draw, after } = moved;
    if (step === "next" && draw?.state === "void") await this.#pay(draw);
    const now = step === "pay" ? await this.#pay(after) : after;
    this.#led.set(series.code, { draw: now, endsAt: await this.#endOf(database.db, now), askedAtMs: 0, said: "" });
    if (isOther(draw, now)) await this.#sayPhase(series, now);
    if (step === "pay") await database.begin((tx) => clearTallies(tx, series.code));
  }

  /** One step that is due, within the leader's transaction; undefined where there is nothing to go on with. */
  async #take(tx: Tx, { series, step, draw }: { series: Series; step: Exclude<Step, "pay">; draw: Draw | undefined }): Promise<Draw | undefined> {
    const { keys, clock } = this.#platform;
    if (step === "next") return this.#begin(tx, series, draw);
    if (step === "open") await moveDraw(tx, draw!.id, "scheduled", "open");
    if (step === "close") await moveDraw(tx, draw!.id, "open", "closed");
    const going = { id: draw!.id, now: clock.now() };
    if (step === "act") await startActing(tx, keys, { ...going, turnMs: series.turnMs });
    if (step === "turn") await takeTurn(tx, keys, { ...going, turnMs: series.turnMs! });
    if (step === "draw") await drawResult(tx, keys, { id: draw!.id, now: clock.now() });
    return findDraw(tx, draw!.id);
  }

  /** Schedules and opens the next draw, where the game is not stopped and there is a chain to draw from. */
  async #begin(tx: Tx, series: Series, last: Draw | undefined): Promise<Draw | undefined> {
    const { keys, clock } = this.#platform;
    const { gameId } = gameOf(series);
    if ((await readStops(tx)).has(gameId) || !(await this.#hasChain(tx, series))) return undefined;
    const opensAt = clock.now();
    const closesAt = new Date(opensAt.getTime() + series.betsMs);
    const drawsAt = new Date(closesAt.getTime() + series.lockMs);
    const number = await this.#numberAfter(tx, last, opensAt);
    const id = await scheduleDraw(tx, keys, { series: series.code, number, gameId, opensAt, closesAt, drawsAt, memberMax: MEMBER_MAX });
    await moveDraw(tx, id, "scheduled", "open");
    return findDraw(tx, id);
  }

  /** Draws are counted anew each day of the pack's calendar. */
  async #numberAfter(tx: Tx, last: Draw | undefined, now: Date): Promise<string> {
    const { rows } = await sql<{ day: string }>`select to_char(${now}::timestamptz at time zone ${this.#platform.timeZone}, 'YYYYMMDD') as day`.execute(tx);
    const { day } = rows[0]!;
    const [lastDay, count = "0"] = last?.number.split("-") ?? [];
    return `${day}-${String(lastDay === day ? Number(count) + 1 : 1).padStart(NUMBER_DIGITS, "0")}`;
  }

  /** Where no money is real, the server makes and salts a chain when there is none, and says so; elsewhere officers do. */
  async #hasChain(tx: Tx, { code }: Series): Promise<boolean> {
    const { keys, clock, config } = this.#platform;
    if ((await findChain(tx, code)) !== undefined) return true;
    if (!maySaltItself(packs[config.pack])) return false;
    const now = clock.now();
    const chainId = await makeChain(tx, keys, { series: code, length: OWN_CHAIN_LENGTH, now });
    return saltChain(tx, { chainId, salt: ownSalt(), source: "salt made by this server", now });
  }

  /** Pays a drawn draw, or gives the stakes of a void one back. Any number of processes may do it, so it needs no lead. */
  async #pay({ id }: Draw): Promise<Draw> {
    const { database, clock, timeZone } = this.#platform;
    await settleDraw(
      database,
      () => ({ now: clock.now(), timeZone }),
      id,
      (walletIds) => void this.#tellOwners(walletIds),
    );
    return (await findDraw(database.db, id))!;
  }

  async #tellOwners(walletIds: readonly bigint[]): Promise<void> {
    if (walletIds.length === 0) return;
    const { database, live, log } = this.#platform;
    try {
      const owners = await findOwners(database.db, walletIds);
      live.stale(
        PAID,
        [...owners.values()].map((owner) => `member:${owner}` as const),
      );
    } catch (error) {
      log.warn({ fault: (error as Error).message }, "owners not told");
    }
  }

  async #sayPhase(series: Series, draw: Draw): Promise<void> {
    const { live, clock } = this.#platform;
    await live.tell([`table:${series.code}`], { table: series.code, phase: z.encode(DrawPhase, describePhase(series, draw, clock.now())) });
  }

  async #endOf(db: Db | Tx, draw: Draw | undefined): Promise<Date | undefined> {
    return draw?.state !== "acting" ? undefined : (draw.turnUntil ?? (await foresee(db, this.#platform.keys, draw)).endsAt);
  }

  /** What is done while nothing is due. */
  async #meanwhile(series: Series, led: Led): Promise<void> {
    const { draw } = led;
    if (draw?.state === "open" || draw?.state === "closed") await this.#saySums(series, led, draw);
    if (series.turnMs !== undefined && draw?.state === "acting") return this.#attendTurn(series, led, draw);
    if (series.acts === true && series.turnMs === undefined && (draw?.state === "acting" || draw?.state === "drawn"))
      await this.#attendFlight(series, led, draw);
  }

  /** Says what lies on an open draw when it changed, twice a second at most. */
  async #saySums(series: Series, led: Led, draw: Draw): Promise<void> {
    if (performance.now() - led.askedAtMs < SUMS_EVERY_MS) return;
    const sums = z.encode(TableSums, await readSums(this.#platform.database.db, draw));
    const said = JSON.stringify(sums);
    this.#led.set(series.code, { ...led, askedAtMs: performance.now(), said });
    if (sums.members > 0 && said !== led.said) await this.#platform.live.tell([`table:${series.code}`], { table: series.code, sums });
  }

  /** Says what was decided in a turn when that changed, four times a second at most, and sees when nobody is left to decide. */
  async #attendTurn(series: Series, led: Led, draw: Draw): Promise<void> {
    if (performance.now() - led.askedAtMs < ACTED_EVERY_MS) return;
    const acted = await listActed(this.#platform.database.db, draw.id);
    const chosen = z.encode(TableChosen, describeChosen(draw, acted)!);
    const said = JSON.stringify(chosen);
    this.#led.set(series.code, { ...led, askedAtMs: performance.now(), said, isDecided: draw.shown!.turn > 0 && isDecided(draw, acted) });
    if (Object.keys(chosen.acts).length > 0 && said !== led.said) await this.#platform.live.tell([`table:${series.code}`], { table: series.code, chosen });
  }

  /** Pays the tickets that have come to their own end, and says who cashed out when that changed, four times a second at most. */
  async #attendFlight(series: Series, led: Led, draw: Draw): Promise<void> {
    if (performance.now() - led.askedAtMs < ACTED_EVERY_MS) return;
    const { database, keys, clock, timeZone, live } = this.#platform;
    this.#led.set(series.code, { ...led, askedAtMs: performance.now() });
    if (draw.state === "acting") void this.#tellOwners(await payReached(database, keys, { now: clock.now(), timeZone }, draw));
    const cashed = z.encode(TableCashed, (await readCashed(database.db, draw, clock.now()))!);
    const said = JSON.stringify(cashed);
    this.#led.set(series.code, { ...led, askedAtMs: performance.now(), said });
    if (cashed.list.length > 0 && said !== led.said) await live.tell([`table:${series.code}`], { table: series.code, cashed });
  }
}

/** Whether everybody is told of a draw anew: another, in another state or turn, or in a turn whose time began anew. */
const isOther = (before: Draw | undefined, now: Draw): boolean =>
  before?.id !== now.id || before.state !== now.state || before.turnUntil?.getTime() !== now.turnUntil?.getTime();

/** A draw with the end that only its leader knows. */
const timed = ({ draw, endsAt }: Pick<Led, "draw" | "endsAt">) => draw && { ...draw, endsAt };

/** Whether this connection leads a table: it does already, or nobody else does. */
async function holdLead(tx: Tx, { code }: Series): Promise<boolean> {
  const { rows } = await sql<{ leads: boolean }>`select pg_try_advisory_lock(8, hashtext(${code})) as leads`.execute(tx);
  return rows[0]!.leads;
}
