import type { DiceOutcome } from "@laro/contract/core/plays/dice";
import { useT } from "../../../api/language.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import { hundredths } from "./sayDice.ts";

/** The last rolls, newest first; each opens its replay. */
export function RollStrip({ gameCode }: { gameCode: string }) {
  const t = useT();
  return (
    <ResultStrip
      gameCode={gameCode}
      label={t("rounds.lastRolls")}
      say={({ outcome }) => hundredths((outcome as DiceOutcome).roll)}
      isWon={({ outcome }) => (outcome as DiceOutcome).multiplier > 0}
    />
  );
}
