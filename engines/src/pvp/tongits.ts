import type { HandEnd, TongitsAct, TongitsView } from "@laro/contract/core/cardRooms";
import type { ActFault, CardGame } from "./cardGame.ts";
import { added, handCount, highestLoose, isFour, meldOf, meldsIn, meldsWith, secretsOf } from "./melds.ts";

const SEATS = 3;
const HITTER_CARDS = 13;
const OTHER_CARDS = 12;
const PAYS = { tongits: 3, tongitsBurned: 4, folded: 1, burned: 2, called: 3, stock: 1, four: 1, secret: 2 } as const;
const PAY_MAX = 8;
/** From so low a hand on a practice computer fights, and challenges. */
const COMPUTER_FIGHTS_AT = 10;
const COMPUTER_CHALLENGES_AT = 12;

interface OpenMeld {
  readonly owner: number;
  readonly cards: readonly number[];
  /** The turn somebody last added to it. */
  readonly touchedIn: number | undefined;
}

type Answer = "waits" | "folds" | "challenges" | "burned" | "fights";

export interface TongitsState {
  readonly hands: readonly (readonly number[])[];
  readonly stock: readonly number[];
  /** The top one last. */
  readonly discards: readonly number[];
  readonly melds: readonly OpenMeld[];
  readonly phase: TongitsView["phase"];
  readonly turn: number;
  /** Counts turns from 0, the hitter's first. */
  readonly turns: number;
  /** The last turn each seat had; undefined before its first is over. */
  readonly lastTurns: readonly (number | undefined)[];
  readonly hitter: number;
  readonly lastDrew: number;
  readonly fight: { readonly by: number; readonly answers: readonly Answer[] } | null;
  readonly end: HandEnd | null;
}

const seatsFrom = (first: number): number[] => Array.from({ length: SEATS }, (_, step) => (first + step) % SEATS);
const after = (seat: number): number => (seat + 1) % SEATS;
const replaced = <Item>(list: readonly Item[], at: number, item: Item): Item[] => list.map((old, index) => (index === at ? item : old));
const without = (cards: readonly number[], gone: readonly number[]): number[] => cards.filter((card) => !gone.includes(card));
const holds = (hand: readonly number[], cards: readonly number[]): boolean =>
  new Set(cards).size === cards.length && cards.every((card) => hand.includes(card));

/** Whoever showed nothing and holds no secret pays more, and may not answer a fight. */
const isBurned = ({ melds, hands }: TongitsState, seat: number): boolean => melds.every(({ owner }) => owner !== seat) && secretsOf(hands[seat]!).length === 0;

/** A fight needs an own meld to which nobody added since the own last turn began. */
const mayFight = ({ phase, turn, melds, lastTurns }: TongitsState): boolean => {
  const last = lastTurns[turn];
  return phase === "begin" && last !== undefined && melds.some(({ owner, touchedIn }) => owner === turn && (touchedIn === undefined || touchedIn < last));
};

function deal(deck: readonly number[], hitter: number): TongitsState {
  const hands: number[][] = [[], [], []];
  let from = 0;
  for (const seat of seatsFrom(hitter)) {
    const count = seat === hitter ? HITTER_CARDS : OTHER_CARDS;
    hands[seat] = deck.slice(from, from + count).toSorted((one, other) => one - other);
    from += count;
  }
  return {
    hands,
    stock: deck.slice(from),
    discards: [],
    melds: [],
    phase: "play",
    turn: hitter,
    turns: 0,
    lastTurns: [undefined, undefined, undefined],
    hitter,
    lastDrew: hitter,
    fight: null,
    end: null,
  };
}

/** What each seat pays or gets: `payOf` says a loser's units before what the winner's fours and secrets add. */
function ended(state: TongitsState, kind: HandEnd["kind"], winner: number | null, payOf: (seat: number) => number): TongitsState {
  const burned = seatsFrom(0).map((seat) => isBurned(state, seat));
  const counts = state.hands.map(handCount);
  const units = [0, 0, 0];
  if (winner !== null) {
    const fours = state.melds.filter(({ owner, cards }) => owner === winner && isFour(cards)).length;
    const extra = fours * PAYS.four + secretsOf(state.hands[winner]!).length * PAYS.secret;
    for (const seat of seatsFrom(0)) {
      if (seat === winner) continue;
      const pay = Math.min(PAY_MAX, payOf(seat) + extra);
      units[seat] = -pay;
      units[winner]! += pay;
    }
  }
  return { ...state, phase: "over", end: { kind, winner, units, counts, burned: burned.map((is, seat) => is && seat !== winner) } };
}

const endByTongits = (state: TongitsState, winner: number): TongitsState =>
  ended(state, "tongits", winner, (seat) => (isBurned(state, seat) ? PAYS.tongitsBurned : PAYS.tongits));

