// Games that one call begins and ends. Each takes { stake, choice, draw } and answers { win, outcome }; multiples are hundredths of the stake.
import { amountOf, numbers, payOf, shuffle, sum, takeFrom } from "./fair.mjs";

const paid = (stake, multiplier, outcome) => ({ win: payOf(stake, multiplier), outcome: { ...outcome, multiplier } });

/** The roll is one of 10,000. Under a target t, t rolls win; over it 9,999 - t. A win pays 9,900 / winning rolls, rounded down to a hundredth. */
function dice({ stake, choice: { target, side }, draw }) {
  const roll = draw(10_000);
  const [isWon, winning] = side === "under" ? [roll < target, target] : [roll > target, 9_999 - target];
  return paid(stake, isWon ? Math.floor(990_000 / winning) : 0, { roll });
}

/** The point of a draw r of 2^32: 99 · 2^32 / (r + 1), rounded down, in hundredths. */
export const pointOf = (draw) => Number((99n * 2n ** 32n) / BigInt(draw(2 ** 32) + 1));

/** The target is paid if the point reaches it. */
function limbo({ stake, choice: { target }, draw }) {
  const point = pointOf(draw);
  return paid(stake, point < target ? 0 : target, { point });
}

/** What Plinko's slots pay from the edge to the centre; the other half mirrors it. */
const SLOTS = {
  "8 low": [500, 200, 120, 95, 54],
  "8 mid": [1200, 320, 140, 70, 30],
  "8 high": [2700, 450, 150, 26, 20],
  "12 low": [900, 400, 180, 130, 110, 100, 49],
  "12 mid": [3000, 1000, 450, 200, 120, 60, 15],
  "12 high": [15000, 2500, 800, 250, 50, 20, 20],
  "16 low": [1500, 800, 300, 160, 130, 120, 110, 100, 49],
  "16 mid": [10000, 4000, 1200, 500, 300, 150, 100, 48, 30],
  "16 high": [100000, 12000, 2500, 900, 400, 206, 20, 20, 20],
};

/** At each row of pins draw(2) sends the ball left (0) or right (1); it ends in the slot whose number is how often it went right. */
function plinko({ stake, choice: { rows, risk }, draw }) {
  const path = numbers(1, rows).map(() => draw(2));
  const slot = sum(path);
  return paid(stake, SLOTS[`${rows} ${risk}`][Math.min(slot, rows - slot)], { path, slot });
}

/** The wheels that are neither low nor high, clockwise from the dearest segment. */
const WHEELS = {
  10: "350 0 140 0 180 0 140 0 180 0",
  30: "500 0 150 0 200 0 150 0 150 0 200 0 150 0 150 0 320 0 150 0 200 0 150 0 150 0 200 0 150 0",
  50:
    "550 0 150 0 200 0 150 0 150 0 200 0 150 0 300 0 150 0 150 0 200 0 150 0 200 0 " +
    "150 0 300 0 150 0 200 0 150 0 150 0 200 0 150 0 300 0 150 0 200 0 150 0",
};
const LOW_WHEEL = "150 120 120 120 0 120 120 120 120 0";

/** draw(n) is the segment of n that stops under the pointer. A low wheel repeats ten segments, a high one pays 0.99 · n at its first alone. */
function wheel({ stake, choice: { segments, risk }, draw }) {
  const segment = draw(segments);
  const pays = {
    low: () => LOW_WHEEL.split(" ")[segment % 10],
    mid: () => WHEELS[segments].split(" ")[segment],
    high: () => (segment > 0 ? 0 : 99 * segments),
  };
  return paid(stake, Number(pays[risk]()), { segment });
}

/** Keno's pays for 0, 1, 2 … hits, by how many numbers were picked. */
const KENO = {
  1: [0, 385],
  2: [0, 100, 1010],
  3: [0, 0, 300, 4600],
  4: [0, 0, 150, 1050, 10000],
  5: [0, 0, 120, 415, 2000, 30000],
  6: [0, 0, 0, 375, 1000, 10000, 100000],
  7: [0, 0, 0, 250, 510, 3500, 20000, 200000],
  8: [0, 0, 0, 210, 320, 1200, 6000, 50000, 400000],
  9: [0, 0, 0, 190, 225, 500, 2000, 15000, 100000, 500000],
  10: [0, 0, 0, 150, 160, 450, 1000, 5000, 40000, 200000, 1000000],
};

/** The numbers 1 to 40 are shuffled; the first ten are drawn. */
function keno({ stake, choice: { picks }, draw }) {
  const drawn = takeFrom(shuffle(draw, numbers(1, 40)), 10);
  const hits = picks.filter((pick) => drawn.includes(pick)).length;
  return paid(stake, KENO[picks.length][hits], { drawn, hits });
}

/** Prizes of a scratch ticket and how many of 1,000,000 hold each, in the order of the tickets' numbers. */
const PRIZES = "1000000×2 100000×40 20000×350 5000×1800 2000×6000 1000×12000 500×28000 200×100000 100×150000";

/** draw(1,000,000) is the ticket's number; for a prize draw(9) says under which field it lies. */
function scratch({ stake, draw }) {
  const ticket = draw(1_000_000);
  let before = 0;
  for (const [pays, tickets] of PRIZES.split(" ").map((prize) => prize.split("×").map(Number))) {
    before += tickets;
    if (ticket < before) return paid(stake, pays, { ticket, field: draw(9) });
  }
  return paid(stake, 0, { ticket, field: null });
}

const BINGO_PAYS = [0, 100, 200, 600, 2500, 10000, 40000, 150000, 500000];
const CARD_PRICE = 1_000n;

/**
 * The numbers 1 to 75 are shuffled and 48 of them fall; the first 40 decide. Then each card's columns are drawn from the left: its fifteen numbers are shuffled
 * and the first five stand in it from the top, in the middle one four around the free centre. A card pays by its full rows, columns and diagonals, eight or more alike.
 */
function bingo({ choice, draw }) {
  const balls = takeFrom(shuffle(draw, numbers(1, 75)), 48);
  const called = new Set([0, ...balls.slice(0, 40)]);
  const cards = numbers(1, choice.cards).map(() => {
    const columns = numbers(0, 4).map((column) => takeFrom(shuffle(draw, numbers(column * 15 + 1, column * 15 + 15)), column === 2 ? 4 : 5));
    columns[2].splice(2, 0, 0);
    const rows = numbers(0, 4).map((row) => columns.map((column) => column[row]));
    const diagonals = [rows.map((row, at) => row[at]), rows.map((row, at) => row[4 - at])];
    const lines = [...rows, ...columns, ...diagonals].filter((line) => line.every((number) => called.has(number))).length;
    return { cells: rows.flat(), lines, multiplier: BINGO_PAYS[Math.min(lines, 8)] };
  });
  return { win: payOf(CARD_PRICE, sum(cards.map(({ multiplier }) => multiplier))), outcome: { balls, cards } };
}

/** The games of this file, by code; those whose choice names its price are held to it. */
export const minis = {
  DICE: dice,
  LIMBO: limbo,
  PLINKO: plinko,
  WHEEL: wheel,
  KENO: keno,
  SCRATCH: (round) => (round.choice.price === amountOf(round.stake) ? scratch(round) : undefined),
  PAROL_BINGO: (round) => (BigInt(round.choice.cards) * CARD_PRICE === round.stake ? bingo(round) : undefined),
};
