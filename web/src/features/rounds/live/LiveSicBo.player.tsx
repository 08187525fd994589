import type { SicBoResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { sicBoTable } from "@laro/engines/tables/sic-bo";
import { lazy } from "react";
import { cx } from "../../../ui/cx.ts";
import { DiceStage, DROP_MS } from "../tables/DiceStage.tsx";
import { nameSicBoSpot, sayDice3 } from "../tables/saySpots.ts";
import { SicBoFelt } from "../tables/SicBoFelt.tsx";
import { LiveStrip } from "./LiveStrip.tsx";
import { type LiveDesk, useLiveDesk } from "./desk.ts";
import { LiveTable } from "./LiveTable.tsx";
import { useMotion } from "./moments.ts";

const SicBoRules = lazy(() => import("../tables/SicBoRules.tsx").then((file) => ({ default: file.SicBoRules })));

const SMALL_MAX = 10;
const totalOf = ({ dice }: SicBoResult): number => dice.reduce((sum, die) => sum + die, 0);
const paintOf = (result: SicBoResult): string =>
  new Set(result.dice).size === 1 ? "bg-[#0a7454]" : totalOf(result) <= SMALL_MAX ? "bg-[#1272c4]" : "bg-[#c9184a]";

export function LiveSicBo({ room }: { room: Room }) {
  const desk = useLiveDesk<SicBoResult>({ room, table: sicBoTable });
  const items = desk.last.map((result, at) => ({
    key: `${desk.last.length - at}`,
    label: sayDice3(result),
    text: totalOf(result),
    paint: paintOf(result),
  }));
  return (
    <LiveTable
      desk={desk}
      glyph="die"
      scene="plaza"
      nameSpot={nameSicBoSpot}
      describe={sayDice3}
      Rules={SicBoRules}
      base="SIC_BO"
      strip={<LiveStrip items={items} />}
      stage={<Dome desk={desk} />}
    >
      <SicBoFelt />
    </LiveTable>
  );
}

/** The dice under their dome; on a phone they come over the felt while they are shaken. */
function Dome({ desk: { stage, result, last } }: { desk: LiveDesk<SicBoResult> }) {
  const motion = useMotion(stage, DROP_MS);
  const isMoving = motion !== "rest";
  const dice = motion === "run" ? undefined : (result ?? last[0])?.dice;
  return (
    <div
      className={cx(
        "min-h-0 place-items-center sm:grid sm:flex-1",
        isMoving ? "max-sm:absolute max-sm:inset-0 max-sm:z-40 max-sm:grid max-sm:rounded-md max-sm:bg-black/60" : "max-sm:hidden",
      )}
    >
      <DiceStage
        dice={dice}
        motion={motion === "rest" ? "still" : motion === "run" ? "shake" : "drop"}
        className="max-h-56 max-sm:w-72 sm:h-full sm:min-h-36"
      />
    </div>
  );
}
