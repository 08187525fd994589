import { useProgress } from "../motion.ts";
import type { Reveal } from "./useReveal.ts";

/** How long a card takes to come. */
export const CARD_MS = 230;
const WHOLE = 1_000;

/** How many of a round's cards have been dealt by now; all of them once it stands. */
export function useDealt<Result>({ isShowing, isAsking, isHurried }: Reveal<Result>, roundId: string | undefined, cards: number): number {
  const permille = useProgress(isShowing && !isHurried ? roundId : undefined, cards * CARD_MS);
  return isAsking ? 0 : Math.min(cards, 1 + Math.floor((cards * permille) / WHOLE));
}
