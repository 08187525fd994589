import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { proveRounds } from "./rounds.ts";

test("a process killed between any two steps takes every stake once, every step once, and pays every round once", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    const report = await proveRounds({ databaseUrl: url, players: 24, rounds: 8, kills: 3 });
    expect(report.faults).toEqual([]);
    expect(report.finished).toBe(24 * 8);
    expect(report.retried).toBeGreaterThan(0);
  } finally {
    await drop();
  }
});

sabotage("the proof turns red on a closing that leaves its round open", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    const [defined] = await asOwner<{ text: string }>(url, "select pg_get_functiondef(oid) as text from pg_proc where proname = 'ledger_entry'");
    const faulty = defined!.text.replace("when 4 then delete from open_round where wallet_id = op_wallet and id = op_part;", "when 4 then null;");
    expect(faulty).not.toBe(defined!.text);
    await asOwner(url, faulty);
    const { faults } = await proveRounds({ databaseUrl: url, players: 6, rounds: 2, kills: 0 });
    expect(faults).toContainEqual(expect.stringMatching(/^audit_a15: .*an opened round is not open/));
  } finally {
    await drop();
  }
});
