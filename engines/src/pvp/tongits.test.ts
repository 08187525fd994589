import type { TongitsAct } from "@laro/contract/core/cardRooms";
import { expect, test } from "vitest";
import { fairStream } from "../fair.ts";
import { goldenSeed, nodeHmac } from "../testing.ts";
import { deckOf, isFault, rakeOf } from "./cardGame.ts";
import { handCount, highestLoose, meldOf, secretsOf } from "./melds.ts";
import { tongits, type TongitsState } from "./tongits.ts";

const HANDS = 10_000;
const SUITS = "SHDC";
const RANK_NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
/** A card as people write it, such as AS or TD. */
const card = (name: string): number => SUITS.indexOf(name[1]!) * 13 + RANK_NAMES.indexOf(name[0]!);
const cards = (names: string): number[] => names.split(" ").map(card);

/** A deck that deals these hands, the first one to the hitter, and then this stock. */
function deckWith(hands: readonly string[], stock = ""): number[] {
  const named = [...hands.flatMap(cards), ...(stock === "" ? [] : cards(stock))];
  expect(new Set(named).size).toBe(named.length);
  return [...named, ...Array.from({ length: 52 }, (_, one) => one).filter((one) => !named.includes(one))];
}

/** A hand's first with one meld and nothing else that fits, others with neither. */
const HITTER = "5S 5H 5D KS QH 9D 8C 7S 4H 2D 2C 9H 6C";
const SECOND = "AS 3H 7D 9C JS QD KH 2S 4S 6H 8D TC";
const THIRD = "AH 3D 7C 9S JH QC KD 4C 6D 8H TS 3C";

function played(state: TongitsState, ...acts: readonly TongitsAct[]): TongitsState {
  return acts.reduce((before, act) => {
    const next = tongits.apply(before, before.turn, act);
    if (isFault(next)) throw new Error(`${next}: ${JSON.stringify(act)}`);
    return next;
  }, state);
}

/** A state as it stands, changed where a rule needs it. */
const changed = (state: TongitsState, change: Partial<TongitsState>): TongitsState => ({ ...state, ...change });

const begun = (stock = ""): TongitsState => tongits.deal(deckWith([HITTER, SECOND, THIRD], stock), 0);

test("the hitter has 13 cards, the others 12 and the stock 15; the hitter begins by melding and throwing one away", () => {
  const state = begun();
  expect(state.hands.map((hand) => hand.length)).toEqual([13, 12, 12]);
  expect(state.stock).toHaveLength(15);
  expect(tongits.apply(state, 0, { kind: "draw" })).toBe("act_invalid");
  expect(tongits.apply(state, 1, { kind: "discard", card: card("AS") })).toBe("not_your_turn");
  expect(tongits.apply(state, 0, { kind: "discard", card: card("AS") })).toBe("card_not_held");
  const after = played(state, { kind: "meld", cards: cards("5D 5S 5H") }, { kind: "discard", card: card("KS") });
  expect([after.turn, after.phase, after.discards.at(-1)]).toEqual([1, "begin", card("KS")]);
});

test("three or four of a rank and runs of one suit with a low ace are melds, and nothing else is", () => {
  for (const meld of ["5S 5H 5D", "5S 5H 5D 5C", "AS 2S 3S", "TD JD QD KD"]) expect(meldOf(cards(meld))).toBeDefined();
  for (const none of ["QS KS AS", "5S 5H", "AS 2S 4S", "AS 2H 3S", "5S 5S 5H"]) expect(meldOf(cards(none))).toBeUndefined();
});

test("the top discard is taken for a new meld with two of the own hand, which lies open at once; one is thrown after it", () => {
  const thrown = played(begun(), { kind: "discard", card: card("2C") });
  expect(tongits.apply(thrown, 1, { kind: "take", cards: cards("2S 3H") })).toBe("act_invalid");
  const state = changed(thrown, { hands: [thrown.hands[0]!, [...thrown.hands[1]!, card("2H")], thrown.hands[2]!] });
  const taken = played(state, { kind: "take", cards: cards("2S 2H") });
  expect(taken.melds).toEqual([{ owner: 1, cards: cards("2S 2H 2C"), touchedIn: undefined }]);
  expect([taken.phase, taken.discards.length, taken.stock.length]).toEqual(["play", 0, 15]);
});

test("a card is added to any open meld, whoever laid it, and to none it does not fit", () => {
  const state = played(begun("5C"), { kind: "meld", cards: cards("5S 5H 5D") }, { kind: "discard", card: card("KS") }, { kind: "draw" });
  expect(tongits.apply(state, 1, { kind: "sapaw", meld: 0, cards: cards("AS") })).toBe("act_invalid");
  expect(tongits.apply(state, 1, { kind: "sapaw", meld: 7, cards: cards("5C") })).toBe("act_invalid");
  expect(played(state, { kind: "sapaw", meld: 0, cards: cards("5C") }).melds[0]!.cards).toHaveLength(4);
});

