import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { BlackjackAct, BlackjackHand } from "@laro/contract/core/plays/steps";
import { LiveBlackjackAction, type LiveBlackjackOutcome, type LiveBlackjackResult, type LiveBlackjackShown, TableBets } from "@laro/contract/core/plays/tables";
import { rational, type ChoiceSchema, type SharedEngine, type Turns, wholeStake } from "../engine.ts";
import type { LanedStream, Stream } from "../fair.ts";
import { BLACKJACK, dealerStands, insuranceOf, isNatural, isPair, payOfHand, payOfInsurance, resultOf, totalOf, valueOf } from "../steps/blackjack.hands.ts";
import { blackjackOdds } from "../steps/blackjack.odds.ts";
import { CARDS } from "../steps/cards.ts";
import { readBy } from "../steps/steps.ts";

/** The only spot of the felt. */
export const MAIN_BET = "main";
/** A pair is split once. */
export const HANDS_MAX = 2;
/** Both hands doubled, both won. */
const MOST = BigInt(HANDS_MAX) * 2n * 2n;
/** A ticket of this stake that is split, doubled twice and won brings 72,000.00, the most of any bet at a live table. */
const limits = { stakeMin: 100n, stakeMax: 900_000n, stakeStep: 100n };
/** Insurance is asked in the turn after the deal; from the second turn on hands are played. */
const [INSURANCE, FIRST] = [1, 2];

/** What decides a ticket: the cards all players have in common, as far as they are known. */
type Lanes = Pick<LiveBlackjackResult, "hand" | "cards" | "second"> & { readonly up: number };

interface Hand {
  readonly cards: readonly number[];
  readonly isDoubled: boolean;
  /** Nothing more may be done with it. */
  readonly isDone: boolean;
}

const handOf = (cards: readonly number[], isDone = totalOf(cards).total >= BLACKJACK): Hand => ({ cards, isDoubled: false, isDone });

/** What may be done in a turn with one of the hands, whatever was chosen for it already. */
function actsOn(hands: readonly Hand[], at: number): readonly BlackjackAct[] {
  const hand = hands[at];
  if (hand === undefined || hand.isDone) return [];
  const isSplittable = hands.length < HANDS_MAX && isPair(hand.cards);
  return ["hit", "stand", ...(hand.cards.length === 2 ? (["double"] as const) : []), ...(isSplittable ? (["split"] as const) : [])];
}

/** The hands after a turn: each takes its lane's next card, as everybody's does, or stands. */
function takeTurn(hands: readonly Hand[], chosen: readonly LiveBlackjackAction[], fallen: readonly [number | undefined, number | undefined]): readonly Hand[] {
  if (chosen[0]?.act === "split") {
    const isAces = valueOf(hands[0]!.cards[0]!) === 1;
    return hands[0]!.cards.map((card, at) => {
      const cards = [card, known(fallen[at])];
      return handOf(cards, isAces || totalOf(cards).total === BLACKJACK);
    });
  }
  return hands.map((hand, at) => {
    const act = chosen.find((one) => one.hand === at)?.act;
    if (hand.isDone) return hand;
    if (act === undefined || act === "stand") return { ...hand, isDone: true };
    const cards = [...hand.cards, known(fallen[at])];
    return { cards, isDoubled: act === "double", isDone: act === "double" || totalOf(cards).total >= BLACKJACK };
  });
}

function known(card: number | undefined): number {
  if (card === undefined) throw new RangeError("A card that was not dealt yet decides nothing.");
  return card;
}

interface Played {
  readonly hands: readonly Hand[];
  /** What was chosen in the turn that has not been taken yet. */
  readonly chosen: readonly LiveBlackjackAction[];
  /** What may still be chosen in it. */
  readonly legal: readonly LiveBlackjackAction[];
  readonly isInsured: boolean;
}

