import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Room } from "@laro/contract/games";
import { mangoRushSymbols } from "@laro/engines/slots/mango-rush";
import { RotateCw, Square } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../api/language.ts";
import { Button } from "../../../ui/Button.tsx";
import { Celebration } from "../Celebration.tsx";
import { isMotionReduced } from "../motion.ts";
import { PlayFault } from "../PlayFault.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton, RoundControls } from "../RoundControls.tsx";
import { RoundResult } from "../RoundResult.tsx";
import { type Play, usePlay } from "../rounds.api.ts";
import { landingMs, type ReelMotion, SlotReels } from "./SlotReels.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { WinLines } from "./WinLines.tsx";
import { STOPS_FIRST } from "./winLines.ts";

const Paytable = lazy(() => import("./Paytable.tsx").then((module) => ({ default: module.Paytable })));

const LEAD_MS = 380;
const STAKE_FIRST = 2_000n;

export function SlotMachine({ room }: { room: Room }) {
  const t = useT();
  const [stake, setStake] = useState(STAKE_FIRST);
  const [isRulesOpen, setRulesOpen] = useState(false);
  const play = usePlay(room, { leadMs: LEAD_MS });
  const spin = useSpin(play);
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
      glyph="mango"
      scene="plaza"
      tools={
        <Button tone="secondary" onClick={() => setRulesOpen(true)}>
          {t("rounds.paytable")}
        </Button>
      }
      controls={<RoundControls room={room} stake={stake} onStake={setStake} locked={!isFree} action={action} />}
    >
      <SlotReels stops={spin.stops} motion={spin.motion} label={describeGrid(shown?.outcome as SlotOutcome | undefined, t("rounds.reels"))}>
        {shown && <WinLines key={shown.id} outcome={shown.outcome as SlotOutcome} stake={shown.stake} />}
      </SlotReels>
      <div role="status" className="grid min-h-11 shrink-0 content-center pt-2">
        {shown && <RoundResult id={shown.id} stake={shown.stake} win={shown.win} />}
        {isFree && !shown && play.fault === undefined && <p className="text-center text-sm text-muted">{t("rounds.slotHint")}</p>}
        <PlayFault fault={play.fault} unanswered={play.phase === "unanswered"} />
      </div>
      {shown && <Celebration key={shown.id} stake={shown.stake} win={shown.win} />}
      <Suspense>{isRulesOpen && <Paytable room={room} stake={stake} onClose={() => setRulesOpen(false)} />}</Suspense>
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
function useSpin({ phase, round, finish }: Play): Spin {
  const [hurried, setHurried] = useState(false);
  const [last, setLast] = useState<SlotOutcome["stops"]>([...STOPS_FIRST]);
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
function describeGrid(outcome: SlotOutcome | undefined, name: string): string {
  if (outcome === undefined) return name;
  const rows = [0, 1, 2].map((row) => outcome.grid.map((column) => mangoRushSymbols[column[row] ?? 0]).join(", "));
  return `${name}: ${rows.join("; ")}`;
}
