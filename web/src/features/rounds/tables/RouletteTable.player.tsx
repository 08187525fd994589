import type { RouletteResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { ChartColumn, CircleDot, LifeBuoy } from "lucide-react";
import { lazy, useState } from "react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ChipTable, useDesk } from "./ChipTable.tsx";
import { LayoutsTool } from "./LayoutsTool.tsx";
import { NumberCounts, NumberStrip } from "./NumberStrip.tsx";
import { Racetrack } from "./Racetrack.tsx";
import { RouletteFelt } from "./RouletteFelt.tsx";
import { LAND_MS, RouletteWheel } from "./RouletteWheel.tsx";
import { nameRouletteSpot, sayPocket } from "./saySpots.ts";
import type { Reveal } from "./useReveal.ts";

const RouletteRules = lazy(() => import("./RouletteRules.tsx").then((file) => ({ default: file.RouletteRules })));

export function RouletteTable({ room }: { room: Room }) {
  const t = useT();
  const [isCounting, setCounting] = useState(false);
  const [isRacing, setRacing] = useState(false);
  const desk = useDesk<RouletteResult>({ room, table: rouletteTable, lengthOf: () => LAND_MS });
  const pocket = desk.standing?.pocket;
  const tools = (
    <>
      <IconButton outlined label={t("rounds.tables.racetrack")} aria-pressed={isRacing} onClick={() => setRacing(!isRacing)} className="sm:hidden">
        <LifeBuoy />
      </IconButton>
      <IconButton outlined label={t("rounds.tables.statistics")} onClick={() => setCounting(true)}>
        <ChartColumn />
      </IconButton>
      <LayoutsTool chips={desk.chips} />
      {isCounting && <NumberCounts gameCode={room.gameCode} onClose={() => setCounting(false)} />}
    </>
  );
  const stage = (
    <>
      <NumberStrip gameCode={room.gameCode} />
      <WheelStage reveal={desk.reveal} pocket={pocket} />
    </>
  );
  return (
    <ChipTable
      desk={desk}
      glyph="roulette"
      scene="plaza"
      verb="rounds.spin"
      icon={<CircleDot />}
      nameSpot={nameRouletteSpot}
      describe={sayPocket}
      tools={tools}
      Rules={RouletteRules}
      stage={stage}
    >
      {isRacing && (
        <div className="sm:hidden">
          <Racetrack pocket={pocket} />
        </div>
      )}
      <div className={cx(isRacing && "max-sm:hidden")}>
        <RouletteFelt pocket={pocket} />
      </div>
    </ChipTable>
  );
}

/** The wheel beside its racetrack; on a phone it comes over the felt while it turns. */
function WheelStage({ reveal: { result, isAsking, isShowing, isHurried }, pocket }: { reveal: Reveal<RouletteResult>; pocket: number | undefined }) {
  const isMoving = isAsking || isShowing;
  const motion = isHurried || !isMoving ? "still" : isAsking ? "run" : "land";
  return (
    <div
      className={cx(
        "min-h-0 items-center gap-6 sm:flex sm:flex-1",
        isMoving ? "max-sm:absolute max-sm:inset-0 max-sm:z-40 max-sm:grid max-sm:place-items-center max-sm:rounded-md max-sm:bg-black/60" : "max-sm:hidden",
      )}
    >
      <div className="grid h-full min-h-0 place-items-center max-sm:size-72">
        <RouletteWheel pocket={result?.pocket} motion={motion} className="size-full max-h-72 min-h-40 sm:size-auto sm:h-full" />
      </div>
      <div className="min-w-0 flex-1 max-sm:hidden">
        <Racetrack pocket={pocket} />
      </div>
    </div>
  );
}
