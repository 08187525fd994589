import type { Pearl, SlotOutcome } from "@laro/contract/core/plays/slots";
import { type ReelMachine, totalPays } from "@laro/engines/slots/reels";
import type { Rational } from "@laro/engines/engine";
import type { Translator } from "@laro/locales/t";
import type { ReactNode } from "react";
import type { GlyphName } from "../../../ui/art/glyphs.tsx";
import type { GameFace } from "../face.ts";

/** A symbol in words and drawn, in a square of 96. */
export interface SlotSymbol {
  readonly name: string;
  readonly art: ReactNode;
}

/** A sentence of the rules, beside the symbol it is about. */
export interface SlotRule {
  readonly symbol?: number;
  readonly text: string;
}

interface AnyStep {
  /** What it brings, in coins. */
  readonly coins: number;
  /** What it is, in a row of steps and while it is played; the spin that the player asked for is none of them. */
  readonly caption?: (t: Translator) => string;
}

/** Reels that run and stop. */
export interface SpinStep extends AnyStep {
  readonly kind: "spin";
  readonly strips: SlotGame["strips"];
  readonly spin: SlotOutcome;
}

/** Pearls that lie, the last ones new. */
export interface HoldStep extends AnyStep {
  readonly kind: "hold";
  readonly pearls: readonly Pearl[];
  readonly fresh: number;
}

/** One step of a round, in the order it is shown. */
export type SlotStep = SpinStep | HoldStep;

/** What a room of reels shows of its machine; whatever it pays is read from the engine's own tables. */
export interface SlotGame {
  readonly glyph: GlyphName;
  readonly scene: GameFace["scene"];
  /** Every symbol in the engine's index order. */
  readonly symbols: readonly SlotSymbol[];
  /** One closed strip per reel, read downwards. */
  readonly strips: readonly (readonly number[])[];
  /** The row each line crosses on each reel. */
  readonly lines: readonly (readonly number[])[];
  /** Into how many equal coins a stake is divided. */
  readonly coins: bigint;
  /** `pays[symbol][count]`, in coins. */
  readonly pays: readonly (readonly number[])[];
  readonly exactReturn: Rational;
  /** How often a round wins anything. */
  readonly winChance?: Rational;
  /** Of the win per unit staked. */
  readonly variance?: Rational;
  /** The most one round can pay, in stakes. */
  readonly maxWinMultiple: Rational;
  /** Stands for others: with its symbol it makes the ways of a win. */
  readonly wild: number;
  /** What the window shows before the first spin: a mixture that pays nothing. */
  readonly stopsFirst: readonly number[];
  /** Minor units. */
  readonly stakeFirst: bigint;
  /** Stands under the reels before the first spin. */
  readonly hint: (t: Translator) => string;
  /** What the tag on a win of no line calls it. */
  readonly scatterName: (t: Translator) => string;
  readonly rules: (t: Translator) => readonly SlotRule[];
  /** What a round plays after its first spin. */
  readonly featureOf?: (outcome: SlotOutcome) => readonly SlotStep[];
}

/** What a room shows of a machine of lines: a coin is a line's equal part of the stake. */
export const ofLines = ({
  strips,
  lines,
  linePays,
  wild,
  scatter,
  scatterPays,
}: ReelMachine): Pick<SlotGame, "strips" | "lines" | "coins" | "pays" | "wild"> => ({
  strips,
  lines,
  wild,
  coins: BigInt(lines.length),
  pays: linePays.map((pays, symbol) => (symbol === scatter ? scatterPays : pays)),
});

export const spinStep = (strips: SlotGame["strips"], spin: SlotOutcome, caption?: SpinStep["caption"]): SpinStep => ({
  kind: "spin",
  strips,
  spin,
  coins: totalPays(spin),
  ...(caption && { caption }),
});

/** A round step by step: the spin that was asked for, and what it began. */
export const stepsOf = (game: SlotGame, outcome: SlotOutcome): readonly SlotStep[] => [spinStep(game.strips, outcome), ...(game.featureOf?.(outcome) ?? [])];

/** What a win pays, in minor units: the stake's step keeps a coin whole. */
export const payOf = ({ coins }: SlotGame, stakeMinor: bigint, pays: number): bigint => (stakeMinor / coins) * BigInt(pays);

/** `count` symbols of a strip, from a stop downwards. */
export const stripFrom = (strip: readonly number[], stop: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => strip[(stop + at) % strip.length] ?? 0);
