import type {
  BlackjackAction,
  BlackjackChoice,
  BlackjackView,
  CoinAction,
  CoinChoice,
  CoinView,
  HiLoAction,
  HiLoChoice,
  HiLoView,
  MinesAction,
  MinesChoice,
  MinesView,
  PokerAction,
  PokerChoice,
  PokerView,
} from "@laro/contract/core/plays/steps";
import type { LiveBlackjackAction, LiveBlackjackShown } from "@laro/contract/core/plays/tables";
import { type Engine, type InstantEngine, type Rational, type SharedEngine, type Shown, type SteppedEngine } from "@laro/engines/engine";
import type { LanedStream } from "@laro/engines/fair";
import { engines, type GameCode } from "@laro/engines/registry";
import { bulkanBook } from "@laro/engines/slots/bulkan-ways";
import { BOOK_ROWS, type Book } from "@laro/engines/slots/book";
import { haloBook } from "@laro/engines/slots/halo-halo";
import { blackjack, HANDS_MAX } from "@laro/engines/steps/blackjack";
import { valueOf } from "@laro/engines/steps/blackjack.hands";
import { bestAction } from "@laro/engines/steps/blackjack.odds";
import { rankOf } from "@laro/engines/steps/cards";
import { type Climb, climbBy, guessesOn, hiLoMultiplier, START } from "@laro/engines/steps/hiLo";
import { minesMultiplier, minesReturn } from "@laro/engines/steps/mines";
import { countBestHolds, handNumber } from "@laro/engines/steps/pokerCount";
import { blackjackTable, HANDS_MAX as LIVE_HANDS_MAX, MAIN_BET, seeTicket } from "@laro/engines/tables/blackjack";

/** A stream of one round, from its beginning each time. */
export type Begin = () => LanedStream;

/** One way to play a game: what its mathematics say of it, in stakes, and a round of it as the engine plays it. */
export interface Way {
  readonly name: string;
  readonly mean: number;
  readonly variance: number;
  readonly play: (begin: Begin) => number;
}

/** Live tables that are another code of a game played alone: the same mathematics. */
const ALIKE: readonly GameCode[] = ["ROULETTE_1", "ROULETTE_SPEED_1", "BACCARAT_1", "BACCARAT_NC_1", "DRAGON_TIGER_1", "SIC_BO_1"];
/** Every game whose mathematics are its own. */
export const gameCodes = (Object.keys(engines) as GameCode[]).filter((code) => !ALIKE.includes(code));

const DIGITS = 10n ** 15n;
const numberOf = ({ numerator, denominator }: Rational): number => Number((numerator * DIGITS) / denominator) / Number(DIGITS);
const inStakes = (winMinor: bigint, stakeMinor: bigint): number => Number(winMinor) / Number(stakeMinor);

/** Every bet a game lists, or the game itself. */
function waysOfInstant(engine: InstantEngine<unknown, unknown>): readonly Way[] {
  const bets = engine.bets?.().map(({ choice }) => choice) ?? [undefined];
  return bets.map((listed) => {
    const choice = listed ?? {};
    const stakeMinor = engine.stakeOf?.(choice) ?? engine.stakeMin;
    return {
      name: JSON.stringify(choice),
      mean: numberOf(engine.exactReturn(listed)),
      variance: numberOf(engine.exactVariance(listed)),
      play: (begin) => inStakes(engine.play({ stakeMinor, choice, stream: begin() }).winMinor, stakeMinor),
    };
  });
}

/** Each row is expanded when it falls first, and remembered. */
function waysOfBook({ gameCode, expand }: Book<{ readonly pays: number }>): readonly Way[] {
  const engine = engines[gameCode as "HALO_HALO"];
  const pays = new Int32Array(BOOK_ROWS).fill(-1);
  const play = (begin: Begin): number => {
    const row = begin().uniform(BOOK_ROWS);
    if (pays[row] === -1) pays[row] = expand(row).pays;
    return pays[row]! / 100;
  };
  return [{ name: "{}", mean: numberOf(engine.exactReturn()), variance: numberOf(engine.exactVariance()), play }];
}

const CRASH_TARGETS = [101, 150, 200, 1_000, 10_000] as const;

