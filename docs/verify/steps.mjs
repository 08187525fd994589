// Games that wait for their player. Each takes { stake, choice, actions, draw } and answers { win, staked, outcome } of a round that is over, else undefined.
import { amountOf, numbers, payOf, shuffle, sum, takeFrom } from "./fair.mjs";

/** No round of Mines, Hi-Lo or Coin Flip pays more: 10,000 times the stake, in hundredths. */
const MOST = 1_000_000;

const over = (stake, multiplier, outcome) => ({ win: payOf(stake, multiplier), staked: stake, outcome: { ...outcome, multiplier } });

/** Ways to choose k of n. */
const ways = (n, k) => numbers(1, k).reduce((all, at) => (all * BigInt(n - at + 1)) / BigInt(at), 1n);

/** 25 tiles are shuffled, the first m hide the mines. k safe tiles pay 99 · C(25, k) / C(25 - m, k) hundredths, rounded down. */
function mines({ stake, choice, actions, draw }) {
  const field = takeFrom(shuffle(draw, numbers(0, 24)), choice.mines);
  const safe = 25 - choice.mines;
  const worth = (k) => (k === 0 ? 0 : Number((99n * ways(25, k)) / ways(safe, k)));
  const picks = [];
  for (const { act, tile } of actions) {
    if (act === "cashOut") return over(stake, worth(picks.length), { picks, hit: null, field });
    if (field.includes(tile)) return over(stake, 0, { picks, hit: tile, field });
    picks.push(tile);
    if (picks.length === safe || worth(picks.length + 1) > MOST) return over(stake, worth(picks.length), { picks, hit: null, field });
  }
  return undefined;
}

/** Which of the 13 ranks make a guess right: an ace and a king leave only the other side and the same rank; between them the same rank wins with both sides. */
function rightRanks(guess, rank) {
  const isEnd = rank === 0 || rank === 12;
  const wins = {
    same: (next) => next === rank,
    higher: (next) => next > rank || (!isEnd && next === rank),
    lower: (next) => next < rank || (!isEnd && next === rank),
  };
  return numbers(0, 12).filter(wins[guess]);
}

/** Each card is draw(52). A right guess that wins with f of 13 ranks multiplies by 13 / f; the end pays 99 · all of them hundredths, rounded down. */
function hiLo({ stake, actions, draw }) {
  const cards = [draw(52)];
  let [above, below] = [1n, 1n];
  const worth = (more = 1n, less = 1n) => Number((99n * above * more) / (below * less));
  for (const { act, guess } of actions) {
    if (act === "cashOut") return over(stake, worth(), { cards });
    const ranks = act === "guess" ? rightRanks(guess, cards.at(-1) % 13) : [];
    cards.push(draw(52));
    if (act === "skip") continue;
    if (!ranks.includes(cards.at(-1) % 13)) return over(stake, 0, { cards });
    [above, below] = [above * 13n, below * BigInt(ranks.length)];
    // Where even the likeliest guess, one of twelve ranks, would pay too much, the round is over.
    if (worth(13n, 12n) > MOST) return over(stake, worth(), { cards });
  }
  return undefined;
}

/** Each toss is draw(2): 0 is heads. n right ones pay 0.99 · 2^n. */
function coin({ stake, actions, draw }) {
  const fell = [];
  const worth = () => (fell.length === 0 ? 0 : 99 * 2 ** fell.length);
  for (const { act, side } of actions) {
    if (act === "cashOut") return over(stake, worth(), { fell });
    fell.push(["heads", "tails"][draw(2)]);
    if (fell.at(-1) !== side) return over(stake, 0, { fell });
    if (2 * worth() > MOST) return over(stake, worth(), { fell });
  }
  return undefined;
}

/** What a card counts, an ace one. */
export const value = (card) => Math.min((card % 13) + 1, 10);

/** A hand's worth: an ace counts eleven where that does not pass 21. */
export function total(cards) {
  const low = sum(cards.map(value));
  return cards.some((card) => value(card) === 1) && low <= 11 ? low + 10 : low;
}

export const isNatural = (cards) => cards.length === 2 && total(cards) === 21;

/**
 * Plays the hands that follow from two cards, from the left: a split makes two of one, each dealt its second card when its turn comes. Each card is draw(52).
 * Answers the hands, or undefined where the actions end before they do.
 */
function playHands(cards, next, draw) {
  const [done, waiting] = [[], [{ cards, doubled: false }]];
  while (waiting.length > 0) {
    const hand = waiting.shift();
    if (hand.cards.length === 1) hand.cards.push(draw(52));
    const isAceOfSplit = hand.split === true && value(hand.cards[0]) === 1;
    let isOver = isAceOfSplit || total(hand.cards) === 21;
    while (!isOver) {
      const act = next();
      if (act === undefined) return undefined;
      if (act === "split") {
        waiting.unshift(...hand.cards.map((card) => ({ cards: [card], doubled: false, split: true })));
        break;
      }
      if (act !== "stand") hand.cards.push(draw(52));
      hand.doubled = act === "double";
      isOver = act !== "hit" || total(hand.cards) >= 21;
    }
    if (isOver) done.push(hand);
  }
  return done;
}

