import { MinesAction, MinesChoice } from "@laro/contract/core/plays/steps";
import type { MinesOutcome, MinesView } from "@laro/contract/core/plays/steps";
import { assertStake, rational, type Rational, type SteppedEngine } from "../engine.ts";
import { climbedStake, climbLimits, drawPlaces, MULTIPLIER_MAX, payAt, readBy, takeAll, type Moves } from "./steps.ts";

export const TILES = 25;
const MINES_MIN = 1;
const MINES_MAX = TILES - 1;

/** How many ways there are to take `taken` of `from`. */
function ways(from: number, taken: number): bigint {
  let count = 1n;
  for (let index = 0; index < taken; index += 1) count = (count * BigInt(from - index)) / BigInt(index + 1);
  return count;
}

/** What so many safe tiles pay, in hundredths of the stake, rounded down: 99 % of what their chance is worth. None pays 0. */
export function minesMultiplier(mines: number, picks: number): number {
  return picks === 0 ? 0 : Number((99n * ways(TILES, picks)) / ways(TILES - mines, picks));
}

/** What one more safe tile would pay, in hundredths; null where none is left, or where it would pay more than the game ever does. */
export function nextMultiplier(mines: number, picks: number): number | null {
  if (picks === TILES - mines) return null;
  const next = minesMultiplier(mines, picks + 1);
  return next > MULTIPLIER_MAX ? null : next;
}

/** The chance that the next tile is safe. */
export const safeChance = (mines: number, picks: number): Rational => rational(BigInt(TILES - mines - picks), BigInt(TILES - picks));

/** The return of turning just so many tiles and then taking the win. */
export function minesReturn(mines: number, picks: number): Rational {
  return rational(BigInt(minesMultiplier(mines, picks)) * ways(TILES - mines, picks), 100n * ways(TILES, picks));
}

/** Every number of tiles after which a round with so many mines can be ended. */
export function endsOf(mines: number): number[] {
  const ends: number[] = [];
  while (nextMultiplier(mines, ends.length) !== null) ends.push(ends.length + 1);
  return ends;
}

const isLess = (one: Rational, other: Rational): boolean => one.numerator * other.denominator < other.numerator * one.denominator;
const leastOf = (values: readonly Rational[]): Rational => values.reduce((least, value) => (isLess(value, least) ? value : least));
const mostOf = (values: readonly Rational[]): Rational => values.reduce((most, value) => (isLess(most, value) ? value : most));

/** Variance of the win per unit staked of turning just so many tiles: p·m² − (p·m)². */
function varianceAt(mines: number, picks: number): Rational {
  const [pays, part, whole] = [BigInt(minesMultiplier(mines, picks)), ways(TILES - mines, picks), ways(TILES, picks)];
  return rational(pays * pays * part * (whole - part), 10_000n * whole * whole);
}

const mineCounts = Array.from({ length: MINES_MAX }, (_, index) => index + MINES_MIN);
const allEnds = mineCounts.flatMap((mines) => endsOf(mines).map((picks) => ({ mines, picks })));
const leastReturn = leastOf(allEnds.map(({ mines, picks }) => minesReturn(mines, picks)));
const mostVariance = mostOf(allEnds.map(({ mines, picks }) => varianceAt(mines, picks)));
const mostMultiplier = Math.max(...allEnds.map(({ mines, picks }) => minesMultiplier(mines, picks)));

interface State {
  readonly mines: number;
  readonly field: readonly number[];
  readonly picks: readonly number[];
  readonly hit: number | null;
  readonly isTaken: boolean;
}

const hasEnded = ({ mines, picks, hit, isTaken }: State): boolean => isTaken || hit !== null || nextMultiplier(mines, picks.length) === null;

const moves: Moves<State, MinesAction> = {
  actionsIn: (state) => {
    if (hasEnded(state)) return [];
    const tiles = Array.from({ length: TILES }, (_, tile) => tile).filter((tile) => !state.picks.includes(tile));
    return [...tiles.map((tile) => ({ act: "pick", tile }) as const), ...(state.picks.length > 0 ? [{ act: "cashOut" } as const] : [])];
  },
  take: (state, action) => {
    if (action.act === "cashOut") return { ...state, isTaken: true };
    return state.field.includes(action.tile) ? { ...state, hit: action.tile } : { ...state, picks: [...state.picks, action.tile] };
  },
};

function viewOf(state: State): MinesView {
  const { mines, picks, hit } = state;
  const isOver = hasEnded(state);
  return {
    mines,
    picks: [...picks],
    multiplier: hit === null ? minesMultiplier(mines, picks.length) : 0,
    next: isOver ? null : nextMultiplier(mines, picks.length),
    hit,
    field: isOver ? [...state.field] : null,
  };
}

/**
 * Mines: the tiles are 0 to 24, row by row. For each of the m mines in turn, draw i (from 0) is `stream.uniform(25 - i)`: the row of tiles is shuffled from its
 * front, place i changing with place i + draw, and the first m places are the mines. k safe tiles pay ⌊99 · C(25, k) / C(25 − m, k)⌋ hundredths.
 * The round ends at a mine, when its player takes the win, when no safe tile is left, and before a tile that would pay more than 10,000 times the stake.
 */
export const mines: SteppedEngine<MinesChoice, MinesAction, MinesView, MinesOutcome> = {
  kind: "stepped",
  gameCode: "MINES",
  vendorCode: "BGS",
  gameType: "BGS",
  ...climbLimits,
  cycleMs: 1_000,
  parseChoice: MinesChoice,
  parseAction: MinesAction,
  maxWinMultiple: rational(BigInt(mostMultiplier), 100n),
  validMinor: climbedStake,
  replay({ stakeMinor, choice, actions, stream }) {
    assertStake(climbLimits, stakeMinor);
    const { mines: count } = readBy(MinesChoice, choice);
    const read = actions.map((action) => readBy(MinesAction, action));
    const first: State = { mines: count, field: drawPlaces(stream, { length: TILES, count }), picks: [], hit: null, isTaken: false };
    const state = takeAll(first, read, moves);
    const view = viewOf(state);
    const at = { view, legal: moves.actionsIn(state), stakeMinor, onTimeOut: view.picks.length > 0 ? ({ act: "cashOut" } as const) : ("refund" as const) };
    if (view.field === null) return at;
    const { picks, hit, field, multiplier } = view;
    return { ...at, end: { winMinor: payAt(stakeMinor, multiplier), outcome: { picks, hit, field, multiplier } } };
  },
  exactReturn: (choice) => (choice === undefined ? leastReturn : leastOf(endsOf(choice.mines).map((picks) => minesReturn(choice.mines, picks)))),
  exactVariance: (choice) => (choice === undefined ? mostVariance : mostOf(endsOf(choice.mines).map((picks) => varianceAt(choice.mines, picks)))),
  bets: () => mineCounts.map((count) => ({ choice: { mines: count } })),
};
