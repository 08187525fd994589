import type { BaccaratResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { baccaratNcTable, baccaratTable } from "@laro/engines/tables/baccarat";
import { readBaccarat } from "@laro/engines/tables/baccarat.rules";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { BaccaratFelt } from "../tables/BaccaratFelt.tsx";
import { Hands } from "../tables/Hands.tsx";
import type { Bead } from "../tables/roads.ts";
import { Roads } from "../tables/Roads.tsx";
import { nameBaccaratSpot, sayHands } from "../tables/saySpots.ts";
import { type Side, squeezedSides, useSqueeze } from "../tables/squeeze.ts";
import { SqueezeTool } from "../tables/SqueezeTool.tsx";
import { type LiveDesk, useLiveDesk } from "./desk.ts";
import { LiveTable } from "./LiveTable.tsx";
import { useDealtLive } from "./moments.ts";

const BaccaratRules = lazy(() => import("../tables/BaccaratRules.tsx").then((file) => ({ default: file.BaccaratRules })));

const letters = { first: "P", second: "B", tie: "T" };
const sides = { player: "first", banker: "second", tie: "tie" } as const;

export function LiveBaccarat({ room }: { room: Room }) {
  const t = useT();
  const squeeze = useSqueeze();
  const base = room.gameCode === "BACCARAT_NC_1" ? "BACCARAT_NC" : "BACCARAT";
  const desk = useLiveDesk<BaccaratResult>({ room, table: base === "BACCARAT" ? baccaratTable : baccaratNcTable });
  const beads = desk.last.toReversed().map((result, at): Bead => {
    const { winner, isPlayerPair, isBankerPair } = readBaccarat(result);
    return { id: String(at), winner: sides[winner], isFirstPair: isPlayerPair, isSecondPair: isBankerPair };
  });
  const stage = (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 sm:gap-4 lg:flex-row lg:gap-8">
      <Dealt key={String(desk.state?.phase?.drawId)} desk={desk} squeezed={squeeze?.isOn === true ? squeezedSides(desk.held) : []} />
      <Roads
        beads={beads}
        letters={letters}
        names={{ first: t("rounds.tables.baccaratSpot", { spot: "player" }), second: t("rounds.tables.baccaratSpot", { spot: "banker" }) }}
      />
    </div>
  );
  return (
    <LiveTable
      desk={desk}
      glyph="cards"
      scene={base === "BACCARAT_NC" ? "sea" : "plaza"}
      nameSpot={nameBaccaratSpot}
      describe={sayHands}
      Rules={BaccaratRules}
      base={base}
      tools={<SqueezeTool squeeze={squeeze} />}
      stage={stage}
    >
      <BaccaratFelt gameCode={base} />
    </LiveTable>
  );
}

function Dealt({ desk: { stage, state, result, standing }, squeezed }: { desk: LiveDesk<BaccaratResult>; squeezed: readonly Side[] }) {
  const dealt = useDealtLive(stage, state?.phase ?? null, result === undefined ? 0 : result.player.length + result.banker.length);
  return <Hands result={result} dealt={dealt} isDone={standing !== undefined} squeezed={squeezed} />;
}
