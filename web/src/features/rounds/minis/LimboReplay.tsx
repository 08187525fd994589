import type { LimboChoice, LimboOutcome } from "@laro/contract/core/plays/minis";
import type { Round } from "@laro/contract/rounds";
import { RoundResult } from "../RoundResult.tsx";
import { LimboSky } from "./LimboSky.tsx";

/** A flight shown again where it burst. */
export function LimboReplay({ round: { id, stake, win, choice, outcome } }: { round: Round }) {
  const { point, multiplier } = outcome as LimboOutcome;
  return (
    <div className="flex min-h-60 flex-1 flex-col gap-3">
      <LimboSky value={point} target={(choice as LimboChoice).target} state={multiplier > 0 ? "won" : "lost"} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
