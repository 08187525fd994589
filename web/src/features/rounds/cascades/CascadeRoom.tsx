import type { CascadeOutcome } from "@laro/contract/core/plays/cascades";
import type { Room } from "@laro/contract/games";
import { RotateCw } from "lucide-react";
import { useT } from "../../../api/language.ts";
import { multiple } from "../../../ui/Money.tsx";
import { MiniStage, type MiniStageProps } from "../minis/MiniStage.tsx";
import { isMotionReduced } from "../motion.ts";
import { ResultStrip } from "../ResultStrip.tsx";
import type { CascadeGame } from "./cascadeGame.ts";
import { CascadeLine } from "./CascadeLine.tsx";
import { CascadeWindow } from "./CascadeWindow.tsx";
import { describeWindow } from "./describeWindow.ts";
import { reachedIn, useCascade } from "./useCascade.ts";

/** The room of a slot of a book: windows that fall and pay, step by step, until the act key or their end. */
export function CascadeRoom({ room, game, Rules }: { room: Room; game: CascadeGame } & Pick<MiniStageProps, "Rules">) {
  const t = useT();
  const { mini, frame, shown, freeSpins, stake, isPlaying } = useCascade(room, game);
  return (
    <MiniStage
      room={room}
      mini={mini}
      glyph={game.glyph}
      scene={game.scene}
      actLabel={t("rounds.spin")}
      actIcon={<RotateCw />}
      hint={t("rounds.books.hint")}
      Rules={Rules}
      strip={
        <div className="max-sm:hidden">
          <ResultStrip
            gameCode={room.gameCode}
            label={t("rounds.lastResults")}
            say={({ outcome }) => multiple((outcome as CascadeOutcome).multiplier)}
            isWon={({ win, stake: paid }) => win > paid}
          />
        </div>
      }
      panel={null}
    >
      <CascadeLine
        game={game}
        frame={frame}
        freeSpins={freeSpins}
        reached={reachedIn(shown.filter(({ spin }) => spin === frame.spin || frame.spin > 0))}
        stake={stake}
      />
      <CascadeWindow
        game={game}
        frame={frame}
        stake={stake}
        isMoving={isPlaying}
        isLeaving={mini.play.phase === "asking" && !isMotionReduced()}
        label={describeWindow(frame.grid, game.names(t), t)}
      />
    </MiniStage>
  );
}
