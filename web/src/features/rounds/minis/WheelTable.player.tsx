import { miniRisks, wheelSizes } from "@laro/contract/core/plays/minis";
import type { WheelChoice, WheelOutcome } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { segmentPays } from "@laro/engines/minis/wheel";
import { RotateCw } from "lucide-react";
import { lazy, useState } from "react";
import { useT } from "../../../api/language.ts";
import { isMotionReduced } from "../motion.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import { multiple } from "../../../ui/Money.tsx";
import { MiniStage } from "./MiniStage.tsx";
import { OptionGroup } from "./OptionGroup.tsx";
import { type Mini, useMini } from "./useMini.ts";
import { angleTo } from "./wheelArt.ts";
import { WheelBoard } from "./WheelBoard.tsx";

const WheelRules = lazy(() => import("./WheelRules.tsx").then((file) => ({ default: file.WheelRules })));

const TURN_MS = 1_500;
const TURNS = 3;

export function WheelTable({ room }: { room: Room }) {
  const t = useT();
  const mini = useMini<WheelChoice>(room, { choice: { segments: 30, risk: "mid" }, stake: 2_000n, leadMs: 60, showMs: TURN_MS });
  const { choice, choose, isFree, reveal } = mini;
  const pays = segmentPays(choice);
  const turn = useTurn(mini);
  const riskNow = miniRisks.indexOf(choice.risk);
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph="roulette"
      scene="plaza"
      actLabel={t("rounds.spin")}
      actIcon={<RotateCw />}
      hint={t("rounds.wheelHint")}
      onStep={(step) => choose({ ...choice, risk: miniRisks[riskNow + step] ?? choice.risk })}
      Rules={WheelRules}
      strip={
        <div className="max-sm:hidden">
          <ResultStrip
            gameCode={room.gameCode}
            label={t("rounds.lastResults")}
            say={({ outcome }) => multiple((outcome as WheelOutcome).multiplier)}
            isWon={({ win, stake }) => win > stake}
          />
        </div>
      }
      panel={
        <div className="grid grid-cols-[3fr_2fr] gap-2 pt-1 sm:grid-cols-2">
          <OptionGroup
            label={t("rounds.riskLevel")}
            options={miniRisks.map((risk) => ({ value: risk, text: t(`rounds.risk.${risk}`) }))}
            value={choice.risk}
            locked={!isFree}
            onChoose={(risk) => choose({ ...choice, risk })}
          />
          <OptionGroup
            label={t("rounds.segments")}
            options={wheelSizes.map((segments) => ({ value: segments, text: String(segments) }))}
            value={choice.segments}
            locked={!isFree}
            onChoose={(segments) => choose({ ...choice, segments })}
          />
        </div>
      }
    >
      <WheelBoard
        key={`${choice.segments} ${choice.risk}`}
        pays={pays}
        angle={turn.angle}
        turnMs={reveal.isMoving && !isMotionReduced() ? TURN_MS : 0}
        stopped={reveal.isMoving ? undefined : turn.stopped}
        label={t("rounds.wheelBoard", { pays: pays.map(multiple).join(", ") })}
      />
    </MiniStage>
  );
}

/** How far the wheel has turned: to each new result by some whole turns, and back to its first place where another wheel is chosen. */
function useTurn({ play, choice }: Mini<WheelChoice>): { angle: number; stopped: number | undefined } {
  const [turn, setTurn] = useState<{ id: string; angle: number }>();
  const { round, phase } = play;
  const played = round?.choice as WheelChoice | undefined;
  const isMeant = played?.segments === choice.segments && played.risk === choice.risk;
  const segment = (round?.outcome as WheelOutcome | undefined)?.segment;
  if (round !== undefined && segment !== undefined && turn?.id !== round.id)
    setTurn({ id: round.id, angle: angleTo({ segment, count: choice.segments, from: turn?.angle ?? 0, turns: TURNS }) });
  const isKept = isMeant || phase === "asking";
  return { angle: isKept ? (turn?.angle ?? 0) : 0, stopped: isMeant ? segment : undefined };
}
