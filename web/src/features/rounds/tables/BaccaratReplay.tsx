import type { BaccaratResult } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import { baccaratNcTable, baccaratTable } from "@laro/engines/tables/baccarat";
import { useT } from "../../../api/language.ts";
import { Hands } from "./Hands.tsx";
import { nameBaccaratSpot, sayHands } from "./saySpots.ts";
import { TableReplay } from "./TableReplay.tsx";

export function BaccaratReplay({ round }: { round: Round }) {
  const t = useT();
  const result = round.outcome as BaccaratResult;
  return (
    <TableReplay
      round={round}
      table={round.gameCode.startsWith("BACCARAT_NC") ? baccaratNcTable : baccaratTable}
      nameSpot={nameBaccaratSpot}
      said={sayHands(result, t)}
    >
      <Hands result={result} dealt={result.player.length + result.banker.length} />
    </TableReplay>
  );
}
