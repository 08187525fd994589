import type { LanedStream, Stream } from "./fair.ts";

/** An exact fraction in lowest terms; 24/25 is a return of 96 %. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** What an engine needs of a schema: the contract's zod schemas have it. */
export interface ChoiceSchema<Choice> {
  safeParse(input: unknown): { success: true; data: Choice } | { success: false; error: Error };
}

/** One way a round can end: how many of all equally likely draws end so, and what it pays in hundredths of the stake. */
export interface Ending {
  readonly ways: bigint;
  readonly pays: number;
}

/** A bet that is offered, and all its endings; without them its return is all that is said of it. */
export interface Bet<Choice> {
  readonly choice: Choice;
  readonly endings?: readonly Ending[];
}

/**
 * What every game of the house has: its stakes, its returns and what of a stake counts. All of it is pure and deterministic, without clock or IO.
 * Amounts are minor units. A stake that is a multiple of `stakeStep` pays exactly, so nothing is ever rounded.
 */
export interface Paytable<Choice> {
  readonly gameCode: string;
  /** Of the game's mathematics, raised with every change of it; absent: 1. Each round keeps it, and the registry the engines before. */
  readonly version?: number;
  /** The specification's vassalage of the game. */
  readonly vendorCode: "BGS" | "TCG_SEA" | "TCG_LOTTO_VN";
  /** The specification's game-type label (ENTITY-54). */
  readonly gameType: "RNG" | "BGS" | "LIVE" | "LOTT" | "ELOTT";
  readonly stakeMin: bigint;
  readonly stakeMax: bigint;
  readonly stakeStep: bigint;
  /** Least time between the starts of two rounds of one player. */
  readonly cycleMs: number;
  readonly parseChoice: ChoiceSchema<Choice>;
  /** The most one round can pay, in stakes. */
  readonly maxWinMultiple: Rational;
  /** The most a choice can pay, in stakes, where the player chooses the odds: a stake is held against it, and not against the most of all choices. */
  multipleOf?(choice: Choice): Rational;
  /** What a choice stakes where it says so itself, as bets on several spots do; whoever plays it must stake just that. */
  stakeOf?(choice: Choice): bigint;
  /** What of a settled stake counts towards turnover and bonuses: see `validOf`, which is what callers ask. */
  validMinor(round: { readonly choice: Choice; readonly stakeMinor: bigint; readonly winMinor: bigint }): bigint;
  /** Expected win per unit staked for a choice; without one, the return to advertise: the least over all choices. */
  exactReturn(choice?: Choice): Rational;
  /** Present where `exactReturn` is that of the best play: who plays otherwise gets less. */
  readonly skill?: true;
  /** Variance of the win per unit staked for a choice; without one, that of the choice with the largest, or of Hi-Lo's many ways to play what none of them passes. */
  exactVariance(choice?: Choice): Rational;
  /** The bets to show odds of: all of them, or a row of them where there are thousands. A game whose choices return differently names at least the best and the worst of them. */
  bets?(): readonly Bet<Choice>[];
}

/** A pool that a game's stakes fill and that a round takes whole. Amounts are minor units. */
export interface Jackpot {
  readonly code: string;
  /** What the house puts into a new pool. */
  readonly seedMinor: bigint;
  /** What of every stake goes into the pool, in millionths. */
  readonly ratePpm: bigint;
  /** One round in so many takes the pool, for each minor unit staked: the chance follows the stake. */
  readonly oneIn: number;
}

/** A game whose round begins and ends with one call. */
export interface InstantEngine<Choice, Outcome> extends Paytable<Choice> {
  readonly kind: "instant";
  /** What a round may take beside its win; `exactReturn` and `maxWinMultiple` are without it. */
  readonly jackpot?: Jackpot;
  /**
   * Settles one round; `winMinor` includes the stake. `staysOpen` where it takes the jackpot, of which an engine does not know how much there is.
   * Throws a RangeError for a stake outside the limits or off the step, or a choice nobody read.
   */
  play(round: { readonly stakeMinor: bigint; readonly choice: Choice; readonly stream: Stream }): { winMinor: bigint; outcome: Outcome; staysOpen?: boolean };
}

/** Where a round of steps stands. */
export interface Position<Action, View, Outcome> {
  /** What its player may see: never a hidden card or mine. */
  readonly view: View;
  /** What may be done now; empty once the round has ended. */
  readonly legal: readonly Action[];
  /** All that was staked so far, with what was added by steps. */
  readonly stakeMinor: bigint;
  /** What the clock does when the player does nothing; `refund` gives the stake back. */
  readonly onTimeOut: Action | "refund";
  /** Present once the round has ended; `winMinor` includes what was staked and comes back. */
  readonly end?: { readonly winMinor: bigint; readonly outcome: Outcome };
}

