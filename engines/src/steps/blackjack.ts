import { formatAmount } from "@laro/contract/core/money";
import { BlackjackAction, BlackjackChoice } from "@laro/contract/core/plays/steps";
import type { BlackjackAct, BlackjackHand, BlackjackOutcome, BlackjackResult, BlackjackView } from "@laro/contract/core/plays/steps";
import { assertStake, rational, wholeStake, type SteppedEngine } from "../engine.ts";
import { blackjackOdds } from "./blackjack.odds.ts";
import { BLACKJACK, dealerStands, insuranceOf, isBust, isNatural, isPair, payOfHand, payOfInsurance, resultOf, totalOf, valueOf } from "./blackjack.hands.ts";
import { CARDS } from "./cards.ts";
import { readBy, takeAll, type Moves } from "./steps.ts";

/** To how many hands a pair may be split. */
export const HANDS_MAX = 4;
const TEN = 10;
const limits = { stakeMin: 100n, stakeMax: 1_000_000n, stakeStep: 100n };
/** Four hands, all doubled, all won. */
const MOST = { numerator: BigInt(HANDS_MAX) * 2n * 2n, denominator: 1n };

interface Hand {
  readonly cards: readonly number[];
  readonly isDoubled: boolean;
  /** Nothing more may be done with it. */
  readonly isDone: boolean;
}

interface State {
  readonly up: number;
  readonly hole: number;
  readonly hands: readonly Hand[];
  readonly insurance: "open" | "taken" | "none";
  /** The dealer's cards after the first two; present once the round has ended. */
  readonly drawn: readonly number[] | undefined;
}

type Draw = () => number;
type Settled = State & { readonly drawn: readonly number[] };

const dealerCards = ({ up, hole, drawn }: State): number[] => [up, hole, ...(drawn ?? [])];
const hasEnded = (state: State): state is Settled => state.drawn !== undefined;
const activeHand = ({ hands }: State): number => hands.findIndex(({ isDone }) => !isDone);

/** Deals the next hand its second card where a split left it with one, ends the round where nothing is left to play. */
function goOn(state: State, draw: Draw): State {
  const index = activeHand(state);
  if (index === -1) return playDealer(state, draw);
  const hand = state.hands[index]!;
  if (hand.cards.length > 1) return state;
  const cards = [...hand.cards, draw()];
  const isDone = valueOf(hand.cards[0]!) === 1 || totalOf(cards).total === BLACKJACK;
  const next = { ...state, hands: state.hands.with(index, { ...hand, cards, isDone }) };
  return isDone ? goOn(next, draw) : next;
}

/** The dealer draws to seventeen, unless every hand is bust. */
function playDealer(state: State, draw: Draw): State {
  const drawn: number[] = [];
  if (state.hands.some(({ cards }) => !isBust(totalOf(cards)))) while (!dealerStands(totalOf([state.up, state.hole, ...drawn]))) drawn.push(draw());
  return { ...state, drawn };
}

/** The dealer looks at the hidden card behind an ace or a ten: a blackjack ends the round at once. */
const lookForBlackjack = (state: State): State => (isNatural([state.up, state.hole]) ? { ...state, drawn: [] } : state);

function deal(draw: Draw): State {
  const first = draw();
  const up = draw();
  const cards = [first, draw()];
  const state: State = { up, hole: draw(), hands: [{ cards, isDoubled: false, isDone: false }], insurance: "none", drawn: undefined };
  if (isNatural(cards)) return { ...state, drawn: [] };
  if (valueOf(up) === 1) return { ...state, insurance: "open" };
  return valueOf(up) === TEN ? lookForBlackjack(state) : state;
}

function actsIn(state: State): BlackjackAct[] {
  if (hasEnded(state)) return [];
  if (state.insurance === "open") return ["insure", "decline"];
  const { cards } = state.hands[activeHand(state)]!;
  const isSplittable = isPair(cards) && state.hands.length < HANDS_MAX;
  return ["hit", "stand", ...(cards.length === 2 ? (["double"] as const) : []), ...(isSplittable ? (["split"] as const) : [])];
}

function split(state: State, index: number): State {
  const [one, other] = state.hands[index]!.cards;
  const half = (card: number): Hand => ({ cards: [card], isDoubled: false, isDone: false });
  return { ...state, hands: state.hands.toSpliced(index, 1, half(one!), half(other!)) };
}

function take(state: State, act: BlackjackAct, draw: Draw): State {
  if (act === "insure" || act === "decline") return lookForBlackjack({ ...state, insurance: act === "insure" ? "taken" : "none" });
  const index = activeHand(state);
  if (act === "split") return goOn(split(state, index), draw);
  const hand = state.hands[index]!;
  const cards = act === "stand" ? hand.cards : [...hand.cards, draw()];
  const isDone = act !== "hit" || totalOf(cards).total >= BLACKJACK;
  const hands = state.hands.with(index, { cards, isDoubled: act === "double", isDone });
  return goOn({ ...state, hands }, draw);
}

const stakeOf = (hand: Hand, stakeMinor: bigint): bigint => (hand.isDoubled ? stakeMinor * 2n : stakeMinor);

