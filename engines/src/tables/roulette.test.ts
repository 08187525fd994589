import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream, scriptedStream } from "../testing.ts";
import { roulette, rouletteTable } from "./roulette.ts";
import { callBets, chipsBack, colorOf, neighboursOf, POCKETS, rouletteSpots, wheelOrder } from "./wheel.ts";

const pockets = Array.from({ length: POCKETS }, (_, pocket) => pocket);

test("the golden rounds stay as they are", () => {
  const bets = { "17": "5.00", "14-17": "4.00", red: "10.00", dozen2: "3.00", "0-1-2-3": "1.00" };
  const round = (nonce: bigint) => roulette.play({ stakeMinor: 2_300n, choice: { bets }, stream: goldenStream({ nonce }) });
  expect([0n, 1n, 2n, 3n, 4n, 5n].map(round)).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "pocket": 11,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "pocket": 8,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "pocket": 8,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "pocket": 20,
        },
        "winMinor": 900n,
      },
      {
        "outcome": {
          "pocket": 8,
        },
        "winMinor": 0n,
      },
      {
        "outcome": {
          "pocket": 12,
        },
        "winMinor": 2000n,
      },
    ]
  `);
});

test("a felt has 157 spots: 37 straights, 60 splits, 14 streets, 23 fours, 11 lines, 6 of twelve numbers and 6 of eighteen", () => {
  const sizes = Map.groupBy(rouletteSpots.values(), (covered) => covered.length);
  expect([...sizes].map(([size, spots]) => [size, spots.length])).toEqual([
    [1, 37],
    [2, 60],
    [3, 14],
    [4, 23],
    [6, 11],
    [12, 6],
    [18, 6],
  ]);
  for (const [spot, covered] of rouletteSpots) if (/^\d/.test(spot)) expect(spot).toBe(covered.join("-"));
});

test("every bet returns 36 of 37, whatever it covers", () => {
  for (const [spot, covered] of rouletteSpots) {
    const won = pockets.map((pocket) => rouletteTable.settle({ bets: { bets: { [spot]: "1.00" } }, result: { pocket } }).winMinor);
    expect(won.reduce((sum, win) => sum + win, 0n)).toBe(3_600n);
    expect(won.filter((win) => win > 0n)).toEqual(covered.map(() => 100n * BigInt(chipsBack(covered))));
    expect(rouletteTable.exactReturn({ bets: { [spot]: "1.00" } })).toEqual(rational(36n, 37n));
  }
  expect(rouletteTable.exactReturn()).toEqual(rational(36n, 37n));
  expect(rouletteTable.exactVariance()).toEqual(rational(36n * 36n * 36n, 37n * 37n));
  expect(rouletteTable.maxWinMultiple).toEqual(rational(36n, 1n));
});

test("zero loses every outside bet, and each other number has a dozen, a column, a colour, a half and a parity", () => {
  const wins = (pocket: number) => [...rouletteSpots].filter(([spot, covered]) => /^[a-z]/.test(spot) && covered.includes(pocket)).length;
  expect(pockets.map(wins)).toEqual([0, ...pockets.slice(1).map(() => 5)]);
});

test("eighteen numbers are red and eighteen black, and on the wheel no two neighbours but zero's share a colour", () => {
  expect(pockets.filter((pocket) => colorOf(pocket) === "red")).toHaveLength(18);
  expect(wheelOrder.toSorted((one, other) => one - other)).toEqual(pockets);
  wheelOrder.forEach((pocket, at) => expect(colorOf(pocket)).not.toBe(colorOf(wheelOrder[(at + 1) % POCKETS] ?? 0)));
});

test("call bets put 9, 6 and 5 chips on the parts of the wheel they are named for", () => {
  const covers = (spots: readonly string[]) =>
    [...new Set(spots.flatMap((spot) => rouletteSpots.get(spot) ?? [Number.NaN]))].toSorted((one, other) => one - other);
  const around = (number: number, before: number, after: number) => {
    const at = wheelOrder.indexOf(number) + POCKETS;
    return Array.from({ length: before + after + 1 }, (_, step) => wheelOrder[(at - before + step) % POCKETS] ?? 0);
  };
  expect([callBets.voisins, callBets.tiers, callBets.orphelins].map((spots) => spots.length)).toEqual([9, 6, 5]);
  expect(covers(callBets.voisins)).toEqual(around(0, 9, 7).toSorted((one, other) => one - other));
  expect(covers(callBets.tiers)).toEqual(around(36, 2, 9).toSorted((one, other) => one - other));
  expect(covers(callBets.orphelins)).toEqual(
    pockets.filter((pocket) => !covers(callBets.voisins).includes(pocket) && !covers(callBets.tiers).includes(pocket)),
  );
  expect(neighboursOf(0, 2)).toEqual([3, 26, 0, 32, 15]);
  expect(neighboursOf(5, 9)).toHaveLength(19);
});

test("the worst a table can meet is its dearest pocket", () => {
  expect(rouletteTable.worstCase({ "17": 100n, red: 1_000n, black: 500n })).toBe(100n * 36n + 500n * 2n);
  expect(rouletteTable.worstCase({})).toBe(0n);
});

test("pockets over 200,000 nonces are even", { timeout: 30_000 }, () => {
  let nonce = 0n;
  const next = () => {
    nonce += 1n;
    return rouletteTable.drawResult(goldenStream({ nonce })).pocket;
  };
  expect(chiSquare({ count: POCKETS, draws: 200_000, next })).toBeLessThan(chiSquareLimit(POCKETS));
});

test("the pocket is what the stream gave", () => {
  expect(rouletteTable.drawResult(scriptedStream(26))).toEqual({ pocket: 26 });
});