/** The lowest hand of some, given in the order in which a tie is decided. */
const lowestOf = ({ hands }: TongitsState, seats: readonly number[]): number | undefined =>
  seats.reduce<number | undefined>((best, seat) => (best === undefined || handCount(hands[seat]!) < handCount(hands[best]!) ? seat : best), undefined);

/** The stock is empty and the turn over: a tie goes to who drew last, else to the next in turn. */
function endByStock(state: TongitsState): TongitsState {
  const winner = lowestOf(
    state,
    seatsFrom(state.lastDrew).filter((seat) => !isBurned(state, seat)),
  );
  if (winner === undefined) return ended(state, "void", null, () => 0);
  return ended(state, "stock", winner, (seat) => (isBurned(state, seat) ? PAYS.burned : PAYS.stock));
}

/** All have answered: a tie goes to who challenges, of two to the next in turn. */
function endByFight(state: TongitsState): TongitsState {
  const { by, answers } = state.fight!;
  const order = seatsFrom(after(by)).filter((seat) => answers[seat] === "challenges" || seat === by);
  const winner = lowestOf(state, order)!;
  return ended(state, "fight", winner, (seat) => (answers[seat] === "burned" ? PAYS.burned : answers[seat] === "folds" ? PAYS.folded : PAYS.called));
}

function startFight(state: TongitsState): TongitsState | ActFault {
  if (!mayFight(state)) return "act_invalid";
  const by = state.turn;
  const answers = seatsFrom(0).map((seat): Answer => (seat === by ? "fights" : isBurned(state, seat) ? "burned" : "waits"));
  return askNext({ ...state, phase: "answer", fight: { by, answers } });
}

/** Asks the next who may answer, or ends the fight. */
function askNext(state: TongitsState): TongitsState {
  const { by, answers } = state.fight!;
  const next = seatsFrom(after(by)).find((seat) => answers[seat] === "waits");
  return next === undefined ? endByFight(state) : { ...state, turn: next };
}

const answer = (state: TongitsState, word: Answer): TongitsState =>
  askNext({ ...state, fight: { by: state.fight!.by, answers: replaced(state.fight!.answers, state.turn, word) } });

const putHand = (state: TongitsState, hand: readonly number[]): TongitsState => ({ ...state, hands: replaced(state.hands, state.turn, hand) });
/** Whose hand is empty has tongits. */
const unlessEmpty = (state: TongitsState): TongitsState => (state.hands[state.turn]!.length === 0 ? endByTongits(state, state.turn) : state);

function draw(state: TongitsState): TongitsState {
  const [card, ...stock] = state.stock as [number, ...number[]];
  return { ...putHand(state, [...state.hands[state.turn]!, card]), stock, phase: "play", lastDrew: state.turn };
}

function take(state: TongitsState, cards: readonly number[]): TongitsState | ActFault {
  const top = state.discards.at(-1);
  if (!holds(state.hands[state.turn]!, cards)) return "card_not_held";
  const meld = top === undefined ? undefined : meldOf([...cards, top]);
  if (meld === undefined) return "act_invalid";
  const melds = [...state.melds, { owner: state.turn, cards: meld, touchedIn: undefined }];
  return unlessEmpty({ ...putHand(state, without(state.hands[state.turn]!, cards)), melds, discards: state.discards.slice(0, -1), phase: "play" });
}

function lay(state: TongitsState, cards: readonly number[]): TongitsState | ActFault {
  if (!holds(state.hands[state.turn]!, cards)) return "card_not_held";
  const meld = meldOf(cards);
  if (meld === undefined) return "act_invalid";
  return unlessEmpty({
    ...putHand(state, without(state.hands[state.turn]!, cards)),
    melds: [...state.melds, { owner: state.turn, cards: meld, touchedIn: undefined }],
  });
}

function sapaw(state: TongitsState, at: number, cards: readonly number[]): TongitsState | ActFault {
  if (!holds(state.hands[state.turn]!, cards)) return "card_not_held";
  const meld = state.melds[at];
  const grown = meld === undefined ? undefined : added(meld.cards, cards);
  if (meld === undefined || grown === undefined) return "act_invalid";
  const melds = replaced(state.melds, at, { ...meld, cards: grown, touchedIn: state.turns });
  return unlessEmpty({ ...putHand(state, without(state.hands[state.turn]!, cards)), melds });
}

function discard(state: TongitsState, card: number): TongitsState | ActFault {
  const hand = state.hands[state.turn]!;
  if (!hand.includes(card)) return "card_not_held";
  const thrown = unlessEmpty({ ...putHand(state, without(hand, [card])), discards: [...state.discards, card] });
  if (thrown.end !== null) return thrown;
  if (thrown.stock.length === 0) return endByStock(thrown);
  return { ...thrown, phase: "begin", turn: after(state.turn), turns: state.turns + 1, lastTurns: replaced(state.lastTurns, state.turn, state.turns) };
}

