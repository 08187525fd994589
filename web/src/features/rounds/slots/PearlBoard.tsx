import { REELS, ROWS } from "@laro/engines/slots/reels";
import { cx } from "../../../ui/cx.ts";
import type { HoldStep, SlotGame } from "./slotGame.ts";
import { SlotFrame } from "./SlotReels.tsx";

export interface PearlBoardProps {
  symbols: SlotGame["symbols"];
  /** The symbol that lies in the cells. */
  pearl: number;
  step: HoldStep;
  label: string;
}

/** The window while pearls are held: each lies in its cell with what it is worth; new ones rise, the others stand. */
export function PearlBoard({ symbols, pearl, step: { pearls, fresh }, label }: PearlBoardProps) {
  const firstNew = pearls.length - fresh;
  return (
    <SlotFrame symbols={symbols} label={label}>
      <div className="grid h-full grid-flow-col grid-cols-5 grid-rows-3">
        {Array.from({ length: REELS * ROWS }, (_, cell) => {
          const at = pearls.findIndex((lying) => lying.cell === cell);
          const worth = pearls[at]?.worth;
          return (
            <span key={cell} className="min-h-0 p-[4%]">
              <span
                className={cx(
                  "relative grid size-full place-items-center rounded-sm sm:rounded-md",
                  worth === undefined ? "bg-[#140d33]" : "bg-linear-to-b from-[#1f6f86] to-[#0c3350]",
                  at >= firstNew && worth !== undefined && "ring-3 ring-[#ffe28a] ring-inset",
                )}
              >
                {worth !== undefined && (
                  <>
                    <svg viewBox="0 0 96 96" className={cx("size-[86%]", at >= firstNew && "pearl-rise")}>
                      <use href={`#symbol-${pearl}`} />
                    </svg>
                    <b className="figures absolute font-display text-sm font-extrabold text-[#1a1203] sm:text-xl">{worth}×</b>
                  </>
                )}
              </span>
            </span>
          );
        })}
      </div>
    </SlotFrame>
  );
}
