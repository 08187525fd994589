import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { proveLotteries } from "./lotteries.ts";

/** Each death starts a process, which costs seconds: the short form has those between which something is shown. */
const everywhere = ["lottery.after_close:1", "lottery.after_root:1", "lottery.after_seed:1", "settle.between_pages:1", "settle.between_pages:2"];
const deaths = isLong ? everywhere : everywhere.slice(1, 4);

test(
  "a leader that is killed after the close, after the root, after the seed and between pages leaves a draw that the next one ends: one root, each ticket paid once",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    const { url, drop } = await createTestDatabase();
    try {
      expect(await proveLotteries({ databaseUrl: url, tickets: 600, members: 60, deaths })).toEqual({ deaths: deaths.length, faults: [] });
    } finally {
      await drop();
    }
  },
);
