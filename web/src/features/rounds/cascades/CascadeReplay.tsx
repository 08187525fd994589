import type { CascadeOutcome } from "@laro/contract/core/plays/cascades";
import type { Round } from "@laro/contract/rounds";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useT } from "../../../api/language.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { RoundResult } from "../RoundResult.tsx";
import type { CascadeGame } from "./cascadeGame.ts";
import { CascadeLine } from "./CascadeLine.tsx";
import { CascadeWindow } from "./CascadeWindow.tsx";
import { describeWindow } from "./describeWindow.ts";
import { framesOf, stopsOf } from "./playback.ts";
import { reachedIn } from "./useCascade.ts";

/** A round shown again, window by window in the reader's own time. */
export function CascadeReplay({ round: { id, stake, win, outcome }, game }: { round: Round; game: CascadeGame }) {
  const t = useT();
  const { row } = outcome as CascadeOutcome;
  const stops = useMemo(() => stopsOf(framesOf(game.book.expand(row))), [game, row]);
  const [at, setAt] = useState(0);
  const frame = stops[at] ?? stops[0]!;
  const isFirst = at === 0;
  const isLast = at === stops.length - 1;
  const shown = stops.slice(0, at + 1).filter(({ spin }) => spin === frame.spin || (spin > 0 && frame.spin > 0));
  return (
    <>
      <div className="flex min-h-64 flex-1 flex-col">
        <CascadeLine game={game} frame={frame} freeSpins={stops.at(-1)?.spin ?? 0} reached={reachedIn(shown)} stake={stake} />
        <CascadeWindow game={game} frame={frame} stake={stake} label={describeWindow(frame.grid, game.names(t), t)} />
      </div>
      <div className="flex items-center justify-center gap-3">
        <IconButton label={t("rounds.books.back")} outlined aria-disabled={isFirst} onClick={isFirst ? undefined : () => setAt(at - 1)}>
          <ChevronLeft />
        </IconButton>
        <span role="status" className="figures min-w-32 text-center text-sm">
          {t("rounds.books.step", { step: at + 1, steps: stops.length })}
        </span>
        <IconButton label={t("rounds.books.next")} outlined aria-disabled={isLast} onClick={isLast ? undefined : () => setAt(at + 1)}>
          <ChevronRight />
        </IconButton>
      </div>
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
