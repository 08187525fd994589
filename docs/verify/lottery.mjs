// Lotteries: a result falls, and each line of a ticket is paid. What a line brings back is in hundredths of its unit, the unit included.
import { minorOf, numbers, payOf, shuffle, sum, takeFrom } from "./fair.mjs";

const sorted = (list) => [...list].sort((a, b) => a - b).join();
const same = (one, other) => one.join() === other.join();
const count = (list, wanted) => list.filter((one) => one === wanted).length;

/** In how many different orders some digits can stand. */
function orders(list) {
  const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1));
  return [...new Set(list)].reduce((ways, one) => ways / factorial(count(list, one)), factorial(list.length));
}

const odd = (n) => n % 2 === 1;
/** One of the words big, small, odd and even, said of a number that is big from somewhere on. */
const isSide = (word, n, big) => ({ big: n >= big, small: n < big, odd: odd(n), even: !odd(n) })[word];
const fallDigits = (places, from, size) => (draw) => ({ digits: numbers(1, places).map(() => from + draw(size)) });

// The Philippines: two of 1 to 31, three digits, four digits.
const ph2d = {
  fall: fallDigits(2, 1, 31),
  pays: { straight: (pick, { digits }) => (same(pick, digits) ? 85_000 : 0), rambol: (pick, { digits }) => (sorted(pick) === sorted(digits) ? 42_500 : 0) },
};
const ph3d = {
  fall: fallDigits(3, 0, 10),
  pays: {
    straight: (pick, { digits }) => (same(pick, digits) ? 88_000 : 0),
    rambol: (pick, { digits }) => (sorted(pick) === sorted(digits) ? { 6: 14_600, 3: 29_300 }[orders(pick)] : 0),
  },
};
const ph4d = {
  fall: fallDigits(4, 0, 10),
  pays: {
    straight(pick, { digits }) {
      const right = [4, 3, 2].find((last) => same(pick.slice(-last), digits.slice(-last)));
      return { 4: 540_000, 3: 30_000, 2: 800 }[right] ?? 0;
    },
    rambol: (pick, { digits }) => (sorted(pick) === sorted(digits) ? { 24: 36_600, 12: 73_300, 6: 146_600, 4: 220_000 }[orders(pick)] : 0),
  },
};

/** Different numbers of so many digits: each is one of those left, and the first of those left takes its place. */
const fallNumbers = (many, width) => (draw) => {
  const left = {};
  const fallen = [];
  for (let from = 0; from < many; from += 1) {
    const at = from + draw(10 ** width - from);
    fallen.push(`${left[at] ?? at}`.padStart(width, "0"));
    left[at] = left[from] ?? from;
  }
  return { numbers: fallen };
};

// SEA 4D: first, second, third, ten starters, ten consolations.
const BIG = [300_000, 150_000, 75_000, ...Array(10).fill(24_000), ...Array(10).fill(9_000)];
const SMALL = [432_000, 264_000, 156_000];
const anywhere =
  (pays, matches, part) =>
  (pick, { numbers: fallen }) =>
    sum(fallen.map((number, place) => (matches(pick, [...number].map(Number)) ? (pays[place] ?? 0) / part(pick) : 0)));
const anyOrder = (pick, digits) => sorted(pick) === sorted(digits);
const ends =
  (first, pays) =>
  (pick, { numbers: fallen }) =>
    count(
      fallen.slice(0, first).map((number) => number.endsWith(pick.join(""))),
      true,
    ) * pays;
