import type { RouletteResult } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { useT } from "../../../api/language.ts";
import { RouletteWheel } from "./RouletteWheel.tsx";
import { nameRouletteSpot, sayPocket } from "./saySpots.ts";
import { TableReplay } from "./TableReplay.tsx";

export function RouletteReplay({ round }: { round: Round }) {
  const t = useT();
  const result = round.outcome as RouletteResult;
  return (
    <TableReplay round={round} table={rouletteTable} nameSpot={nameRouletteSpot} said={sayPocket(result, t)}>
      <RouletteWheel pocket={result.pocket} motion="still" className="size-52 sm:size-64" />
    </TableReplay>
  );
}
