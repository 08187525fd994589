import type { MinesView } from "@laro/contract/core/plays/steps";
import { type KeyboardEvent, useRef, useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";

const SIDE = 5;
const TILES = SIDE * SIDE;
const tiles = Array.from({ length: TILES }, (_, tile) => tile);
const ways: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: SIDE, ArrowUp: -SIDE };

type Face = "closed" | "pearl" | "mine" | "hit" | "hiddenPearl";

function faceOf(tile: number, { picks, hit, field }: Pick<MinesView, "picks" | "hit" | "field">): Face {
  if (tile === hit) return "hit";
  if (picks.includes(tile)) return "pearl";
  if (field === null) return "closed";
  return field.includes(tile) ? "mine" : "hiddenPearl";
}

export interface MinesBoardProps {
  view: Pick<MinesView, "picks" | "hit" | "field"> | undefined;
  /** The tile that is on its way to the server. */
  asked?: number | undefined;
  /** Without it the tiles only show. */
  onPick?: ((tile: number) => void) | undefined;
  /** Tiles can be turned now. */
  isOpen: boolean;
}

const EMPTY = { picks: [], hit: null, field: null };

/** Twenty-five shells on the sand: a pearl or an urchin in each. Arrows move among them. */
export function MinesBoard({ view = EMPTY, asked, onPick, isOpen }: MinesBoardProps) {
  const t = useT();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const move = (event: KeyboardEvent): void => {
    const by = ways[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
    const next = at + by;
    const leavesRow = Math.abs(by) === 1 && Math.floor(next / SIDE) !== Math.floor(at / SIDE);
    if (next < 0 || next >= TILES || leavesRow) return;
    setAt(next);
    grid.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div ref={grid} role="group" aria-label={t("rounds.steps.board")} className="mines-board">
      {tiles.map((tile) => (
        <Tile
          key={tile}
          tile={tile}
          face={faceOf(tile, view)}
          isAsked={tile === asked}
          isOpen={isOpen}
          isStop={tile === at}
          onFocus={() => setAt(tile)}
          onKeyDown={move}
          onPick={onPick && (() => onPick(tile))}
        />
      ))}
    </div>
  );
}

interface TileProps {
  tile: number;
  face: Face;
  isAsked: boolean;
  isOpen: boolean;
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPick: (() => void) | undefined;
}

const drawings = { closed: Shell, pearl: Pearl, mine: Urchin, hit: Urchin, hiddenPearl: Pearl } as const satisfies Record<Face, () => unknown>;

function Tile({ tile, face, isAsked, isOpen, isStop, onFocus, onKeyDown, onPick }: TileProps) {
  const t = useT();
  const Drawing = drawings[face];
  const place = t("rounds.steps.tile", { row: Math.floor(tile / SIDE) + 1, column: (tile % SIDE) + 1 });
  const label = `${place}: ${t("rounds.steps.tileFace", { face: face === "hiddenPearl" ? "pearl" : face })}`;
  const isFree = isOpen && face === "closed";
  const look = cx("mines-tile", face === "hit" && "mines-hit", (face === "mine" || face === "hiddenPearl") && "mines-shown", isAsked && "mines-asked");
  const art = (
    <svg viewBox="0 0 60 60" aria-hidden="true" className={cx("size-full", face !== "closed" && "mines-turned")}>
      <Drawing />
    </svg>
  );
  if (onPick === undefined)
    return (
      <span role="img" aria-label={label} data-face={face} className={look}>
        {art}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-disabled={!isFree}
      data-face={face}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={isFree ? onPick : undefined}
      className={cx(look, isFree && "mines-free")}
    >
      {art}
    </button>
  );
}

/** A closed capiz shell. */
function Shell() {
  return (
    <>
      <path d="M30 52C14 50 6 38 8 26 10 14 20 8 30 8s20 6 22 18c2 12-6 24-22 26Z" fill="#f6d9b8" />
      <path d="M30 52C14 50 6 38 8 26c4 12 12 18 22 18s18-6 22-18c2 12-6 24-22 26Z" fill="#d69f78" />
      <path d="M30 50V11M30 50C22 40 18 28 19 13M30 50c8-10 12-22 11-37M30 50C18 44 11 34 11 22M30 50c12-6 19-16 19-28" className="mines-ribs" />
      <path d="M23 50h14l3 5H20Z" fill="#b87b58" />
    </>
  );
}

/** A pearl on an open shell. */
function Pearl() {
  return (
    <>
      <path d="M5 36c4 14 14 19 25 19s21-5 25-19c-8 5-16 7-25 7S13 41 5 36Z" fill="#d69f78" />
      <path d="M5 36c8-5 16-7 25-7s17 2 25 7c-8 5-16 7-25 7S13 41 5 36Z" fill="#ffe7d1" />
      <circle cx="30" cy="24" r="14.5" fill="#dfeef7" />
      <path d="M30 38.5A14.5 14.5 0 0 1 16 20c4 9 18 14 28 8a14.5 14.5 0 0 1-14 10.5Z" fill="#9fc3dd" />
      <circle cx="25" cy="18" r="4.5" fill="#fff" />
    </>
  );
}

/** A sea urchin: what nobody wants to step on. */
function Urchin() {
  return (
    <>
      <path
        d="M30 3l3 13 9-10-3 13 13-5-8 11 14 1-13 6 13 6-14 0 7 12-12-6 2 13-8-10-3 13-3-13-8 10 2-13-12 6 7-12-14 0 13-6-13-6 14-1-8-11 13 5-3-13 9 10Z"
        fill="#3b1145"
      />
      <circle cx="30" cy="32" r="14" fill="#6a1b7c" />
      <path d="M30 46a14 14 0 0 1-13-19c5 10 16 14 26 10a14 14 0 0 1-13 9Z" fill="#480f57" />
      <circle cx="25" cy="27" r="3" fill="#e48af4" />
      <circle cx="34" cy="30" r="2" fill="#e48af4" />
      <circle cx="28" cy="36" r="1.5" fill="#e48af4" />
    </>
  );
}
