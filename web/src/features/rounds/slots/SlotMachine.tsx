import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Room } from "@laro/contract/games";
import { RotateCw, Square } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../api/language.ts";
import { Button } from "../../../ui/Button.tsx";
import { Celebration } from "../Celebration.tsx";
import { isMotionReduced } from "../motion.ts";
import { PlayFault } from "../PlayFault.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton, RoundControls } from "../RoundControls.tsx";
import { RoundResult } from "../RoundResult.tsx";
import { type Play, usePlay } from "../rounds.api.ts";
import { JackpotTaken } from "./JackpotTaken.tsx";
import type { SlotGame } from "./slotGame.ts";
import { landingMs, type ReelMotion, SlotReels } from "./SlotReels.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { WinLines } from "./WinLines.tsx";

const Paytable = lazy(() => import("./Paytable.tsx").then((module) => ({ default: module.Paytable })));

const LEAD_MS = 380;

/** `pool` stands above the reels of a machine with a jackpot. */
export function SlotMachine({ room, game, pool }: { room: Room; game: SlotGame; pool?: ReactNode }) {
  const t = useT();
  const [stake, setStake] = useState(game.stakeFirst);
  const [isRulesOpen, setRulesOpen] = useState(false);
  const play = usePlay(room, { leadMs: LEAD_MS });
  const spin = useSpin(game, play);
  const isFree = play.phase === "ready" || play.phase === "resting";
  const isStoppable = !isFree && play.phase !== "unanswered";
  const act = (): void => (isStoppable ? spin.hurry() : play.start(stake, {}));
  useRoomKeys({ onAct: act });
  const words = { ready: "rounds.spin", resting: "rounds.spin", asking: "rounds.stop", showing: "rounds.stop", unanswered: "rounds.askAgain" } as const;
  const action = (
    <ActButton
      label={t(words[play.phase])}
      waiting={play.phase === "resting" || spin.isHurried}
      onAct={act}
      icon={isStoppable ? <Square className="fill-current" /> : <RotateCw />}
    />
  );
  const shown = isFree ? play.round : undefined;
  return (
    <StageFrame
      title={room.displayName}
      glyph={game.glyph}
      scene={game.scene}
      tools={
        <Button tone="secondary" onClick={() => setRulesOpen(true)}>
          {t("rounds.paytable")}
        </Button>
      }
      controls={<RoundControls room={room} stake={stake} onStake={setStake} locked={!isFree} action={action} />}
    >
      {pool}
      <SlotReels game={game} stops={spin.stops} motion={spin.motion} label={describeGrid(game, shown?.outcome as SlotOutcome | undefined, t("rounds.reels"))}>
        {shown && <WinLines key={shown.id} game={game} outcome={shown.outcome as SlotOutcome} stake={shown.stake} />}
      </SlotReels>
      <div role="status" className="grid min-h-11 shrink-0 content-center pt-2">
        {shown && <JackpotTaken jackpot={shown.jackpot} />}
        {shown && <RoundResult id={shown.id} stake={shown.stake} win={shown.win} />}
        {isFree && !shown && play.fault === undefined && <p className="text-center text-sm text-muted">{game.hint(t)}</p>}
        <PlayFault fault={play.fault} unanswered={play.phase === "unanswered"} />
      </div>
      {shown && <Celebration key={shown.id} stake={shown.stake} win={shown.win} />}
      <Suspense>{isRulesOpen && <Paytable room={room} game={game} stake={stake} onClose={() => setRulesOpen(false)} />}</Suspense>
    </StageFrame>
  );
}

interface Spin {
  readonly stops: SlotOutcome["stops"];
  readonly motion: ReelMotion;
  readonly isHurried: boolean;
  readonly hurry: () => void;
}

/** The reels run while the server is asked and stop on what it answered; hurried, they stop at once. */
function useSpin({ stopsFirst }: SlotGame, { phase, round, finish }: Play): Spin {
  const [hurried, setHurried] = useState(false);
  const [last, setLast] = useState<SlotOutcome["stops"]>([...stopsFirst]);
  const outcome = round?.outcome as SlotOutcome | undefined;
  const isRunning = phase === "asking" || phase === "showing";
  useEffect(() => {
    if (!isRunning) setHurried(false);
  }, [isRunning]);
  const landed = useEffectEvent(() => {
    if (outcome !== undefined) setLast(outcome.stops);
    finish();
  });
  useEffect(() => {
    if (phase !== "showing") return;
    const timer = setTimeout(() => landed(), isMotionReduced() ? 0 : landingMs(hurried));
    return () => clearTimeout(timer);
  }, [phase, hurried]);
  const landing = hurried ? "quick" : "land";
  const motion = isMotionReduced() ? "still" : phase === "asking" ? "loop" : phase === "showing" ? landing : "still";
  return { stops: phase === "showing" && outcome ? outcome.stops : last, motion, isHurried: isRunning && hurried, hurry: () => setHurried(true) };
}

/** The window in words, row by row. */
function describeGrid({ symbols }: SlotGame, outcome: SlotOutcome | undefined, name: string): string {
  if (outcome === undefined) return name;
  const rows = [0, 1, 2].map((row) => outcome.grid.map((column) => symbols[column[row] ?? 0]?.name).join(", "));
  return `${name}: ${rows.join("; ")}`;
}
