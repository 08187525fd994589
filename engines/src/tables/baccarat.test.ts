import { expect, test } from "vitest";
import { rational } from "../engine.ts";
import { chiSquare, chiSquareLimit, goldenStream } from "../testing.ts";
import { baccarat, baccaratNc, baccaratNcTable, type BaccaratSpot, baccaratTable, dealBaccarat } from "./baccarat.ts";
import { enumerateBaccarat } from "./baccarat.count.ts";
import { bankerDraws, playerDraws, pointsOf } from "./baccarat.rules.ts";

const falls = enumerateBaccarat();
const ORDERS = 416n * 415n * 414n * 413n * 412n * 411n;
const waysOf = (wins: (facts: (typeof falls)[number]["facts"]) => boolean): bigint =>
  falls.reduce((sum, { facts, ways }) => (wins(facts) ? sum + ways : sum), 0n);
const percent = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): string =>
  ((numerator * 1_000_000n) / denominator).toString().replace(/(\d{4})$/, ".$1");
const on = (spot: BaccaratSpot) => ({ bets: { [spot]: "1.00" } });

test("the golden rounds stay as they are", () => {
  const bets = { player: "10.00", tie: "2.00", eitherPair: "1.00", big: "3.00" };
  const round = (nonce: bigint) => baccarat.play({ stakeMinor: 1_600n, choice: { bets }, stream: goldenStream({ nonce }) });
  expect([0n, 1n, 2n, 3n].map(round)).toMatchInlineSnapshot(`
    [
      {
        "outcome": {
          "banker": [
            34,
            7,
          ],
          "player": [
            42,
            18,
            2,
          ],
        },
        "winMinor": 462n,
      },
      {
        "outcome": {
          "banker": [
            1,
            42,
          ],
          "player": [
            35,
            39,
            3,
          ],
        },
        "winMinor": 462n,
      },
      {
        "outcome": {
          "banker": [
            35,
            35,
            45,
          ],
          "player": [
            45,
            28,
            44,
          ],
        },
        "winMinor": 1062n,
      },
      {
        "outcome": {
          "banker": [
            8,
            3,
            22,
          ],
          "player": [
            0,
            40,
            29,
          ],
        },
        "winMinor": 2462n,
      },
    ]
  `);
  expect(baccaratNc.play({ stakeMinor: 100n, choice: on("banker"), stream: goldenStream({ nonce: 0n }) }).outcome).toEqual(round(0n).outcome);
});

test("all orders of six cards from eight decks are counted, with the winners everybody publishes", () => {
  expect(waysOf(() => true)).toBe(ORDERS);
  expect(waysOf(({ winner }) => winner === "banker")).toBe(2_292_252_566_437_888n);
  expect(waysOf(({ winner }) => winner === "player")).toBe(2_230_518_282_592_256n);
  expect(waysOf(({ winner }) => winner === "tie")).toBe(475_627_426_473_216n);
});

test("the plain recursion over ten value classes counts the same winners, sixes and lengths", () => {
  const left = Array.from({ length: 10 }, (_, points): number => (points === 0 ? 128 : 32));
  const counted = new Map<string, number>();
  const deal = (ways: number, next: (points: number, ways: number) => void): void => {
    for (let points = 0; points < 10; points += 1) {
      const count = left[points] ?? 0;
      left[points] = count - 1;
      next(points, ways * count);
      left[points] = count;
    }
  };
  const end = (player: number, banker: number, cards: number, ways: number): void => {
    const key = `${Math.sign(player - banker)} ${banker === 6} ${cards}`;
    const unseen = cards === 4 ? 412 * 411 : cards === 5 ? 411 : 1;
    counted.set(key, (counted.get(key) ?? 0) + ways * unseen);
  };
  const third = (player: number, banker: number, ways: number): void => {
    if (player >= 8 || banker >= 8) return end(player, banker, 4, ways);
    if (player > 5) return banker > 5 ? end(player, banker, 4, ways) : deal(ways, (more, all) => end(player, (banker + more) % 10, 5, all));
    deal(ways, (taken, all) => {
      const hand = (player + taken) % 10;
      const draws =
        banker < 3 ||
        (banker === 3 && taken !== 8) ||
        (banker === 4 && taken > 1 && taken < 8) ||
        (banker === 5 && taken > 3 && taken < 8) ||
        (banker === 6 && (taken === 6 || taken === 7));
      if (draws) deal(all, (more, last) => end(hand, (banker + more) % 10, 6, last));
      else end(hand, banker, 5, all);
    });
  };
  deal(1, (p1, a) => deal(a, (b1, b) => deal(b, (p2, c) => deal(c, (b2, d) => third((p1 + p2) % 10, (b1 + b2) % 10, d)))));
  const signs = { player: 1, tie: 0, banker: -1 } as const;
  for (const [key, ways] of counted)
    expect(waysOf(({ winner, bankerPoints, cards }) => `${signs[winner]} ${bankerPoints === 6} ${cards}` === key)).toBe(BigInt(ways));
});

