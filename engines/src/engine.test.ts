import fc from "fast-check";
import { expect, test } from "vitest";
import { rational, riskedStake, validOf, validOfTickets, wholeStake, type Engine } from "./engine.ts";
import { engines, findEngine, findTable, type GameCode } from "./registry.ts";
import { type AnySteps, goldenStream, sampleChoices } from "./testing.ts";

const games = Object.entries(engines) as [GameCode, Engine][];

test.each(["", "dice", "POKER", "constructor", "__proto__"])("no engine answers to the code %j", (code) => {
  expect(findEngine(code)).toBeUndefined();
});

test.each(games)("%s is found by its own code", (code, engine) => {
  expect(findEngine(code)).toBe(engine);
  expect(engine.gameCode).toBe(code);
});

test.each(games.filter(([, { kind }]) => kind !== "shared"))("%s refuses a stake outside its limits or off its step", (code, engine) => {
  const { stakeMin, stakeMax, stakeStep } = engine;
  for (const stakeMinor of [0n, -stakeMin, stakeMin - stakeStep, stakeMin + 1n, stakeMax - 1n, stakeMax + stakeStep]) {
    const begin = { stakeMinor, choice: sampleChoices[code](stakeMinor), stream: goldenStream({ nonce: 0n }) };
    expect(() => (engine.kind === "instant" ? engine.play(begin) : (engine as AnySteps).replay({ ...begin, actions: [] }))).toThrow(
      new RangeError(`A stake is ${stakeMin} to ${stakeMax} in steps of ${stakeStep} minor units, not ${stakeMinor}.`),
    );
  }
});

test.each(games)("%s takes a choice of its own kind, and never a list or nothing", (code, engine) => {
  expect(engine.parseChoice.safeParse(sampleChoices[code](engine.stakeMin)).success).toBe(true);
  for (const other of [null, undefined, 1, "x", []]) expect(engine.parseChoice.safeParse(other).success).toBe(false);
});

test.each(games)("%s returns less than is staked and more than 85 %%, and never wins more than it says", (_, engine) => {
  const { numerator, denominator } = engine.exactReturn();
  expect(numerator < denominator).toBe(true);
  expect(numerator * 100n > denominator * 85n).toBe(true);
  expect(engine.maxWinMultiple.numerator > engine.maxWinMultiple.denominator).toBe(true);
});

test("what counts of a stake: all of it, what a table moved of it, and nothing where it just came back", () => {
  expect(wholeStake({ stakeMinor: 500n })).toBe(500n);
  expect([0n, 300n, 500n, 800n, 5_000n].map((winMinor) => riskedStake({ stakeMinor: 500n, winMinor }))).toEqual([500n, 200n, 0n, 300n, 500n]);
  const mango = engines.MANGO_RUSH;
  expect([0n, 100n, 400n].map((winMinor) => validOf(mango, { choice: {}, stakeMinor: 100n, winMinor }))).toEqual([100n, 0n, 100n]);
  expect(validOf(engines.DICE, { choice: { target: 9_500, side: "under" }, stakeMinor: 100n, winMinor: 104n })).toBe(0n);
});

test("bets of a member on both sides of one result cancel on whichever tickets they lie, and what they risked is spread over them to the last minor unit", () => {
  const table = findTable("ROULETTE_1")!;
  const ticket = (stakeMinor: bigint, winMinor: bigint) => ({ choice: {}, stakeMinor, winMinor });
  expect(validOfTickets(table, [ticket(100n, 0n), ticket(100n, 200n)])).toEqual([0n, 0n]);
  expect(validOfTickets(table, [ticket(100n, 0n), ticket(300n, 600n)])).toEqual([50n, 150n]);
  // What one ticket just got back counts nothing beside what another won.
  expect(validOfTickets(table, [ticket(100n, 100n), ticket(100n, 900n)])).toEqual([0n, 100n]);
  const tickets = fc.array(
    fc.record({ choice: fc.constant({}), stakeMinor: fc.bigInt({ min: 1n, max: 10n ** 9n }), winMinor: fc.bigInt({ min: 0n, max: 10n ** 10n }) }),
  );
  fc.assert(
    fc.property(tickets, (all) => {
      const valids = validOfTickets(table, all);
      const sumOf = (of: "stakeMinor" | "winMinor") =>
        all.filter(({ stakeMinor, winMinor }) => winMinor !== stakeMinor).reduce((sum, one) => sum + one[of], 0n);
      expect(valids.reduce((sum, one) => sum + one, 0n)).toBe(riskedStake({ stakeMinor: sumOf("stakeMinor"), winMinor: sumOf("winMinor") }));
      for (const [place, valid] of valids.entries()) expect(valid >= 0n && valid <= all[place]!.stakeMinor).toBe(true);
      if (all.length === 1) expect(valids).toEqual([validOf(table, all[0]!)]);
    }),
  );
});

test.each(["CRASH_1", "BLACKJACK_1"])("tickets of %s count each alone: they end by themselves", (code) => {
  const table = findTable(code)!;
  const tickets = [0n, 200n].map((winMinor) => ({ choice: {}, stakeMinor: 100n, winMinor }));
  expect(validOfTickets(table, tickets)).toEqual([100n, 100n]);
});

test("a fraction keeps its value and has no common divisor left", () => {
  const natural = fc.bigInt({ min: 1n, max: 2n ** 80n });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n }), natural, natural, (numerator, denominator, factor) => {
      const lowest = rational(numerator, denominator);
      expect(lowest.numerator * denominator).toBe(numerator * lowest.denominator);
      expect(rational(numerator * factor, denominator * factor)).toEqual(lowest);
    }),
  );
});