test("an empty hand is tongits, with or without a discard: each loser pays 3, who is burned 4, and one more for each four that was shown", () => {
  const base = begun();
  const state = changed(base, { hands: [cards("5S 5H 5D 5C KS"), base.hands[1]!, cards("AS 2S 3S 4S 5S").slice(0, 3)], melds: [] });
  const won = played(state, { kind: "meld", cards: cards("5S 5H 5D 5C") }, { kind: "discard", card: card("KS") });
  expect(won.end).toMatchObject({ kind: "tongits", winner: 0, units: [10, -5, -5], burned: [false, true, true] });
  const shown = changed(state, { melds: [{ owner: 2, cards: cards("8S 8H 8D"), touchedIn: undefined }] });
  const gone = played(shown, { kind: "meld", cards: cards("5S 5H 5D") }, { kind: "sapaw", meld: 1, cards: cards("5C") }, { kind: "discard", card: card("KS") });
  expect(gone.end).toMatchObject({ units: [9, -5, -4], burned: [false, true, false] });
  const all = changed(base, { hands: [cards("5S 5H 5D"), base.hands[1]!, base.hands[2]!] });
  expect(played(all, { kind: "meld", cards: cards("5S 5H 5D") }).end).toMatchObject({ kind: "tongits", winner: 0 });
});

/** The hitter shows a meld and all throw one; then it is the hitter's second turn. */
const secondTurn = (): TongitsState =>
  played(
    begun(),
    { kind: "meld", cards: cards("5S 5H 5D") },
    { kind: "discard", card: card("KS") },
    { kind: "draw" },
    { kind: "discard", card: card("KH") },
    { kind: "draw" },
    { kind: "discard", card: card("KD") },
  );

test("nobody fights on a first turn, without an own open meld, or where somebody added to it since the own last turn", () => {
  const second = secondTurn();
  expect(tongits.viewOf(second, 0).canFight).toBe(true);
  const first = played(begun(), { kind: "discard", card: card("KS") });
  expect(tongits.apply(first, 1, { kind: "fight" })).toBe("act_invalid");
  expect(tongits.apply(changed(second, { melds: [] }), 0, { kind: "fight" })).toBe("act_invalid");
  for (const touchedIn of [0, 2]) {
    const touched = changed(second, { melds: [{ ...second.melds[0]!, touchedIn }] });
    expect(tongits.apply(touched, 0, { kind: "fight" })).toBe("act_invalid");
  }
});

test("in a fight who is burned pays 2, who folds 1, who challenges and loses 3; a tie goes to who challenges, of two to the next in turn", () => {
  const second = secondTurn();
  const burned = played(second, { kind: "fight" });
  expect(burned.end).toMatchObject({ kind: "fight", winner: 0, units: [4, -2, -2], burned: [false, true, true] });
  const shown = changed(second, {
    hands: [cards("2D 3D"), cards("3C 4C"), cards("AC 4H")],
    melds: [...second.melds, ...[1, 2].map((owner) => ({ owner, cards: cards("8S 8H 8D"), touchedIn: undefined }))],
  });
  const fought = played(shown, { kind: "fight" });
  expect([fought.phase, fought.turn]).toEqual(["answer", 1]);
  expect(played(fought, { kind: "fold" }, { kind: "fold" }).end).toMatchObject({ winner: 0, units: [2, -1, -1] });
  expect(played(fought, { kind: "challenge" }, { kind: "fold" }).end).toMatchObject({ winner: 0, units: [4, -3, -1] });
  expect(played(fought, { kind: "fold" }, { kind: "challenge" }).end).toMatchObject({ winner: 2, units: [-3, -1, 4], counts: [5, 7, 5] });
  const tied = changed(fought, { hands: [cards("2D 3D"), cards("AS 4C"), cards("AC 4H")] });
  expect(played(tied, { kind: "challenge" }, { kind: "challenge" }).end).toMatchObject({ winner: 1, units: [-3, 6, -3] });
});

