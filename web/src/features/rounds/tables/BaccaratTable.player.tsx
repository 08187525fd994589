import type { BaccaratResult, TableBets } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { baccaratNcTable, baccaratTable } from "@laro/engines/tables/baccarat";
import { readBaccarat } from "@laro/engines/tables/baccarat.rules";
import { Layers } from "lucide-react";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { type PlayedRound, useLastRounds } from "../rounds.api.ts";
import { BaccaratFelt } from "./BaccaratFelt.tsx";
import { ChipTable, useDesk } from "./ChipTable.tsx";
import { Hands } from "./Hands.tsx";
import type { Bead } from "./roads.ts";
import { Roads } from "./Roads.tsx";
import { nameBaccaratSpot, sayHands } from "./saySpots.ts";
import { squeezedSides, useSqueeze } from "./squeeze.ts";
import { SqueezeTool } from "./SqueezeTool.tsx";
import { CARD_MS, useDealt } from "./useDealt.ts";

const BaccaratRules = lazy(() => import("./BaccaratRules.tsx").then((file) => ({ default: file.BaccaratRules })));

/** So long cards that are opened by hand are waited for. */
const SQUEEZE_MS = 30_000;
/** The last card stands a moment before the result is said. */
const REST_MS = 150;
const countOf = ({ player, banker }: BaccaratResult): number => player.length + banker.length;

export function BaccaratTable({ room }: { room: Room }) {
  const table = room.gameCode === "BACCARAT_NC" ? baccaratNcTable : baccaratTable;
  const squeeze = useSqueeze();
  const sidesOf = ({ choice }: Pick<PlayedRound, "choice">) => (squeeze?.isOn === true ? squeezedSides((choice as TableBets).bets) : []);
  const desk = useDesk<BaccaratResult>({
    room,
    table,
    lengthOf: (result, round) => (sidesOf(round).length > 0 ? SQUEEZE_MS : countOf(result) * CARD_MS + REST_MS),
  });
  const { reveal, play } = desk;
  const dealt = useDealt(reveal, play.round?.id, reveal.result === undefined ? 0 : countOf(reveal.result));
  const stage = (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-2 sm:gap-4 lg:flex-row lg:gap-8">
      <Hands
        key={play.round?.id}
        result={reveal.isAsking ? undefined : reveal.result}
        dealt={dealt}
        isDone={!reveal.isShowing && !reveal.isAsking}
        squeezed={play.round && sidesOf(play.round)}
        onOpened={reveal.hurry}
      />
      <BaccaratRoads gameCode={room.gameCode} />
    </div>
  );
  return (
    <ChipTable
      desk={desk}
      glyph="cards"
      scene={room.gameCode === "BACCARAT_NC" ? "sea" : "plaza"}
      verb="rounds.deal"
      icon={<Layers />}
      nameSpot={nameBaccaratSpot}
      describe={sayHands}
      tools={<SqueezeTool squeeze={squeeze} />}
      Rules={BaccaratRules}
      stage={stage}
    >
      <BaccaratFelt gameCode={room.gameCode} />
    </ChipTable>
  );
}

function BaccaratRoads({ gameCode }: { gameCode: string }) {
  const t = useT();
  const { data } = useLastRounds(gameCode);
  const letters = { first: "P", second: "B", tie: "T" };
  const sides = { player: "first", banker: "second", tie: "tie" } as const;
  const beads = (data?.list ?? []).toReversed().map(({ id, outcome }): Bead => {
    const { winner, isPlayerPair, isBankerPair } = readBaccarat(outcome as BaccaratResult);
    return { id, winner: sides[winner], isFirstPair: isPlayerPair, isSecondPair: isBankerPair };
  });
  return (
    <Roads
      beads={beads}
      letters={letters}
      names={{ first: t("rounds.tables.baccaratSpot", { spot: "player" }), second: t("rounds.tables.baccaratSpot", { spot: "banker" }) }}
    />
  );
}
