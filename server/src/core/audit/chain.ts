import { refuse } from "@laro/contract/core/errors";
import type { Database } from "../../platform/db.ts";
import type { StaffEntry } from "../../platform/witness.ts";
import { recordEntries } from "./audit.ts";

/** Past it the process is behind by more than anyone would wait for. */
const WAITING_MAX = 1_000;
/** One statement's worth. */
const WRITTEN_AT_ONCE_MAX = 100;

interface Waiting {
  readonly entry: StaffEntry;
  readonly written: PromiseWithResolvers<void>;
}

/**
 * Writes the entries that belong to no transaction of a command: looks, refusals, beginnings. Those that come while some are being written go together
 * with the next commit, so that however many officers look, this process uses one connection and one place in the row for the chain's end.
 */
export class ChainWriter {
  readonly #begin: Database["begin"];
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor({ begin }: Pick<Database, "begin">) {
    this.#begin = begin;
  }

  /** Resolves once the entry is committed. Refuses with `server.busy` when too many wait; a database that is away fails all who wait for this commit. */
  write(entry: StaffEntry): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) refuse("server.busy", { retryAfter: 1 });
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ entry, written });
    if (!this.#isWriting) void this.#writeAll();
    return written.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, WRITTEN_AT_ONCE_MAX);
      try {
        await this.#begin((tx) =>
          recordEntries(
            tx,
            batch.map(({ entry }) => entry),
          ),
        );
        for (const { written } of batch) written.resolve();
      } catch (error) {
        for (const { written } of batch) written.reject(error);
      }
    }
    this.#isWriting = false;
  }
}
