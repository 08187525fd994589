import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import { useEffect, useState } from "react";
import type { Translator } from "@laro/locales/t";
import { Money } from "../../../ui/Money.tsx";
import { useT } from "../../../api/language.ts";
import { payOf, type SlotGame } from "./slotGame.ts";
import { CELL, cellsOf, HEIGHT, linePath, type SlotWin, WIDTH } from "./winLines.ts";

const LINE_MS = 1_100;
const COLORS = ["#ffb627", "#ff6d8d", "#3fe0b2", "#62bbff", "#fff3d6"] as const;

export interface WinLinesProps {
  game: SlotGame;
  outcome: SlotOutcome;
  stake: bigint;
}

/** The win to show now: one after the other, round and round. */
export function useWinInTurn({ wins }: SlotOutcome): SlotWin | undefined {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (wins.length < 2) return;
    const timer = setInterval(() => setTurn((now) => now + 1), LINE_MS);
    return () => clearInterval(timer);
  }, [wins.length]);
  return wins[turn % Math.max(1, wins.length)];
}

/** Draws the wins over the reels one after another, each with its cells and its pay. */
export function WinLines({ game, outcome, stake }: WinLinesProps) {
  const win = useWinInTurn(outcome);
  if (win === undefined) return null;
  const color = COLORS[(win.line ?? win.symbol) % COLORS.length] ?? COLORS[0];
  const cells = cellsOf(game, win, outcome.grid);
  const path = win.line === null ? undefined : linePath(game.lines[win.line] ?? []);
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <svg key={win.line ?? win.symbol} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="absolute inset-0 size-full">
        {cells.map(({ reel, row }) => (
          <rect
            key={`${reel} ${row}`}
            x={reel * CELL + 4}
            y={row * CELL + 4}
            width={CELL - 8}
            height={CELL - 8}
            rx="10"
            fill={color}
            fillOpacity="0.12"
            stroke={color}
            strokeWidth="3"
          />
        ))}
        {path !== undefined && (
          <>
            <path d={path} pathLength="1" fill="none" stroke="#000" strokeOpacity="0.45" strokeWidth="8" strokeLinejoin="round" className="win-line" />
            <path d={path} pathLength="1" fill="none" stroke={color} strokeWidth="4.5" strokeLinejoin="round" strokeLinecap="round" className="win-line" />
          </>
        )}
      </svg>
      <WinTag game={game} win={win} stake={stake} color={color} cell={cells.at(-1)} />
    </div>
  );
}

const nameOf = ({ line, ways }: SlotWin, game: SlotGame, t: Translator): string =>
  line !== null ? t("rounds.line", { line: line + 1 }) : ways !== undefined ? t("rounds.slots.ways", { ways }) : game.scatterName(t);

function WinTag({
  game,
  win,
  stake,
  color,
  cell,
}: {
  game: SlotGame;
  win: SlotWin;
  stake: bigint;
  color: string;
  cell: { reel: number; row: number } | undefined;
}) {
  const t = useT();
  if (cell === undefined) return null;
  const place = {
    insetInlineStart: `${((cell.reel + 0.5) / (WIDTH / CELL)) * 100}%`,
    top: `${((cell.row + 0.84) / (HEIGHT / CELL)) * 100}%`,
    background: color,
  };
  return (
    <span
      key={win.line}
      style={place}
      className="absolute -translate-x-1/2 -translate-y-1/2 animate-fade rounded-pill px-2 py-0.5 text-xs font-bold whitespace-nowrap text-[#1a1203] shadow-float rtl:translate-x-1/2"
    >
      <span className="max-sm:hidden">{nameOf(win, game, t)} · </span>
      <Money minor={payOf(game, stake, win.pays)} />
    </span>
  );
}