function waysOfCrash(engine: SharedEngine<unknown, unknown>): readonly Way[] {
  return CRASH_TARGETS.map((target) => {
    const bets = { bets: { [target]: "1.00" } };
    const play = (begin: Begin): number => inStakes(engine.settle({ bets, result: engine.drawResult(begin()) }).winMinor, 100n);
    return { name: String(target), mean: numberOf(engine.exactReturn(bets)), variance: numberOf(engine.exactVariance(bets)), play };
  });
}

type Steps<Choice, Action, View> = SteppedEngine<Choice, Action, View, unknown>;

/** Plays a round to its end by what `next` says of where it stands; the result is its win less what steps added to the stake. */
function playSteps<Choice, Action, View>(
  engine: Steps<Choice, Action, View>,
  { choice, begin, next }: { choice: Choice; begin: Begin; next: (view: View, legal: readonly Action[]) => Action },
): number {
  const actions: Action[] = [];
  for (;;) {
    const { view, legal, end, stakeMinor } = engine.replay({ stakeMinor: engine.stakeMin, choice, actions, stream: begin() });
    if (end !== undefined) return inStakes(end.winMinor - (stakeMinor - engine.stakeMin), engine.stakeMin);
    actions.push(next(view, legal));
  }
}

/** What pays m with chance p varies by p·m² − (p·m)². */
const allOrNothing = (mean: number, pays: number): Pick<Way, "mean" | "variance"> => ({ mean, variance: mean * pays - mean * mean });

const FIELDS = [
  [1, 1],
  [3, 2],
  [10, 1],
  [24, 1],
] as const;

const waysOfMines = (): readonly Way[] =>
  FIELDS.map(([mines, picks]) => ({
    name: `${mines} mines, ${picks} tiles`,
    ...allOrNothing(numberOf(minesReturn(mines, picks)), minesMultiplier(mines, picks) / 100),
    play: (begin) =>
      playSteps<MinesChoice, MinesAction, MinesView>(engines.MINES, {
        choice: { mines },
        begin,
        next: (view) => (view.picks.length === picks ? { act: "cashOut" } : { act: "pick", tile: view.picks.length }),
      }),
  }));

const likelier = (card: number) => guessesOn(card).reduce((best, guess) => (guess.ranks > best.ranks ? guess : best));
const RANKS = Array.from({ length: 13 }, (_, rank) => rank);
const isWonBy = ({ guess }: ReturnType<typeof likelier>, from: number, to: number): boolean =>
  guess === "higher" ? to > from || (to === from && from !== 0) : to < from || (to === from && from !== 12);

/** Mean and mean square of so many likelier guesses from a card, over all that may follow. */
function guessMoments(card: number, left: number, climb: Climb = START): readonly [mean: number, square: number] {
  if (left === 0) return [hiLoMultiplier(climb) / 100, (hiLoMultiplier(climb) / 100) ** 2];
  const guess = likelier(card);
  return RANKS.filter((rank) => isWonBy(guess, card, rank)).reduce<readonly [number, number]>(
    ([mean, square], rank) => {
      const then = guessMoments(rank, left - 1, climbBy(climb, guess.ranks));
      return [mean + then[0] / 13, square + then[1] / 13];
    },
    [0, 0],
  );
}

const waysOfHiLo = (): readonly Way[] =>
  [1, 2, 3].map((guesses) => {
    const each = RANKS.map((rank) => guessMoments(rank, guesses));
    const [mean, square] = [0, 1].map((part) => each.reduce((sum, moments) => sum + moments[part]!, 0) / 13) as [number, number];
    const play = (begin: Begin): number =>
      playSteps<HiLoChoice, HiLoAction, HiLoView>(engines.HI_LO, {
        choice: {},
        begin,
        next: ({ cards }) => (cards.length > guesses ? { act: "cashOut" } : { act: "guess", guess: likelier(rankOf(cards.at(-1)!)).guess }),
      });
    return { name: `${guesses} guesses`, mean, variance: square - mean * mean, play };
  });

const waysOfCoin = (): readonly Way[] =>
  [1, 3, 6].map((wins) => ({
    name: `${wins} wins`,
    ...allOrNothing(0.99, 0.99 * 2 ** wins),
    play: (begin) =>
      playSteps<CoinChoice, CoinAction, CoinView>(engines.COIN_FLIP, {
        choice: {},
        begin,
        next: ({ fell }) => (fell.length === wins ? { act: "cashOut" } : { act: "toss", side: fell.length % 2 === 0 ? "heads" : "tails" }),
      }),
  }));