test("pairs and perfect pairs are as often as all four first cards of 52 kinds say", () => {
  const seen = [0n, 0n, 0n];
  let either = 0n;
  const left = Array.from({ length: 52 }, () => 8);
  // By symmetry the first card is one of 52 alike.
  left[0] = 7;
  for (let p2 = 0; p2 < 52; p2 += 1) {
    const second = left[p2]!--;
    for (let b1 = 0; b1 < 52; b1 += 1) {
      const third = left[b1]!--;
      for (let b2 = 0; b2 < 52; b2 += 1) {
        const ways = BigInt(second * third * left[b2]!);
        const perfect = Number(p2 === 0) + Number(b1 === b2);
        seen[perfect] = seen[perfect]! + ways;
        if (p2 % 13 === 0 || b1 % 13 === b2 % 13) either += ways;
      }
      left[b1]! += 1;
    }
    left[p2]! += 1;
  }
  const whole = 416n * 412n * 411n;
  expect([0, 1, 2].map((count) => waysOf(({ perfectPairs }) => perfectPairs === count))).toEqual(seen.map((ways) => ways * whole));
  expect(waysOf(({ isPlayerPair, isBankerPair }) => isPlayerPair || isBankerPair)).toBe(either * whole);
});

test("each bet returns what its page says, as an exact fraction", () => {
  const returns = Object.fromEntries(
    (["player", "banker", "tie", "playerPair", "bankerPair", "eitherPair", "perfectPair", "small", "big"] as const).map((spot) => [
      spot,
      percent(baccaratTable.exactReturn(on(spot))),
    ]),
  );
  expect(returns).toEqual({
    player: "98.7649",
    banker: "98.9420",
    tie: "85.6403",
    playerPair: "89.6385",
    bankerPair: "89.6385",
    eitherPair: "86.2901",
    perfectPair: "91.9529",
    small: "94.7171",
    big: "95.6542",
  });
  expect(baccaratTable.exactReturn(on("player"))).toEqual(rational(19_283_843_717_413n, 19_524_993_263_685n));
  expect(baccaratTable.exactReturn(on("banker"))).toEqual(rational(10_732_465_128_097n, 10_847_218_479_825n));
  expect(baccaratTable.exactReturn()).toEqual(rational(619_306_544_887n, 723_147_898_655n));
  expect(baccaratTable.exactReturn(on("perfectPair"))).toEqual(rational(1_553_513n, 1_689_465n));
  expect(percent(baccaratNcTable.exactReturn(on("banker")))).toBe("98.5418");
  expect(baccaratNcTable.exactReturn(on("banker"))).toEqual(rational(19_240_298_465_317n, 19_524_993_263_685n));
});

const settle = (player: readonly number[], banker: readonly number[], spot: BaccaratSpot, table = baccaratTable) =>
  table.settle({ bets: on(spot), result: { player: [...player], banker: [...banker] } }).winMinor;

test("bets pay as the felt says", () => {
  const [nine, eight, six, two] = [
    [8, 9],
    [7, 9],
    [5, 12],
    [1, 11],
  ] as const;
  expect([settle(nine, eight, "player"), settle(nine, eight, "banker"), settle(eight, nine, "banker")]).toEqual([200n, 0n, 195n]);
  expect([settle(nine, nine, "player"), settle(nine, nine, "banker"), settle(nine, nine, "tie")]).toEqual([100n, 100n, 900n]);
  expect([settle(two, six, "banker"), settle(two, six, "banker", baccaratNcTable), settle(six, nine, "banker", baccaratNcTable)]).toEqual([195n, 150n, 200n]);
  expect([
    settle([3, 16], nine, "playerPair"),
    settle([3, 16], nine, "eitherPair"),
    settle(nine, [3, 16], "bankerPair"),
    settle(nine, [3, 16], "playerPair"),
  ]).toEqual([1_200n, 600n, 1_200n, 0n]);
  expect([
    settle([3, 3], nine, "perfectPair"),
    settle([3, 3], [9, 9], "perfectPair"),
    settle([3, 16], [9, 9], "perfectPair"),
    settle([3, 16], nine, "perfectPair"),
  ]).toEqual([2_600n, 20_100n, 2_600n, 0n]);
  expect([settle(nine, eight, "small"), settle(nine, eight, "big"), settle([...two, 4], six, "big"), settle([...two, 4], six, "small")]).toEqual([
    250n,
    0n,
    154n,
    0n,
  ]);
});

test("third cards follow the table of punto banco", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((points) => playerDraws(points, 0))).toEqual([true, true, true, true, true, true, false, false]);
  expect([playerDraws(0, 8), playerDraws(0, 9)]).toEqual([false, false]);
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((banker) =>
    [undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((third) => (bankerDraws(banker, third) ? "D" : "-")).join(""),
  );
  expect(rows).toEqual(["DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDD-D", "D--DDDDDD--", "D----DDDD--", "-------DD--", "-----------"]);
});

test("dealt rounds keep the order of the cards and the rules, and every card comes equally often", { timeout: 30_000 }, () => {
  let nonce = 0n;
  const waiting: number[] = [];
  const next = (): number => {
    if (waiting.length === 0) {
      const { player, banker } = dealBaccarat(goldenStream({ nonce }));
      nonce += 1n;
      const [first, other] = [pointsOf(player.slice(0, 2)), pointsOf(banker.slice(0, 2))];
      expect(player.length === 3).toBe(playerDraws(first, other));
      if (first >= 8 || other >= 8) expect(banker).toHaveLength(2);
      waiting.push(...player.slice(0, 2), ...banker.slice(0, 2));
    }
    return waiting.pop() ?? 0;
  };
  expect(chiSquare({ count: 52, draws: 200_000, next })).toBeLessThan(chiSquareLimit(52));
});
