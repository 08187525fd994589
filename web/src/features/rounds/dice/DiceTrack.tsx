import type { DiceChoice } from "@laro/contract/core/plays/dice";
import type { ReactNode } from "react";
import { ParolMark } from "../../../ui/art/Parol.tsx";
import { cx } from "../../../ui/cx.ts";

const MARKS = [0, 25, 50, 75, 100] as const;
const ROLLS = 10_000;

const percent = (hundredths: number): string => `${(hundredths * 100) / ROLLS}%`;

export interface DiceTrackProps {
  choice: DiceChoice;
  /** Where the parol stands, in hundredths; none before the first roll. */
  at: number | undefined;
  isTurning?: boolean;
  /** The control that moves the target lies on the track. */
  children?: ReactNode;
}

/** The scale from 0 to 100: where it is green a roll wins. */
export function DiceTrack({ choice: { target, side }, at, isTurning = false, children }: DiceTrackProps) {
  const isUnder = side === "under";
  return (
    <div className="mx-auto w-full max-w-200 px-4">
      <div className="relative mx-3 h-12 sm:h-14">
        {at !== undefined && (
          <span style={{ insetInlineStart: percent(at) }} className="absolute bottom-0 grid -translate-x-1/2 justify-items-center rtl:translate-x-1/2">
            <ParolMark className={cx("size-9 sm:size-11 drop-shadow-[0_0_12px_rgb(255_182_39/0.7)]", isTurning && "animate-[turn_0.7s_linear_infinite]")} />
            <i className="h-3 w-0.5 bg-white" />
          </span>
        )}
      </div>
      <div className="relative h-13 rounded-md bg-black/35 p-3">
        <div className="relative h-full overflow-hidden rounded-pill bg-[#f0436a]">
          <div
            style={{ insetInlineStart: isUnder ? 0 : percent(target), width: percent(isUnder ? target : ROLLS - target) }}
            className="absolute inset-y-0 bg-[#22c493]"
          />
        </div>
        {children}
      </div>
      <div aria-hidden="true" className="figures mx-3 mt-1.5 flex justify-between text-xs text-muted">
        {MARKS.map((mark) => (
          <span key={mark} className="w-0 text-center [&>*]:-translate-x-1/2">
            <span className="inline-block">{mark}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
