import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { ROWS } from "@laro/engines/slots/reels";
import type { CSSProperties, ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";
import { type SlotGame, stripFrom } from "./slotGame.ts";

const LOOP_SYMBOLS = 12;
const LAND_SYMBOLS = 10;
const LAND_SYMBOLS_PER_REEL = 5;
const LAND_MS = 560;
const LAND_MS_PER_REEL = 210;
const QUICK_MS = 140;

export type ReelMotion = "still" | "loop" | "land" | "quick";

/** How long the reels take to stand. */
export const landingMs = (isQuick: boolean): number => (isQuick ? QUICK_MS : LAND_MS + 4 * LAND_MS_PER_REEL);

export interface SlotReelsProps {
  symbols: SlotGame["symbols"];
  /** The strips its reels run on. */
  strips: SlotGame["strips"];
  stops: SlotOutcome["stops"];
  motion: ReelMotion;
  /** What the window shows, in words. */
  label: string;
  /** Drawn over the window: lines and what they pay. */
  children?: ReactNode;
}

/** Five reels in a lit frame. Each runs on its own strip in the strip's true order and stops a moment after the one before. */
export function SlotReels({ symbols, strips, stops, motion, label, children }: SlotReelsProps) {
  return (
    <SlotFrame symbols={symbols} label={label}>
      <div className="grid h-full grid-cols-5">
        {stops.map((stop, reel) => (
          <Reel key={reel} strip={strips[reel] ?? []} reel={reel} stop={stop} motion={motion} />
        ))}
      </div>
      {children}
    </SlotFrame>
  );
}

/** The lit frame around a window of five by three. */
export function SlotFrame({ symbols, label, children }: Pick<SlotReelsProps, "symbols" | "label" | "children">) {
  return (
    <div className="@container-size flex min-h-0 flex-1 items-center justify-center">
      <SymbolSheet symbols={symbols} />
      <div
        className="rounded-md border-2 border-[#ffb627]/45 bg-[#0b0720] p-1.5 shadow-[0_0_60px_rgb(255_182_39/0.16)] sm:p-2.5"
        style={{ width: "min(100cqw, 100cqh * 5 / 3)" }}
      >
        <div role="img" aria-label={label} className="relative aspect-5/3 overflow-hidden">
          {children}
        </div>
      </div>
    </div>
  );
}

function Reel({ strip, reel, stop, motion }: { strip: readonly number[]; reel: number; stop: number; motion: ReelMotion }) {
  const extra = motion === "still" ? 0 : motion === "loop" ? LOOP_SYMBOLS : LAND_SYMBOLS + LAND_SYMBOLS_PER_REEL * reel;
  const window = stripFrom(strip, stop, ROWS);
  const run = stripFrom(strip, stop + ROWS, extra - (motion === "loop" ? ROWS : 0));
  // A loop ends as it begins, so that its end cannot be seen.
  const symbols = motion === "loop" ? [...window, ...run, ...window] : [...window, ...run];
  const land = motion === "quick" ? QUICK_MS : LAND_MS + LAND_MS_PER_REEL * reel;
  const path = { "--from": `${(-100 * (symbols.length - ROWS)) / symbols.length}%`, "--land": `${land}ms`, height: `${(100 * symbols.length) / ROWS}%` };
  return (
    <div className="relative h-full overflow-hidden">
      <div
        style={path as CSSProperties}
        className={cx("absolute inset-x-0 top-0 grid auto-rows-fr", motion === "loop" && "reel-loop", (motion === "land" || motion === "quick") && "reel-land")}
      >
        {symbols.map((symbol, at) => (
          <span key={at} className="min-h-0 p-[2.5%]">
            <span className="grid size-full place-items-center rounded-sm bg-linear-to-b from-[#2f2363] to-[#1b1340] sm:rounded-md">
              <svg viewBox="0 0 96 96" className="size-[72%]">
                <use href={`#symbol-${symbol}`} />
              </svg>
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** Each symbol is drawn once and used on every reel: a spin moves some hundred of them. */
function SymbolSheet({ symbols }: Pick<SlotGame, "symbols">) {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {symbols.map(({ name, art }, symbol) => (
        <symbol key={name} id={`symbol-${symbol}`} viewBox="0 0 96 96">
          {art}
        </symbol>
      ))}
    </svg>
  );
}