const sea4d = {
  fall: fallNumbers(23, 4),
  lines: { bigBox: orders, smallBox: orders },
  pays: {
    big: anywhere(BIG, same, () => 1),
    small: anywhere(SMALL, same, () => 1),
    bigBox: anywhere(BIG, anyOrder, () => 1),
    smallBox: anywhere(SMALL, anyOrder, () => 1),
    bigIBox: anywhere(BIG, anyOrder, orders),
    smallIBox: anywhere(SMALL, anyOrder, orders),
    "4A": ends(1, 860_000),
    "3A": ends(1, 86_000),
    "2A": ends(1, 8_800),
    "3ABC": ends(3, 28_600),
    "2ABC": ends(3, 2_930),
  },
};
const sea5d = {
  fall: fallNumbers(3, 5),
  pays: {
    straight(pick, { numbers: [first, second, third] }) {
      const mine = pick.join("");
      if (mine === first) return 3_800_000;
      const tail = [4, 3, 2].find((last) => first.endsWith(mine.slice(-last)));
      return (mine === second ? 1_500_000 : mine === third ? 1_000_000 : 0) + ({ 4: 100_000, 3: 6_000, 2: 800 }[tail] ?? 0);
    },
  },
};

/** Vietnam: prizes as [how many, how many digits], the special first. `head` says whose first two digits the head is. */
function vietnam({ prizes, head, xien, slip }) {
  const widths = prizes.flatMap(([many, width]) => Array(many).fill(width));
  const lo =
    (width, pays) =>
    (pick, { numbers: fallen }) =>
      count(
        fallen.map((number) => number.endsWith(pick.join(""))),
        true,
      ) * pays;
  const last =
    (width, pays) =>
    (pick, { numbers: [special] }) =>
      special.slice(-width) === pick.join("") ? pays : 0;
  const seen = (pick, { numbers: fallen }) => pick.filter((one) => fallen.some((number) => Number(number.slice(-2)) === one)).length;
  const long = (width) => () =>
    count(
      widths.map((each) => each >= width),
      true,
    );
  return {
    fall: (draw) => ({ numbers: widths.map((width) => `${draw(10 ** width)}`.padStart(width, "0")) }),
    lines: { lo2: long(2), lo3: long(3), lo4: long(4) },
    pays: {
      lo2: lo(2, 9_700),
      lo3: lo(3, 96_000),
      lo4: lo(4, 950_000),
      de: last(2, 9_700),
      cang3: last(3, 96_000),
      cang4: last(4, 950_000),
      head: (pick, { numbers: fallen }) => (fallen.at(head).slice(0, 2) === pick.join("") ? 9_700 : 0),
      ...Object.fromEntries(xien.map((pays, at) => [`xien${at + 2}`, (pick, result) => (seen(pick, result) === pick.length ? pays : 0)])),
      ...Object.fromEntries(slip.map((pays, at) => [`slip${[4, 8, 10][at]}`, (pick, result) => (seen(pick, result) === 0 ? pays : 0)])),
    },
  };
}
const north = vietnam({
  prizes: [
    [1, 5],
    [1, 5],
    [2, 5],
    [6, 5],
    [4, 4],
    [6, 4],
    [3, 3],
    [4, 2],
  ],
  head: 0,
  xien: [1_700, 7_600, 35_000],
  slip: [280, 890, 1_610],
});
const south = vietnam({
  prizes: [
    [1, 6],
    [1, 5],
    [1, 5],
    [2, 5],
    [7, 5],
    [1, 4],
    [3, 4],
    [1, 3],
    [1, 2],
  ],
  head: -1,
  xien: [3_600, 24_000, 169_000],
  slip: [195, 420, 625],
});

// PK10: the numbers 1 to 10 in an order. A place and what is said of it are written place-word.
const placed =
  (judge) =>
  (pick, { digits }) => {
    const [place, word] = pick.split("-");
    return judge(Number(place) - 1, word, digits);
  };
const FIRST_TWO = { 3: 4_365, 4: 4_365, 5: 2_182, 6: 2_182, 7: 1_455, 8: 1_455, 9: 1_091, 10: 1_091, 11: 873, big: 218, even: 218, small: 174, odd: 174 };
const pk10 = {
  fall: (draw) => ({ digits: takeFrom(shuffle(draw, numbers(1, 10)), 10) }),
  pays: {
    rank: placed((place, ball, digits) => (digits[place] === Number(ball) ? 980 : 0)),
    side: placed((place, word, digits) => (isSide(word, digits[place], 6) ? 196 : 0)),
    duel: placed((place, word, digits) => ((word === "dragon" ? digits[place] > digits[9 - place] : digits[place] < digits[9 - place]) ? 196 : 0)),
    sum(pick, { digits: [one, two] }) {
      const total = one + two;
      const isWon = /^[0-9]/.test(pick) ? total === Number(pick) : isSide(pick, total, 12);
      return isWon ? (FIRST_TWO[pick] ?? FIRST_TWO[22 - Number(pick)]) : 0;
    },
    first2: (pick, { digits }) => (same(pick, digits.slice(0, 2)) ? 8_730 : 0),
    first3: (pick, { digits }) => (same(pick, digits.slice(0, 3)) ? 69_840 : 0),
  },
};

