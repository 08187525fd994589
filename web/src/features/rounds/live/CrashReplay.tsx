import type { CrashOutcome } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import { crashTable } from "@laro/engines/tables/crash";
import { useT } from "../../../api/language.ts";
import { hundredths } from "../dice/sayDice.ts";
import { RoundResult } from "../RoundResult.tsx";
import { CrashSky } from "./CrashSky.tsx";

/** A flight shown again where it ended, and where this ticket left it. */
export function CrashReplay({ round: { id, stake, win, outcome } }: { round: Round }) {
  const t = useT();
  const { point, cashed } = outcome as CrashOutcome;
  const value = point ?? cashed;
  const note = cashed === undefined ? t("rounds.crash.notCashed") : t("rounds.crash.cashedAt", { multiple: hundredths(cashed) });
  return (
    <div className="flex min-h-60 flex-1 flex-col gap-3">
      <CrashSky
        value={value}
        elapsedMs={point === undefined ? 0 : crashTable.flight!.lastsMs({ point })}
        state={point === undefined ? "idle" : "crashed"}
        note={note}
      />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
