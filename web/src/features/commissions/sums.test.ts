import type { ExplainedDay, ExplainedPart, Pay, PricedRounds } from "@laro/contract/commissions";
import { expect, test } from "vitest";
import { daysAddUp, formulaAddsUp, partsAddUp, tiersStand } from "./sums.ts";

const figures = { bet: 0n, ahead: 0n, behind: 0n, result: 0n, deposits: 0n, bonuses: 0n, leftOut: 0n };

/** Of the design's example: what A's line came to in October. */
const october: Pay = {
  id: "00000000-0000-7000-8000-000000000001",
  contractId: "00000000-0000-7000-8000-000000000002",
  kind: "dividend",
  period: "M",
  startsAt: "2026-09-30T16:00:00.000Z",
  startsOn: "2026-10-01",
  endsOn: "2026-10-31",
  tier: 2,
  rate: 40_000,
  profitRate: 0,
  lossRate: 0,
  bet: 6_200_000_00n,
  ahead: 0n,
  behind: 0n,
  result: 175_000_75n,
  deductions: { admin: 17_500_07n, payments: 11_600_00n, bonuses: 18_345_67n, salaries: 0n },
  active: 31,
  carryIn: -7_555_00n,
  base: 120_000_01n,
  carryOut: 0n,
  gross: 48_000_00n,
  owed: 35_363_70n,
  makeupIn: 0n,
  makeupOut: 0n,
  pay: 12_636_30n,
  state: "paid",
  paidAt: null,
};
/** B's line, whose one day is all of it, with a salary by day. */
const daily: Pay = {
  ...october,
  kind: "daily",
  period: "D",
  rate: 200,
  profitRate: 20,
  lossRate: 50,
  deductions: { admin: 0n, payments: 0n, bonuses: 0n, salaries: 0n },
  bet: 240_000_37n,
  ahead: 90_000_12n,
  behind: 150_000_25n,
  carryIn: 0n,
  base: 240_000_37n,
  gross: 573_00n,
  owed: 0n,
  pay: 573_00n,
};

test("the examples of the rules add up as the page computes them, with what is carried, owed and made up", () => {
  const november = {
    ...october,
    carryIn: 0n,
    result: 25_000_00n + 47_445_74n,
    base: 25_000_00n,
    gross: 10_000_00n,
    owed: 14_000_00n,
    pay: 0n,
    makeupOut: -4_000_00n,
  };
  const december = {
    ...november,
    base: 50_000_00n,
    result: 50_000_00n + 47_445_74n,
    gross: 20_000_00n,
    owed: 9_000_00n,
    makeupIn: -4_000_00n,
    pay: 7_000_00n,
    makeupOut: 0n,
  };
  const lost = { ...october, result: -60_000_00n, deductions: { admin: 0n, payments: 1_000_00n, bonuses: 1_000_00n, salaries: 0n }, carryIn: 0n };
  for (const pay of [october, daily, november, december, { ...lost, base: 0n, carryOut: -62_000_00n, gross: 0n, owed: 0n, pay: 0n }])
    expect(formulaAddsUp(pay, pay)).toBe(true);
  expect(formulaAddsUp({ ...daily, kind: "hourly", profitRate: 0, lossRate: 0, gross: 480_01n }, { ...daily, pay: 480_01n })).toBe(true);
});

/** The design's example of real-time pay, whose rest of a centavo goes on. */
const realTime: Pay = { ...daily, kind: "realTime", period: null, tier: 2, bet: 2_199_98n, base: 2_099_99n, gross: 2_81n, pay: 2_81n };
const priced: readonly PricedRounds[] = [
  { tier: 1, singleBet: 100_00n, rate: 100, profitRate: 0, lossRate: 20, rounds: 2, bet: 1_099_99n, ahead: 999_99n, behind: 100_00n },
  { tier: 2, singleBet: 1_000_00n, rate: 150, profitRate: 0, lossRate: 20, rounds: 1, bet: 1_000_00n, ahead: 0n, behind: 1_000_00n },
];

test("of a real-time pay the rounds of each tier make base and gross; where fewer count since, that is known from a fault [AGENT-24]", () => {
  expect([formulaAddsUp(realTime, realTime, priced), tiersStand(realTime, priced)]).toEqual([true, true]);
  for (const gross of [2_80n, 2_83n]) expect(formulaAddsUp({ ...realTime, gross }, { ...realTime, pay: gross }, priced)).toBe(false);
  expect(
    formulaAddsUp(realTime, realTime, [
      { ...priced[0]!, lossRate: 0 },
      { ...priced[1]!, rate: 100 },
    ]),
  ).toBe(false);
  expect(tiersStand(realTime, priced.slice(1))).toBe(false);
});

test("one hundredth more or less in any number of the formula is a fault", () => {
  for (const name of ["result", "carryIn", "base", "gross", "owed", "makeupIn", "makeupOut", "pay"] as const)
    for (const more of [1n, -1n]) {
      const wrong = { ...october, [name]: october[name] + more };
      expect(formulaAddsUp(wrong, wrong), name).toBe(false);
    }
  for (const name of ["admin", "payments", "bonuses", "salaries"] as const)
    expect(formulaAddsUp({ ...october, deductions: { ...october.deductions, [name]: october.deductions[name] + 1n } }, october), name).toBe(false);
  expect(formulaAddsUp({ ...daily, ahead: daily.ahead + 10_000n }, daily)).toBe(false);
  // Of what an upline sees the gross alone is added up.
  expect(formulaAddsUp(october, null)).toBe(true);
  expect(formulaAddsUp({ ...october, gross: october.gross + 1n }, null)).toBe(false);
});

test("days come to the pay and parts to their day; whoever is not counted is left out, and counted at one level alone is a fault", () => {
  const days: ExplainedDay[] = [
    { ...figures, day: "2026-10-01", bet: 6_000_000_00n, result: 175_000_75n },
    { ...figures, day: "2026-10-02", bet: 200_000_00n },
  ];
  expect(daysAddUp(october, days)).toBe(true);
  expect(daysAddUp(october, days.slice(1))).toBe(false);
  const part: ExplainedPart = { ...figures, kind: "branch", accountId: 1n, name: "B", counted: true, bet: 200_000_00n };
  const out: ExplainedPart = { ...part, kind: "member", accountId: 2n, bet: 5n, leftOut: 5n, counted: false };
  expect(partsAddUp(days[1]!, [part, out])).toBe(true);
  expect(partsAddUp(days[1]!, [part, { ...out, counted: true }])).toBe(false);
  expect(partsAddUp(days[1]!, [{ ...part, deposits: 1n }, out])).toBe(false);
});
