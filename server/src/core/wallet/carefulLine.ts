import { refuse } from "@laro/contract/core/errors";
import { boundedQueue } from "../../platform/boundedQueue.ts";

/** As many as the careful path has connections. */
export const CAREFUL_AT_ONCE_MAX = 3;
const WALLETS_WAITING_MAX = 2_000;
/** Of one wallet, behind the one that is under way. */
const WAITING_PER_WALLET_MAX = 16;
const RETRY_AFTER_S = 1;

interface Waiting {
  readonly start: () => void;
  readonly giveUp: (error: unknown) => void;
}

/** The line of the careful path: one posting of a wallet at a time, so that a wallet somebody holds keeps one connection waiting and not all of them. */
export class CarefulLine {
  readonly #turn = boundedQueue({ atOnceMax: CAREFUL_AT_ONCE_MAX, waitingMax: WALLETS_WAITING_MAX });
  readonly #wallets = new Map<bigint, Waiting[]>();
  readonly #isHeld: (error: unknown) => boolean;

  constructor(isHeld: (error: unknown) => boolean) {
    this.#isHeld = isHeld;
  }

  get isEmpty(): boolean {
    return this.#wallets.size === 0;
  }

  /** Runs `work` when it is its wallet's turn. Throws what it throws, and refuses with `server.busy` where too many wait: then it has not begun. */
  async run(walletId: bigint, work: () => Promise<void>): Promise<void> {
    const known = this.#wallets.get(walletId);
    const line = known ?? [];
    if (known === undefined) this.#wallets.set(walletId, line);
    else {
      if (line.length >= WAITING_PER_WALLET_MAX) refuse("server.busy", { retryAfter: RETRY_AFTER_S });
      await new Promise<void>((start, giveUp) => line.push({ start, giveUp }));
    }
    try {
      await this.#turn(work);
    } catch (error) {
      // Those behind it would wait as long for the same nothing.
      if (this.#isHeld(error)) for (const waiting of line.splice(0)) waiting.giveUp(error);
      throw error;
    } finally {
      const next = line.shift();
      if (next === undefined) this.#wallets.delete(walletId);
      else next.start();
    }
  }
}
