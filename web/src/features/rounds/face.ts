import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import type { Translator } from "@laro/locales/t";
import type { ComponentType, ReactNode } from "react";
import type { Shown } from "../../api/area.ts";
import type { GlyphName } from "../../ui/art/glyphs.tsx";

/** A decided round in words: what fell, for lists; and what was chosen, for its record. */
export interface SaidRound {
  readonly outcome: string;
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
}

export type Say = (round: Pick<Round, "choice" | "actions" | "outcome">, t: Translator) => SaidRound;

/** What a house game shows of itself in its room. Code, art and words of a family load when its room opens. */
export interface GameFace {
  readonly glyph: GlyphName;
  /** The night around the game: lights over a plaza, or the sea. */
  readonly scene: "plaza" | "sea";
  /** `pool` is what stands in the game's jackpot; a game without one shows none. */
  readonly Table: Shown<{ room: Room; pool?: ReactNode }>;
  /** A settled round shown again. */
  readonly Replay: ComponentType<{ round: Round }>;
  /** Whether members at its table write to each other. */
  readonly hasChat?: true;
  /** What proves its rounds, where that is not the member's own seed. */
  readonly Fairness?: ComponentType<{ gameCode: string }>;
  /** Comes apart from the rest: a history says rounds of any game. */
  readonly loadSay: () => Promise<Say>;
}
