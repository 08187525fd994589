import { CoinAction, CoinChoice } from "@laro/contract/core/plays/steps";
import type { CoinOutcome, CoinSide, CoinView } from "@laro/contract/core/plays/steps";
import { assertStake, rational, wholeStake, type SteppedEngine } from "../engine.ts";
import { climbLimits, MULTIPLIER_MAX, payAt, readBy, takeAll, type Moves } from "./steps.ts";

const SIDES = ["heads", "tails"] as const satisfies readonly CoinSide[];
const EVEN = 99;
/** However small the stake, nobody is led beyond so many wins in a row. */
const WINS_BOUND = 20;

/** What so many wins in a row pay, in hundredths of the stake: 0.99 · 2^n, exactly. None pays 0. */
export const coinMultiplier = (wins: number): number => (wins === 0 ? 0 : EVEN * 2 ** wins);

/** After so many wins a round ends by itself. */
export const coinWinsMax = Array.from({ length: WINS_BOUND }, (_, index) => index + 1).findLast((wins) => coinMultiplier(wins) <= MULTIPLIER_MAX)!;

interface State {
  readonly guesses: readonly CoinSide[];
  readonly fell: readonly CoinSide[];
  readonly isTaken: boolean;
}

const isLost = ({ guesses, fell }: State): boolean => guesses.at(-1) !== fell.at(-1);
const hasEnded = (state: State): boolean => state.isTaken || isLost(state) || state.guesses.length === coinWinsMax;

function viewOf(state: State): CoinView {
  const wins = state.guesses.length;
  return {
    guesses: [...state.guesses],
    fell: [...state.fell],
    multiplier: isLost(state) ? 0 : coinMultiplier(wins),
    next: hasEnded(state) ? null : coinMultiplier(wins + 1),
  };
}

/**
 * Coin flip: each toss is `stream.uniform(2)`, 0 is heads and 1 is tails. n right guesses in a row pay 0.99 · 2^n times the stake; a wrong one loses it.
 * The round ends when its player takes the win, and by itself after 13 wins: one more would pay more than 10,000 times the stake.
 */
export const coin: SteppedEngine<CoinChoice, CoinAction, CoinView, CoinOutcome> = {
  kind: "stepped",
  gameCode: "COIN_FLIP",
  vendorCode: "BGS",
  gameType: "BGS",
  ...climbLimits,
  cycleMs: 1_000,
  parseChoice: CoinChoice,
  parseAction: CoinAction,
  maxWinMultiple: rational(BigInt(coinMultiplier(coinWinsMax)), 100n),
  validMinor: wholeStake,
  replay({ stakeMinor, choice, actions, stream }) {
    assertStake(climbLimits, stakeMinor);
    readBy(CoinChoice, choice);
    const read = actions.map((action) => readBy(CoinAction, action));
    const moves: Moves<State, CoinAction> = {
      actionsIn: (state) => {
        if (hasEnded(state)) return [];
        const tosses = SIDES.map((side) => ({ act: "toss", side }) as const);
        return [...tosses, ...(state.guesses.length > 0 ? [{ act: "cashOut" } as const] : [])];
      },
      take: (state, action) =>
        action.act === "cashOut"
          ? { ...state, isTaken: true }
          : { ...state, guesses: [...state.guesses, action.side], fell: [...state.fell, SIDES[stream.uniform(SIDES.length)]!] },
    };
    const state = takeAll<State, CoinAction>({ guesses: [], fell: [], isTaken: false }, read, moves);
    const view = viewOf(state);
    const at = { view, legal: moves.actionsIn(state), stakeMinor, onTimeOut: view.fell.length > 0 ? ({ act: "cashOut" } as const) : ("refund" as const) };
    if (!hasEnded(state)) return at;
    const { fell, multiplier } = view;
    return { ...at, end: { winMinor: payAt(stakeMinor, multiplier), outcome: { fell, multiplier } } };
  },
  exactReturn: () => rational(BigInt(EVEN), 100n),
  exactVariance: () => rational(BigInt(EVEN) ** 2n * (2n ** BigInt(coinWinsMax) - 1n), 10_000n), // (0.99 · 2^n)² / 2^n − 0.99² for the longest row.
};
