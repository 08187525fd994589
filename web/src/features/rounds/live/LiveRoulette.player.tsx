import type { RouletteResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { rouletteTable } from "@laro/engines/tables/roulette";
import { colorOf } from "@laro/engines/tables/wheel";
import { LifeBuoy } from "lucide-react";
import { lazy, useState } from "react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { LayoutsTool } from "../tables/LayoutsTool.tsx";
import { Racetrack } from "../tables/Racetrack.tsx";
import { RouletteFelt } from "../tables/RouletteFelt.tsx";
import { LAND_MS, RouletteWheel } from "../tables/RouletteWheel.tsx";
import { nameRouletteSpot, sayPocket } from "../tables/saySpots.ts";
import { LiveStrip } from "./LiveStrip.tsx";
import { type LiveDesk, useLiveDesk } from "./desk.ts";
import { LiveTable } from "./LiveTable.tsx";
import { useMotion } from "./moments.ts";

const RouletteRules = lazy(() => import("../tables/RouletteRules.tsx").then((file) => ({ default: file.RouletteRules })));

const paints = { green: "bg-[#12a552]", red: "bg-[#c9184a]", black: "bg-[#12162a]" } as const;

export function LiveRoulette({ room }: { room: Room }) {
  const t = useT();
  const [isRacing, setRacing] = useState(false);
  const desk = useLiveDesk<RouletteResult>({ room, table: rouletteTable });
  const pocket = desk.standing?.pocket;
  const items = desk.last.map((result, at) => ({
    key: `${desk.last.length - at}`,
    label: sayPocket(result, t),
    text: result.pocket,
    paint: paints[colorOf(result.pocket)],
  }));
  const tools = (
    <>
      <IconButton outlined label={t("rounds.tables.racetrack")} aria-pressed={isRacing} onClick={() => setRacing(!isRacing)} className="sm:hidden">
        <LifeBuoy />
      </IconButton>
      <LayoutsTool chips={desk.chips} />
    </>
  );
  return (
    <LiveTable
      desk={desk}
      glyph="roulette"
      scene={room.gameCode === "ROULETTE_1" ? "plaza" : "sea"}
      nameSpot={nameRouletteSpot}
      describe={sayPocket}
      Rules={RouletteRules}
      base="ROULETTE"
      tools={tools}
      strip={<LiveStrip items={items} />}
      stage={<Wheel desk={desk} />}
    >
      {isRacing && (
        <div className="sm:hidden">
          <Racetrack pocket={pocket} />
        </div>
      )}
      <div className={cx(isRacing && "max-sm:hidden")}>
        <RouletteFelt pocket={pocket} />
      </div>
    </LiveTable>
  );
}

/** The wheel beside its racetrack; on a phone it comes over the felt while it turns. */
function Wheel({ desk: { stage, result, standing, last } }: { desk: LiveDesk<RouletteResult> }) {
  const motion = useMotion(stage, LAND_MS);
  const isMoving = motion !== "rest";
  const pocket = motion === "run" ? undefined : (result ?? last[0])?.pocket;
  return (
    <div
      className={cx(
        "min-h-0 items-center gap-6 sm:flex sm:flex-1",
        isMoving ? "max-sm:absolute max-sm:inset-0 max-sm:z-40 max-sm:grid max-sm:place-items-center max-sm:rounded-md max-sm:bg-black/60" : "max-sm:hidden",
      )}
    >
      <div className="grid h-full min-h-0 place-items-center max-sm:size-72">
        <RouletteWheel pocket={pocket} motion={motion === "rest" ? "still" : motion} className="size-full max-h-72 min-h-40 sm:size-auto sm:h-full" />
      </div>
      <div className="min-w-0 flex-1 max-sm:hidden">
        <Racetrack pocket={standing?.pocket} />
      </div>
    </div>
  );
}
