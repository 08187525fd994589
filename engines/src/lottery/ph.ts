import { betOf, single } from "./bet.ts";
import { lotteryOf, type DigitResult, type LotteryBet } from "./lottery.ts";
import { countOrders, isSameSet, ordersOf, range } from "./picks.ts";

const isSame = (one: readonly number[], other: readonly number[]): boolean => one.join("-") === other.join("-");
/** Each order of some digits is a result. */
const orderKeys = (digits: readonly number[]) => (): readonly string[] => ordersOf(digits).map((order) => `d=${order.join("-")}`);
const drawDigits =
  (places: number, from: number, to: number) =>
  (stream: { uniform(count: number): number }): DigitResult => ({ digits: range(1, places).map(() => from + stream.uniform(to - from + 1)) });

/** All digits right in their order. */
const straight = (entry: { places: number; from: number; to: number }, pays: number, sample: string): LotteryBet<DigitResult> =>
  betOf({
    code: "straight",
    entry: { kind: "digits", ...entry },
    samples: [sample],
    worth: (digits) =>
      single(
        { pays, ways: 1, of: (entry.to - entry.from + 1) ** entry.places },
        (result) => isSame(result.digits, digits),
        () => [`d=${digits.join("-")}`],
      ),
  });

/** All digits right in whatever order; it pays by how many orders there are. */
const rambol = (
  entry: { places: number; from: number; to: number },
  pays: Readonly<Record<number, number>>,
  samples: readonly string[],
): LotteryBet<DigitResult> =>
  betOf({
    code: "rambol",
    entry: { kind: "digits", ...entry },
    samples,
    accepts: (digits) => countOrders(digits) in pays,
    worth: (digits) => {
      const orders = countOrders(digits);
      const chance = { pays: pays[orders] ?? 0, ways: orders, of: (entry.to - entry.from + 1) ** entry.places };
      return single(chance, (result) => isSameSet(result.digits, digits), orderKeys(digits));
    },
  });

const house = { gameType: "LOTT", vendorCode: "BGS" } as const;
const twoOf31 = { places: 2, from: 1, to: 31 };
const threeDigits = { places: 3, from: 0, to: 9 };

/** Two numbers of 1 to 31 in order; repeats fall too. */
export const ph2d = lotteryOf<DigitResult>({
  ...house,
  gameCode: "PH_2D",
  unitMax: 50_000n,
  bets: [straight(twoOf31, 85_000, "7-19"), rambol(twoOf31, { 2: 42_500 }, ["7-19"])],
  drawResult: drawDigits(2, 1, 31),
});

/** Three digits. */
export const ph3d = lotteryOf<DigitResult>({
  ...house,
  gameCode: "PH_3D",
  unitMax: 50_000n,
  bets: [straight(threeDigits, 88_000, "1-2-3"), rambol(threeDigits, { 6: 14_600, 3: 29_300 }, ["1-2-3", "1-1-2"])],
  drawResult: drawDigits(3, 0, 9),
});

const FOUR = 540_000;
const LAST_THREE = 30_000;
const LAST_TWO = 800;
const fourDigits = { places: 4, from: 0, to: 9 };

/** Four digits right, or the last three, or the last two: the best of them counts. */
const tiers: LotteryBet<DigitResult> = betOf({
  code: "straight",
  entry: { kind: "digits", ...fourDigits },
  samples: ["1-2-3-4"],
  worth: (pick) => {
    const payOf = (fallen: readonly number[]): number =>
      isSame(fallen, pick) ? FOUR : isSame(fallen.slice(1), pick.slice(1)) ? LAST_THREE : isSame(fallen.slice(2), pick.slice(2)) ? LAST_TWO : 0;
    return {
      chances: [
        { pays: FOUR, ways: 1, of: 10_000 },
        { pays: LAST_THREE, ways: 9, of: 10_000 },
        { pays: LAST_TWO, ways: 90, of: 10_000 },
      ],
      settle: (result) => payOf(result.digits),
      // Each tier holds what it pays beyond the next, so that three marks of a pick come to what a result pays, whichever it is.
      keys: () => [
        { key: `d=${pick.join("-")}`, most: BigInt(FOUR - LAST_THREE) },
        { key: `3=${pick.slice(1).join("-")}`, most: BigInt(LAST_THREE - LAST_TWO) },
        { key: `2=${pick.slice(2).join("-")}`, most: BigInt(LAST_TWO) },
      ],
    };
  },
});

export const ph4d = lotteryOf<DigitResult>({
  ...house,
  gameCode: "PH_4D",
  unitMax: 10_000n,
  bets: [tiers, rambol(fourDigits, { 24: 36_600, 12: 73_300, 6: 146_600, 4: 220_000 }, ["1-2-3-4", "1-1-2-3", "1-1-2-2", "1-1-1-2"])],
  drawResult: drawDigits(4, 0, 9),
});