/** A game whose round waits for its player: nothing of it is stored but choice and actions, from which all else follows. */
export interface SteppedEngine<Choice, Action, View, Outcome> extends Paytable<Choice> {
  readonly kind: "stepped";
  readonly parseAction: ChoiceSchema<Action>;
  /** Plays the actions from the start; the same stream must be given from its beginning each time. Throws a RangeError for an action that was not legal where it stands. */
  replay(round: {
    readonly stakeMinor: bigint;
    readonly choice: Choice;
    readonly actions: readonly Action[];
    readonly stream: Stream;
  }): Position<Action, View, Outcome>;
}

/** A game whose one result settles many tickets: a table. A spot is where a bet lies; amounts in `Bets` are decimal strings. */
export interface SharedEngine<Bets, Result> extends Paytable<Bets> {
  readonly kind: "shared";
  stakeOf(bets: Bets): bigint;
  drawResult(stream: LanedStream): Result;
  /** Settles one ticket with what it decided, where it did. Throws a RangeError for an action that was not legal where it stands. */
  settle(ticket: { readonly bets: Bets; readonly result: Result; readonly actions?: readonly unknown[] }): SettledTicket;
  /** The most that stakes by spot (minor units) can pay at once, with all that may be added to them, so that a table can bound what it owes. */
  worstCase(spots: Readonly<Record<string, bigint>>): bigint;
  /** Present where a draw takes its time and a ticket may be ended by its owner meanwhile. */
  readonly flight?: Flight<Bets, Result>;
  /** Present where a draw takes its time and each ticket's owner decides what it does meanwhile. */
  readonly turns?: Turns<Bets, Result>;
}

export interface SettledTicket {
  /** With the stakes of the bets that won, and what a tie gives back. */
  readonly winMinor: bigint;
  /** All that was staked, where the ticket's owner could add to it. */
  readonly stakeMinor?: bigint;
  /** The ticket's own part in the result, kept beside it: where it ended by itself, or the hands it played. */
  readonly part?: Readonly<Record<string, unknown>>;
}

/** What everybody sees of a draw that goes in turns: nothing of it is hidden, and nothing hidden is needed to decide. */
export interface Shown {
  /** Counts up from the deal, which is 0. */
  readonly turn: number;
  /** What is asked in this turn; nothing during the deal. */
  readonly asks: string;
}

/** What a ticket's owner decided, and in which turn. */
export interface TurnAction {
  readonly turn: number;
  readonly act: string;
}

/**
 * How the tickets of a draw decide, turn by turn: all of them in the same time, so that nobody sees what a turn brings before everybody has decided in it.
 * A ticket that says nothing in a turn does what costs nothing.
 */
export interface Turns<Bets, Result> {
  readonly parseAction: ChoiceSchema<TurnAction>;
  /** What everybody sees when the draw begins. */
  deal(result: Result): Shown;
  /** The turn after one, where a ticket that acted so may act in it; undefined where none may: then the result is shown. */
  next(at: { readonly result: Result; readonly shown: Shown; readonly acted: readonly (readonly unknown[])[] }): Shown | undefined;
  /** What a ticket that acted so may still do in a turn, by what everybody sees alone. */
  legal(at: { readonly actions: readonly unknown[]; readonly shown: Shown }): readonly TurnAction[];
  /** All that a ticket that acted so has staked, in minor units. */
  stakeOf(ticket: { readonly bets: Bets; readonly actions: readonly unknown[] }): bigint;
}

/** How the draws of a game last, and what a ticket is worth that ends before its draw does. Times are whole milliseconds since the draw began. */
export interface Flight<Bets, Result> {
  /** The longest that any draw lasts. */
  readonly longestMs: number;
  /** How long a draw with this result lasts. */
  lastsMs(result: Result): number;
  /** Ends a ticket at a moment: what it pays, in minor units, and at how many hundredths of its stake. Undefined where no draw with this result lasts that long. */
  cashOut(ticket: { readonly bets: Bets; readonly result: Result; readonly elapsedMs: number }): CashedOut | undefined;
  /** The same where it is known at how many hundredths it ended, as in a record; undefined where no moment of a draw with this result is worth that. */
  endAt(ticket: { readonly bets: Bets; readonly result: Result; readonly cashed: number }): CashedOut | undefined;
  /** Where a ticket ends by itself, in hundredths of its stake. */
  targetOf(bets: Bets): number;
  /** What everybody may know of the value at a moment, in hundredths. */
  valueAt(elapsedMs: number): number;
}

export interface CashedOut {
  readonly winMinor: bigint;
  readonly cashed: number;
}

/** Any house game as the registry hands it out: whoever plays it gives it only what its own schemas let through. */
export type Engine = InstantEngine<unknown, unknown> | SteppedEngine<unknown, unknown, unknown, unknown> | SharedEngine<unknown, unknown>;

type StakeLimits = Pick<Paytable<unknown>, "stakeMin" | "stakeMax" | "stakeStep">;

/** Whether a stake (minor units) lies within the engine's limits and on its step. */
export function isStakeAllowed({ stakeMin, stakeMax, stakeStep }: StakeLimits, stakeMinor: bigint): boolean {
  return stakeMinor >= stakeMin && stakeMinor <= stakeMax && stakeMinor % stakeStep === 0n;
}

