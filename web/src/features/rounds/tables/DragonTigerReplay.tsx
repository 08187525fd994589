import type { DragonTigerResult } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import { dragonTigerTable } from "@laro/engines/tables/dragon-tiger";
import { useT } from "../../../api/language.ts";
import { Duel } from "./Duel.tsx";
import { nameDuelSpot, sayDuel } from "./saySpots.ts";
import { TableReplay } from "./TableReplay.tsx";

export function DragonTigerReplay({ round }: { round: Round }) {
  const t = useT();
  const result = round.outcome as DragonTigerResult;
  return (
    <TableReplay round={round} table={dragonTigerTable} nameSpot={nameDuelSpot} said={sayDuel(result, t)}>
      <Duel result={result} dealt={2} />
    </TableReplay>
  );
}
