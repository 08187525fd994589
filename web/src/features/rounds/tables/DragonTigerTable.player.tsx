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
import { DuelFelt } from "./DuelFelt.tsx";
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
  const t = useT();
  const { data } = useLastRounds(gameCode);
  const beads = (data?.list ?? []).toReversed().map(({ id, outcome }): Bead => {
    const { dragon, tiger } = outcome as DragonTigerResult;
    const lead = rankOf(dragon) - rankOf(tiger);
    return { id, winner: lead === 0 ? "tie" : lead > 0 ? "first" : "second" };
  });
  return (
    <Roads
      beads={beads}
      letters={{ first: "D", second: "T", tie: "=" }}
      names={{ first: t("rounds.tables.duelSpot", { spot: "dragon" }), second: t("rounds.tables.duelSpot", { spot: "tiger" }) }}
    />
  );
}
