import { type KeyboardEvent, useRef, useState } from "react";
import { useT } from "../../../api/language.ts";
import { ParolMark } from "../../../ui/art/Parol.tsx";
import { cx } from "../../../ui/cx.ts";
import { numbers, stepNumber } from "./kenoPicks.ts";

type State = "free" | "picked" | "drawn" | "hit";

export interface KenoGridProps {
  picks: readonly number[];
  /** The numbers that have fallen so far. */
  drawn: readonly number[];
  locked: boolean;
  /** None in a replay. */
  onToggle?: (number: number) => void;
  onAct?: () => void;
}

const looks: Readonly<Record<State, string>> = {
  free: "bg-card text-text hover:bg-white/20",
  picked: "bg-[#ffb627] text-[#1a1203]",
  drawn: "bg-[#0c3f63] text-[#9fd3ff] ring-2 ring-inset ring-[#38a3f5]",
  hit: "bg-win-fill text-on-win ring-2 ring-inset ring-white",
};

/** Forty numbers; arrows move between them, Space picks, Enter draws. */
export function KenoGrid({ picks, drawn, locked, onToggle, onAct }: KenoGridProps) {
  const t = useT();
  const [at, setAt] = useState(1);
  const grid = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent, number: number): void => {
    const next = stepNumber(number, event.key);
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
      grid.current?.querySelector<HTMLElement>(`[data-number="${next}"]`)?.focus();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) onAct?.();
  };
  return (
    <div ref={grid} role="group" aria-label={t("rounds.kenoNumbers")} className="mx-auto grid w-full max-w-160 flex-1 auto-rows-fr grid-cols-8">
      {numbers.map((number) => {
        const isPicked = picks.includes(number);
        const state: State = drawn.includes(number) ? (isPicked ? "hit" : "drawn") : isPicked ? "picked" : "free";
        const words = { free: "", picked: "", drawn: `, ${t("rounds.kenoDrawn")}`, hit: `, ${t("rounds.kenoHit")}` } as const;
        return (
          <button
            key={number}
            type="button"
            data-number={number}
            tabIndex={number === at ? 0 : -1}
            aria-pressed={isPicked}
            aria-disabled={locked || onToggle === undefined}
            aria-label={`${number}${words[state]}`}
            onFocus={() => setAt(number)}
            onKeyDown={(event) => press(event, number)}
            onClick={locked ? undefined : () => onToggle?.(number)}
            className="group min-h-11 rounded-sm p-0.5 sm:p-1"
          >
            <span
              className={cx(
                "figures relative grid size-full min-h-9 place-items-center overflow-hidden rounded-sm text-base font-bold transition-colors sm:rounded-md sm:text-lg",
                looks[state],
              )}
            >
              {state === "hit" && <ParolMark className="absolute size-full p-0.5 opacity-20" />}
              <span className="relative">{number}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
