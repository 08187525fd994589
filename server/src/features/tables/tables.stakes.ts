import { randomUUID } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { SharedEngine } from "@laro/engines/engine";
import { addSpots, readTally, writeTally, type Spots } from "../../core/draws/tally.ts";
import type { Platform } from "../../platform/routes.ts";
import { LIABILITY_MAX } from "./tables.series.ts";

const SAY_EVERY_MS = 250;
const DRAWS_KEPT_MAX = 64;

interface Stakes {
  readonly table: SharedEngine<unknown, unknown>;
  spots: Spots;
  readonly members: Set<bigint>;
  /** What the house may still come to owe beside them, as far as this process knows, in minor units. */
  margin: bigint;
  /** What tickets that are being bought may cost: in no spot yet, so a recount takes it from the margin. */
  pending: bigint;
  isSaid: boolean;
}

/**
 * What this process took on the draws that are open: said to the others every 250 ms, and held against what the house may owe for a draw. What other processes take
 * meanwhile is not known, so the bound may be passed by so much.
 */
export class OpenStakes {
  readonly #platform: Pick<Platform, "database" | "clock" | "log">;
  readonly #process = randomUUID();
  readonly #draws = new Map<bigint, Stakes>();
  readonly #turns = new Map<bigint, Promise<unknown>>();
  #isWaiting = false;

  constructor(platform: Pick<Platform, "database" | "clock" | "log">) {
    this.#platform = platform;
  }

  /** Acts when the member's calls before are over, so that what they may stake on a spot is counted once: none passes it by asking many times at once. */
  async inTurn<Value>(member: bigint, act: () => Promise<Value>): Promise<Value> {
    const turn = (this.#turns.get(member) ?? Promise.resolve()).then(act);
    const over = turn.catch(() => undefined);
    this.#turns.set(member, over);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(member) === over) this.#turns.delete(member);
    }
  }

  /** Makes room for a ticket, or refuses it with `tables.full`. Whoever does not buy it gives the room back. */
  async reserve(drawId: bigint, table: SharedEngine<unknown, unknown>, spots: Spots): Promise<{ giveBack: () => void; keep: (member: bigint) => void }> {
    const stakes = this.#draws.get(drawId) ?? (await this.#begin(drawId, table));
    const most = table.worstCase(spots);
    if (most > stakes.margin) refuse("tables.full");
    stakes.margin -= most;
    stakes.pending += most;
    return {
      giveBack: () => {
        stakes.margin += most;
        stakes.pending -= most;
      },
      keep: (member) => {
        stakes.pending -= most;
        stakes.spots = addSpots(stakes.spots, spots);
        stakes.members.add(member);
        stakes.isSaid = false;
        if (!this.#isWaiting) setTimeout(() => void this.#say(), SAY_EVERY_MS).unref();
        this.#isWaiting = true;
      },
    };
  }

  async #begin(drawId: bigint, table: SharedEngine<unknown, unknown>): Promise<Stakes> {
    const { spots } = await readTally(this.#platform.database.db, drawId, this.#process);
    const known = this.#draws.get(drawId);
    if (known !== undefined) return known;
    const stakes: Stakes = { table, spots: {}, members: new Set(), margin: LIABILITY_MAX - table.worstCase(spots), pending: 0n, isSaid: true };
    this.#draws.set(drawId, stakes);
    for (const oldest of this.#draws.keys()) if (this.#draws.size > DRAWS_KEPT_MAX) this.#draws.delete(oldest);
    return stakes;
  }

  async #say(): Promise<void> {
    this.#isWaiting = false;
    const { database, clock, log } = this.#platform;
    for (const [drawId, stakes] of this.#draws) {
      if (stakes.isSaid) continue;
      stakes.isSaid = true;
      const tally = { members: stakes.members.size, spots: stakes.spots };
      try {
        await database.begin((tx) => writeTally(tx, { drawId, process: this.#process, tally, now: clock.now() }));
        const others = await readTally(database.db, drawId, this.#process);
        stakes.margin = LIABILITY_MAX - stakes.table.worstCase(addSpots(others.spots, stakes.spots)) - stakes.pending;
      } catch (error) {
        log.warn({ fault: (error as Error).message, draw: String(drawId) }, "what lies on a draw was not said");
      }
    }
  }
}
