import type { Tumble } from "@laro/engines/slots/cascade";
import type { Translator } from "@laro/locales/t";

/** A window in words, reel by reel from the top. */
export const describeWindow = (grid: Tumble["grid"], names: readonly string[], t: Translator): string =>
  grid.map((column, reel) => t("rounds.books.reel", { reel: reel + 1, symbols: column.map((symbol) => names[symbol]).join(", ") })).join("; ");
