import type { MinesOutcome } from "@laro/contract/core/plays/steps";
import type { Round } from "@laro/contract/rounds";
import { GivenBack } from "./GivenBack.tsx";
import { MinesBoard } from "./MinesBoard.tsx";
import { RoundResult } from "../RoundResult.tsx";

/** All shells as they lay, and which were turned. */
export function MinesReplay({ round: { id, stake, win, state, outcome } }: { round: Round }) {
  if (state === "void") return <GivenBack />;
  return (
    <div className="grid flex-1 content-center gap-3">
      <MinesBoard view={outcome as MinesOutcome} isOpen={false} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