function apply(state: TongitsState, seat: number, act: TongitsAct): TongitsState | ActFault {
  if (state.phase === "over") return "hand_over";
  if (seat !== state.turn) return "not_your_turn";
  const phase = ({ draw: "begin", take: "begin", fight: "begin", meld: "play", sapaw: "play", discard: "play", fold: "answer", challenge: "answer" } as const)[
    act.kind
  ];
  if (phase !== state.phase) return "act_invalid";
  switch (act.kind) {
    case "draw":
      return draw(state);
    case "take":
      return take(state, act.cards);
    case "fight":
      return startFight(state);
    case "meld":
      return lay(state, act.cards);
    case "sapaw":
      return sapaw(state, act.meld, act.cards);
    case "discard":
      return discard(state, act.card);
    case "fold":
      return answer(state, "folds");
    case "challenge":
      return answer(state, "challenges");
  }
}

const takesOf = (hand: readonly number[], top: number | undefined): TongitsAct[] =>
  top === undefined ? [] : meldsWith(top, hand).map((meld) => ({ kind: "take", cards: without(meld, [top]) }));

/** Every card that alone fits an open meld; a longer one is laid card by card. */
const sapawsOf = (hand: readonly number[], melds: readonly { readonly cards: readonly number[] }[]): TongitsAct[] =>
  melds.flatMap(({ cards }, meld) =>
    hand.filter((card) => added(cards, [card]) !== undefined).map((card): TongitsAct => ({ kind: "sapaw", meld, cards: [card] })),
  );

function legalActs(state: TongitsState): TongitsAct[] {
  const hand = state.hands[state.turn]!;
  switch (state.phase) {
    case "begin":
      return [{ kind: "draw" }, ...takesOf(hand, state.discards.at(-1)), ...(mayFight(state) ? [{ kind: "fight" } as const] : [])];
    case "play":
      return [
        ...meldsIn(hand).map((cards): TongitsAct => ({ kind: "meld", cards })),
        ...sapawsOf(hand, state.melds),
        ...hand.map((card): TongitsAct => ({ kind: "discard", card })),
      ];
    case "answer":
      return [{ kind: "fold" }, { kind: "challenge" }];
    case "over":
      return [];
  }
}

function viewOf(state: TongitsState, seat: number): TongitsView {
  const { hands, melds, stock, discards, phase, turn, hitter, fight } = state;
  return {
    game: "TONGITS",
    hand: [...(hands[seat] ?? [])],
    held: hands.map((hand) => hand.length),
    hands: phase === "over" ? hands.map((hand) => [...hand]) : null,
    melds: melds.map(({ owner, cards }) => ({ owner, cards: [...cards] })),
    stock: stock.length,
    discards: [...discards],
    phase,
    turn,
    hitter,
    fight: fight && { by: fight.by, answers: [...fight.answers] },
    canFight: seat === turn && mayFight(state),
    canAnswer: seat === turn && phase === "answer",
  };
}

/** Lays what it can, takes what makes a meld, fights from 10 and challenges from 12 down, throws its highest loose card. */
function computerAct({ hand, melds, discards, phase, canFight }: TongitsView): TongitsAct {
  if (phase === "answer") return { kind: handCount(hand) <= COMPUTER_CHALLENGES_AT ? "challenge" : "fold" };
  if (phase === "begin") {
    if (canFight && handCount(hand) <= COMPUTER_FIGHTS_AT) return { kind: "fight" };
    return longestFirst(takesOf(hand, discards.at(-1)))[0] ?? { kind: "draw" };
  }
  const [meld] = meldsIn(hand).toSorted((one, other) => other.length - one.length);
  if (meld !== undefined) return { kind: "meld", cards: meld };
  return sapawsOf(hand, melds)[0] ?? { kind: "discard", card: highestLoose(hand) };
}

const longestFirst = (acts: readonly TongitsAct[]): TongitsAct[] =>
  acts.toSorted((one, other) => ("cards" in other ? other.cards.length : 0) - ("cards" in one ? one.cards.length : 0));

function forcedAct(state: TongitsState): TongitsAct {
  if (state.phase === "answer") return { kind: "fold" };
  return state.phase === "begin" ? { kind: "draw" } : { kind: "discard", card: highestLoose(state.hands[state.turn]!) };
}

/** Tongits as it is played in the Philippines: three seats, 52 cards, an ace low; the house takes no part. */
export const tongits: CardGame<TongitsState, TongitsAct, TongitsView> = {
  gameCode: "TONGITS",
  seats: SEATS,
  holdUnits: PAY_MAX,
  version: 1,
  deal,
  turnOf: ({ phase, turn }) => (phase === "over" ? undefined : turn),
  isAnswer: ({ phase }) => phase === "answer",
  apply,
  legalActs,
  forcedAct,
  viewOf,
  computerAct,
  endOf: ({ end }) => end ?? undefined,
};
