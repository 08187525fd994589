import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Room } from "@laro/contract/games";
import { RotateCw, Square } from "lucide-react";
import { lazy, type ReactNode, useEffect, useEffectEvent, useState } from "react";
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
import { type SlotGame, type SlotStep, spinStep, stepsOf } from "./slotGame.ts";
import { landingMs, type ReelMotion } from "./SlotReels.tsx";
import { SlotStage, StepCounter, StepList } from "./SlotStage.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { RulesPart } from "../RulesPart.tsx";

const Paytable = lazy(() => import("./Paytable.tsx").then((module) => ({ default: module.Paytable })));

const LEAD_MS = 380;
const HOLD_MS = 900;
/** How long a step with a win stands before the next, and one without. */
const WIN_MS = 1_000;
const NEXT_MS = 350;

/** `pool` stands above the reels of a machine with a jackpot. */
export function SlotMachine({ room, game, pool }: { room: Room; game: SlotGame; pool?: ReactNode }) {
  const t = useT();
  const [stake, setStake] = useState(game.stakeFirst);
  const [isRulesOpen, setRulesOpen] = useState(false);
  const play = usePlay(room, { leadMs: LEAD_MS });
  const spin = useSpin(game, play);
  const isFree = play.phase === "ready" || play.phase === "resting";
  const isStoppable = !isFree && play.phase !== "unanswered";
  const shown = isFree ? play.round : undefined;
  const isFeature = spin.at > 0 && !isFree;
  const act = (): void => (isStoppable ? spin.hurry() : play.start(stake, {}));
  useRoomKeys({ onAct: act });
  const words = { ready: "rounds.spin", resting: "rounds.spin", asking: "rounds.stop", showing: "rounds.stop", unanswered: "rounds.askAgain" } as const;
  const action = (
    <ActButton
      label={isFeature ? t("rounds.slots.skip") : t(words[play.phase])}
      waiting={play.phase === "resting" || (spin.isHurried && spin.steps.length < 2)}
      onAct={act}
      icon={isStoppable ? <Square className="fill-current" /> : <RotateCw />}
    />
  );
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
      {shown && <StepList game={game} steps={spin.steps} at={spin.at} stake={shown.stake} onPick={spin.look} />}
      <SlotStage game={game} step={spin.step} motion={spin.motion} stake={spin.hasLanded ? play.round?.stake : undefined} />
      <div className="grid min-h-11 shrink-0 content-center pt-2">
        {isFeature && play.round && <StepCounter game={game} steps={spin.steps} at={spin.at} isPaid={spin.hasLanded} stake={play.round.stake} />}
        <div role="status">
          {shown && <JackpotTaken jackpot={shown.jackpot} />}
          {shown && <RoundResult id={shown.id} stake={shown.stake} win={shown.win} />}
          {isFree && !shown && play.fault === undefined && <p className="text-center text-sm text-muted">{game.hint(t)}</p>}
          <PlayFault fault={play.fault} unanswered={play.phase === "unanswered"} />
        </div>
      </div>
      {shown && <Celebration key={shown.id} stake={shown.stake} win={shown.win} />}
      <RulesPart isOpen={isRulesOpen} onClose={() => setRulesOpen(false)}>
        <Paytable room={room} game={game} stake={stake} onClose={() => setRulesOpen(false)} />
      </RulesPart>
    </StageFrame>
  );
}

interface Spin {
  readonly steps: readonly SlotStep[];
  readonly at: number;
  readonly step: SlotStep;
  readonly motion: ReelMotion;
  /** The step stands, so that its wins may be shown. */
  readonly hasLanded: boolean;
  readonly isHurried: boolean;
  /** Stops the first reels at once; pressed again, or later, it shows the end. */
  readonly hurry: () => void;
  /** Looks at a step of a round that is over. */
  readonly look: (at: number) => void;
}

const BEGIN = { at: 0, hasLanded: false, isHurried: false };

/** How long a step moves, and how long it then stands before the next. */
const moveMs = (step: SlotStep | undefined, isHurried: boolean): number => (step?.kind === "hold" ? HOLD_MS : landingMs(isHurried));
const standMs = (step: SlotStep | undefined): number => (step !== undefined && step.coins > 0 ? WIN_MS : NEXT_MS);

/** The reels run while the server is asked and stop on what it answered; what that began is played through step by step. */
function useSpin(game: SlotGame, { phase, round, finish }: Play): Spin {
  const [first] = useState<SlotStep>(() => spinStep(game.strips, { stops: [...game.stopsFirst], grid: [], wins: [] }));
  const [{ at, hasLanded, isHurried }, setProgress] = useState(BEGIN);
  const [rest, setRest] = useState(first);
  const steps = round === undefined ? [] : stepsOf(game, round.outcome as SlotOutcome);
  const last = steps.length - 1;
  const isMoving = phase === "asking" || phase === "showing";
  useEffect(() => {
    if (phase === "asking") setProgress(BEGIN);
  }, [phase]);
  const end = (): void => {
    if (steps[0] !== undefined) setRest(steps[0]);
    setProgress({ at: Math.max(0, last), hasLanded: true, isHurried: false });
    finish();
  };
  const next = useEffectEvent(() => {
    if (isMotionReduced() || (at >= last && !hasLanded)) return end();
    setProgress(hasLanded ? { ...BEGIN, at: at + 1 } : { at, hasLanded: true, isHurried: false });
  });
  const waitMs = isMotionReduced() ? 0 : hasLanded ? standMs(steps[at]) : moveMs(steps[at], isHurried);
  useEffect(() => {
    if (phase !== "showing") return;
    const timer = setTimeout(() => next(), waitMs);
    return () => clearTimeout(timer);
  }, [phase, at, hasLanded, waitMs]);
  const hurry = (): void => {
    if (phase === "showing" && (at > 0 || hasLanded || isHurried)) end();
    else setProgress((now) => ({ ...now, isHurried: true }));
  };
  const landing = isHurried && at === 0 ? "quick" : "land";
  const motion = isMotionReduced() || hasLanded || !isMoving ? "still" : phase === "asking" ? "loop" : landing;
  return {
    steps,
    at,
    step: steps[at] ?? rest,
    motion,
    hasLanded: hasLanded && round !== undefined,
    isHurried: isMoving && isHurried,
    hurry,
    look: (to) => setProgress({ at: to, hasLanded: true, isHurried: false }),
  };
}