// K3: three dice. What is picked is written as the faces side by side.
const K3_SUMS = [20_736, 6_912, 3_456, 2_073, 1_382, 987, 829, 768];
const holds = (digits, pick) => [...new Set(pick)].every((face) => count(digits, Number(face)) >= count([...pick], face));
const k3 = {
  fall: fallDigits(3, 1, 6),
  pays: {
    side: (pick, { digits }) => (isSide(pick, sum(digits), 11) ? 194 : 0),
    sum: (pick, { digits }) => (sum(digits) === Number(pick) ? (K3_SUMS[Number(pick) - 3] ?? K3_SUMS[18 - Number(pick)]) : 0),
    triple: (pick, { digits }) => (pick === "any" ? (new Set(digits).size === 1 ? 3_456 : 0) : holds(digits, pick) ? 20_736 : 0),
    different3: (pick, { digits }) => (holds(digits, pick) ? 3_456 : 0),
    run: (_, { digits }) => (["1,2,3", "2,3,4", "3,4,5", "4,5,6"].includes(sorted(digits)) ? 864 : 0),
    pair: (pick, { digits }) => (holds(digits, pick) ? 1_296 : 0),
    pairAnd: (pick, { digits }) => (holds(digits, pick) ? 6_912 : 0),
    different2: (pick, { digits }) => (holds(digits, pick) ? 691 : 0),
  },
};

const SHAPES = { triple: 9_700, run: 1_610, pair: 359, halfRun: 269, mixed: 323 };
/** Three digits: all alike, two alike, or, on a ring where 0 follows 9, three in a row, two in a row, or none. */
function shape(digits) {
  const different = [...new Set(digits)];
  if (different.length < 3) return different.length === 1 ? "triple" : "pair";
  return ["mixed", "halfRun", "run"][different.filter((digit) => different.includes((digit + 1) % 10)).length];
}

// SSC: five digits.
const star =
  (many) =>
  (pick, { digits }) =>
    same(pick, digits.slice(-many)) ? 97 * 10 ** many : 0;
const grouped =
  (pays) =>
  (pick, { digits }) =>
    sorted(pick) === sorted(digits.slice(2)) ? pays : 0;
const ssc = {
  fall: fallDigits(5, 0, 10),
  pays: {
    digit: placed((place, digit, digits) => (digits[place] === Number(digit) ? 980 : 0)),
    side: placed((place, word, digits) => (isSide(word, digits[place], 5) ? 196 : 0)),
    sum: (pick, { digits }) => (isSide(pick, sum(digits), 23) ? 196 : 0),
    duel: (pick, { digits: [first, , , , last] }) => ({ dragon: first > last ? 215 : 0, tiger: first < last ? 215 : 0, tie: first === last ? 960 : 0 })[pick],
    star2: star(2),
    star3: star(3),
    star4: star(4),
    star5: star(5),
    group3: grouped(32_300),
    group6: grouped(16_150),
    any: (pick, { digits }) => (digits.slice(2).includes(Number(pick)) ? 357 : 0),
    shape(pick, { digits }) {
      const [where, name] = pick.split("-");
      const from = { front: 0, middle: 1, back: 2 }[where];
      return shape(digits.slice(from, from + 3)) === name ? SHAPES[name] : 0;
    },
  },
};

