import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream } from "../testing.ts";
import { sicBo, sicBoSpots, sicBoTable } from "./sic-bo.ts";

const on = (spot: string) => ({ bets: { [spot]: "1.00" } });

test("the golden rounds stay as they are", () => {
  const bets = { small: "10.00", total9: "2.00", single4: "3.00", "combo1-6": "1.00", three2356: "1.00" };
  const round = (nonce: bigint) => sicBo.play({ stakeMinor: 1_700n, choice: { bets }, stream: goldenStream({ nonce }) });
  expect([0n, 1n, 2n, 3n].map(round)).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "dice": [
            5,
            2,
            3,
          ],
        },
        "winMinor": 2800n,
      },
      {
        "outcome": {
          "dice": [
            2,
            3,
            2,
          ],
        },
        "winMinor": 2000n,
      },
      {
        "outcome": {
          "dice": [
            2,
            4,
            5,
          ],
        },
        "winMinor": 600n,
      },
      {
        "outcome": {
          "dice": [
            3,
            6,
            3,
          ],
        },
        "winMinor": 0n,
      },
    ]
  `);
});

test("each of the 56 bets returns what its page says, as an exact fraction of 216 throws", () => {
  const returns: readonly (readonly [RegExp, bigint])[] = [
    [/^(small|big|odd|even|combo.+)$/, 210n],
    [/^single\d$/, 208n],
    [/^total(9|12)$/, 200n],
    [/^total(7|14)$/, 195n],
    [/^(total(5|16)|double\d|anyTriple|three\d+)$/, 192n],
    [/^triple\d$/, 191n],
    [/^total(6|15)$/, 190n],
    [/^total(4|17|8|13|10|11)$/, 189n],
  ];
  expect(sicBoSpots).toHaveLength(56);
  for (const spot of sicBoSpots) {
    const of216 = returns.find(([name]) => name.test(spot))?.[1] ?? 0n;
    expect([spot, sicBoTable.exactReturn(on(spot))]).toEqual([spot, rational(of216, 216n)]);
  }
  expect(sicBoTable.exactReturn()).toEqual(rational(7n, 8n));
  expect(sicBoTable.maxWinMultiple).toEqual(rational(191n, 1n));
});

test("bets pay as the felt says, and a triple loses Small, Big, Odd and Even", () => {
  const settle = (dice: number[], ...spots: string[]) => spots.map((spot) => sicBoTable.settle({ bets: on(spot), result: { dice } }).winMinor);
  expect(settle([2, 2, 2], "small", "even", "big", "odd", "triple2", "anyTriple", "double2", "single2", "total6")).toEqual([
    0n,
    0n,
    0n,
    0n,
    19_100n,
    3_200n,
    1_200n,
    1_300n,
    1_900n,
  ]);
  expect(settle([5, 1, 5], "big", "odd", "double5", "single5", "single1", "combo1-5", "combo5-6", "anyTriple", "total11")).toEqual([
    200n,
    200n,
    1_200n,
    300n,
    200n,
    700n,
    0n,
    0n,
    700n,
  ]);
  expect(settle([4, 1, 3], "three1234", "three1345", "three2356", "three3456", "small", "even", "total8")).toEqual([800n, 800n, 0n, 0n, 200n, 200n, 900n]);
  expect(settle([3, 3, 4], "three1234", "small", "big", "total10")).toEqual([0n, 200n, 0n, 700n]);
});

test("throws over 200,000 nonces are even", { timeout: 30_000 }, () => {
  let nonce = 0n;
  const next = () => {
    nonce += 1n;
    const [one = 0, two = 0, three = 0] = sicBoTable.drawResult(goldenStream({ nonce })).dice;
    return (one - 1) * 36 + (two - 1) * 6 + three - 1;
  };
  expect(chiSquare({ count: 216, draws: 200_000, next })).toBeLessThan(chiSquareLimit(216));
});