/** Throws a RangeError for a stake (minor units) that the caller should have refused. */
export function assertStake(limits: StakeLimits, stakeMinor: bigint): void {
  if (isStakeAllowed(limits, stakeMinor)) return;
  throw new RangeError(`A stake is ${limits.stakeMin} to ${limits.stakeMax} in steps of ${limits.stakeStep} minor units, not ${stakeMinor}.`);
}

/** What of a settled stake (minor units) counts towards turnover, points and commissions: nothing where the round just gave it back, else the engine's word. */
export function validOf<Choice>(engine: Paytable<Choice>, round: { choice: Choice; stakeMinor: bigint; winMinor: bigint }): bigint {
  return round.winMinor === round.stakeMinor ? 0n : engine.validMinor(round);
}

/** The jackpot of an engine that has one. */
export const jackpotOf = (engine: Engine): Jackpot | undefined => (engine.kind === "instant" ? engine.jackpot : undefined);

/** What a jackpot gives back of a unit staked: what stakes put into it, and what the house puts into each new pool. */
export function jackpotReturn({ ratePpm, seedMinor, oneIn }: Jackpot): Rational {
  const million = 1_000_000n;
  return rational(ratePpm * BigInt(oneIn) + seedMinor * million, million * BigInt(oneIn));
}

/** Whether a bet with this chance wins nine times in ten or more: it counts nothing towards turnover and bonuses. */
export const isNearlySure = ({ numerator, denominator }: Rational): boolean => numerator * 10n >= denominator * 9n;

/** The `validMinor` of games where the whole stake is at risk. */
export const wholeStake = ({ stakeMinor }: { readonly stakeMinor: bigint }): bigint => stakeMinor;

/** The `validMinor` of tables, where bets on both sides cancel: the smaller of the stake and what was won or lost. */
export function riskedStake({ stakeMinor, winMinor }: { readonly stakeMinor: bigint; readonly winMinor: bigint }): bigint {
  const moved = winMinor > stakeMinor ? winMinor - stakeMinor : stakeMinor - winMinor;
  return moved < stakeMinor ? moved : stakeMinor;
}

/**
 * What of each of a member's settled tickets on one result counts, in their order (minor units). Bets on both sides cancel on whichever tickets they lie, so the tickets
 * of a table are one bet, and what that risked is spread over them by their stakes: to the last minor unit, and never more on one than its stake. Tickets that end by
 * themselves, in flight or in turns, count each alone.
 */
export function validOfTickets<Bets, Result>(
  table: SharedEngine<Bets, Result>,
  tickets: readonly { readonly choice: Bets; readonly stakeMinor: bigint; readonly winMinor: bigint }[],
): readonly bigint[] {
  if (table.flight !== undefined || table.turns !== undefined) return tickets.map((ticket) => validOf(table, ticket));
  // A stake that just came back counts nothing beside others either.
  const stakes = tickets.map(({ stakeMinor, winMinor }) => (winMinor === stakeMinor ? 0n : stakeMinor));
  const stakeMinor = stakes.reduce((sum, one) => sum + one, 0n);
  const wonMinor = tickets.reduce((sum, ticket) => sum + ticket.winMinor - ticket.stakeMinor, 0n);
  return spread(riskedStake({ stakeMinor, winMinor: stakeMinor + wonMinor }), stakes);
}

/** An amount, no larger than the sum of the parts, by the parts: each gets what the sum up to it gets, rounded down, less what those before it got. */
function spread(amount: bigint, parts: readonly bigint[]): readonly bigint[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  let upTo = 0n;
  return parts.map((part) => {
    const before = upTo;
    upTo += part;
    return part === 0n ? 0n : (amount * upTo) / whole - (amount * before) / whole;
  });
}

/** A table's mathematics for one player with a stream of their own: the same bets, the same returns. */
export function instantOf<Bets, Result>(shared: SharedEngine<Bets, Result>): InstantEngine<Bets, Result> {
  return {
    ...shared,
    kind: "instant",
    play({ stakeMinor, choice, stream }) {
      assertStake(shared, stakeMinor);
      if (shared.stakeOf(choice) !== stakeMinor) throw new RangeError(`The bets are not the stake of ${stakeMinor} minor units.`);
      const result = shared.drawResult({ uniform: (count) => stream.uniform(count), lane: noLane });
      return { winMinor: shared.settle({ bets: choice, result }).winMinor, outcome: result };
    },
  };
}

/** What is kept of a ticket's end: what fell, and its own part in it. */
export const outcomeOf = (result: unknown, part: SettledTicket["part"]): unknown => (part === undefined ? result : { ...(result as object), ...part });

function noLane(): never {
  throw new RangeError("A round of one player has one stream.");
}

/** A fraction in lowest terms, of a numerator ≥ 0 and a denominator > 0. */
export function rational(numerator: bigint, denominator: bigint): Rational {
  let [divisor, rest] = [denominator, numerator % denominator];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}
