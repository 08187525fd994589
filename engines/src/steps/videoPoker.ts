import { PokerAction, PokerChoice } from "@laro/contract/core/plays/steps";
import type { PokerOutcome, PokerView } from "@laro/contract/core/plays/steps";
import { assertStake, rational, wholeStake, type SteppedEngine } from "../engine.ts";
import { CARDS } from "./cards.ts";
import { handOf, pokerPays } from "./poker.hands.ts";
import { payAt, readBy, takeAll, type Moves } from "./steps.ts";

const CARDS_HELD = 5;
const ALL = 2 ** CARDS_HELD - 1;
const HUNDREDTHS = 100;
const limits = { stakeMin: 100n, stakeMax: 250_000n, stakeStep: 100n };

/** Whether `held` keeps card i. */
export const isHeld = (held: number, index: number): boolean => ((held >> index) & 1) === 1;

/** A deck that is shuffled as far as it is dealt: card i changes places with card i + `uniform(52 - i)`, and lies on the table. */
function createDeck(stream: { uniform(count: number): number }): () => number {
  const deck = Array.from({ length: CARDS }, (_, card) => card);
  let dealt = 0;
  return () => {
    const other = dealt + stream.uniform(CARDS - dealt);
    [deck[dealt], deck[other]] = [deck[other]!, deck[dealt]!];
    dealt += 1;
    return deck[dealt - 1]!;
  };
}

interface State {
  readonly dealt: readonly number[];
  readonly cards: readonly number[];
  readonly held: number | null;
}

const everyHold: readonly PokerAction[] = Array.from({ length: ALL + 1 }, (_, held) => ({ act: "draw", held }));

function viewOf({ dealt, cards, held }: State): PokerView {
  const hand = handOf(cards);
  return { dealt: [...dealt], held, cards: [...cards], hand, multiplier: pokerPays[hand] * HUNDREDTHS };
}

/**
 * What the best of the 32 holds of each of the 2,598,960 hands returns, and the variance, exact: `videoPoker.test.ts` counts them all.
 * 7,669,695 is the least number of which the draws of each hold (C(47, n)) are a part.
 */
const EVERY_DRAW = 2_598_960n * 7_669_695n;
const BEST_PAYS = 19_842_315_923_796n;
const BEST_SQUARES = 408_742_359_677_556n;

/**
 * Video poker, Jacks or Better 9/6: one deck, shuffled as far as it is dealt (Fisher and Yates). The i-th card dealt, from 0, is draw `stream.uniform(52 - i)`:
 * cards 0 to 4 are the hand, cards 5 and on take the places of those that were not held, from the left. Card = suit · 13 + rank.
 */
export const videoPoker: SteppedEngine<PokerChoice, PokerAction, PokerView, PokerOutcome> = {
  kind: "stepped",
  gameCode: "VIDEO_POKER",
  vendorCode: "BGS",
  gameType: "BGS",
  ...limits,
  cycleMs: 1_000,
  skill: true,
  parseChoice: PokerChoice,
  parseAction: PokerAction,
  maxWinMultiple: rational(BigInt(pokerPays.royalFlush), 1n),
  validMinor: wholeStake,
  replay({ stakeMinor, choice, actions, stream }) {
    assertStake(limits, stakeMinor);
    readBy(PokerChoice, choice);
    const read = actions.map((action) => readBy(PokerAction, action));
    const draw = createDeck(stream);
    const moves: Moves<State, PokerAction> = {
      actionsIn: ({ held }) => (held === null ? everyHold : []),
      take: ({ dealt }, { held }) => ({ dealt, held, cards: dealt.map((card, index) => (isHeld(held, index) ? card : draw())) }),
    };
    const dealt = Array.from({ length: CARDS_HELD }, draw);
    const state = takeAll<State, PokerAction>({ dealt, cards: dealt, held: null }, read, moves);
    const view = viewOf(state);
    const at = { view, legal: moves.actionsIn(state), stakeMinor, onTimeOut: { act: "draw", held: ALL } as const };
    if (state.held === null) return at;
    const { cards, hand, multiplier } = view;
    return { ...at, end: { winMinor: payAt(stakeMinor, multiplier), outcome: { dealt: view.dealt, cards, hand, multiplier } } };
  },
  exactReturn: () => rational(BEST_PAYS, EVERY_DRAW),
  exactVariance: () => rational(BEST_SQUARES * EVERY_DRAW - BEST_PAYS ** 2n, EVERY_DRAW ** 2n),
};
