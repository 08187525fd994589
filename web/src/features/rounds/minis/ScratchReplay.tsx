import type { ScratchOutcome } from "@laro/contract/core/plays/minis";
import type { Round } from "@laro/contract/rounds";
import { SCRATCH_FIELDS } from "@laro/engines/minis/scratch";
import { RoundResult } from "../RoundResult.tsx";
import { ScratchPlate } from "./ScratchPlate.tsx";
import { TicketFrame } from "./ScratchTable.player.tsx";

const everyField = Array.from({ length: SCRATCH_FIELDS }, (_, field) => field);

/** A ticket shown again with all its fields open. */
export function ScratchReplay({ round: { id, stake, win, outcome } }: { round: Round }) {
  const { ticket, field } = outcome as ScratchOutcome;
  return (
    <>
      <TicketFrame ticket={ticket}>
        <ScratchPlate prizeField={field} prize={win} open={everyField} onOpen={() => undefined} />
      </TicketFrame>
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