/** Player, dealer open, player, dealer hidden. A blackjack pays 3:2 and ends the round; the dealer looks for one behind an ace, after insurance, and a ten. */
function blackjack({ stake, actions, draw }) {
  const [first, up, second, hole] = [draw(52), draw(52), draw(52), draw(52)];
  const acts = actions.map(({ act }) => act).values();
  const next = () => acts.next().value;
  const dealer = [up, hole];
  let hands = [{ cards: [first, second], doubled: false }];
  let insured = 0n;
  if (!isNatural(hands[0].cards)) {
    if (value(up) === 1) {
      const answer = next();
      if (answer === undefined) return undefined;
      if (answer === "insure") insured = stake / 2n;
    }
    if (!isNatural(dealer)) {
      hands = playHands(hands[0].cards, next, draw);
      if (hands === undefined) return undefined;
      if (hands.some(({ cards }) => total(cards) <= 21)) while (total(dealer) < 17) dealer.push(draw(52));
    }
  }
  return settleHands({ hands, dealer, stake, insured });
}

/** What hands come to, and the insurance beside them, of which `insured` was staked. */
export function settleHands({ hands, dealer, stake, insured }) {
  const settled = hands.map((hand) => settleHand(hand, { dealer, stake, isOnly: hands.length === 1 }));
  const insurance = insured === 0n ? null : { stake: amountOf(insured), win: amountOf(isNatural(dealer) ? 3n * insured : 0n) };
  return {
    win: settled.reduce((all, { win }) => all + win, insured > 0n && isNatural(dealer) ? 3n * insured : 0n),
    staked: settled.reduce((all, hand) => all + hand.stake, insured),
    outcome: { dealer, hands: settled.map((hand) => ({ ...hand, stake: amountOf(hand.stake), win: amountOf(hand.win) })), insurance },
  };
}

/** What each result brings back, in halves of the hand's stake. */
const HALVES = { blackjack: 5n, won: 4n, push: 2n, lost: 0n, bust: 0n };

function settleHand({ cards, doubled }, { dealer, stake, isOnly }) {
  const [own, theirs] = [total(cards), total(dealer) > 21 ? 0 : total(dealer)];
  const [hasOwn, hasTheirs] = [isOnly && isNatural(cards), isNatural(dealer)];
  const order = hasOwn || hasTheirs ? Number(hasOwn) - Number(hasTheirs) : own - theirs;
  const result = own > 21 ? "bust" : order === 0 ? "push" : order < 0 ? "lost" : hasOwn ? "blackjack" : "won";
  const staked = doubled ? 2n * stake : stake;
  return { cards, stake: staked, doubled, result, win: (staked * HALVES[result]) / 2n };
}

const POKER = {
  royalFlush: 800,
  straightFlush: 50,
  fourOfAKind: 25,
  fullHouse: 9,
  flush: 6,
  straight: 4,
  threeOfAKind: 3,
  twoPair: 2,
  jacksOrBetter: 1,
  nothing: 0,
};

/** What five cards are, by how often each rank is there. */
function pokerHand(cards) {
  const ranks = cards.map((card) => card % 13).sort((one, other) => one - other);
  const groups = [...new Set(ranks)].map((rank) => ({ rank, times: ranks.filter((one) => one === rank).length }));
  const shape = groups
    .map(({ times }) => times)
    .sort((one, other) => other - one)
    .join("");
  const isFlush = new Set(cards.map((card) => Math.floor(card / 13))).size === 1;
  const isRoyal = ranks.join() === "0,9,10,11,12";
  const isStraight = isRoyal || (shape === "11111" && ranks[4] - ranks[0] === 4);
  if (isStraight) return isFlush ? (isRoyal ? "royalFlush" : "straightFlush") : "straight";
  if (isFlush) return "flush";
  const named = { 41: "fourOfAKind", 32: "fullHouse", 311: "threeOfAKind", 221: "twoPair" }[shape];
  if (named !== undefined) return named;
  return groups.some(({ rank, times }) => times === 2 && (rank === 0 || rank >= 10)) ? "jacksOrBetter" : "nothing";
}

/** One deck, shuffled as far as it is dealt: five cards, then one for each that is not held, from the left. Bit i of `held` keeps card i. */
function videoPoker({ stake, actions, draw }) {
  const deck = shuffle(draw, numbers(0, 51));
  const dealt = takeFrom(deck, 5);
  if (actions.length === 0) return undefined;
  const cards = dealt.map((card, at) => (Math.floor(actions[0].held / 2 ** at) % 2 === 1 ? card : deck.next().value));
  const hand = pokerHand(cards);
  return over(stake, 100 * POKER[hand], { dealt, cards, hand });
}

export const steps = { MINES: mines, HI_LO: hiLo, COIN_FLIP: coin, BLACKJACK: blackjack, VIDEO_POKER: videoPoker };
