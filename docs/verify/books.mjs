// Two slots have 1,048,576 outcomes each, all of them public: draw(2^20) picks a row, and the row alone says what falls. Multiples are hundredths of the stake.
import { createHash } from "node:crypto";
import { drawsOf, numbers, payOf, sum } from "./fair.mjs";

const ROWS = 2 ** 20;

/** A list in which each number, from `first` on, stands as often as its weight says. */
const spread = (weights, first = 0) => weights.flatMap((weight, at) => numbers(1, weight).map(() => first + at));

const keyOf = (gameCode) => createHash("sha256").update(`laro book ${gameCode} 1`).digest("hex");
const keys = { HALO_HALO: keyOf("HALO_HALO"), BULKAN_WAYS: keyOf("BULKAN_WAYS") };

const rotate = (word, bits) => ((word << bits) | (word >>> (32 - bits))) >>> 0;

/**
 * The draws of a row: four words of the stream whose server seed is the book's key, whose client seed is the game's code and whose number is the row begin the
 * generator xoshiro128**; a draw of n is its next word times n / 2^32, rounded down.
 */
function rowDraws(gameCode, row) {
  const draw = drawsOf({ serverSeed: keys[gameCode], clientSeed: gameCode, nonce: row });
  const words = numbers(1, 4).map(() => draw(2 ** 32));
  return (n) => {
    const word = Math.imul(rotate(Math.imul(words[1], 5) >>> 0, 7), 9) >>> 0;
    const third = words[2] ^ words[0];
    const fourth = words[3] ^ words[1];
    const shifted = words[1] << 9;
    words[1] ^= third;
    words[0] ^= fourth;
    words[2] = third ^ shifted;
    words[3] = rotate(fourth >>> 0, 11);
    return Number((BigInt(word) * BigInt(n)) >> 32n);
  };
}

/** Fills a window to its heights: reels from the left, each from below upwards. A reel is a list from below. */
const refill = (reels, heights, fall) => reels.map((reel, at) => [...reel, ...numbers(1, heights[at] - reel.length).map(fall)]);

/**
 * Lets windows pay and fall until nothing pays or `most` is paid: what paid goes, what lay above falls, and the rest falls in from above.
 * `winsOf` answers what pays and the places, reel by reel, that go; `times` by what the next tumble is multiplied.
 */
function tumble({ heights, fall, winsOf, times, most }) {
  let reels = refill(
    heights.map(() => []),
    heights,
    fall,
  );
  for (let paid = 0; ;) {
    const { pays, gone } = winsOf(reels);
    if (gone.every(({ size }) => size === 0)) return { paid, reels };
    paid = Math.min(most, paid + pays * times());
    if (paid === most) return { paid, reels };
    reels = refill(
      reels.map((reel, at) => reel.filter((_, place) => !gone[at].has(place))),
      heights,
      fall,
    );
  }
}

const HALO = {
  falls: spread([3, 4, 5, 6, 7, 8, 10]),
  steps: [5, 6, 7, 8, 10, 12, 15],
  pays: [
    [1000, 2500, 10000, 25000, 120000, 250000, 500000],
    [600, 1500, 6000, 12000, 50000, 120000, 400000],
    [400, 800, 2000, 5000, 20000, 80000, 250000],
    [250, 300, 1000, 2500, 8000, 30000, 200000],
    [120, 200, 400, 1000, 2500, 10000, 50000],
    [60, 100, 200, 400, 1000, 5000, 25000],
    [40, 50, 100, 200, 500, 2000, 10000],
  ],
};

/** Halo-Halo: five or more alike that touch by their sides pay by how many they are. */
function haloWins(reels) {
  const gone = reels.map(() => new Set());
  const seen = reels.map(() => new Set());
  let pays = 0;
  reels.forEach((reel, left) =>
    reel.forEach((symbol, foot) => {
      const cluster = [];
      const open = [[left, foot]];
      while (open.length > 0) {
        const [x, y] = open.pop();
        if (reels[x]?.[y] !== symbol || seen[x].has(y)) continue;
        seen[x].add(y);
        cluster.push([x, y]);
        open.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
      }
      if (cluster.length < 5) return;
      pays += HALO.pays[symbol][HALO.steps.filter((step) => step <= cluster.length).length - 1];
      for (const [x, y] of cluster) gone[x].add(y);
    }),
  );
  return { pays, gone };
}

