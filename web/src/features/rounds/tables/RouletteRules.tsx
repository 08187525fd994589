import type { Room } from "@laro/contract/games";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { chipsBack, rouletteSpots } from "@laro/engines/tables/wheel";
import { useT } from "../../../api/language.ts";
import { nameRouletteSpot } from "./saySpots.ts";
import { TableRules } from "./TableRules.tsx";

/** One bet of each size. */
const samples = ["17", "14-17", "13-14-15", "14-15-17-18", "0-1-2-3", "13-14-15-16-17-18", "dozen2", "column1", "red"];

export function RouletteRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const rows = samples.map((spot) => ({
    name: nameRouletteSpot(spot, t),
    pays: `${chipsBack(rouletteSpots.get(spot) ?? []) - 1}:1`,
    back: rouletteTable.exactReturn({ bets: { [spot]: "1.00" } }),
  }));
  const sentences = [
    t("rounds.tables.rouletteRuleZero"),
    t("rounds.tables.rouletteRuleCall"),
    t("rounds.tables.rouletteRuleDraw"),
    t("rounds.tables.noMemory"),
  ];
  return <TableRules room={room} sentences={sentences} rows={rows} onClose={onClose} />;
}
