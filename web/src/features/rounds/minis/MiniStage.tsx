import type { Room } from "@laro/contract/games";
import { type ComponentType, type ReactNode, useState } from "react";
import { useT } from "../../../api/language.ts";
import { Button } from "../../../ui/Button.tsx";
import { Celebration } from "../Celebration.tsx";
import type { GameFace } from "../face.ts";
import { PlayFault } from "../PlayFault.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton, RoundControls } from "../RoundControls.tsx";
import { RoundResult } from "../RoundResult.tsx";
import type { MiniRoom } from "./useMini.ts";
import { StageFrame } from "../StageFrame.tsx";
import { RulesPart } from "../RulesPart.tsx";

export interface MiniStageProps extends Pick<GameFace, "glyph" | "scene"> {
  room: Room;
  mini: MiniRoom;
  /** What the big button says before a round. */
  actLabel: string;
  actIcon: ReactNode;
  /** What it says while a result is being shown. */
  skipLabel?: string;
  /** Where a round cannot begin yet, why. */
  hint: string;
  isBlocked?: boolean;
  onStep?: (step: number) => void;
  /** Stakes that are the only ones, such as a ticket's prices. */
  stakes?: readonly bigint[];
  /** What to know about this choice, such as that it counts nothing. */
  note?: string | undefined;
  Rules: ComponentType<{ room: Room; stake: bigint; onClose: () => void }>;
  strip: ReactNode;
  panel: ReactNode;
  /** The game itself. */
  children: ReactNode;
}

/** The room of a mini game: its board over what was won, its choices, and the controls all rooms have. */
export function MiniStage({ room, mini, glyph, scene, actLabel, actIcon, hint, isBlocked = false, onStep, stakes, note, Rules, ...parts }: MiniStageProps) {
  const t = useT();
  const [isRulesOpen, setRulesOpen] = useState(false);
  const { play, stake, setStake, isFree, reveal } = mini;
  const isSkippable = play.phase === "showing";
  const act = (): void => (isSkippable ? reveal.hurry() : isBlocked ? undefined : mini.start());
  useRoomKeys({ onAct: act, ...(onStep && { onStep }) });
  const label = play.phase === "unanswered" ? t("rounds.askAgain") : isSkippable ? (parts.skipLabel ?? t("rounds.skip")) : actLabel;
  const shown = isFree ? play.round : undefined;
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
          stake={stake}
          onStake={setStake}
          locked={!isFree}
          {...(stakes && { stakes })}
          action={<ActButton label={label} waiting={play.phase === "asking" || play.phase === "resting" || isBlocked} onAct={act} icon={actIcon} />}
        />
      }
    >
      {parts.strip}
      {parts.children}
      <div role="status" className="grid min-h-11 shrink-0 content-center">
        {shown && <RoundResult id={shown.id} stake={shown.stake} win={shown.win} />}
        {isFree && !shown && play.fault === undefined && <p className="text-center text-sm text-muted">{hint}</p>}
        <PlayFault fault={play.fault} unanswered={play.phase === "unanswered"} />
      </div>
      {parts.panel}
      {note !== undefined && (
        <p role="note" className="pt-1.5 text-center text-xs text-muted">
          {note}
        </p>
      )}
      {shown && <Celebration key={shown.id} stake={shown.stake} win={shown.win} />}
      <RulesPart isOpen={isRulesOpen} onClose={() => setRulesOpen(false)}>
        <Rules room={room} stake={stake} onClose={() => setRulesOpen(false)} />
      </RulesPart>
    </StageFrame>
  );
}
