import { expect, test } from "vitest";
import { asOwner } from "../testing/owner.ts";
import { proveDatabaseSafety } from "./database.ts";

const PROOF_TIMEOUT_MS = 120_000;
const SHORT = { players: 60, kills: 2, freezeMs: 2_000, terminateMs: 2_000 } as const;

test(
  "a database that is killed, frozen or robbed of its sessions loses no acknowledged bet, and the platform outlives it",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    expect(await proveDatabaseSafety(SHORT)).toEqual([]);
  },
);

test("the proof turns red on a database that acknowledges before it has written", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const faults = await proveDatabaseSafety({
    ...SHORT,
    plant: async (url) => {
      // The platform refuses to start on such a database, so the slip happens behind its back, and its sessions are opened anew.
      await asOwner(url, "alter database laro set synchronous_commit = off");
      await asOwner(url, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laro'");
    },
  });
  expect(faults).toContainEqual(expect.stringMatching(/^bet .* was acknowledged but is not booked$/));
});
