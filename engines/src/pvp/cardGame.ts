import type { HandEnd } from "@laro/contract/core/cardRooms";
import { type Hmac, fairStream } from "../fair.ts";
import { drawSome } from "../minis/shuffle.ts";
import { sha256 } from "../sha256.ts";
import { CARDS } from "../steps/cards.ts";

/** Why an act is not taken; the state is as it was. */
export type ActFault = "not_your_turn" | "card_not_held" | "act_invalid" | "hand_over";

/** A card game among members: pure, so that the same deck and acts lead to the same hand, whoever plays them again. */
export interface CardGame<State, Act, View> {
  readonly gameCode: "TONGITS" | "PUSOY_DOS";
  readonly seats: number;
  /** The most one seat can lose in a hand. */
  readonly holdUnits: number;
  /** Which game version a stored hand was played by. */
  readonly version: number;
  /** `hitter` is who begins, where the cards do not say so. */
  deal(deck: readonly number[], hitter: number): State;
  /** Whose act is waited for; undefined once it is over. */
  turnOf(state: State): number | undefined;
  /** Whether what is waited for is an answer to another's act, which has a shorter time. */
  isAnswer(state: State): boolean;
  apply(state: State, seat: number, act: Act): State | ActFault;
  /** Every act the seat whose turn it is may take, such that nothing else is taken. */
  legalActs(state: State): readonly Act[];
  /** What the clock does for a silent seat. */
  forcedAct(state: State): Act;
  /** What this seat may know, and nothing else; `seat` may be nobody's. */
  viewOf(state: State, seat: number): View;
  /** How a practice computer plays, by its view alone. */
  computerAct(view: View, seat: number): Act;
  endOf(state: State): HandEnd | undefined;
}

export const isFault = (state: unknown): state is ActFault => typeof state === "string";

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** SHA-256 of bytes given as hex, as hex. */
export const hashOfHex = (text: string): string => hex(sha256(bytesOf(text)));

export interface DeckSeeds {
  readonly hmac: Hmac;
  /** 32 bytes as hex. */
  readonly seed: string;
  /** 16 bytes as hex of every seat that is a person's, in the order of the seats. */
  readonly bytes: readonly string[];
  /** Which hand of the table it is. */
  readonly nonce: number;
}

const streamOf = ({ hmac, seed, bytes, nonce }: DeckSeeds) =>
  fairStream({ hmac, serverSeed: bytesOf(seed), clientSeed: hashOfHex(bytes.join("")), nonce: BigInt(nonce) });

/** Who begins at a table that has no last winner: drawn beside the deck, so that nothing of it moves. */
export const hitterOf = (seeds: DeckSeeds, seats: number): number => streamOf(seeds).lane("hitter").uniform(seats);

/** The deck of a hand: Fisher–Yates over the fair stream of the table's seed, whose client seed is the hash of all that the seats' browsers brought. The first card is dealt first. */
export const deckOf = (seeds: DeckSeeds): number[] => drawSome(streamOf(seeds), { first: 0, of: CARDS, count: CARDS });

const PERCENT = 100n;
export const RAKE_PERCENT = 5n;
const RAKE_MAX_UNITS = 3n;

/** What the house keeps of a winner's gain, in minor units: rounded down, so that the winner never pays the fraction. */
export function rakeOf(gainMinor: bigint, unitMinor: bigint): bigint {
  const [part, most] = [(gainMinor * RAKE_PERCENT) / PERCENT, RAKE_MAX_UNITS * unitMinor];
  return part < most ? part : most;
}
