import { CARDS, rankOf, suitOf } from "./cards.ts";
import { handOf, pokerPays } from "./poker.hands.ts";

const HAND = 5;
const HOLDS = 2 ** HAND;

function waysTo(from: number, taken: number): number {
  let ways = 1;
  for (let index = 0; index < taken; index += 1) ways = (ways * (from - index)) / (index + 1);
  return from < taken ? 0 : Math.round(ways);
}

/** Ways to take k of n, at place 6 n + k. */
const choose = Int32Array.from({ length: (CARDS + 1) * (HAND + 1) }, (_, place) => waysTo(Math.floor(place / (HAND + 1)), place % (HAND + 1)));

const bitsOf = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === "1").length;
const sizes = Uint8Array.from({ length: HOLDS }, (_, mask) => bitsOf(mask));
/** So much a draw of each hold weighs, so that all holds have as many: C(47, cards drawn) of them are 7,669,695. */
export const EVERY_DRAW_OF_A_HAND = 7_669_695;
const weights = Float64Array.from(sizes, (held) => EVERY_DRAW_OF_A_HAND / waysTo(CARDS - HAND, HAND - held));

/** All hands of five cards, in the order of their numbers. */
function eachHand(use: (hand: readonly number[], index: number) => void): void {
  const hand = [0, 0, 0, 0, 0];
  let index = 0;
  for (let e = 4; e < CARDS; e += 1)
    for (let d = 3; d < e; d += 1)
      for (let c = 2; c < d; c += 1)
        for (let b = 1; b < c; b += 1)
          for (let a = 0; a < b; a += 1) {
            [hand[0], hand[1], hand[2], hand[3], hand[4]] = [a, b, c, d, e];
            use(hand, index);
            index += 1;
          }
}

/** The number of each part of a hand among all sets of its size. */
function numberParts(hand: readonly number[], into: Int32Array): void {
  // A set's highest card adds to the number of the rest.
  for (let mask = 1; mask < HOLDS; mask += 1) {
    const high = 31 - Math.clz32(mask);
    into[mask] = into[mask ^ (1 << high)]! + choose[hand[high]! * (HAND + 1) + sizes[mask]!]!;
  }
}

/** The number of a hand, its cards from the lowest. */
export const handNumber = (sorted: readonly number[]): number => sorted.reduce((number, card, at) => number + choose[card * (HAND + 1) + at + 1]!, 0);

const rankKeys = Float64Array.from({ length: CARDS }, (_, card) => 2 * 5 ** rankOf(card));
const paidByKey = new Map<number, number>();

/** What a hand pays, looked up by its ranks and whether it is of one suit: two and a half million hands are ten thousand of these. */
function paysOf(hand: readonly number[]): number {
  const suit = suitOf(hand[0]!);
  let key = suitOf(hand[1]!) === suit && suitOf(hand[2]!) === suit && suitOf(hand[3]!) === suit && suitOf(hand[4]!) === suit ? 1 : 0;
  for (let index = 0; index < HAND; index += 1) key += rankKeys[hand[index]!]!;
  const known = paidByKey.get(key);
  if (known !== undefined) return known;
  const paid = pokerPays[handOf(hand)];
  paidByKey.set(key, paid);
  return paid;
}

/**
 * Counts every draw of every hand by the best of its 32 holds: the sum of what they pay and of its square, in draws weighted alike.
 * What a hold pays follows from sums over all hands that hold a set of cards, less those with a card that was thrown away. `tell` hears of each hand, by its
 * number, which of its cards the best play holds: bit i is the i-th from the lowest.
 */
export function countBestHolds(tell: (hand: number, held: number) => void = () => undefined): { readonly pays: bigint; readonly squares: bigint } {
  const tables = Array.from({ length: HAND + 1 }, (_, size) => new Float64Array(waysTo(CARDS, size)));
  const squares = tables.map((table) => new Float64Array(table.length));
  const parts = new Int32Array(HOLDS);
  eachHand((hand) => {
    const paid = paysOf(hand);
    if (paid === 0) return;
    numberParts(hand, parts);
    for (let mask = 0; mask < HOLDS; mask += 1) {
      const [size, part] = [sizes[mask]!, parts[mask]!];
      tables[size]![part]! += paid;
      squares[size]![part]! += paid * paid;
    }
  });
  let [paidSum, squareSum] = [0, 0]; // Below 2^53, so exact.
  const [pay, square] = [new Float64Array(HOLDS), new Float64Array(HOLDS)];
  eachHand((hand, index) => {
    numberParts(hand, parts);
    for (let mask = 0; mask < HOLDS; mask += 1) {
      pay[mask] = tables[sizes[mask]!]![parts[mask]!]!;
      square[mask] = squares[sizes[mask]!]![parts[mask]!]!;
    }
    // From sums over hands with a set to sums over hands with it and none of the other dealt cards.
    for (let bit = 1; bit < HOLDS; bit <<= 1)
      for (let mask = 0; mask < HOLDS; mask += 1)
        if ((mask & bit) === 0) {
          pay[mask]! -= pay[mask | bit]!;
          square[mask]! -= square[mask | bit]!;
        }
    let best = 0;
    for (let mask = 1; mask < HOLDS; mask += 1) if (pay[mask]! * weights[mask]! > pay[best]! * weights[best]!) best = mask;
    tell(index, best);
    paidSum += pay[best]! * weights[best]!;
    squareSum += square[best]! * weights[best]!;
  });
  return { pays: BigInt(paidSum), squares: BigInt(squareSum) };
}
