import { expect, test } from "vitest";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { proveDatabaseSafety } from "./database.ts";

const SHORT = { players: 200, kills: 2, freezeMs: 2_000, terminateMs: 2_000 } as const;

test(
  "a database that is killed, frozen or robbed of its sessions loses no acknowledged bet, and the platform outlives it",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    expect(await proveDatabaseSafety(SHORT)).toEqual([]);
  },
);

sabotage("the proof turns red on a database that acknowledges before it has written", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const faults = await proveDatabaseSafety({
    ...SHORT,
    plant: async (url) => {
      // Each connection pins its commits to the disk, so the slip happens in the ledger's own statement.
      await asOwner(
        url,
        `do $$ begin execute replace(pg_get_functiondef('ledger_batch'::regproc), E'\\nbegin\\n', E'\\nbegin\\n  perform set_config(''synchronous_commit'', ''off'', true);\\n'); end $$`,
      );
    },
  });
  expect(faults).toContainEqual(expect.stringMatching(/^bet .* was acknowledged but is not booked$/));
});
