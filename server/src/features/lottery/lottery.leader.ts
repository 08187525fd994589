import { sql } from "kysely";
import { readStops } from "../../core/catalogue/stops.ts";
import { findChain, makeChain, ownSalt, saltChain } from "../../core/draws/chain.ts";
import { moveDraw, scheduleDraw } from "../../core/draws/draws.ts";
import { listDueDraws, openSeed, sealTickets, type DueDraw } from "../../core/draws/rooted.ts";
import { settleDraw } from "../../core/draws/settle.ts";
import { packs, type JurisdictionPack } from "../../core/settings/packs.ts";
import { findOwners } from "../../core/wallet/wallet.ts";
import { crashPoint } from "../../platform/crash.ts";
import { openDatabase, type Database, type Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { planDraws } from "./lottery.calendar.ts";
import { listLotteries, type Lottery } from "./lottery.games.ts";

const LOOK_EVERY_MS = 500;
/** How often a process that does not lead asks whether it may. */
const ASK_EVERY_MS = 2_000;
/** A calendar that was filled is looked at again after this, should a draw have been ended or a game opened. */
const FILL_EVERY_MS = 60_000;
const FAILED_WAIT_MS = 5_000;
/** The most a member may stake on one draw, in minor units. */
const MEMBER_MAX = 100_000_000n;
/** What a settled ticket changes for its owner. */
const PAID = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "lottery.recent", "tickets.list", "tickets.get"] as const;
const OPENED = ["lottery.opened", "lottery.menus", "lottery.draws", "draws.list", "draws.get"] as const;

/**
 * Holds the draws of lotteries: fills their calendars, closes, hashes the tickets, draws and has tickets paid. Of several processes one does, which holds the lock on
 * the very connection that makes every move. Whoever leads next goes on from what is stored, wherever the last one was killed.
 */
