// Tables: a result falls, and each spot with a bet on it is paid. What a spot brings back is in hundredths of its bet, the bet included: 200 is 1:1.
import { minorOf, numbers, payOf, shuffle, sum, takeFrom } from "./fair.mjs";
import { liveBlackjack, playTurns } from "./hands.mjs";
import { pointOf } from "./minis.mjs";

/** A card is suit · 13 + rank: spades, hearts, diamonds, clubs; ace, 2 … 10, jack, queen, king. */
const rank = (card) => card % 13;
const isRed = (card) => card >= 13 && card < 39;

/** Eight decks in a row, 0 to 51 eight times, shuffled as far as cards are dealt. */
const shoeOf = (draw) =>
  shuffle(
    draw,
    numbers(0, 415).map((place) => place % 52),
  );

const REDS = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const OUTSIDE = {
  dozen1: (n) => n <= 12,
  dozen2: (n) => n > 12 && n <= 24,
  dozen3: (n) => n > 24,
  column1: (n) => n % 3 === 1,
  column2: (n) => n % 3 === 2,
  column3: (n) => n % 3 === 0,
  low: (n) => n <= 18,
  high: (n) => n > 18,
  even: (n) => n % 2 === 0,
  odd: (n) => n % 2 === 1,
  red: (n) => REDS.has(n),
  black: (n) => !REDS.has(n),
};

/** Roulette: draw(37) is the pocket. A bet on k numbers brings back 36 / k; a spot is named by its numbers, such as 14-17, or by its kind. Zero loses every kind. */
const roulette = {
  fall: (draw) => ({ pocket: draw(37) }),
  pays(spot, { pocket }) {
    if (/^[0-9]/.test(spot)) {
      const covered = spot.split("-").map(Number);
      return covered.includes(pocket) ? 3_600 / covered.length : 0;
    }
    const covered = numbers(1, 36).filter(OUTSIDE[spot]);
    return covered.includes(pocket) ? 3_600 / covered.length : 0;
  },
};

const points = (cards) => sum(cards.map((card) => (rank(card) > 8 ? 0 : rank(card) + 1))) % 10;

/** Whether the banker draws, by its points in rows and by the points of the player's third card in columns 0 to 9 and, last, without one. */
const BANKER_DRAWS = ["11111111111", "11111111111", "11111111111", "11111111011", "00111111001", "00001111001", "00000011000", "00000000000"];

/** Baccarat: player, banker, player, banker; nobody draws to 8 or 9; the player draws to 5 or less, then the banker by the table above. */
function dealBaccarat(draw) {
  const shoe = shoeOf(draw);
  const [p1, b1, p2, b2] = takeFrom(shoe, 4);
  const [player, banker] = [
    [p1, p2],
    [b1, b2],
  ];
  if (points(player) > 7 || points(banker) > 7) return { player, banker };
  if (points(player) < 6) player.push(shoe.next().value);
  const column = player.length === 3 ? points(player.slice(2)) : 10;
  if (BANKER_DRAWS[points(banker)][column] === "1") banker.push(shoe.next().value);
  return { player, banker };
}

/** What the banker's win brings back differs: 1.95, or without commission 2, with six points 1.5. Player and Banker come back on a tie. */
const baccarat = (bankerPays) => ({
  fall: dealBaccarat,
  pays(spot, { player, banker }) {
    const lead = points(player) - points(banker);
    const isPair = ([one, other]) => rank(one) === rank(other);
    const pairs = [isPair(player), isPair(banker)];
    const perfect = [player, banker].filter(([one, other]) => one === other).length;
    const cards = player.length + banker.length;
    return {
      player: lead === 0 ? 100 : lead > 0 ? 200 : 0,
      banker: lead === 0 ? 100 : lead < 0 ? bankerPays(points(banker)) : 0,
      tie: lead === 0 ? 900 : 0,
      playerPair: pairs[0] ? 1_200 : 0,
      bankerPair: pairs[1] ? 1_200 : 0,
      eitherPair: pairs.includes(true) ? 600 : 0,
      perfectPair: [0, 2_600, 20_100][perfect],
      small: cards === 4 ? 250 : 0,
      big: cards === 4 ? 0 : 154,
    }[spot];
  },
});

/** Dragon Tiger: a card each, ace low. A tie gives half of Dragon and Tiger back; a seven loses every bet on its own card. */
const dragonTiger = {
  fall(draw) {
    const [dragon, tiger] = takeFrom(shoeOf(draw), 2);
    return { dragon, tiger };
  },
  pays(spot, { dragon, tiger }) {
    const lead = rank(dragon) - rank(tiger);
    const [, side, kind] = /^(dragon|tiger)(Big|Small|Red|Black)$/.exec(spot) ?? [];
    if (side !== undefined) {
      const card = side === "dragon" ? dragon : tiger;
      if (rank(card) === 6) return 0;
      return { Big: rank(card) > 6, Small: rank(card) < 6, Red: isRed(card), Black: !isRed(card) }[kind] ? 200 : 0;
    }
    return {
      dragon: lead === 0 ? 50 : lead > 0 ? 200 : 0,
      tiger: lead === 0 ? 50 : lead < 0 ? 200 : 0,
      tie: lead === 0 ? 1_200 : 0,
      suitedTie: dragon === tiger ? 5_100 : 0,
    }[spot];
  },
};

