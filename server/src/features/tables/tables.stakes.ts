import { randomUUID } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { SharedEngine } from "@laro/engines/engine";
import type { KnownDraw } from "../../core/draws/draws.ts";
import { addSpots, readTally, readTallyOf, writeTally, type Spots } from "../../core/draws/tally.ts";
import type { Platform } from "../../platform/routes.ts";
import { LIABILITY_MAX } from "./tables.series.ts";

const SAY_EVERY_MS = 250;
/** More are let go of once they are closed; of open ones there is one a table. */
const DRAWS_KEPT_MAX = 64;
/** Of what the others left of a draw's bound one member takes so much at most, so that no two fill a table. */
const SHARE_PERCENT = 70n;
const PERCENT = 100n;

interface Stakes {
  readonly table: SharedEngine<unknown, unknown>;
  readonly closesAt: Date;
  spots: Spots;
  readonly members: Set<bigint>;
  /** How many staked before this process let go of the draw, where it did. */
  readonly membersBefore: number;
  /** What the house may still come to owe beside them, as far as this process knows, in minor units. */
  margin: bigint;
  /** What tickets that are being bought may cost, or whose outcome is unknown: in no spot yet, so a recount takes it from the margin. */
  pending: bigint;
  isSaid: boolean;
}

/** What a member lays on a draw now, and what they laid before. */
interface Laid {
  readonly spots: Spots;
  readonly lying: readonly Spots[];
}

/** Room that was made for a ticket. Whoever does not know whether it was bought does neither: then the room is kept and the ticket is in no sum. */
interface Room {
  readonly giveBack: () => void;
  readonly keep: (member: bigint) => void;
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

  /** Makes room for a ticket on a draw that is not closed, or refuses it with `tables.full`. Whoever does not buy it gives the room back. */
  async reserve(draw: KnownDraw, table: SharedEngine<unknown, unknown>, { spots, lying }: Laid): Promise<Room> {
    const stakes = this.#draws.get(draw.id) ?? (await this.#begin(draw, table));
    const [most, before] = [table.worstCase(spots), table.worstCase(addSpots(...lying))];
    const share = ((stakes.margin + before) * SHARE_PERCENT) / PERCENT; // Rounded down: the bound is never passed.
    if (most > stakes.margin || before + most > share) refuse("tables.full");
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
        this.#saySoon();
      },
    };
  }

  async #begin({ id, closesAt }: KnownDraw, table: SharedEngine<unknown, unknown>): Promise<Stakes> {
    const { db } = this.#platform.database;
    const [others, own] = [await readTally(db, id, this.#process), await readTallyOf(db, id, this.#process)];
    const known = this.#draws.get(id);
    if (known !== undefined) return known;
    const margin = LIABILITY_MAX - table.worstCase(addSpots(others.spots, own.spots));
    const stakes: Stakes = { table, closesAt, spots: own.spots, members: new Set(), membersBefore: own.members, margin, pending: 0n, isSaid: true };
    this.#draws.set(id, stakes);
    this.#letGo();
    return stakes;
  }

  /** Forgets the oldest draws that take no more tickets and are said: what lies on an open one is in nobody's memory but this. */
  #letGo(): void {
    const now = this.#platform.clock.now();
    for (const [id, { closesAt, isSaid }] of this.#draws) {
      if (this.#draws.size <= DRAWS_KEPT_MAX) return;
      if (isSaid && closesAt <= now) this.#draws.delete(id);
    }
  }

  #saySoon(): void {
    if (!this.#isWaiting) setTimeout(() => void this.#say(), SAY_EVERY_MS).unref();
    this.#isWaiting = true;
  }

  async #say(): Promise<void> {
    this.#isWaiting = false;
    const { database, clock, log } = this.#platform;
    for (const [drawId, stakes] of this.#draws) {
      if (stakes.isSaid) continue;
      stakes.isSaid = true;
      const tally = { members: stakes.membersBefore + stakes.members.size, spots: stakes.spots };
      try {
        await database.begin((tx) => writeTally(tx, { drawId, process: this.#process, tally, now: clock.now() }));
        const others = await readTally(database.db, drawId, this.#process);
        stakes.margin = LIABILITY_MAX - stakes.table.worstCase(addSpots(others.spots, stakes.spots)) - stakes.pending;
      } catch (error) {
        log.warn({ fault: (error as Error).message, draw: String(drawId) }, "what lies on a draw was not said");
        stakes.isSaid = false;
        this.#saySoon();
      }
    }
  }
}
