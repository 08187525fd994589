import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Round } from "@laro/contract/rounds";
import { useState } from "react";
import { RoundResult } from "../RoundResult.tsx";
import { JackpotTaken } from "./JackpotTaken.tsx";
import { type SlotGame, stepsOf } from "./slotGame.ts";
import { SlotStage, StepCounter, StepList } from "./SlotStage.tsx";

/** A spin shown again as it stopped, and what it began step by step. */
export function SlotReplay({ round: { id, stake, win, jackpot, outcome }, game }: { round: Round; game: SlotGame }) {
  const [at, setAt] = useState(0);
  const steps = stepsOf(game, outcome as SlotOutcome);
  const step = steps[at];
  if (step === undefined) return null;
  return (
    <>
      <StepList game={game} steps={steps} at={at} stake={stake} onPick={setAt} />
      <div className="flex min-h-44 flex-1 flex-col">
        <SlotStage game={game} step={step} motion="still" stake={stake} />
      </div>
      <StepCounter game={game} steps={steps} at={at} stake={stake} />
      <JackpotTaken jackpot={jackpot} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
