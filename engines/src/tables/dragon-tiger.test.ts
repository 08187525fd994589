import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { goldenStream } from "../testing.ts";
import { dragonTiger, type DragonTigerSpot, dragonTigerSpots, dragonTigerTable } from "./dragon-tiger.ts";

const on = (spot: DragonTigerSpot) => ({ bets: { [spot]: "1.00" } });

test("the golden rounds stay as they are", () => {
  const bets = { dragon: "10.00", tie: "2.00", tigerBig: "3.00", dragonRed: "1.00" };
  const round = (nonce: bigint) => dragonTiger.play({ stakeMinor: 1_600n, choice: { bets }, stream: goldenStream({ nonce }) });
  expect([0n, 1n, 2n, 3n].map(round)).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "dragon": 42,
          "tiger": 34,
        },
        "winMinor": 600n,
      },
      {
        "outcome": {
          "dragon": 35,
          "tiger": 1,
        },
        "winMinor": 2200n,
      },
      {
        "outcome": {
          "dragon": 45,
          "tiger": 35,
        },
        "winMinor": 600n,
      },
      {
        "outcome": {
          "dragon": 0,
          "tiger": 8,
        },
        "winMinor": 600n,
      },
    ]
  `);
});

test("each bet returns what its page says, as an exact fraction", () => {
  const side = rational(24n, 26n);
  const returns = { dragon: rational(799n, 830n), tiger: rational(799n, 830n), tie: rational(372n, 415n), suitedTie: rational(357n, 415n) };
  for (const spot of dragonTigerSpots) expect(dragonTigerTable.exactReturn(on(spot))).toEqual(spot in returns ? returns[spot as keyof typeof returns] : side);
  expect(dragonTigerTable.exactReturn()).toEqual(rational(357n, 415n));
  expect(dragonTigerTable.maxWinMultiple).toEqual(rational(51n, 1n));
});

test("bets pay as the felt says: ace low, king high, half back on a tie, and a seven loses every bet on its card", () => {
  const settle = (dragon: number, tiger: number, spot: DragonTigerSpot) => dragonTigerTable.settle({ bets: on(spot), result: { dragon, tiger } }).winMinor;
  const [ace, seven, eight, king, heartKing] = [0, 6, 7, 12, 25];
  expect([settle(king, ace, "dragon"), settle(ace, king, "dragon"), settle(ace, king, "tiger")]).toEqual([200n, 0n, 200n]);
  expect([settle(king, heartKing, "dragon"), settle(king, heartKing, "tiger"), settle(king, heartKing, "tie"), settle(king, heartKing, "suitedTie")]).toEqual([
    50n,
    50n,
    1_200n,
    0n,
  ]);
  expect([settle(king, king, "suitedTie"), settle(king, ace, "tie")]).toEqual([5_100n, 0n]);
  expect([
    settle(eight, ace, "dragonBig"),
    settle(eight, ace, "tigerSmall"),
    settle(heartKing, ace, "dragonRed"),
    settle(heartKing, ace, "tigerBlack"),
  ]).toEqual([200n, 200n, 200n, 200n]);
  for (const spot of ["dragonBig", "dragonSmall", "dragonRed", "dragonBlack"] as const) expect(settle(seven, king, spot)).toBe(0n);
  for (const spot of ["tigerBig", "tigerSmall", "tigerRed", "tigerBlack"] as const) expect(settle(king, seven + 13, spot)).toBe(0n);
});
