import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { asOwner } from "../testing/owner.ts";
import { proveAgents, proveDeaths } from "./agents.ts";

const PROOF_TIMEOUT_MS = 120_000;
const isLong = process.env["LARO_PROOF"] === "long";

test(
  "random trees and terms come to what a plain reckoning says, whatever the clock and the time zone, and two workers pay it once",
  { timeout: PROOF_TIMEOUT_MS * (isLong ? 10 : 1) },
  async () => {
    const { url, drop } = await createTestDatabase();
    try {
      expect(await proveAgents({ databaseUrl: url, samples: 12, seed: 7 })).toEqual([]);
    } finally {
      await drop();
    }
  },
);

test("a process killed while it computes or pays leaves nothing half done, and every salary is paid once", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    expect(await proveDeaths(url, 12)).toEqual([]);
  } finally {
    await drop();
  }
});

/** Each takes something out of the reckoning, as a slip of the pen might. */
const sabotages = {
  "a division of fractions": ["settlement_reckon", "w.points_due / 100000,", "w.points_due / 100000.0,"],
  "rounding up": ["settlement_reckon", "w.points_due / 100000,", "(w.points_due + 99999) / 100000,"],
  "net without makeup": ["settlement_reckon", "e.gross - coalesce(o.owed, 0) + e.makeup_in,", "e.gross - coalesce(o.owed, 0),"],
  "the lowest tier": ["settlement_reckon", "order by b.id, t.tier desc", "order by b.id, t.tier"],
  "a marginal tier": ["settlement_reckon", "greatest(b.sum, 0) * coalesce(r.rate, 0)\n", "greatest(b.sum - coalesce(r.min_bet, 0), 0) * coalesce(r.rate, 0)\n"],
  "a dropped carry": ["settlement_reckon", "coalesce(p.carry_out, 0) as carry_in", "0::bigint as carry_in"],
  "who is not counted": ["settlement_day_lines", "where x.state = 'confirmed'", "where x.state = 'declined'"],
  "nothing owed": ["settlement_reckon", "l.upline_id = u.agent_id", "l.upline_id = -1"],
} as const;

for (const [name, [routine, right, wrong]] of Object.entries(sabotages))
  test(`the proof turns red on ${name}`, { timeout: PROOF_TIMEOUT_MS }, async () => {
    const { url, drop } = await createTestDatabase();
    try {
      await change(url, routine, (text) =>
        text.replaceAll(right, wrong).replace("select distinct on (b.id) b.id, t.tier,", "select distinct on (b.id) b.id, t.min_bet, t.tier,"),
      );
      expect(await proveAgents({ databaseUrl: url, samples: 12, seed: 7 })).not.toEqual([]);
    } finally {
      await drop();
    }
  });

test("the proof turns red where a contract may have two pays for one start", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    await asOwner(url, "drop index settlement_pay_once");
    await change(url, "settlement_write", (text) => text.replace(/on conflict \(contract_id, starts_at\) where not discarded do nothing/, ""));
    expect(await proveAgents({ databaseUrl: url, samples: 12, seed: 7 })).toContainEqual(expect.stringMatching(/something was paid that had been paid/));
  } finally {
    await drop();
  }
});

async function change(url: string, routine: string, make: (text: string) => string): Promise<void> {
  const [defined] = await asOwner<{ text: string }>(url, "select pg_get_functiondef(oid) as text from pg_proc where proname = $1", [routine]);
  const faulty = make(defined!.text);
  expect(faulty).not.toBe(defined!.text);
  await asOwner(url, faulty);
}
