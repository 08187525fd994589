import type { Room } from "@laro/contract/games";
import { sicBoTable } from "@laro/engines/tables/sic-bo";
import { useT } from "../../../api/language.ts";
import { nameSicBoSpot } from "./saySpots.ts";
import { sicBoPays } from "./sicBoPays.ts";
import { TableRules } from "./TableRules.tsx";

/** One bet of each kind; a total pays as 21 less it does. */
const samples = [
  "small",
  "big",
  "odd",
  "even",
  "single1",
  "combo1-2",
  "three1234",
  "double1",
  "anyTriple",
  "triple1",
  "total4",
  "total5",
  "total6",
  "total7",
  "total8",
  "total9",
  "total10",
];

export function SicBoRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const rows = samples.map((spot) => ({ name: nameSicBoSpot(spot, t), pays: sicBoPays(spot), back: sicBoTable.exactReturn({ bets: { [spot]: "1.00" } }) }));
  const sentences = [
    t("rounds.tables.sicBoRuleEven"),
    t("rounds.tables.sicBoRuleDice"),
    t("rounds.tables.sicBoRuleTotal"),
    t("rounds.tables.sicBoRuleDraw"),
    t("rounds.tables.noMemory"),
  ];
  return <TableRules room={room} sentences={sentences} rows={rows} onClose={onClose} />;
}
