import type { Detail } from "@laro/contract/core/contentKinds";
import type { JurisdictionPack } from "../../../core/settings/packs.ts";
import type { Scene } from "./art.ts";

/** One language of what is shipped. */
export interface Said {
  readonly title: string;
  readonly summary?: string;
  readonly html?: string;
  /** What its picture shows. */
  readonly alt?: string;
}

/** An item as it is shipped, in every language of the brand. */
export interface Shipped {
  readonly code: string;
  readonly detail: Detail;
  readonly en: Said;
  readonly tl: Said;
  /** Drawn for it, for desk and telephone. */
  readonly scene?: Scene;
}

export type Pack = Pick<
  JurisdictionPack,
  "code" | "playMoney" | "minimumAge" | "helpline" | "withdrawal" | "protection" | "deposit" | "verifiedOnly" | "twoOfficersFromMinor"
>;

const PESO = 100n;

/** An amount as people read it: ₱1,000. */
export const pesos = (minor: bigint): string => `₱${String(minor / PESO).replaceAll(/\B(?=(\d{3})+$)/g, ",")}`;

export const p = (...paragraphs: readonly string[]): string => paragraphs.map((one) => `<p>${one}</p>`).join("");
export const ul = (...lines: readonly string[]): string => `<ul>${lines.map((one) => `<li>${one}</li>`).join("")}</ul>`;
export const ol = (...lines: readonly string[]): string => `<ol>${lines.map((one) => `<li>${one}</li>`).join("")}</ol>`;
export const h3 = (words: string): string => `<h3>${words}</h3>`;
export const to = (path: string, words: string): string => `<a href="${path}">${words}</a>`;
