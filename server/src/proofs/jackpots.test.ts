import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { proveJackpots } from "./jackpots.ts";

test(
  "a process killed between a hit and its payment, or in the middle of it, pays every jackpot once and loses none",
  { timeout: PROOF_TIMEOUT_MS },
  async () => {
    const { url, drop } = await createTestDatabase();
    try {
      const report = await proveJackpots({ databaseUrl: url, players: 6, spins: 2, kills: 1 });
      expect(report.faults).toEqual([]);
      expect(report.spins).toBe(12);
      expect(report.retried).toBeGreaterThan(0);
    } finally {
      await drop();
    }
  },
);

sabotage("the proof turns red on a hit that leaves nothing open", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    const [defined] = await asOwner<{ text: string }>(url, "select pg_get_functiondef(oid) as text from pg_proc where proname = 'ledger_entry'");
    const faulty = defined!.text.replace(/when 2 then insert into open_round [^;]*;/, "when 2 then null;");
    expect(faulty).not.toBe(defined!.text);
    await asOwner(url, faulty);
    const { faults } = await proveJackpots({ databaseUrl: url, players: 2, spins: 1, kills: 0 });
    expect(faults).toContainEqual(expect.stringMatching(/^audit_a15: .*an opened round is not open/));
    expect(faults).toContain("0 jackpots were told of, 2 were hit");
  } finally {
    await drop();
  }
});
