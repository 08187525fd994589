import { KENO_PICKS_MAX } from "@laro/contract/core/plays/minis";
import type { KenoChoice, KenoOutcome } from "@laro/contract/core/plays/minis";
import type { Room } from "@laro/contract/games";
import { hitPays } from "@laro/engines/minis/keno";
import { Shuffle, Sparkles } from "lucide-react";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { Button } from "../../../ui/Button.tsx";
import { useProgress } from "../motion.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import { HitPays } from "./HitPays.tsx";
import { KenoGrid } from "./KenoGrid.tsx";
import { quickPick, togglePick } from "./kenoPicks.ts";
import { MiniStage } from "./MiniStage.tsx";
import { type Mini, useMini } from "./useMini.ts";

const KenoRules = lazy(() => import("./KenoRules.tsx").then((file) => ({ default: file.KenoRules })));

const DRAW_MS = 1_300;
const WHOLE = 1_000;

export function KenoTable({ room }: { room: Room }) {
  const t = useT();
  const mini = useMini<KenoChoice>(room, { choice: { picks: [] }, stake: 2_000n, leadMs: 80, showMs: DRAW_MS });
  const { choice, choose, isFree, play, reveal } = mini;
  const { picks } = choice;
  const drawn = useDrawn(mini);
  const isBlocked = picks.length === 0 && play.phase !== "unanswered";
  const act = (): void => (play.phase === "showing" ? reveal.hurry() : isBlocked ? undefined : mini.start());
  const hits = drawn.isWhole ? picks.filter((number) => drawn.numbers.includes(number)).length : undefined;
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph="ball"
      scene="sea"
      actLabel={t("rounds.draw")}
      actIcon={<Sparkles />}
      hint={t("rounds.kenoHint")}
      isBlocked={isBlocked}
      Rules={KenoRules}
      strip={
        <div className="max-sm:hidden">
          <ResultStrip
            gameCode={room.gameCode}
            label={t("rounds.lastResults")}
            say={({ outcome, choice: chosen }) => `${(outcome as KenoOutcome).hits}/${(chosen as KenoChoice).picks.length}`}
            isWon={({ win, stake }) => win > stake}
          />
        </div>
      }
      panel={
        <div className="grid grid-cols-[1fr_auto_auto] items-center gap-2">
          <p className="figures ps-1 text-xs sm:text-sm">{t("rounds.kenoPicked", { picks: picks.length, most: KENO_PICKS_MAX })}</p>
          <Button
            tone="secondary"
            className="h-11 max-sm:px-3"
            icon={<Shuffle />}
            onClick={() => choose({ picks: quickPick(picks.length === 0 ? KENO_PICKS_MAX : picks.length) })}
          >
            {t("rounds.quickPick")}
          </Button>
          <Button tone="secondary" className="h-11 max-sm:px-3" onClick={() => choose({ picks: [] })}>
            {t("rounds.clear")}
          </Button>
        </div>
      }
    >
      <KenoGrid picks={picks} drawn={drawn.numbers} locked={!isFree} onToggle={(number) => choose({ picks: togglePick(picks, number) })} onAct={act} />
      <HitPays pays={hitPays(picks.length)} hits={hits} label={t("rounds.kenoPays", { picks: picks.length })} />
    </MiniStage>
  );
}

/** The numbers that have fallen so far, one after the other; none once the picks are others than those of the round. */
function useDrawn({ play: { round }, reveal, choice }: Mini<KenoChoice>): { numbers: readonly number[]; isWhole: boolean } {
  const permille = useProgress(reveal.isMoving ? round?.id : undefined, DRAW_MS);
  const played = round?.choice as KenoChoice | undefined;
  const outcome = round?.outcome as KenoOutcome | undefined;
  if (outcome === undefined || played?.picks.join() !== choice.picks.join()) return { numbers: [], isWhole: false };
  if (!reveal.isMoving) return { numbers: outcome.drawn, isWhole: true };
  return { numbers: outcome.drawn.slice(0, Math.ceil((permille * outcome.drawn.length) / WHOLE)), isWhole: false };
}
