import type { CascadeOutcome } from "@laro/contract/core/plays/cascades";
import { groupThousands, multiple } from "../../../ui/Money.tsx";
import type { Say } from "../face.ts";

export const sayCascade: Say = ({ outcome }, t) => {
  const { row, multiplier } = outcome as CascadeOutcome;
  return {
    outcome: multiple(multiplier),
    facts: [{ label: t("rounds.books.outcome"), value: t("rounds.books.outcomeOf", { row: groupThousands(String(row)) }) }],
  };
};
