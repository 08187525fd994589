import { expect, test } from "vitest";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { createTestDatabase } from "../testing/database.ts";
import type { PspProcess } from "../testing/psp.ts";
import { sabotage } from "../testing/sabotage.ts";
import { betMoments, proveCrashSafety } from "./crash.ts";
import { provePayoutSafety } from "./payouts.ts";

test("a process killed at any moment loses no acknowledged bet, doubles none, and draws none again", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    const report = await proveCrashSafety({ databaseUrl: url, players: 400, bets: 1_200, kills: 2 });
    expect(report.faults).toEqual([]);
    expect(report.kills).toBe(betMoments.length + 2);
    expect(report.retried).toBeGreaterThan(0);
    expect(report.acknowledged).toBeGreaterThan(600);
  } finally {
    await drop();
  }
});

sabotage("the proof turns red on a ledger that forgets which ids it has seen", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    await makeLedgerForget(url);
    const report = await proveCrashSafety({ databaseUrl: url, players: 400, bets: 400, moments: [], kills: 1 });
    expect(report.faults).toContainEqual(expect.stringMatching(/^bet .* was answered round .* and then round/));
    expect(report.faults).toContainEqual(expect.stringMatching(/^bet .* was told as .* but is booked as/));
  } finally {
    await drop();
  }
});

test("a payout whose process is killed before or after it was sent is paid once and told once", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    expect(await provePayoutSafety({ databaseUrl: url, withdrawals: 12 })).toEqual([]);
  } finally {
    await drop();
  }
});

sabotage("the proof turns red on a provider that forgets which payouts it has made", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    // The first message is lost as well, so that the platform has to ask again.
    const order = async (psp: PspProcess): Promise<void> => {
      await psp.order("forget-payouts", 100);
      await psp.order("never", 1);
    };
    const faults = await provePayoutSafety({ databaseUrl: url, withdrawals: 1, moments: ["outbox.after_send"], order });
    expect(faults).toEqual([expect.stringMatching(/"sent":\["paid 100\.00 as out_\w+","paid 100\.00 as out_\w+"\]/)]);
  } finally {
    await drop();
  }
});

/** Takes the record of seen ids out of both ways to post, as a slip of the pen might. */
async function makeLedgerForget(url: string): Promise<void> {
  const defined = await asOwner<{ name: string; text: string }>(
    url,
    "select proname as name, pg_get_functiondef(oid) as text from pg_proc where proname in ('ledger_post', 'ledger_batch')",
  );
  expect(defined).toHaveLength(2);
  for (const { text } of defined) {
    const faulty = text
      .replace(/insert into idempotency values \([^;]*;/, "")
      .replace(/kept as \(\s*insert into idempotency[^)]*\)\s*select[^)]*\)/, "kept as (select 1)");
    expect(faulty).not.toContain("insert into idempotency");
    await asOwner(url, faulty);
  }
}
