import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { useEffect, useRef } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { PearlBoard } from "./PearlBoard.tsx";
import { payOf, type SlotGame, type SlotStep } from "./slotGame.ts";
import { type ReelMotion, SlotReels } from "./SlotReels.tsx";
import { WinLines } from "./WinLines.tsx";

export interface SlotStageProps {
  game: SlotGame;
  step: SlotStep;
  motion: ReelMotion;
  /** Its wins are drawn over a window that stands; minor units. */
  stake: bigint | undefined;
}

/** One step of a round: reels with their wins, or pearls that lie. */
export function SlotStage({ game, step, motion, stake }: SlotStageProps) {
  const t = useT();
  if (step.kind === "hold")
    return <PearlBoard symbols={game.symbols} pearl={PEARL} step={step} label={t("rounds.slots.pearlsLie", { pearls: step.pearls.length })} />;
  return (
    <SlotReels
      symbols={game.symbols}
      strips={step.strips}
      stops={step.spin.stops}
      motion={motion}
      label={stake === undefined ? t("rounds.reels") : describeGrid(game, step.spin, t("rounds.reels"))}
    >
      {stake !== undefined && <WinLines key={step.spin.stops.join()} game={game} outcome={step.spin} stake={stake} />}
    </SlotReels>
  );
}

/** The symbol that is held, in its machine's order. */
const PEARL = 1;

/** The window in words, row by row. */
function describeGrid({ symbols }: SlotGame, { grid }: SlotOutcome, name: string): string {
  const rows = [0, 1, 2].map((row) => grid.map((column) => symbols[column[row] ?? 0]?.name).join(", "));
  return `${name}: ${rows.join("; ")}`;
}

const coinsTo = (steps: readonly SlotStep[], at: number): number => steps.slice(0, at + 1).reduce((sum, { coins }) => sum + coins, 0);

interface StepsProps {
  game: SlotGame;
  steps: readonly SlotStep[];
  at: number;
  /** Minor units. */
  stake: bigint;
}

/** Which step is on, and what has come so far. */
export function StepCounter({ game, steps, at, stake, isPaid = true }: StepsProps & { isPaid?: boolean }) {
  const t = useT();
  const caption = steps[at]?.caption?.(t);
  if (caption === undefined) return null;
  return (
    <p className="figures flex animate-fade flex-wrap items-baseline justify-center gap-x-3 text-center">
      <b className="font-display text-lg">{caption}</b>
      <span className="text-sm text-muted">
        {t("rounds.slots.soFar")} <Money minor={payOf(game, stake, coinsTo(steps, isPaid ? at : at - 1))} className="font-semibold text-text" />
      </span>
    </p>
  );
}

/** Every step of a round that began something; one of them is looked at. */
export function StepList({ game, steps, at, stake, onPick }: StepsProps & { onPick: (at: number) => void }) {
  const t = useT();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [list, button] = [row.current, row.current?.children[at] as HTMLElement | undefined];
    if (list !== null && button !== undefined) list.scrollLeft = button.offsetLeft - (list.clientWidth - button.offsetWidth) / 2;
  }, [at]);
  if (steps.length < 2) return null;
  return (
    <div ref={row} role="group" aria-label={t("rounds.slots.steps")} className="no-bar relative flex shrink-0 gap-1.5 overflow-x-auto py-1">
      {steps.map((step, index) => (
        <button
          key={index}
          type="button"
          aria-pressed={index === at}
          aria-label={step.caption?.(t) ?? t("rounds.slots.firstSpin")}
          onClick={() => onPick(index)}
          className={cx(
            "figures grid h-11 min-w-14 shrink-0 content-center justify-items-center rounded-sm px-2 text-xs leading-4 font-semibold",
            index === at ? "bg-white text-[#1a1203]" : "bg-card text-text",
          )}
        >
          <span>{index === 0 ? t("rounds.slots.firstSpin") : index}</span>
          <Money minor={payOf(game, stake, step.coins)} />
        </button>
      ))}
    </div>
  );
}
