import type { DragonTigerResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { dragonTigerTable } from "@laro/engines/tables/dragon-tiger";
import { rankOf } from "@laro/engines/tables/shoe";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { DuelFelt } from "../tables/DuelFelt.tsx";
import { Duel } from "../tables/Duel.tsx";
import type { Bead } from "../tables/roads.ts";
import { Roads } from "../tables/Roads.tsx";
import { nameDuelSpot, sayDuel } from "../tables/saySpots.ts";
import { type LiveDesk, useLiveDesk } from "./desk.ts";
import { LiveTable } from "./LiveTable.tsx";
import { useDealtLive } from "./moments.ts";

const DragonTigerRules = lazy(() => import("../tables/DragonTigerRules.tsx").then((file) => ({ default: file.DragonTigerRules })));

const CARDS = 2;

export function LiveDragonTiger({ room }: { room: Room }) {
  const t = useT();
  const desk = useLiveDesk<DragonTigerResult>({ room, table: dragonTigerTable });
  const beads = desk.last.toReversed().map(({ dragon, tiger }, at): Bead => {
    const lead = rankOf(dragon) - rankOf(tiger);
    return { id: String(at), winner: lead === 0 ? "tie" : lead > 0 ? "first" : "second" };
  });
  const stage = (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 sm:gap-4 lg:flex-row lg:gap-8">
      <Dealt desk={desk} />
      <Roads
        beads={beads}
        letters={{ first: "D", second: "T", tie: "=" }}
        names={{ first: t("rounds.tables.duelSpot", { spot: "dragon" }), second: t("rounds.tables.duelSpot", { spot: "tiger" }) }}
      />
    </div>
  );
  return (
    <LiveTable desk={desk} glyph="cards" scene="plaza" nameSpot={nameDuelSpot} describe={sayDuel} Rules={DragonTigerRules} base="DRAGON_TIGER" stage={stage}>
      <DuelFelt />
    </LiveTable>
  );
}

function Dealt({ desk: { stage, state, result, standing } }: { desk: LiveDesk<DragonTigerResult> }) {
  const dealt = useDealtLive(stage, state?.phase ?? null, result === undefined ? 0 : CARDS);
  return <Duel result={result} dealt={dealt} isDone={standing !== undefined} />;
}
