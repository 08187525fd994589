import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { proveDraws } from "./draws.ts";

const LIMIT_MS = 60_000;

test("two processes that settle one draw and are killed meanwhile pay every ticket once, as its engine says", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    const report = await proveDraws({ databaseUrl: url, tickets: 2_000, members: 40, kills: 2, limitMs: LIMIT_MS });
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ tickets: 2_000, deaths: 2 });
  } finally {
    await drop();
  }
});

sabotage.each([
  ["a win that is paid with a centavo more", "ledger_close", "wins[i]", "wins[i] + 1", /^ticket .* wins/, LIMIT_MS],
  [
    "a closing that leaves its ticket open",
    "ledger_entry",
    "when 4 then delete from open_round where wallet_id = op_wallet and id = op_part;",
    "when 4 then null;",
    /is not over/,
    4_000,
  ],
] as const)("the proof turns red on %s", { timeout: PROOF_TIMEOUT_MS }, async (_what, routine, right, wrong, fault, limitMs) => {
  const { url, drop } = await createTestDatabase();
  try {
    const [defined] = await asOwner<{ text: string }>(url, "select pg_get_functiondef(oid) as text from pg_proc where proname = $1", [routine]);
    const faulty = defined!.text.replace(right, wrong);
    expect(faulty).not.toBe(defined!.text);
    await asOwner(url, faulty);
    const { faults } = await proveDraws({ databaseUrl: url, tickets: 40, members: 4, kills: 0, limitMs });
    expect(faults).toContainEqual(expect.stringMatching(fault));
  } finally {
    await drop();
  }
});
