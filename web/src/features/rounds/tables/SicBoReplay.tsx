import type { SicBoResult } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import { sicBoTable } from "@laro/engines/tables/sic-bo";
import { DiceStage } from "./DiceStage.tsx";
import { nameSicBoSpot, sayDice3 } from "./saySpots.ts";
import { TableReplay } from "./TableReplay.tsx";

export function SicBoReplay({ round }: { round: Round }) {
  const result = round.outcome as SicBoResult;
  return (
    <TableReplay round={round} table={sicBoTable} nameSpot={nameSicBoSpot} said={sayDice3(result)}>
      <DiceStage dice={result.dice} motion="still" className="w-56" />
    </TableReplay>
  );
}
