import { miniRisks, plinkoRows } from "@laro/contract/core/plays/minis";
import type { PlinkoChoice, PlinkoOutcome } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { slotPays } from "@laro/engines/minis/plinko";
import { ArrowDown } from "lucide-react";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import { multiple } from "../../../ui/Money.tsx";
import { MiniStage } from "./MiniStage.tsx";
import { OptionGroup } from "./OptionGroup.tsx";
import { PlinkoBoard } from "./PlinkoBoard.tsx";
import { useMini } from "./useMini.ts";

const PlinkoRules = lazy(() => import("./PlinkoRules.tsx").then((file) => ({ default: file.PlinkoRules })));

const FALL_MS = 1_400;

export function PlinkoTable({ room }: { room: Room }) {
  const t = useT();
  const mini = useMini<PlinkoChoice>(room, { choice: { rows: 12, risk: "mid" }, stake: 2_000n, leadMs: 80, showMs: FALL_MS });
  const { play, reveal, choice, choose, isFree } = mini;
  const pays = slotPays(choice);
  const outcome = play.round?.outcome as PlinkoOutcome | undefined;
  const played = play.round?.choice as PlinkoChoice | undefined;
  const isShown = outcome !== undefined && played?.risk === choice.risk && played.rows === choice.rows;
  const riskNow = miniRisks.indexOf(choice.risk);
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph="sun"
      scene="sea"
      actLabel={t("rounds.drop")}
      actIcon={<ArrowDown />}
      hint={t("rounds.plinkoHint")}
      onStep={(step) => choose({ ...choice, risk: miniRisks[riskNow + step] ?? choice.risk })}
      Rules={PlinkoRules}
      strip={
        <ResultStrip
          gameCode={room.gameCode}
          label={t("rounds.lastResults")}
          say={({ outcome: fell }) => multiple((fell as PlinkoOutcome).multiplier)}
          isWon={({ win, stake }) => win > stake}
        />
      }
      panel={
        <div className="grid grid-cols-[3fr_2fr] gap-2 sm:grid-cols-2">
          <OptionGroup
            label={t("rounds.riskLevel")}
            options={miniRisks.map((risk) => ({ value: risk, text: t(`rounds.risk.${risk}`) }))}
            value={choice.risk}
            locked={!isFree}
            onChoose={(risk) => choose({ ...choice, risk })}
          />
          <OptionGroup
            label={t("rounds.pinRowsLabel")}
            options={plinkoRows.map((rows) => ({ value: rows, text: String(rows) }))}
            value={choice.rows}
            locked={!isFree}
            onChoose={(rows) => choose({ ...choice, rows })}
          />
        </div>
      }
    >
      <PlinkoBoard
        rows={choice.rows}
        pays={pays}
        path={isShown ? outcome.path : undefined}
        fallMs={reveal.isMoving ? FALL_MS : undefined}
        label={t("rounds.plinkoBoard", { pays: pays.map(multiple).join(", ") })}
      />
    </MiniStage>
  );
}
