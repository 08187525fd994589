import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { proveAgents, proveDeaths } from "./agents.ts";

test(
  "random trees and terms come to what a plain reckoning says, whatever the clock and the time zone, and two workers pay it once",
  { timeout: PROOF_TIMEOUT_MS * 2 },
  async () => {
    const { url, drop } = await createTestDatabase();
    try {
      expect(await proveAgents({ databaseUrl: url, ...(isLong ? { samples: 300, seed: Date.now() } : { samples: 8, seed: 7 }) })).toEqual([]);
    } finally {
      await drop();
    }
  },
);

test("a process killed while it computes or pays leaves nothing half done, and every salary is paid once", { timeout: PROOF_TIMEOUT_MS * 2 }, async () => {
  const { url, drop } = await createTestDatabase();
  try {
    expect(await proveDeaths(url, isLong ? 1_200 : 12)).toEqual([]);
  } finally {
    await drop();
  }
});

interface Sabotage {
  readonly name: string;
  readonly routine: string;
  readonly right: string;
  readonly wrong: string;
}

/** Each takes something out of the reckoning, as a slip of the pen might. */
const sabotages: readonly Sabotage[] = [
  { name: "net without makeup", routine: "settlement_reckon", right: "- coalesce(o.owed, 0) + e.makeup_in,", wrong: "- coalesce(o.owed, 0)," },
  { name: "rounding up", routine: "settlement_reckon", right: "w.points_due / 100000,", wrong: "(w.points_due + 99999) / 100000," },
  { name: "a dropped carry", routine: "settlement_reckon", right: "coalesce(p.carry_out, 0) as carry_in", wrong: "0::bigint as carry_in" },
];
const slowSabotages: readonly Sabotage[] = [
  { name: "a division of fractions", routine: "settlement_reckon", right: "w.points_due / 100000,", wrong: "w.points_due / 100000.0," },
  { name: "the lowest tier", routine: "settlement_reckon", right: "order by b.id, t.tier desc", wrong: "order by b.id, t.tier" },
  {
    name: "a marginal tier",
    routine: "settlement_reckon",
    right: "greatest(b.sum, 0) * coalesce(r.rate, 0)\n",
    wrong:
      "greatest(b.sum - coalesce((select t.min_bet from agent_contract_tier t where t.contract_id = b.id and t.tier = r.tier), 0), 0) * coalesce(r.rate, 0)\n",
  },
  { name: "members that are not counted", routine: "settlement_day_lines", right: "from uncounted x", wrong: "from (select * from uncounted where false) x" },
  { name: "nothing owed", routine: "settlement_reckon", right: "l.upline_id = u.agent_id", wrong: "l.upline_id = -1" },
  { name: "a day that begins elsewhere", routine: "settlement_write", right: "at time zone zone", wrong: "at time zone 'UTC'" },
];

for (const { name, routine, right, wrong } of [...sabotages, ...(isLong ? slowSabotages : [])])
  test(`the proof turns red on ${name}`, { timeout: PROOF_TIMEOUT_MS }, async () => {
    const { url, drop } = await createTestDatabase();
    try {
      await change(url, routine, (text) => text.replaceAll(right, wrong));
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
