import type { Room } from "@laro/contract/games";
import { baccaratNcTable, baccaratSpots, baccaratTable } from "@laro/engines/tables/baccarat";
import { useT } from "../../../api/language.ts";
import { baccaratPays } from "./baccaratPays.ts";
import { nameBaccaratSpot } from "./saySpots.ts";
import { TableRules } from "./TableRules.tsx";

export function BaccaratRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const isFree = room.gameCode === "BACCARAT_NC";
  const table = isFree ? baccaratNcTable : baccaratTable;
  const pays = baccaratPays(room.gameCode);
  const rows = baccaratSpots.map((spot) => ({ name: nameBaccaratSpot(spot, t), pays: pays[spot], back: table.exactReturn({ bets: { [spot]: "1.00" } }) }));
  const sentences = [
    t("rounds.tables.baccaratRulePoints"),
    t("rounds.tables.baccaratRuleThird"),
    t("rounds.tables.baccaratRuleBanker"),
    t(isFree ? "rounds.tables.baccaratRuleFree" : "rounds.tables.baccaratRuleTie"),
    t("rounds.tables.baccaratRuleSide"),
    t("rounds.tables.shoeRule"),
    t("rounds.tables.noMemory"),
  ];
  return <TableRules room={room} sentences={sentences} rows={rows} onClose={onClose} />;
}
