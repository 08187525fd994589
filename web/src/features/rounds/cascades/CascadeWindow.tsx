import { cellOf } from "@laro/engines/slots/cascade";
import type { CSSProperties } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import type { CascadeGame } from "./cascadeGame.ts";
import { type Frame, payOf } from "./playback.ts";
import "./cascades.css";

export interface CascadeWindowProps {
  game: CascadeGame;
  frame: Frame;
  stake: bigint;
  /** What is shown falls out: the next window is asked for. */
  isLeaving?: boolean;
  /** Symbols fall into their places, or stand in them. */
  isMoving?: boolean;
  label: string;
}

/** The window with its symbols: what wins shines, what is new has fallen. */
export function CascadeWindow({ game, frame, stake, isLeaving = false, isMoving = false, label }: CascadeWindowProps) {
  const lit = new Set(frame.wins.flatMap(({ cells }) => cells));
  return (
    <div className="@container-size flex min-h-0 flex-1 items-center justify-center">
      <SymbolSheet game={game} />
      <div
        className="rounded-md border-2 border-[#ffb627]/45 bg-[#0b0720] p-1 shadow-[0_0_60px_rgb(255_182_39/0.16)] sm:p-2"
        style={{ width: "min(100cqw, 100cqh * 6 / 5)" }}
      >
        <div
          role="img"
          aria-label={label}
          className={cx("relative grid aspect-6/5 grid-cols-6 gap-0.5 overflow-hidden sm:gap-1", isLeaving && "cascade-leaving")}
        >
          {frame.grid.map((column, reel) => (
            <div
              key={`${frame.window} ${reel}`}
              style={{ "--reel": reel } as CSSProperties}
              className="cascade-reel grid min-h-0 auto-rows-fr gap-0.5 sm:gap-1"
            >
              {column.map((symbol, row) => (
                <Cell
                  key={row}
                  symbol={symbol}
                  rows={isMoving ? (frame.falls[reel]?.[row] ?? 0) : 0}
                  state={lit.size === 0 ? "plain" : lit.has(cellOf(reel, row)) ? "lit" : "dim"}
                />
              ))}
            </div>
          ))}
          {frame.pays > 0 && <PayTag frame={frame} stake={stake} />}
          {frame.intro !== undefined && <Intro spins={frame.intro} />}
        </div>
      </div>
    </div>
  );
}

function Cell({ symbol, rows, state }: { symbol: number; rows: number; state: "plain" | "lit" | "dim" }) {
  return (
    <span
      style={{ "--rows": rows } as CSSProperties}
      className={cx(
        "grid min-h-0 place-items-center rounded-sm bg-linear-to-b from-[#2f2363] to-[#1b1340]",
        rows > 0 && "cascade-fall",
        state === "lit" && "cascade-lit",
        state === "dim" && "opacity-40",
      )}
    >
      <svg viewBox="0 0 96 96" className="size-full min-h-0 p-[4%]">
        <use href={`#cascade-${symbol}`} />
      </svg>
    </span>
  );
}

/** What the shining symbols pay, over them. */
function PayTag({ frame: { wins, multiplier, pays, window }, stake }: { frame: Frame; stake: bigint }) {
  const bare = wins.reduce((sum, win) => sum + win.pays, 0);
  return (
    <span
      key={window}
      aria-hidden="true"
      className="absolute start-1/2 top-1/2 flex -translate-x-1/2 -translate-y-1/2 animate-fade items-baseline gap-1.5 rounded-pill bg-[#ffb627] px-3 py-1 font-display text-base font-extrabold whitespace-nowrap text-[#1a1203] shadow-float sm:text-xl rtl:translate-x-1/2"
    >
      {multiplier > 1 && (
        <span className="figures text-sm sm:text-base">
          <Money minor={payOf(stake, bare)} /> × {multiplier} =
        </span>
      )}
      <Money minor={payOf(stake, pays)} />
    </span>
  );
}

/** Says what comes before the free spins begin. */
function Intro({ spins }: { spins: number }) {
  const t = useT();
  return (
    <div className="absolute inset-0 grid animate-fade place-content-center gap-1 bg-[#0b0720]/80 p-4 text-center">
      <p className="font-display text-2xl font-extrabold text-[#ffc657] sm:text-4xl">{t("rounds.books.freeIntro", { spins })}</p>
      <p className="text-sm text-[#fbf8f0]">{t("rounds.books.freeIntroWhy")}</p>
    </div>
  );
}

/** Each symbol is drawn once and used in every cell. */
export function SymbolSheet({ game }: { game: CascadeGame }) {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {game.art.map((drawing, symbol) => (
        <symbol key={symbol} id={`cascade-${symbol}`} viewBox="0 0 96 96">
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}
