import { formatAmount } from "@laro/contract/core/money";
import { BaccaratResult, DragonTigerResult, RouletteResult, SicBoResult, type TableBets } from "@laro/contract/core/plays/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { instantOf, rational, type SharedEngine, validOf } from "../engine.ts";
import { goldenStream, scriptedStream } from "../testing.ts";
import { baccaratNcTable, baccaratSpots, baccaratTable } from "./baccarat.ts";
import { dragonTigerSpots, dragonTigerTable } from "./dragon-tiger.ts";
import { rouletteTable } from "./roulette.ts";
import { sicBoSpots, sicBoTable } from "./sic-bo.ts";
import { rouletteSpots } from "./wheel.ts";

const TIMEOUT_MS = 60_000;

interface Case {
  readonly table: SharedEngine<TableBets, unknown>;
  readonly spots: readonly string[];
  readonly result: { parse: (value: unknown) => unknown };
}

const cases: readonly Case[] = [
  { table: rouletteTable as Case["table"], spots: [...rouletteSpots.keys()], result: RouletteResult },
  { table: baccaratTable as Case["table"], spots: baccaratSpots, result: BaccaratResult },
  { table: baccaratNcTable as Case["table"], spots: baccaratSpots, result: BaccaratResult },
  { table: dragonTigerTable as Case["table"], spots: dragonTigerSpots, result: DragonTigerResult },
  { table: sicBoTable as Case["table"], spots: sicBoSpots, result: SicBoResult },
];
const named = cases.map((one) => [one.table.gameCode, one] as const);
const one = (spot: string, amount = "1.00"): TableBets => ({ bets: { [spot]: amount } });

test.each(named)("%s refuses bets that are none, too many, on no spot of its own, or no whole amounts", (_, { table, spots }) => {
  const [spot = ""] = spots;
  const many = Object.fromEntries(Array.from({ length: 201 }, (__, at) => [String(at), "1.00"]));
  const amounts: unknown[] = ["1", "1.50", "1.0", "-1.00", "0.00", "0", "", "01.00", "1e2", "١.00", " 1.00", "99999999.00", 1, Number.NaN, null, [], {}, true];
  const wrong: unknown[] = [
    {},
    { bets: {} },
    { bets: [] },
    { bets: null },
    { bets: "1.00" },
    { bets: many },
    one("nowhere"),
    one("constructor"),
    one("__proto__x"),
  ];
  for (const amount of amounts) wrong.push({ bets: { [spot]: amount } });
  wrong.push({ ...one(spot), extra: 1 }, { bets: { [spot]: "1.00", nowhere: "1.00" } }, [one(spot)], JSON.parse('{"bets":{"__proto__":"1.00"}}'));
  expect(wrong.filter((choice) => table.parseChoice.safeParse(choice).success)).toEqual([]);
});

test.each(named)("%s takes every spot alone and all of them at once", (_, { table, spots }) => {
  expect(spots.length).toBeLessThanOrEqual(200);
  const all = { bets: Object.fromEntries(spots.map((spot) => [spot, "2.00"])) };
  expect([all, ...spots.map((spot) => one(spot))].every((choice) => table.parseChoice.safeParse(choice).success)).toBe(true);
  expect(table.stakeOf(all)).toBe(BigInt(spots.length) * 200n);
});

test.each(named)("%s throws for bets nobody read, and for a stake that is not their sum", (_, { table, spots }) => {
  const instant = instantOf(table);
  const stream = goldenStream({ nonce: 1n });
  const play = (stakeMinor: bigint, choice: unknown) => instant.play({ stakeMinor, choice: choice as TableBets, stream });
  for (const choice of [{}, one("nowhere"), one(spots[0] ?? "", "1.50"), one(spots[0] ?? "", "one")]) expect(() => play(100n, choice)).toThrow();
  expect(() => play(200n, one(spots[0] ?? ""))).toThrow(new RangeError("The bets are not the stake of 200 minor units."));
  expect(() => table.settle({ bets: one("nowhere"), result: table.drawResult(goldenStream({ nonce: 1n })) })).toThrow();
});

test.each(named)("%s says its largest pay, which its worst case reaches, and can pay its limit within the house's", (_, { table, spots }) => {
  const most = spots.map((spot) => table.worstCase({ [spot]: 100n })).reduce((max, pay) => (pay > max ? pay : max), 0n);
  expect(rational(most, 100n)).toEqual(table.maxWinMultiple);
  const { numerator, denominator } = table.maxWinMultiple;
  expect((table.stakeMax * numerator) / denominator).toBeLessThanOrEqual(200_000_000n);
  expect(table.stakeMax % table.stakeStep).toBe(0n);
});

