// Live Blackjack: one hand for all, in turns that all have in common, its cards from three lanes of one seed.
import { numbers } from "./fair.mjs";
import { isNatural, settleHands, total, value } from "./steps.mjs";

/** No hand takes more further cards than this: twenty-one aces are 21. */
const LANE_MOST = 20;

/** The further cards of a lane: as many as one of the hands that begin so can take. A hand takes up to 21; an ace that was split takes one card. */
function laneOf(draw, starts) {
  const row = numbers(1, LANE_MOST).map(() => draw(52));
  const most = starts.map((start) => {
    if (start.length === 1 && value(start[0]) === 1) return 1;
    return numbers(0, LANE_MOST).find((count) => total([...start, ...row.slice(0, count)]) >= 21);
  });
  return row.slice(0, Math.max(...most));
}

/**
 * Live Blackjack: each card is draw(52). The two cards of all players and then the further ones of the first hand; in the lane "2" the further ones of a hand that
 * was split from it; in the lane "dealer" the open card, the hidden one, then up to 17.
 */
export const liveBlackjack = {
  fall(draw) {
    const [one, other] = [draw(52), draw(52)];
    const isPair = value(one) === value(other);
    const dealers = draw.lane("dealer");
    const dealer = [dealers(52), dealers(52)];
    while (total(dealer) < 17) dealer.push(dealers(52));
    const cards = laneOf(draw, isPair ? [[one, other], [one]] : [[one, other]]);
    return { hand: [one, other], dealer, cards, second: isPair ? laneOf(draw.lane("2"), [[other]]) : [] };
  },
};

/** What may be done with a hand, the only one or one of two. */
const mayDo = ({ cards }, isOnly) => [
  "hit",
  "stand",
  ...(cards.length === 2 ? ["double"] : []),
  ...(isOnly && cards.length === 2 && value(cards[0]) === value(cards[1]) ? ["split"] : []),
];

/**
 * Settles a ticket by what its owner decided: { turn, hand, act }, in the order of the turns. Turn 1 asks for insurance, against an ace; from turn 2 on both hands
 * are played at once, each takes the next card of its lane, and one of which nothing is said stands. Undefined where something was done that could not be.
 */
export function playTurns({ stake, result, actions }) {
  const { hand, dealer } = result;
  const lanes = [result.cards.values(), result.second.values()];
  const waiting = [...actions];
  const saidIn = (turn) => {
    const said = [];
    while (waiting.length > 0 && waiting[0].turn === turn) said.push(waiting.shift());
    return said;
  };
  const isAsked = value(dealer[0]) === 1 && !isNatural(hand);
  const answers = saidIn(1);
  if (answers.length > 1 || answers.some(({ hand: at, act }) => !isAsked || at !== 0 || !["insure", "decline"].includes(act))) return undefined;
  let played = [{ cards: hand, doubled: false, isOver: isNatural(hand) }];
  // Behind a blackjack of the dealer no hand is played.
  for (let turn = 2; !isNatural(dealer) && played.some(({ isOver }) => !isOver); turn += 1) {
    const said = saidIn(turn);
    const isTwice = new Set(said.map(({ hand: at }) => at)).size < said.length;
    const isLegal = ({ hand: at, act }) => played[at]?.isOver === false && mayDo(played[at], played.length === 1).includes(act);
    if (isTwice || !said.every(isLegal)) return undefined;
    const next = (at) => lanes[at].next().value;
    played =
      said[0]?.act === "split"
        ? hand.map((card, at) => partOf([card, next(at)]))
        : played.map((one, at) => (one.isOver ? one : goOn(one, { act: said.find((action) => action.hand === at)?.act, next: () => next(at) })));
  }
  if (waiting.length > 0) return undefined;
  const insured = answers[0]?.act === "insure" ? stake / 2n : 0n;
  const { win, staked, outcome } = settleHands({ hands: played.map(({ cards, doubled }) => ({ cards, doubled })), dealer, stake, insured });
  return { win, staked, outcome: { ...result, ...outcome } };
}

/** A hand of a split with its second card. */
const partOf = (cards) => ({ cards, doubled: false, isOver: value(cards[0]) === 1 || total(cards) === 21 });

/** A hand after a turn: silence stands. */
function goOn({ cards, doubled }, { act, next }) {
  if (act !== "hit" && act !== "double") return { cards, doubled, isOver: true };
  const more = [...cards, next()];
  return { cards: more, doubled: act === "double", isOver: act === "double" || total(more) >= 21 };
}
