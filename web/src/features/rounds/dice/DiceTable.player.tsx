import { parseAmount } from "@laro/contract/core/money";
import type { DiceChoice, DiceOutcome } from "@laro/contract/core/plays/dice";
import type { Room } from "@laro/contract/games";
import { countsTowardsTurnover } from "@laro/engines/dice/dice";
import { ArrowLeftRight, Dices } from "lucide-react";
import { type KeyboardEvent, lazy, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../api/language.ts";
import { Glyph } from "../../../ui/art/glyphs.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { Celebration } from "../Celebration.tsx";
import { boundTarget, promiseOf, switchSide, TARGET_MAX, TARGET_MIN } from "./diceChoice.ts";
import { DiceTrack } from "./DiceTrack.tsx";
import { Figure } from "../Figure.tsx";
import { hundredths } from "./sayDice.ts";
import { isMotionReduced, useProgress } from "../motion.ts";
import { PlayFault } from "../PlayFault.tsx";
import { RollStrip } from "./RollStrip.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton, RoundControls } from "../RoundControls.tsx";
import { RoundResult } from "../RoundResult.tsx";
import { type Play, usePlay } from "../rounds.api.ts";
import { StageFrame } from "../StageFrame.tsx";
import { RulesPart } from "../RulesPart.tsx";

const DiceRules = lazy(() => import("./DiceRules.tsx").then((module) => ({ default: module.DiceRules })));

const ROLL_MS = 750;
const LEAD_MS = 100;
const KEY_STEP = 100;
const DRAG_STEP = 50;
const STAKE_FIRST = 2_000n;
const EVEN: DiceChoice = { target: 5_000, side: "under" };

export function DiceTable({ room }: { room: Room }) {
  const t = useT();
  const [choice, setChoice] = useState(EVEN);
  const [stake, setStake] = useState(STAKE_FIRST);
  const [isRulesOpen, setRulesOpen] = useState(false);
  const play = usePlay(room, { leadMs: LEAD_MS });
  const roll = useRoll(play);
  const isFree = play.phase === "ready" || play.phase === "resting";
  const act = (): void => play.start(stake, choice);
  const aim = (target: number): void => setChoice((now) => (isFree ? { ...now, target: boundTarget(target) } : now));
  useRoomKeys({ onAct: act, onStep: (step) => aim(choice.target + step * KEY_STEP) });
  const action = (
    <ActButton
      label={t(play.phase === "unanswered" ? "rounds.askAgain" : "rounds.roll")}
      waiting={play.phase !== "ready" && play.phase !== "unanswered"}
      onAct={act}
      icon={<Dices />}
    />
  );
  return (
    <StageFrame
      title={room.displayName}
      glyph="die"
      scene="sea"
      tools={
        <Button tone="secondary" onClick={() => setRulesOpen(true)}>
          {t("rounds.rules")}
        </Button>
      }
      controls={<RoundControls room={room} stake={stake} onStake={setStake} locked={!isFree} action={action} />}
    >
      <RollStrip gameCode={room.gameCode} />
      <div className="grid min-h-0 flex-1 content-center gap-1 sm:gap-3">
        <RollFace roll={roll} play={play} />
        <div role="status" className="grid min-h-10 content-center">
          {isFree && play.round && <RoundResult id={play.round.id} stake={play.round.stake} win={play.round.win} />}
          {isFree && !play.round && play.fault === undefined && <p className="text-center text-sm text-muted">{t("rounds.diceHint")}</p>}
          <PlayFault fault={play.fault} unanswered={play.phase === "unanswered"} />
        </div>
        <DiceTrack choice={choice} at={roll.at} isTurning={roll.isMoving}>
          <TargetSlider choice={choice} locked={!isFree} onAim={aim} />
        </DiceTrack>
      </div>
      <ChoicePanel choice={choice} stake={stake} locked={!isFree} onChoice={setChoice} onAim={aim} />
      {!countsTowardsTurnover(choice) && (
        <p role="note" className="text-center text-xs text-muted">
          {t("rounds.countsNothing")}
        </p>
      )}
      {isFree && play.round && <Celebration key={play.round.id} stake={play.round.stake} win={play.round.win} />}
      <RulesPart isOpen={isRulesOpen} onClose={() => setRulesOpen(false)}>
        <DiceRules room={room} onClose={() => setRulesOpen(false)} />
      </RulesPart>
    </StageFrame>
  );
}

interface Roll {
  /** Where the parol stands, in hundredths. */
  readonly at: number | undefined;
  readonly isMoving: boolean;
}

/** The parol runs from the last roll to the new one and says so when it has arrived. */
function useRoll({ phase, round, finish }: Play): Roll {
  const [last, setLast] = useState<number>();
  const outcome = round?.outcome as DiceOutcome | undefined;
  const permille = useProgress(phase === "showing" ? round?.id : undefined, ROLL_MS);
  const arrived = useEffectEvent(() => {
    if (outcome !== undefined) setLast(outcome.roll);
    finish();
  });
  useEffect(() => {
    if (phase !== "showing") return;
    const timer = setTimeout(() => arrived(), isMotionReduced() ? 0 : ROLL_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  if (phase !== "showing" || outcome === undefined) return { at: last, isMoving: phase === "asking" };
  const from = last ?? 0;
  return { at: from + Math.round(((outcome.roll - from) * permille) / 1_000), isMoving: true };
}

function RollFace({ roll, play }: { roll: Roll; play: Play }) {
  const isSettled = !roll.isMoving && play.round !== undefined;
  const isWon = isSettled && play.round.win > 0n;
  return (
    <div className="flex items-center justify-center gap-4 sm:gap-7">
      <Glyph name="die" className={cx("size-14 drop-shadow-2xl sm:size-28", roll.isMoving && "die-roll")} />
      <output
        className={cx(
          "figures min-w-[5.2ch] font-display text-[3rem] leading-none font-extrabold transition-colors sm:text-[6rem]",
          isSettled && (isWon ? "text-win-text" : "text-accent-text"),
        )}
      >
        {roll.at === undefined ? "––.––" : hundredths(roll.at)}
      </output>
    </div>
  );
}

interface ChoiceProps {
  choice: DiceChoice;
  locked: boolean;
  onAim: (target: number) => void;
}

const rangeSteps: Partial<Record<string, number>> = { ArrowRight: KEY_STEP, ArrowUp: KEY_STEP, ArrowLeft: -KEY_STEP, ArrowDown: -KEY_STEP };

function TargetSlider({ choice, locked, onAim }: ChoiceProps) {
  const t = useT();
  const step = (event: KeyboardEvent): void => {
    const by = rangeSteps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
    onAim(choice.target + by);
  };
  return (
    <input
      type="range"
      min={TARGET_MIN}
      max={TARGET_MAX}
      value={choice.target}
      aria-label={t("rounds.target")}
      aria-valuetext={hundredths(choice.target)}
      aria-disabled={locked}
      onChange={(event) => onAim(Math.round(Number(event.target.value) / DRAG_STEP) * DRAG_STEP)}
      onKeyDown={step}
      className="dice-target absolute inset-y-0 start-[calc(12px+(100%-24px)*0.02-14px)] h-full w-[calc((100%-24px)*0.9599+28px)] rounded-sm"
    />
  );
}

function ChoicePanel({ choice, stake, locked, onChoice, onAim }: ChoiceProps & { stake: bigint; onChoice: (choice: DiceChoice) => void }) {
  const t = useT();
  const { chance, multiplier, payoutMinor } = promiseOf(choice, stake);
  return (
    <div className="grid grid-cols-3 gap-2 sm:grid-cols-[auto_repeat(4,minmax(0,1fr))]">
      <button
        type="button"
        aria-disabled={locked}
        onClick={locked ? undefined : () => onChoice(switchSide(choice))}
        className="col-span-2 flex h-12 items-center sm:h-14 justify-center gap-2.5 rounded-md bg-card px-4 font-semibold transition hover:bg-white/20 sm:col-span-1"
      >
        <ArrowLeftRight className="size-4.5 text-primary-text" />
        {t(choice.side === "under" ? "rounds.rollUnder" : "rounds.rollOver")}
      </button>
      <TargetNumber key={choice.target} choice={choice} locked={locked} onAim={onAim} />
      <Figure label={t("rounds.chance")}>{chance}%</Figure>
      <Figure label={t("rounds.multiplier")}>{hundredths(multiplier)}×</Figure>
      <Figure label={t("rounds.payout")}>
        <Money minor={payoutMinor} />
      </Figure>
    </div>
  );
}

function TargetNumber({ choice: { target }, locked, onAim }: ChoiceProps) {
  const t = useT();
  const [typed, setTyped] = useState(hundredths(target));
  const commit = (): void => {
    const value = parseAmount(typed.trim());
    if (value === undefined) setTyped(hundredths(target));
    else onAim(Number(value < 10_000n ? value : 10_000n));
  };
  return (
    <label className="grid h-12 content-center rounded-md bg-card sm:h-14 px-3">
      <span className="text-xs text-muted">{t("rounds.target")}</span>
      <input
        inputMode="decimal"
        autoComplete="off"
        readOnly={locked}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
        className="figures w-full min-w-0 bg-transparent font-display text-base font-semibold"
      />
    </label>
  );
}