/** Six reels of five; the first tumble pays once, the next three times, then 9, 27, 81 and 243 times; 5,000 times the stake at most. */
function haloRow(draw) {
  let tumbles = 0;
  const times = () => 3 ** Math.min(tumbles++, 5);
  return tumble({ heights: [5, 5, 5, 5, 5, 5], fall: () => HALO.falls[draw(43)], winsOf: haloWins, times, most: 500_000 }).paid;
}

const SCATTER = 10;
const WEIGHTS = [16, 20, 20, 24, 28, 28, 32, 32, 32, 33];
const BULKAN = {
  paidFor: { heights: spread([28, 24, 16, 8, 7, 4], 2), falls: spread([...WEIGHTS, 7]) },
  free: { heights: spread([0, 2, 3, 3, 2, 2], 2), falls: spread(WEIGHTS) },
  /** For ways over three, four, five and six reels. */
  pays: [
    [300, 500, 600, 15000],
    [120, 200, 300, 1500],
    [60, 150, 200, 1200],
    [50, 120, 150, 800],
    [40, 100, 120, 600],
    [30, 60, 100, 250],
    [25, 50, 80, 200],
    [20, 25, 40, 120],
    [12, 20, 30, 100],
    [10, 12, 20, 25],
  ],
};

/** Bulkan Ways: a symbol on three or more reels from the left pays for every way to choose one on each. */
function bulkanWins(reels) {
  const gone = reels.map(() => new Set());
  let pays = 0;
  for (let symbol = 0; symbol < SCATTER; symbol += 1) {
    const counts = reels.map((reel) => reel.filter((one) => one === symbol).length);
    const reach = [...counts, 0].indexOf(0);
    if (reach < 3) continue;
    pays += BULKAN.pays[symbol][reach - 3] * counts.slice(0, reach).reduce((all, one) => all * one, 1);
    reels.slice(0, reach).forEach((reel, at) => reel.forEach((one, place) => one === symbol && gone[at].add(place)));
  }
  return { pays, gone };
}

/**
 * Six reels of two to seven rows, drawn for each window. Four volcanoes in the window that stays bring twelve free spins on taller reels without volcanoes, whose
 * k-th win pays k times; 10,000 times the stake at most.
 */
function bulkanRow(draw) {
  const most = 1_000_000;
  const spin = ({ heights, falls }, times, left) =>
    tumble({
      heights: numbers(1, 6).map(() => heights[draw(heights.length)]),
      fall: () => falls[draw(falls.length)],
      winsOf: bulkanWins,
      times,
      most: left,
    });
  const { paid: first, reels } = spin(BULKAN.paidFor, () => 1, most);
  if (sum(reels.map((reel) => reel.filter((symbol) => symbol === SCATTER).length)) < 4) return first;
  let [paid, wins] = [first, 0];
  for (let free = 0; free < 12 && paid < most; free += 1) paid += spin(BULKAN.free, () => (wins += 1), most - paid).paid;
  return paid;
}

const rowOf = { HALO_HALO: haloRow, BULKAN_WAYS: bulkanRow };

/** What a row of a book pays. */
export const rowPays = (gameCode, row) => rowOf[gameCode](rowDraws(gameCode, row));

const playBook =
  (gameCode) =>
  ({ stake, draw }) => {
    const row = draw(ROWS);
    const multiplier = rowPays(gameCode, row);
    return { win: payOf(stake, multiplier), outcome: { row, multiplier } };
  };

export const books = { HALO_HALO: playBook("HALO_HALO"), BULKAN_WAYS: playBook("BULKAN_WAYS") };
