import { setTimeout as pause } from "node:timers/promises";
import type { Platform } from "../platform/routes.ts";

const ANSWER_WITHIN_MS = 2_000;
const GOOD_FOR_MS = 2_000;

/** A file of its own is made and grows: a disk that is full refuses that first, a standby or a database that is read-only refuses all of it. */
const WRITE = "create temporary table laro_ready on commit drop as select now() as at";

/** Answers whether the database takes what is written: by writing, one probe at a time however many ask, and not again for a moment after it went well. */
export function openReadiness({ database }: Pick<Platform, "database">): () => Promise<boolean> {
  let goodUntilMs = 0;
  let probe: Promise<boolean> | undefined;
  const write = async (): Promise<boolean> => {
    try {
      await database.pool.query(WRITE);
      goodUntilMs = performance.now() + GOOD_FOR_MS;
      return true;
    } catch {
      return false;
    } finally {
      probe = undefined;
    }
  };
  return async () => {
    if (performance.now() < goodUntilMs) return true;
    probe ??= write();
    return Promise.race([probe, pause(ANSWER_WITHIN_MS, false, { ref: false })]);
  };
}
