import type { DiceChoice, DiceOutcome } from "@laro/contract/core/plays/dice";
import type { Round } from "@laro/contract/rounds";
import { cx } from "../../../ui/cx.ts";
import { RoundResult } from "../RoundResult.tsx";
import { DiceTrack } from "./DiceTrack.tsx";
import { hundredths } from "./sayDice.ts";

/** A roll shown again where it fell. */
export function DiceReplay({ round: { id, stake, win, choice, outcome } }: { round: Round }) {
  const { roll } = outcome as DiceOutcome;
  return (
    <div className="grid flex-1 content-center gap-3">
      <p
        className={cx(
          "figures text-center font-display text-[3.5rem] leading-none font-extrabold sm:text-[5rem]",
          win > 0n ? "text-win-text" : "text-accent-text",
        )}
      >
        {hundredths(roll)}
      </p>
      <RoundResult id={id} stake={stake} win={win} quiet />
      <DiceTrack choice={choice as DiceChoice} at={roll} />
    </div>
  );
}
