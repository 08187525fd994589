import type { InstantEngine } from "@laro/engines/engine";
import type { Book } from "@laro/engines/slots/book";
import type { CascadeRow } from "@laro/engines/slots/cascade";
import type { Translator } from "@laro/locales/t";
import type { ReactNode } from "react";
import type { GameFace } from "../face.ts";

/** What a slot of a book is, for the room that all of them share. */
export interface CascadeGame extends Pick<GameFace, "glyph" | "scene"> {
  readonly book: Book<CascadeRow>;
  readonly engine: Pick<InstantEngine<unknown, unknown>, "exactReturn" | "exactVariance" | "maxWinMultiple">;
  /** Each symbol drawn on a field of 96 by 96, and named, in the engine's index order. */
  readonly art: readonly ReactNode[];
  readonly names: (t: Translator) => readonly string[];
  /** A row that pays nothing: the window before the first spin promises nothing. */
  readonly rowFirst: number;
  /** How the multiplier grows while nothing was won free; without it there is none to show. */
  readonly ladder?: readonly number[];
  /** Says how many ways the window has. */
  readonly countsWays: boolean;
}