test.each(named)("%s returns for many bets what its single bets return, weighed by their stakes", (_, { table, spots }) => {
  const units = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...spots), { minLength: 1, maxLength: 8 }), fc.infiniteStream(units), (chosen, amounts) => {
      const stakes = chosen.map((spot) => ({ spot, minor: BigInt(amounts.next().value ?? 1) * 100n }));
      const bets = { bets: Object.fromEntries(stakes.map(({ spot, minor }) => [spot, formatAmount(minor)])) };
      const whole = table.stakeOf(bets);
      const mix = stakes
        .map(({ spot, minor }) => ({ ...table.exactReturn(one(spot)), minor }))
        .reduce(
          (sum, { numerator, denominator, minor }) =>
            rational(sum.numerator * denominator + numerator * minor * sum.denominator, sum.denominator * denominator),
          { numerator: 0n, denominator: 1n },
        );
      expect(table.exactReturn(bets)).toEqual(rational(mix.numerator, mix.denominator * whole));
    }),
    { numRuns: 25 },
  );
});

test.each(named)("%s advertises the least return and the largest variance of its single bets", (_, { table, spots }) => {
  const share = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): number => Number(numerator) / Number(denominator);
  const of = (read: (bets?: TableBets) => ReturnType<typeof rational>): readonly number[] => [share(read()), ...spots.map((spot) => share(read(one(spot))))];
  const [least = 0, ...returns] = of(table.exactReturn);
  expect(least).toBe(Math.min(...returns));
  const [most = 0, ...variances] = of((bets) => table.exactVariance(bets));
  expect(most).toBe(Math.max(...variances));
});

test.each(named)(
  "%s pays over 100,000 seeded rounds what its mathematics says, within 3.29 deviations, on every spot",
  { timeout: TIMEOUT_MS },
  (_, { table, spots, result }) => {
    const rounds = 100_000;
    // Every spot of a small table; of roulette's many like ones, each of another size.
    const watched =
      spots.length > 60
        ? ["0", "17", "14-17", "0-1-2", "13-14-15", "0-1-2-3", "14-15-17-18", "31-32-33-34-35-36", "dozen2", "column3", "red", "low", "even"]
        : spots;
    // What falls alike pays alike: it is settled once.
    const fallen = new Map<string, { readonly fell: unknown; times: number }>();
    for (let nonce = 0n; nonce < rounds; nonce += 1n) {
      const fell = table.drawResult(goldenStream({ nonce }));
      if (nonce < 100n) expect(result.parse(fell)).toEqual(fell);
      const key = JSON.stringify(fell);
      const before = fallen.get(key);
      if (before === undefined) fallen.set(key, { fell, times: 1 });
      else before.times += 1;
    }
    const paid = new Map(
      watched.map((spot) => {
        const bets = one(spot);
        return [spot, fallen.values().reduce((sum, { fell, times }) => sum + (times * Number(table.settle({ bets, result: fell }).winMinor)) / 100, 0)];
      }),
    );
    const off = watched.filter((spot) => {
      const [mean, variance] = [table.exactReturn(one(spot)), table.exactVariance(one(spot))];
      const deviation = Math.sqrt(Number(variance.numerator) / Number(variance.denominator) / rounds);
      return Math.abs((paid.get(spot) ?? 0) / rounds - Number(mean.numerator) / Number(mean.denominator)) > 3.29 * deviation;
    });
    expect(off).toEqual([]);
  },
);

test("what bets on both sides risk is what counts of them", () => {
  const choice = { bets: { red: "100.00", black: "100.00" } };
  const instant = instantOf(rouletteTable);
  const play = (pocket: number, of: TableBets) => {
    const { winMinor } = instant.play({ stakeMinor: rouletteTable.stakeOf(of), choice: of, stream: scriptedStream(pocket) });
    return validOf(instant, { choice: of, stakeMinor: rouletteTable.stakeOf(of), winMinor });
  };
  expect(play(7, choice)).toBe(0n);
  expect(play(0, choice)).toBe(20_000n);
  expect(play(7, one("red", "100.00"))).toBe(10_000n);
  expect(play(7, one("7", "100.00"))).toBe(10_000n);
});