/** Plays a ticket up to a turn: all turns before it are over, what was chosen in it waits. Throws a RangeError for an action that was not legal where it stands. */
function playTo(turn: number, { hand, up, cards, second }: Lanes, actions: readonly unknown[]): Played {
  const read = actions.map((action) => readBy(LiveBlackjackAction, action));
  let hands: readonly Hand[] = [handOf(hand)];
  const mayIn = (at: number): readonly LiveBlackjackAction[] => {
    if (at === INSURANCE) return valueOf(up) === 1 && !isNatural(hand) ? (["insure", "decline"] as const).map((act) => ({ turn: at, hand: 0, act })) : [];
    return at < FIRST ? [] : hands.flatMap((_, index) => actsOn(hands, index).map((act) => ({ turn: at, hand: index, act })));
  };
  const check = (at: number): readonly LiveBlackjackAction[] => {
    const [chosen, may] = [read.filter((action) => action.turn === at), mayIn(at)];
    for (const [place, action] of chosen.entries()) {
      const isTwice = chosen.slice(0, place).some((before) => before.hand === action.hand);
      if (isTwice || !may.some((one) => one.hand === action.hand && one.act === action.act))
        throw new RangeError(`${JSON.stringify(action)} is not legal where the hand stands.`);
    }
    return chosen;
  };
  if (read.some((action, place) => action.turn > turn || action.turn < (read[place - 1]?.turn ?? 0)))
    throw new RangeError("An action names a turn that was not its own.");
  const insured = check(INSURANCE);
  for (let at = FIRST; at < turn; at += 1) {
    const chosen = check(at);
    if (hands.every(({ isDone }) => isDone)) continue;
    hands = takeTurn(hands, chosen, [cards[at - FIRST], second[at - FIRST]]);
  }
  const chosen = turn >= FIRST ? check(turn) : insured.filter((action) => action.turn === turn);
  const legal = mayIn(turn).filter((action) => !chosen.some((one) => one.hand === action.hand));
  return { hands, chosen, legal, isInsured: insured[0]?.act === "insure" };
}

/** All that was staked with these actions, in minor units. */
const stakedBy = (stakeMinor: bigint, actions: readonly unknown[]): bigint =>
  actions.reduce<bigint>((sum, action) => {
    const { act } = readBy(LiveBlackjackAction, action);
    return sum + (act === "double" || act === "split" ? stakeMinor : act === "insure" ? insuranceOf(stakeMinor) : 0n);
  }, stakeMinor);

/** More turns than any hand can last: twenty-one aces. */
const TURNS_MAX = 24;

/** The cards a lane can give at most, whatever is done with the hands that begin so: each takes them up to 21, an ace that was split takes one. */
function drawLane(draw: () => number, starts: readonly (readonly number[])[]): number[] {
  const drawn: number[] = [];
  const mayTake = (start: readonly number[]): boolean =>
    start.length === 1 && valueOf(start[0]!) === 1 ? drawn.length === 0 : totalOf([...start, ...drawn]).total < BLACKJACK;
  // A soft hand that stood at 21 takes none again, though one more card would make it less.
  for (let open = starts.filter(mayTake); open.length > 0; open = open.filter(mayTake)) drawn.push(draw());
  return drawn;
}

const drawFrom = (stream: Stream) => () => stream.uniform(CARDS);

function drawResult(stream: LanedStream): LiveBlackjackResult {
  const [own, dealers] = [drawFrom(stream), drawFrom(stream.lane("dealer"))];
  const hand = [own(), own()];
  const dealer = [dealers(), dealers()];
  while (!dealerStands(totalOf(dealer))) dealer.push(dealers());
  const parted = isPair(hand) ? hand.map((card) => [card]) : [];
  const cards = drawLane(own, [hand, ...parted.slice(0, 1)]);
  return { hand, dealer, cards, second: drawLane(drawFrom(stream.lane("2")), parted.slice(1)) };
}

function readStake({ bets }: TableBets): bigint {
  const [[spot, amount] = ["", ""], ...more] = Object.entries(bets);
  const minor = parseAmount(amount);
  if (spot !== MAIN_BET || more.length > 0 || minor === undefined || minor % limits.stakeStep !== 0n)
    throw new RangeError(`No bet of this table: ${amount} on ${spot}.`);
  return minor;
}

const parseChoice: ChoiceSchema<TableBets> = {
  safeParse(input) {
    const read = TableBets.safeParse(input);
    if (!read.success || Object.keys(read.data.bets).join() === MAIN_BET) return read;
    return { success: false, error: new RangeError("A ticket has one stake, on the main bet.") };
  },
};

const lanesOf = ({ hand, dealer, cards, second }: LiveBlackjackResult): Lanes => ({ hand, up: dealer[0]!, cards, second });

/** Settles a ticket: whoever decided nothing in a turn stood in it. */
function settle({ bets, result, actions = [] }: { bets: TableBets; result: LiveBlackjackResult; actions?: readonly unknown[] }) {
  const stakeMinor = readStake(bets);
  const { dealer } = result;
  // Behind a blackjack of the dealer no hand is played.
  const { hands, chosen, isInsured } = playTo(isNatural(dealer) ? FIRST : TURNS_MAX, lanesOf(result), actions);
  if (chosen.length > 0) throw new RangeError("A hand was played that had ended.");
  const settled = hands.map(({ cards, isDoubled }) => {
    const stake = isDoubled ? stakeMinor * 2n : stakeMinor;
    const ended = resultOf(cards, { dealer, isSplit: hands.length > 1 });
    return { cards: [...cards], stake: formatAmount(stake), doubled: isDoubled, result: ended, winMinor: payOfHand(stake, ended) };
  });
  const insured = isInsured ? payOfInsurance(stakeMinor, dealer) : 0n;
  const part: Pick<LiveBlackjackOutcome, "hands" | "insurance"> = {
    hands: settled.map(({ winMinor, ...hand }) => ({ ...hand, win: formatAmount(winMinor) })),
    insurance: isInsured ? { stake: formatAmount(insuranceOf(stakeMinor)), win: formatAmount(insured) } : null,
  };
  return { winMinor: settled.reduce((sum, { winMinor }) => sum + winMinor, insured), stakeMinor: stakedBy(stakeMinor, actions), part };
}