/** What a total of 4 to 10 brings back; t pays as 21 - t. */
const TOTALS = [6_300, 3_200, 1_900, 1_300, 900, 800, 700];

/** Sic Bo: three dice, draw(6) + 1 each. Three alike lose Small, Big, Odd and Even. */
const sicBo = {
  fall: (draw) => ({ dice: [draw(6) + 1, draw(6) + 1, draw(6) + 1] }),
  pays(spot, { dice }) {
    const [, kind, of] = /^([a-zA-Z]+)([0-9-]*)$/.exec(spot);
    const total = sum(dice);
    const different = new Set(dice).size;
    const times = dice.filter((die) => die === Number(of)).length;
    return {
      small: different > 1 && total <= 10 ? 200 : 0,
      big: different > 1 && total >= 11 ? 200 : 0,
      odd: different > 1 && total % 2 === 1 ? 200 : 0,
      even: different > 1 && total % 2 === 0 ? 200 : 0,
      anyTriple: different === 1 ? 3_200 : 0,
      total: total === Number(of) ? TOTALS[Math.min(total, 21 - total) - 4] : 0,
      single: [0, 200, 300, 1_300][times],
      double: times >= 2 ? 1_200 : 0,
      triple: times === 3 ? 19_100 : 0,
      combo: of.split("-").every((face) => dice.includes(Number(face))) ? 700 : 0,
      three: different === 3 && dice.every((die) => of.includes(die)) ? 800 : 0,
    }[kind];
  },
};

/** Crash: the point is that of Limbo, 10,000 times at most. A ticket's spot is the multiple at which it is cashed out by itself. */
const crash = {
  fall: (draw) => ({ point: Math.min(1_000_000, pointOf(draw)) }),
  pays: (spot, { point }) => (Number(spot) <= point ? Number(spot) : 0),
};

/** Whether the value of a flight, 100 · e^(0.06 s) rounded down, was just this at some whole millisecond. */
function wasShown(value) {
  const near = Math.round(Math.log(value / 100) / 0.00006);
  return numbers(-2, Math.ceil(100 / (0.006 * value)) + 2).some((off) => near + off >= 0 && Math.floor(100 * Math.exp(0.00006 * (near + off))) === value);
}

/** A ticket that was cashed out in flight at a value its owner chose: any that was shown, up to the point, below the ticket's own multiple. */
function cashOut({ stake, bets, result, cashed }) {
  const own = Number(Object.keys(bets)[0]);
  const ended = own <= result.point ? own : undefined;
  if (cashed === undefined || cashed === ended)
    return { win: ended === undefined ? 0n : payOf(stake, ended), outcome: ended === undefined ? result : { ...result, cashed: ended } };
  return cashed <= result.point && cashed < own && wasShown(cashed) ? { win: payOf(stake, cashed), outcome: { ...result, cashed } } : undefined;
}

const [withCommission, without] = [baccarat(() => 195), baccarat((banker) => (banker === 6 ? 150 : 200))];

/** What falls at each table, and what its spots bring back. */
export const tables = {
  ROULETTE: roulette,
  ROULETTE_1: roulette,
  ROULETTE_SPEED_1: roulette,
  BACCARAT: withCommission,
  BACCARAT_1: withCommission,
  BACCARAT_NC: without,
  BACCARAT_NC_1: without,
  DRAGON_TIGER: dragonTiger,
  DRAGON_TIGER_1: dragonTiger,
  SIC_BO: sicBo,
  SIC_BO_1: sicBo,
  CRASH_1: crash,
  BLACKJACK_1: liveBlackjack,
};

/** Settles bets on a table; `outcome` is what was recorded, of which only the owner's own cash-out is believed. Undefined where the bets are not the stake. */
export function settleTable(gameCode, { stake, choice: { bets }, actions, draw, outcome }) {
  const { fall, pays } = tables[gameCode];
  const result = fall(draw);
  const stakes = Object.entries(bets).map(([spot, amount]) => ({ spot, minor: minorOf(amount) }));
  if (stakes.reduce((all, { minor }) => all + minor, 0n) !== stake) return undefined;
  if (gameCode === "BLACKJACK_1") return Object.keys(bets).join() === "main" ? playTurns({ stake, result, actions }) : undefined;
  if (gameCode === "CRASH_1") return cashOut({ stake, bets, result, cashed: outcome?.cashed });
  return { win: stakes.reduce((win, { spot, minor }) => win + payOf(minor, pays(spot, result)), 0n), outcome: result };
}