// 11 take 5.
const all = (list, within) => list.every((one) => within.includes(one));
const anyOf =
  (pays) =>
  (pick, { digits }) =>
    (pick.length <= 5 ? all(pick, digits) : all(digits, pick)) ? pays : 0;
const firstOf =
  (many, pays) =>
  (pick, { digits }) =>
    same(pick, digits.slice(0, many)) ? pays : 0;
const groupOf =
  (many, pays) =>
  (pick, { digits }) =>
    sorted(pick) === sorted(digits.slice(0, many)) ? pays : 0;
const c11x5 = {
  fall: (draw) => ({ digits: takeFrom(shuffle(draw, numbers(1, 11)), 5) }),
  pays: {
    ...Object.fromEntries([213, 533, 1_600, 6_402, 44_814, 7_469, 2_134, 800].map((pays, at) => [`any${at + 1}`, anyOf(pays)])),
    first1: firstOf(1, 1_067),
    first2: firstOf(2, 10_670),
    first3: firstOf(3, 96_030),
    group2: groupOf(2, 5_335),
    group3: groupOf(3, 16_005),
    sum(pick, { digits }) {
      const total = sum(digits);
      if (pick === "odd" || pick === "even") return odd(total) === (pick === "odd") ? { odd: 189, even: 198 }[pick] : 0;
      // 30 gives the unit back.
      return total === 30 ? 100 : total > 30 === (pick === "over") ? 193 : 0;
    },
  },
};

// Lucky 28: three digits and their sum.
const LUCKY = [97_000, 32_333, 16_166, 9_700, 6_466, 4_619, 3_464, 2_694, 2_155, 1_763, 1_539, 1_405, 1_328, 1_293];
const lucky28 = {
  fall: fallDigits(3, 0, 10),
  pays: {
    side: (pick, { digits }) => (isSide(pick, sum(digits), 14) ? 194 : 0),
    pairing(pick, { digits }) {
      const total = sum(digits);
      const name = (total >= 14 ? "big" : "small") + (odd(total) ? "Odd" : "Even");
      return pick === name ? { bigOdd: 419, smallEven: 419, bigEven: 360, smallOdd: 360 }[pick] : 0;
    },
    edge: (pick, { digits }) => ((pick === "low" ? sum(digits) <= 5 : sum(digits) >= 22) ? 1_732 : 0),
    sum: (pick, { digits }) => (sum(digits) === Number(pick) ? LUCKY[Math.min(Number(pick), 27 - Number(pick))] : 0),
    shape: (pick, { digits }) => (shape(digits) === pick ? SHAPES[pick] : 0),
  },
};

/** What falls in each lottery, how many lines a pick has where it is not one, and what a line brings back. */
export const lotteries = {
  PH_2D: ph2d,
  PH_3D: ph3d,
  PH_4D: ph4d,
  SEA_4D: sea4d,
  SEA_5D: sea5d,
  VN_SOUTH: south,
  VN_CENTRAL: south,
  VN_NORTH: north,
  PK10: pk10,
  PK10_5: pk10,
  K3: k3,
  SSC: ssc,
  SSC_5: ssc,
  C11X5: c11x5,
  LUCKY28: lucky28,
};

/** Bets whose picks are words; all others are numbers with a dash between them. */
const WORDS = /^(rank|side|duel|sum|digit|triple|different[23]|run|pair|pairAnd|any|shape|pairing|edge)$/;

/** Settles a ticket: its picks are written bet:pick, each with the unit per line. Undefined where they are not the stake. */
export function settleLottery(gameCode, { stake, choice, draw }) {
  const { fall, pays, lines = {} } = lotteries[gameCode];
  const result = fall(draw);
  let [staked, win] = [0n, 0n];
  for (const [spot, unit] of Object.entries(choice)) {
    const [bet, text] = spot.split(":");
    const pick = WORDS.test(bet) ? text : text.split("-").map(Number);
    staked += minorOf(unit) * BigInt(lines[bet]?.(pick) ?? 1);
    win += payOf(minorOf(unit), pays[bet](pick, result));
  }
  return staked === stake ? { win, outcome: result } : undefined;
}
