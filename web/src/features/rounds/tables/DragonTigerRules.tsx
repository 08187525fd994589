import type { Room } from "@laro/contract/games";
import { dragonTigerSpots, dragonTigerTable } from "@laro/engines/tables/dragon-tiger";
import { useT } from "../../../api/language.ts";
import { nameDuelSpot } from "./saySpots.ts";
import { TableRules } from "./TableRules.tsx";

export function DragonTigerRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const pays: Readonly<Record<string, string>> = { tie: "11:1", suitedTie: "50:1" };
  const rows = dragonTigerSpots.map((spot) => ({
    name: nameDuelSpot(spot, t),
    pays: pays[spot] ?? "1:1",
    back: dragonTigerTable.exactReturn({ bets: { [spot]: "1.00" } }),
  }));
  const sentences = [
    t("rounds.tables.duelRule"),
    t("rounds.tables.duelRuleTie"),
    t("rounds.tables.duelRuleSeven"),
    t("rounds.tables.shoeRule"),
    t("rounds.tables.noMemory"),
  ];
  return <TableRules room={room} sentences={sentences} rows={rows} onClose={onClose} />;
}
