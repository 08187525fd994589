import type { Room } from "@laro/contract/games";
import type { SteppedRound } from "@laro/contract/rounds";
import { lazy, type ReactNode, useState } from "react";
import { useT } from "../../../api/language.ts";
import type { GlyphName } from "../../../ui/art/glyphs.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Celebration } from "../Celebration.tsx";
import { PlayFault } from "../PlayFault.tsx";
import { ResultStrip } from "../ResultStrip.tsx";
import { ActButton, RoundControls } from "../RoundControls.tsx";
import { RoundResult } from "../RoundResult.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { RulesPart } from "../RulesPart.tsx";
import { sayShort } from "./saySteps.ts";
import type { Steps } from "./steps.api.ts";
import "./steps.css";

const StepRules = lazy(() => import("./StepRules.tsx").then((module) => ({ default: module.StepRules })));

export interface StepsFrameProps {
  room: Room;
  glyph: GlyphName;
  scene: "plaza" | "sea";
  steps: Pick<Steps<unknown, never>, "phase" | "isOpen" | "fault" | "askAgain"> & { readonly round: Pick<SteppedRound, "stake" | "round"> | undefined };
  stake: bigint;
  onStake: (stake: bigint) => void;
  /** What to do next, while nothing else is to be told. */
  hint: ReactNode;
  /** The one big button, or the buttons of an open round. */
  action: ReactNode;
  children: ReactNode;
}

/** The room of every game in steps: the last results, the stage, what came of the round, and the stake with what can be done now. */
export function StepsFrame({ room, glyph, scene, steps, stake, onStake, hint, action, children }: StepsFrameProps) {
  const t = useT();
  const [isRulesOpen, setRulesOpen] = useState(false);
  const { phase, round, isOpen, fault } = steps;
  const isRest = (phase === "ready" || phase === "resting") && !isOpen;
  const settled = isRest ? (round?.round ?? undefined) : undefined;
  const askAgain = <ActButton label={t("rounds.askAgain")} waiting={false} onAct={steps.askAgain} />;
  return (
    <StageFrame
      title={room.displayName}
      glyph={glyph}
      scene={scene}
      tools={
        <Button tone="secondary" onClick={() => setRulesOpen(true)}>
          {t("rounds.rules")}
        </Button>
      }
      controls={
        <RoundControls
          room={room}
          stake={isOpen && round !== undefined ? round.stake : stake}
          onStake={onStake}
          locked={!isRest}
          isLaid={isOpen}
          action={phase === "unanswered" ? askAgain : action}
        />
      }
    >
      <ResultStrip gameCode={room.gameCode} label={t("rounds.steps.last")} say={(one) => sayShort(one, t)} isWon={({ win, stake: staked }) => win > staked} />
      <div className="grid min-h-0 flex-1 content-center gap-1 sm:gap-2">{children}</div>
      <div role="status" className="grid min-h-9 content-center sm:min-h-11">
        {settled !== undefined && fault === undefined && <RoundResult id={settled.id} stake={settled.stake} win={settled.win} />}
        {settled === undefined && fault === undefined && phase !== "unanswered" && <p className="text-center text-sm text-muted">{hint}</p>}
        <PlayFault fault={fault} unanswered={phase === "unanswered"} />
      </div>
      {settled !== undefined && <Celebration key={settled.id} stake={settled.stake} win={settled.win} />}
      <RulesPart isOpen={isRulesOpen} onClose={() => setRulesOpen(false)}>
        <StepRules room={room} onClose={() => setRulesOpen(false)} />
      </RulesPart>
    </StageFrame>
  );
}