test("a secret is a four of a kind or a run of five that was never shown: its owner is not burned, may challenge, and is paid 2 more by each", () => {
  expect(secretsOf(cards("7S 7H 7D 7C 2S"))).toHaveLength(1);
  expect(secretsOf(cards("3S 4S 5S 6S 7S KD"))).toHaveLength(1);
  expect(secretsOf(cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS"))).toHaveLength(2);
  expect(secretsOf(cards("7S 7H 7D 2S 3S 4S 5S"))).toHaveLength(0);
  expect(handCount(cards("7S 7H 7D 7C 2S"))).toBe(2);
  const second = secondTurn();
  const secret = changed(second, { hands: [cards("2D 3D"), cards("7S 7H 7D 7C AS"), second.hands[2]!] });
  const fought = played(secret, { kind: "fight" });
  expect(fought.turn).toBe(1);
  expect(played(fought, { kind: "challenge" }).end).toMatchObject({ winner: 1, units: [-5, 9, -4], burned: [false, false, true] });
});

test("with the stock empty the lowest hand that is not burned wins; a tie goes to who drew last, else to the next in turn; nobody wins where all are burned", () => {
  const second = secondTurn();
  const last = changed(second, { stock: [card("KC")], hands: [cards("3D QH"), cards("AS 2S"), cards("AH 2H")] });
  const end = (melds: TongitsState["melds"], hands = last.hands) =>
    played(changed(last, { melds, hands }), { kind: "draw" }, { kind: "discard", card: card("KC") }).end;
  const of = (owner: number) => ({ owner, cards: cards("8S 8H 8D"), touchedIn: undefined });
  expect(end([of(0), of(1), of(2)])).toMatchObject({ kind: "stock", winner: 1, units: [-1, 2, -1] });
  expect(end([of(0), of(2)])).toMatchObject({ winner: 2, units: [-1, -2, 3] });
  expect(end([of(0), of(1), of(2)], [cards("AD 2D"), cards("AS 2S"), cards("AH 2H")])).toMatchObject({ winner: 0, units: [2, -1, -1] });
  expect(end([])).toMatchObject({ kind: "void", winner: null, units: [0, 0, 0] });
});

test("who says nothing draws, throws the highest card that stands in no meld, and folds", () => {
  expect(highestLoose(cards("KS KH KD 9C 2H"))).toBe(card("9C"));
  expect(tongits.forcedAct(begun())).toEqual({ kind: "discard", card: card("KS") });
  const second = secondTurn();
  expect(tongits.forcedAct(second)).toEqual({ kind: "draw" });
  const asked = changed(second, { phase: "answer", turn: 1, fight: { by: 0, answers: ["fights", "waits", "waits"] } });
  expect(tongits.forcedAct(asked)).toEqual({ kind: "fold" });
});

test("the rake is 5 % of the gain and 3 units at most, rounded down", () => {
  expect(rakeOf(4_00n, 1_00n)).toBe(20n);
  expect(rakeOf(1n, 1_00n)).toBe(0n);
  expect(rakeOf(100_00n, 1_00n)).toBe(3_00n);
});

test("ten thousand random hands end, their pays sum to zero and nobody loses more than is held; no view holds a card its seat may not know", () => {
  let longest = 0;
  for (let hand = 0; hand < HANDS; hand += 1) {
    const stream = fairStream({ hmac: nodeHmac, serverSeed: goldenSeed, clientSeed: "acts", nonce: BigInt(hand) });
    let state = tongits.deal(deckOf({ hmac: nodeHmac, seed: "5a".repeat(32), bytes: ["00".repeat(16)], nonce: hand }), hand % 3);
    let acts = 0;
    for (; tongits.endOf(state) === undefined; acts += 1) {
      if (hand % 100 === 0) checkViews(state);
      const legal = tongits.legalActs(state);
      const how = stream.uniform(4);
      const act =
        how === 0
          ? tongits.computerAct(tongits.viewOf(state, state.turn), state.turn)
          : how === 1
            ? tongits.forcedAct(state)
            : legal[stream.uniform(legal.length)]!;
      state = played(state, act);
    }
    longest = Math.max(longest, acts);
    const { units, winner } = tongits.endOf(state)!;
    if (units.reduce((sum, one) => sum + one, 0) !== 0 || units.some((one) => one < -tongits.holdUnits)) throw new Error(`Hand ${hand} pays ${units}.`);
    if (units.some((one, seat) => one > 0 && seat !== winner)) throw new Error(`Hand ${hand} pays ${units} with winner ${winner}.`);
    const all = [...state.hands.flat(), ...state.stock, ...state.discards, ...state.melds.flatMap((meld) => meld.cards)];
    if (new Set(all).size !== 52 || all.length !== 52) throw new Error(`Hand ${hand} lost a card.`);
  }
  expect(longest).toBeLessThan(200);
});

/** Whatever a view names is the seat's own, lies open, or was thrown. */
function checkViews(state: TongitsState): void {
  for (const seat of [0, 1, 2, -1]) {
    const { hand, melds, discards, hands } = tongits.viewOf(state, seat);
    const may = new Set([...(state.hands[seat] ?? []), ...state.melds.flatMap((meld) => meld.cards), ...state.discards]);
    const seen = [...hand, ...melds.flatMap((meld) => meld.cards), ...discards];
    if (hands !== null || seen.some((one) => !may.has(one))) throw new Error("A view shows what is hidden.");
    if (JSON.stringify(tongits.viewOf(state, seat)).includes("touchedIn")) throw new Error("A view shows the state.");
  }
}