export class LotteryLeader {
  readonly #platform: Platform;
  readonly #database: Database;
  readonly #lotteries: readonly Lottery[];
  /** When each calendar is filled again; by the platform's clock. */
  readonly #fillAt = new Map<string, number>();
  readonly #settling = new Map<bigint, Promise<void>>();
  #asksAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `only` names the lotteries it leads; all there are, where nothing is said. */
  constructor(platform: Platform, url: string, { only }: { readonly only?: readonly string[] } = {}) {
    this.#platform = platform;
    this.#lotteries = listLotteries().filter(({ code }) => only === undefined || only.includes(code));
    this.#database = openDatabase(url, { connections: 1, name: `laro-lottery-${process.pid}` });
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.#goOn().finally(() => !this.#isClosed && this.start());
    }, LOOK_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#settling.values());
    await this.#database.close();
  }

  /** Takes every step that is due now, and pays to the end. */
  async look(): Promise<void> {
    await this.#goOn();
    await Promise.all(this.#settling.values());
  }

  /** A database that is away for a moment ends no process: the next look asks it again. */
  #goOn(): Promise<void> {
    this.#looking = this.#takeSteps().catch((error: unknown) =>
      this.#platform.log.error({ fault: (error as Error).message }, "the lotteries were not looked at"),
    );
    return this.#looking;
  }

  async #takeSteps(): Promise<void> {
    if (performance.now() < this.#asksAt) return;
    if (!(await this.#leads())) {
      this.#asksAt = performance.now() + ASK_EVERY_MS;
      return;
    }
    for (const lottery of this.#lotteries) await this.#guard(lottery.code, () => this.#fill(lottery));
    const series = this.#lotteries.map(({ code }) => code);
    const gameIds = this.#lotteries.map(({ game }) => game.gameId);
    const due = await listDueDraws(this.#database.db, { series, gameIds, now: this.#platform.clock.now() });
    for (const draw of due) await this.#guard(draw.series, () => this.#moveOn(draw));
  }

  /** A fault of one lottery does not stop the others. */
  async #guard(series: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#platform.log.error({ fault: (error as Error).message, series }, "a lottery did not go on");
    }
  }

  async #leads(): Promise<boolean> {
    try {
      const lock = this.#lotteries.map(({ code }) => code).join();
      return await this.#database.begin(async (tx) => {
        const { rows } = await sql<{ leads: boolean }>`select pg_try_advisory_lock(9, hashtext(${lock})) as leads`.execute(tx);
        return rows[0]!.leads;
      });
    } catch (error) {
      this.#platform.log.error({ fault: (error as Error).message }, "who leads the lotteries was not asked");
      return false;
    }
  }

  /** Schedules and opens the draws that can be bought from now on, where the game is not stopped and there is a chain to draw from. */
  async #fill({ code, game, engine, calendar }: Lottery): Promise<void> {
    const { clock, keys, config } = this.#platform;
    const now = clock.now();
    const { closedGameTypes }: JurisdictionPack = packs[config.pack];
    if ((this.#fillAt.get(code) ?? 0) > now.getTime() || closedGameTypes.includes(engine.gameType)) return;
    // One that fails is not tried again at each look.
    this.#fillAt.set(code, now.getTime() + FAILED_WAIT_MS);
    const added = await this.#database.begin(async (tx) => {
      if ((await readStops(tx)).has(game.gameId) || !(await this.#hasChain(tx, { code, calendar }))) return 0;
      const planned = await planDraws(tx, calendar, { now, after: await lastClose(tx, code) });
      for (const { number, closesAt, drawsAt } of planned) {
        const draw = { series: code, number, gameId: game.gameId, opensAt: now, closesAt, drawsAt, memberMax: MEMBER_MAX, rooted: true };
        await moveDraw(tx, await scheduleDraw(tx, keys, draw), "scheduled", "open");
      }
      return planned.length;
    });
    this.#fillAt.set(code, await this.#nextFill(code, now));
    if (added > 0) this.#platform.live.stale(OPENED, ["everyone"]);
  }

  /** The calendar has room for another draw when the next one closes. */
  async #nextFill(code: string, now: Date): Promise<number> {
    const next = await this.#database.db
      .selectFrom("draw")
      .select("closes_at as closesAt")
      .where("series", "=", code)
      .where("rooted", "=", true)
      .where("closes_at", ">", now)
      .orderBy("closes_at")
      .limit(1)
      .executeTakeFirst();
    return Math.min(next?.closesAt.getTime() ?? Infinity, now.getTime() + FILL_EVERY_MS);
  }

  /** Where no money is real, the server makes and salts a chain when there is none, and says so; elsewhere officers do. */
  async #hasChain(tx: Tx, { code, calendar }: Pick<Lottery, "code" | "calendar">): Promise<boolean> {
    const { keys, clock, config } = this.#platform;
    if ((await findChain(tx, code)) !== undefined) return true;
    if (packs[config.pack] !== packs.sandbox) return false;
    const now = clock.now();
    const chainId = await makeChain(tx, keys, { series: code, length: calendar.chainLength, now });
    return saltChain(tx, { chainId, salt: ownSalt(), source: "salt made by this server", now });
  }

  /** Takes a draw as far as it may go now; each step is a transaction of its own, so that one stands before the next begins. */
  async #moveOn(draw: DueDraw): Promise<void> {
    const { clock, keys, live } = this.#platform;
    const { id, seed } = draw;
    if (draw.state === "open") await this.#database.begin((tx) => moveDraw(tx, id, "open", "closed"));
    crashPoint("lottery.after_close");
    if (draw.state === "closed" && draw.ticketsRoot !== null && draw.drawsAt > clock.now()) return;
    if (seed === null) {
      await this.#database.begin((tx) => sealTickets(tx, { id, now: clock.now() }));
      crashPoint("lottery.after_root");
      const isOpened = await this.#database.begin((tx) => openSeed(tx, keys, { id, now: clock.now() }));
      crashPoint("lottery.after_seed");
      if (isOpened) live.stale(OPENED, ["everyone"]);
      if (!isOpened && draw.state !== "void") return;
    }
    if (!this.#settling.has(id))
      this.#settling.set(
        id,
        this.#settle(id).finally(() => this.#settling.delete(id)),
      );
  }

  /** Pays a drawn draw, or gives the stakes of a void one back. Any number of processes may do it, so it needs no lead. */
  async #settle(id: bigint): Promise<void> {
    const { database, clock, timeZone, log } = this.#platform;
    try {
      await settleDraw(
        database,
        () => ({ now: clock.now(), timeZone }),
        id,
        (walletIds) => void this.#tellOwners(walletIds),
      );
    } catch (error) {
      log.error({ fault: (error as Error).message, draw: String(id) }, "a draw was not paid");
    }
  }

  async #tellOwners(walletIds: readonly bigint[]): Promise<void> {
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
}

async function lastClose(tx: Tx, series: string): Promise<Date> {
  const last = await tx
    .selectFrom("draw")
    .select("closes_at as closesAt")
    .where("series", "=", series)
    .where("rooted", "=", true)
    .orderBy("closes_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.closesAt ?? new Date(0);
}
