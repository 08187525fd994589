import type { DragonTigerResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { dragonTigerTable } from "@laro/engines/tables/dragon-tiger";
import { rankOf } from "@laro/engines/tables/shoe";
import { Layers } from "lucide-react";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { useLastRounds } from "../rounds.api.ts";
import { ChipTable, useDesk } from "./ChipTable.tsx";
import { Duel } from "./Duel.tsx";
import { Felt } from "./Felt.tsx";
import { NamedSpot } from "./NamedSpot.tsx";
import type { Bead } from "./roads.ts";
import { Roads } from "./Roads.tsx";
import { nameDuelSpot, sayDuel } from "./saySpots.ts";
import { CARD_MS, useDealt } from "./useDealt.ts";

const DragonTigerRules = lazy(() => import("./DragonTigerRules.tsx").then((file) => ({ default: file.DragonTigerRules })));

const CARDS = 2;
const REST_MS = 250;

export function DragonTigerTable({ room }: { room: Room }) {
  const desk = useDesk<DragonTigerResult>({ room, table: dragonTigerTable, lengthOf: () => 2 * CARDS * CARD_MS + REST_MS });
  const { reveal, play } = desk;
  const dealt = useDealt(reveal, play.round?.id, reveal.result === undefined ? 0 : CARDS);
  const stage = (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 sm:gap-4 lg:flex-row lg:gap-8">
      <Duel result={reveal.isAsking ? undefined : reveal.result} dealt={dealt} isDone={!reveal.isShowing && !reveal.isAsking} />
      <DuelRoads gameCode={room.gameCode} />
    </div>
  );
  return (
    <ChipTable
      desk={desk}
      glyph="cards"
      scene="plaza"
      verb="rounds.deal"
      icon={<Layers />}
      nameSpot={nameDuelSpot}
      describe={sayDuel}
      Rules={DragonTigerRules}
      stage={stage}
    >
      <DuelFelt />
    </ChipTable>
  );
}

function DuelRoads({ gameCode }: { gameCode: string }) {
  const { data } = useLastRounds(gameCode);
  const beads = (data?.list ?? []).toReversed().map(({ id, outcome }): Bead => {
    const { dragon, tiger } = outcome as DragonTigerResult;
    const lead = rankOf(dragon) - rankOf(tiger);
    return { id, winner: lead === 0 ? "tie" : lead > 0 ? "first" : "second" };
  });
  return <Roads beads={beads} letters={{ first: "D", second: "T", tie: "=" }} className="lg:flex-col" />;
}

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
