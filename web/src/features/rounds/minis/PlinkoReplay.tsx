import type { PlinkoChoice, PlinkoOutcome } from "@laro/contract/core/plays/minis";
import type { Round } from "@laro/contract/rounds";
import { slotPays } from "@laro/engines/minis/plinko";
import { useT } from "../../../api/language.ts";
import { RoundResult } from "../RoundResult.tsx";
import { multiple } from "../../../ui/Money.tsx";
import { PlinkoBoard } from "./PlinkoBoard.tsx";

/** A ball shown again on its way to its slot. */
export function PlinkoReplay({ round: { id, stake, win, choice, outcome } }: { round: Round }) {
  const t = useT();
  const pays = slotPays(choice as PlinkoChoice);
  return (
    <>
      <div className="flex min-h-60 flex-1 flex-col">
        <PlinkoBoard
          rows={(choice as PlinkoChoice).rows}
          pays={pays}
          path={(outcome as PlinkoOutcome).path}
          fallMs={undefined}
          label={t("rounds.plinkoBoard", { pays: pays.map(multiple).join(", ") })}
        />
      </div>
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
