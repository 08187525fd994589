import type { WheelChoice, WheelOutcome } from "@laro/contract/core/plays/minis";
import type { Round } from "@laro/contract/rounds";
import { segmentPays } from "@laro/engines/minis/wheel";
import { useT } from "../../../api/language.ts";
import { RoundResult } from "../RoundResult.tsx";
import { multiple } from "../../../ui/Money.tsx";
import { angleTo } from "./wheelArt.ts";
import { WheelBoard } from "./WheelBoard.tsx";

/** A wheel shown again as it stopped. */
export function WheelReplay({ round: { id, stake, win, choice, outcome } }: { round: Round }) {
  const t = useT();
  const pays = segmentPays(choice as WheelChoice);
  const { segment } = outcome as WheelOutcome;
  return (
    <>
      <div className="flex min-h-60 flex-1 flex-col">
        <WheelBoard
          pays={pays}
          angle={angleTo({ segment, count: pays.length, from: 0, turns: 0 })}
          turnMs={0}
          stopped={segment}
          label={t("rounds.wheelBoard", { pays: pays.map(multiple).join(", ") })}
        />
      </div>
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
