import { createHash } from "node:crypto";

/** Raised whenever a drawing changes, so that browsers which keep covers for a year ask for the new one. A test knows when that is due. */
const DRAWING = 1;

/** What of a game is on its cover. */
export interface CoverGame {
  readonly nodeId: number;
  readonly name: string;
  readonly gameType: string;
  readonly classes?: readonly string[] | undefined;
  readonly features?: readonly string[] | undefined;
  /** The studio's face, from 0. */
  readonly lettering: number;
  /** What an officer chose; else the words of the name choose. */
  readonly motif?: string | null | undefined;
  /** The code of a house game, which has a scene of its own; a vendor may call a game of its own the same. */
  readonly houseCode?: string | undefined;
}

/** Twelve signs that change when the cover does: what is drawn, and by which state of the drawings. */
export function coverDigest({ nodeId, name, gameType, classes = [], features = [], lettering, motif = null, houseCode = "" }: CoverGame): string {
  const drawn = JSON.stringify([DRAWING, nodeId, name, gameType, classes, features, lettering, motif, houseCode]);
  return createHash("sha256").update(drawn).digest("base64url").slice(0, 12);
}

/** Where a game's drawn cover is; it may be kept for a year. */
export const coverAddress = (game: CoverGame): string => `/TCG_GAME_ICONS/${game.nodeId}.svg?v=${coverDigest(game)}`;

/** The same of a vendor's mark. */
export const markDigest = (code: string): string =>
  createHash("sha256")
    .update(JSON.stringify(["mark", DRAWING, code]))
    .digest("base64url")
    .slice(0, 12);

/** Where a vendor's drawn mark is; it may be kept for a year. */
export const markAddress = (code: string): string => `/TCG_GAME_ICONS/vendors/${encodeURIComponent(code)}.svg?v=${markDigest(code)}`;
