import { z } from "zod";

/** What is not seen, or turns what stands beside it: controls, format and direction marks, code points that mean nothing, and blanks that are no spaces. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Marks on nothing, or more of them on one letter than any script stacks, cover the lines around them. */
const MARKS = /^\p{M}|\p{M}{5}/u;
const SUBSTANCE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Keyboards put one behind many an emoji; it says nothing. */
const EMOJI_STYLE = /[\uFE0E\uFE0F]/gu;

const oneLine = (given: string): string => given.normalize("NFC").replaceAll(EMOJI_STYLE, "").replaceAll(/\s+/gu, " ").trim();

const isReadable = (given: string): boolean => given === "" || (!UNSEEN.test(given) && !MARKS.test(given) && SUBSTANCE.test(given));

/**
 * A text that someone else will read: one line, trimmed, nothing in it that is not seen. Every free text of a contract is this; `min` 0 allows none at all.
 * Lengths are in UTF-16 units, as a browser's field counts them.
 */
export const text = ({ min = 1, max }: { readonly min?: number; readonly max: number }) =>
  z.string().overwrite(oneLine).min(min).max(max).refine(isReadable, { error: "unseen" }).meta({ "x-text": "people" });

/** A text that is only compared with what we have, or hashed, and never kept or shown: a password, a code, a name to look up. */
export const compared = (max: number, { min = 0 }: { readonly min?: number } = {}) => z.string().min(min).max(max).meta({ "x-text": "compared" });

/** A text the register rules judge, which allow letters and digits only. */
export const ruled = (max: number) => z.string().max(max).meta({ "x-text": "ruled" });