function settleHand(state: Settled, hand: Hand, stakeMinor: bigint): { result: BlackjackResult; winMinor: bigint } {
  const result = resultOf(hand.cards, { dealer: dealerCards(state), isSplit: state.hands.length > 1 });
  return { result, winMinor: payOfHand(stakeOf(hand, stakeMinor), result) };
}

const insuredIn = (state: State, stakeMinor: bigint): bigint => (state.insurance === "taken" ? insuranceOf(stakeMinor) : 0n);
const insuranceWin = (state: Settled, stakeMinor: bigint): bigint => (state.insurance === "taken" ? payOfInsurance(stakeMinor, dealerCards(state)) : 0n);

function seeHand(state: State, hand: Hand, stakeMinor: bigint): BlackjackHand {
  const settled = hasEnded(state) ? settleHand(state, hand, stakeMinor) : undefined;
  return {
    cards: [...hand.cards],
    ...totalOf(hand.cards),
    stake: formatAmount(stakeOf(hand, stakeMinor)),
    doubled: hand.isDoubled,
    result: settled?.result ?? null,
    win: settled === undefined ? null : formatAmount(settled.winMinor),
  };
}

function viewOf(state: State, stakeMinor: bigint): BlackjackView {
  const cards = hasEnded(state) ? dealerCards(state) : [state.up];
  const phase = hasEnded(state) ? "ended" : state.insurance === "open" ? "insurance" : "hands";
  return {
    phase,
    dealer: { cards, ...totalOf(cards) },
    hands: state.hands.map((hand) => seeHand(state, hand, stakeMinor)),
    active: phase === "hands" ? activeHand(state) : null,
    insurance:
      state.insurance === "taken"
        ? { stake: formatAmount(insuredIn(state, stakeMinor)), win: hasEnded(state) ? formatAmount(insuranceWin(state, stakeMinor)) : null }
        : null,
  };
}

function settle(state: Settled, stakeMinor: bigint): { winMinor: bigint; outcome: BlackjackOutcome } {
  const hands = state.hands.map((hand) => ({ hand, ...settleHand(state, hand, stakeMinor) }));
  const insured = insuranceWin(state, stakeMinor);
  return {
    winMinor: hands.reduce((sum, { winMinor }) => sum + winMinor, insured),
    outcome: {
      dealer: dealerCards(state),
      hands: hands.map(({ hand, result, winMinor }) => ({
        cards: [...hand.cards],
        stake: formatAmount(stakeOf(hand, stakeMinor)),
        doubled: hand.isDoubled,
        result,
        win: formatAmount(winMinor),
      })),
      insurance: state.insurance === "taken" ? { stake: formatAmount(insuredIn(state, stakeMinor)), win: formatAmount(insured) } : null,
    },
  };
}

const stakedIn = (state: State, stakeMinor: bigint): bigint => state.hands.reduce((sum, hand) => sum + stakeOf(hand, stakeMinor), insuredIn(state, stakeMinor));

let odds: ReturnType<typeof blackjackOdds> | undefined;

/**
 * Blackjack with independent cards: each is `stream.uniform(52)`, suit · 13 + rank, whatever lies already. They are drawn in the order in which they are dealt:
 * player, dealer open, player, dealer hidden; then every further card when it is asked for: hits and doubles, the second card of each split hand when its turn
 * comes, and last the dealer's. The dealer stands on every 17 and looks for blackjack behind an ace (after insurance) or a ten. A blackjack pays 3:2 and ends the
 * round at once. Any two cards may be doubled, after a split too; two cards of one value may be split, to four hands; aces get one card each. No surrender.
 */
export const blackjack: SteppedEngine<BlackjackChoice, BlackjackAction, BlackjackView, BlackjackOutcome> = {
  kind: "stepped",
  gameCode: "BLACKJACK",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  skill: true,
  parseChoice: BlackjackChoice,
  parseAction: BlackjackAction,
  maxWinMultiple: MOST,
  validMinor: wholeStake,
  replay({ stakeMinor, choice, actions, stream }) {
    assertStake(limits, stakeMinor);
    readBy(BlackjackChoice, choice);
    const read = actions.map((action) => readBy(BlackjackAction, action));
    const draw: Draw = () => stream.uniform(CARDS);
    const moves: Moves<State, BlackjackAction> = {
      actionsIn: (state) => actsIn(state).map((act) => ({ act })),
      take: (state, { act }) => take(state, act, draw),
    };
    const state = takeAll(deal(draw), read, moves);
    const at = {
      view: viewOf(state, stakeMinor),
      legal: moves.actionsIn(state),
      stakeMinor: stakedIn(state, stakeMinor),
      onTimeOut: { act: state.insurance === "open" ? "decline" : "stand" } as const,
    };
    return hasEnded(state) ? { ...at, end: settle(state, stakeMinor) } : at;
  },
  exactReturn: () => {
    const { numerator, denominator } = (odds ??= blackjackOdds(HANDS_MAX)).mean;
    return rational(denominator + numerator, denominator);
  },
  exactVariance: () => (odds ??= blackjackOdds(HANDS_MAX)).variance,
};
