import { useT } from "../../../api/language.ts";
import { Felt } from "./Felt.tsx";
import { NamedSpot } from "./NamedSpot.tsx";

const side = {
  dragon: { tone: "text-[#9fd3ff]", ground: "bg-[#0f3d7a]/60" },
  tiger: { tone: "text-[#ffb3c3]", ground: "bg-[#8f1242]/60" },
} as const;
const onCard = ["Big", "Small", "Red", "Black"] as const;

export function DuelFelt() {
  const t = useT();
  return (
    <Felt
      label={t("rounds.tables.felt")}
      first="dragon"
      className="mx-auto grid w-full max-w-200 shrink-0 grid-cols-2 gap-1 rounded-md border-2 border-[#ffe7ae]/55 bg-linear-160 from-[#0d6b4c] to-[#084a37] p-1 shadow-float sm:gap-1.5 sm:p-1.5"
    >
      <div className="col-span-2 grid grid-cols-[1fr_0.7fr_1fr] gap-1 sm:gap-1.5">
        <NamedSpot spot="dragon" pays="1:1" isLarge tone={side.dragon.tone} className={`h-20 ${side.dragon.ground}`} />
        <NamedSpot spot="tie" pays="11:1" isLarge tone="text-[#7ff0c8]" className="h-20" />
        <NamedSpot spot="tiger" pays="1:1" isLarge tone={side.tiger.tone} className={`h-20 ${side.tiger.ground}`} />
      </div>
      {(["dragon", "tiger"] as const).map((one) => (
        <div key={one} className="grid grid-cols-2 gap-1 sm:grid-cols-4 sm:gap-1.5">
          {onCard.map((bet) => (
            <NamedSpot
              key={bet}
              spot={`${one}${bet}`}
              pays="1:1"
              name={t("rounds.tables.duelCard", { bet })}
              tone={side[one].tone}
              className={`h-12 sm:h-14 ${side[one].ground}`}
            />
          ))}
        </div>
      ))}
      <NamedSpot spot="suitedTie" pays="50:1" tone="text-[#7ff0c8]" className="col-span-2 h-11" />
    </Felt>
  );
}