function waysOfBlackjack(): readonly Way[] {
  const play = (begin: Begin): number =>
    playSteps<BlackjackChoice, BlackjackAction, BlackjackView>(blackjack, {
      choice: {},
      begin,
      next: ({ active, hands, dealer }, legal) => {
        if (active === null) return { act: "decline" };
        const may = (act: string): boolean => legal.some((one) => one.act === act);
        return {
          act: bestAction(hands[active]!.cards.map(valueOf), valueOf(dealer.cards[0]!), { double: may("double"), split: may("split"), handsMax: HANDS_MAX }),
        };
      },
    });
  return [{ name: "best play", mean: numberOf(blackjack.exactReturn()), variance: numberOf(blackjack.exactVariance()), play }];
}

const LIVE_STAKE = 100n;
const liveBets = { bets: { [MAIN_BET]: "1.00" } };

/** What the best play decides in a turn, by what everybody sees. */
function decideBest(actions: readonly LiveBlackjackAction[], shown: LiveBlackjackShown): LiveBlackjackAction | undefined {
  const { hands, legal } = seeTicket({ bets: liveBets, actions, shown });
  const [first] = legal;
  if (first === undefined) return undefined;
  const { turn, hand } = first;
  if (shown.asks === "insurance") return { turn, hand, act: "decline" };
  const may = (act: string): boolean => legal.some((one) => one.hand === hand && one.act === act);
  const allowed = { double: may("double"), split: may("split"), handsMax: LIVE_HANDS_MAX };
  return { turn, hand, act: bestAction(hands[hand]!.cards.map(valueOf), valueOf(shown.up), allowed) };
}

/** One ticket alone at the table: whoever else plays moves none of its cards. */
function waysOfLiveBlackjack(): readonly Way[] {
  const turns = blackjackTable.turns!;
  const play = (begin: Begin): number => {
    const result = blackjackTable.drawResult(begin());
    const actions: LiveBlackjackAction[] = [];
    for (let shown: Shown | undefined = turns.deal(result); shown !== undefined; shown = turns.next({ result, shown, acted: [actions] }))
      for (let next = decideBest(actions, shown as LiveBlackjackShown); next !== undefined; next = decideBest(actions, shown as LiveBlackjackShown))
        actions.push(next);
    const { winMinor, stakeMinor } = blackjackTable.settle({ bets: liveBets, result, actions });
    return inStakes(winMinor - (stakeMinor! - LIVE_STAKE), LIVE_STAKE);
  };
  return [{ name: "best play", mean: numberOf(blackjackTable.exactReturn()), variance: numberOf(blackjackTable.exactVariance()), play }];
}

const HANDS = 2_598_960;

/** Which cards the best play holds of every hand takes seconds to count. */
function waysOfPoker(): readonly Way[] {
  const held = new Uint8Array(HANDS);
  countBestHolds((hand, best) => (held[hand] = best));
  const bestOf = (dealt: readonly number[]): number => {
    const sorted = dealt.toSorted((one, other) => one - other);
    const best = held[handNumber(sorted)]!;
    return dealt.reduce((mask, card, at) => mask | (((best >> sorted.indexOf(card)) & 1) << at), 0);
  };
  const engine = engines.VIDEO_POKER;
  const play = (begin: Begin): number =>
    playSteps<PokerChoice, PokerAction, PokerView>(engine, { choice: {}, begin, next: ({ dealt }) => ({ act: "draw", held: bestOf(dealt) }) });
  return [{ name: "best play", mean: numberOf(engine.exactReturn()), variance: numberOf(engine.exactVariance()), play }];
}

const special: Readonly<Partial<Record<GameCode, () => readonly Way[]>>> = {
  HALO_HALO: () => waysOfBook(haloBook),
  BULKAN_WAYS: () => waysOfBook(bulkanBook),
  CRASH_1: () => waysOfCrash(engines.CRASH_1 as never),
  MINES: waysOfMines,
  HI_LO: waysOfHiLo,
  COIN_FLIP: waysOfCoin,
  BLACKJACK: waysOfBlackjack,
  BLACKJACK_1: waysOfLiveBlackjack,
  VIDEO_POKER: waysOfPoker,
};

/** The ways in which a game is played here. */
export const waysOf = (code: GameCode): readonly Way[] => special[code]?.() ?? waysOfInstant(engines[code] as Engine as InstantEngine<unknown, unknown>);
