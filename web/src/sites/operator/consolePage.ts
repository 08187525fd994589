import type { ReactNode } from "react";
import type { Key } from "../../api/language.ts";
import type { Operator } from "./operator.ts";

/** A page of the console: its address, its line in the menu, and who may read it. */
export interface ConsolePage {
  path: string;
  word: Key;
  /** It has parts, and its tab says which is open. */
  namesItself?: true;
  icon: ReactNode;
  /** The read that the page cannot do without. */
  needs: { readonly name: string };
  /** A line in the menu stands between two groups. */
  group: number;
  view: (operator: Operator) => ReactNode;
}
