import { useT } from "../../../api/language.ts";
import { baccaratPays } from "./baccaratPays.ts";
import { Felt } from "./Felt.tsx";
import { NamedSpot } from "./NamedSpot.tsx";

const rows = [
  ["playerPair", "eitherPair", "perfectPair", "bankerPair"],
  ["small", "tie", "big"],
] as const;

export function BaccaratFelt({ gameCode }: { gameCode: string }) {
  const t = useT();
  const pays = baccaratPays(gameCode);
  return (
    <Felt
      label={t("rounds.tables.felt")}
      first="player"
      className="mx-auto grid w-full max-w-200 shrink-0 gap-1 rounded-md border-2 border-[#ffe7ae]/55 bg-linear-160 from-[#0d6b4c] to-[#084a37] p-1 shadow-float sm:gap-1.5 sm:p-1.5"
    >
      {rows.map((spots) => (
        <div key={spots[0]} className="grid auto-cols-fr grid-flow-col gap-1 sm:gap-1.5">
          {spots.map((spot) => (
            <NamedSpot key={spot} spot={spot} pays={pays[spot]} tone={spot === "tie" ? "text-[#7ff0c8]" : "text-[#fff3d6]"} className="h-13 sm:h-14" />
          ))}
        </div>
      ))}
      <div className="grid grid-cols-2 gap-1 sm:gap-1.5">
        <NamedSpot spot="player" pays={pays.player} isLarge tone="text-[#9fd3ff]" className="h-20 bg-[#0f3d7a]/60" />
        <NamedSpot spot="banker" pays={pays.banker} isLarge tone="text-[#ffb3c3]" className="h-20 bg-[#8f1242]/60" />
      </div>
    </Felt>
  );
}
