import { LRUCache } from "lru-cache";
import { treeOf, type Tree } from "../../core/draws/merkle.ts";
import { bytesOfId, type Leaves } from "../../core/draws/root.ts";
import { boundedQueue } from "../../platform/boundedQueue.ts";

/** Whose leaves are asked for; those of a closed draw never change. */
export interface ClosedDraw {
  readonly id: bigint;
  readonly series: string;
  readonly number: string;
}

/** The tree of a draw's tickets, with their ids in its order, 16 bytes each in a row. */
export interface TicketTree extends Tree {
  readonly ids: Buffer;
}

/** Each ticket keeps 80 bytes, all of them so many megabytes at most. */
const LEAVES_KEPT_MAX = 1_000_000;
const ID_BYTES = 16;
/** A tree costs its draw's tickets once: so many are read at once, and so many more wait. */
const READ_AT_ONCE_MAX = 2;
const WAITING_MAX = 64;

/** The trees of the draws that were asked for last. */
export class Trees {
  readonly #read: (draw: ClosedDraw) => Promise<Leaves>;
  readonly #kept: LRUCache<bigint, TicketTree>;
  readonly #loading = new Map<bigint, Promise<TicketTree>>();
  readonly #inTurn = boundedQueue({ atOnceMax: READ_AT_ONCE_MAX, waitingMax: WAITING_MAX });

  constructor(read: (draw: ClosedDraw) => Promise<Leaves>, leavesMax = LEAVES_KEPT_MAX) {
    this.#read = read;
    this.#kept = new LRUCache<bigint, TicketTree>({ maxSize: leavesMax, sizeCalculation: ({ size }) => Math.max(size, 1) });
  }

  /** Whoever asks meanwhile gets the same one. Refuses with `server.busy` where too many wait. */
  async of(draw: ClosedDraw): Promise<TicketTree> {
    const known = this.#kept.get(draw.id) ?? this.#loading.get(draw.id);
    if (known !== undefined) return known;
    const loading = this.#inTurn(() => this.#load(draw)).finally(() => this.#loading.delete(draw.id));
    this.#loading.set(draw.id, loading);
    return loading;
  }

  async #load(draw: ClosedDraw): Promise<TicketTree> {
    const { ids, leaves } = await this.#read(draw);
    const tree = { ...(await treeOf(leaves)), ids: Buffer.concat(ids) };
    this.#kept.set(draw.id, tree);
    return tree;
  }
}

/** The place of a ticket among those of its draw, which stand in the order of their ids; undefined where it is none of them. */
export function placeOf({ ids, size }: TicketTree, ticketId: string): number | undefined {
  const wanted = bytesOfId(ticketId);
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (wanted.compare(ids, middle * ID_BYTES, (middle + 1) * ID_BYTES) > 0) low = middle + 1;
    else high = middle;
  }
  return low < size && wanted.equals(ids.subarray(low * ID_BYTES, (low + 1) * ID_BYTES)) ? low : undefined;
}