/** The cards of a lane that somebody took. */
const taken = (lane: readonly number[], all: readonly Played[], at: 0 | 1): number[] => {
  const counts = all.map(({ hands }) => (hands[at] === undefined ? 0 : hands[at].cards.length - (hands.length === 1 ? 2 : 1)));
  return lane.slice(0, Math.max(0, ...counts));
};

const deal = ({ hand, dealer }: LiveBlackjackResult): LiveBlackjackShown => ({ turn: 0, asks: "deal", hand, up: dealer[0]!, cards: [], second: [] });

function next({ result, shown, acted }: Parameters<Turns<TableBets, LiveBlackjackResult>["next"]>[0]): LiveBlackjackShown | undefined {
  const { hand, dealer } = result;
  const turn = shown.turn === 0 && valueOf(dealer[0]!) !== 1 ? FIRST : shown.turn + 1;
  // The dealer looks before hands are played.
  if (turn >= FIRST && isNatural(dealer)) return undefined;
  const all = acted.map((actions) => playTo(turn, lanesOf(result), actions));
  if (all.every(({ legal }) => legal.length === 0)) return undefined;
  return {
    turn,
    asks: turn === INSURANCE ? "insurance" : "hands",
    hand,
    up: dealer[0]!,
    cards: taken(result.cards, all, 0),
    second: taken(result.second, all, 1),
  };
}

/** A ticket's hands as its owner sees them in a turn, what was chosen for each, and what may still be. */
export function seeTicket({ bets, actions, shown }: { bets: TableBets; actions: readonly unknown[]; shown: LiveBlackjackShown }) {
  const stakeMinor = readStake(bets);
  const { hands, chosen, legal, isInsured } = playTo(shown.turn, shown, actions);
  const seen = hands.map(({ cards, isDoubled }): BlackjackHand => {
    const stake = formatAmount(isDoubled ? stakeMinor * 2n : stakeMinor);
    return { cards: [...cards], ...totalOf(cards), stake, doubled: isDoubled, result: null, win: null };
  });
  return { hands: seen, chosen, legal, insurance: isInsured ? formatAmount(insuranceOf(stakeMinor)) : null, stakeMinor: stakedBy(stakeMinor, actions) };
}

let odds: ReturnType<typeof blackjackOdds> | undefined;

/**
 * Blackjack for all: everybody who staked has the same two cards against the same dealer, and each decides on their own. Cards are independent, each is
 * `uniform(52)`, suit · 13 + rank, whatever lies already, and they come from three lanes, so that no choice of one moves another's card. The draw's stream, under
 * the salt: the two cards, then every further card of the first hand. The lane "2": the further cards of a hand that was split from it. The lane "dealer": the open
 * card, the hidden one, then the rest. All decide in the same turns, both hands of a split in the same ones too, and the k-th further card of a lane is that of
 * everybody who takes one in it. The dealer stands on every 17 and looks for blackjack behind an ace (after insurance) or a ten. A blackjack pays 3:2. Any two
 * cards may be doubled, after the split too; two cards of one value may be split once; aces get one card each. No surrender. Silence stands, without insurance.
 */
export const blackjackTable: SharedEngine<TableBets, LiveBlackjackResult> = {
  kind: "shared",
  gameCode: "BLACKJACK_1",
  vendorCode: "BGS",
  gameType: "LIVE",
  ...limits,
  cycleMs: 1_000,
  skill: true,
  parseChoice,
  maxWinMultiple: rational(MOST, 1n),
  validMinor: wholeStake,
  bets: () => [{ choice: { bets: { [MAIN_BET]: formatAmount(limits.stakeMin) } } }],
  stakeOf: readStake,
  drawResult,
  settle,
  worstCase: (spots) => Object.values(spots).reduce((sum, minor) => sum + minor * MOST, 0n),
  exactReturn: () => {
    const { numerator, denominator } = (odds ??= blackjackOdds(HANDS_MAX)).mean;
    return rational(denominator + numerator, denominator);
  },
  exactVariance: () => (odds ??= blackjackOdds(HANDS_MAX)).variance,
  turns: {
    parseAction: LiveBlackjackAction,
    deal,
    next,
    legal: ({ actions, shown }) => playTo(shown.turn, shown as LiveBlackjackShown, actions).legal,
    stakeOf: ({ bets, actions }) => stakedBy(readStake(bets), actions),
  },
};
