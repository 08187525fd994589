import type { Game } from "@laro/contract/games";
import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { useT } from "../../api/language.ts";
import { Skeleton } from "../../ui/Loading.tsx";
import { GameCard } from "./GameCard.tsx";
import { guessGrid, tileGrid } from "./TileSkeletons.tsx";

/** Rows kept above and below the window. */
const OVERSCAN = 3;

interface TilesProps {
  /** By their places in the list; one that has not come yet is undefined. */
  games: readonly (Game | undefined)[];
  onPlay: (game: Game) => void;
  /** Told the places in the page whenever they change. */
  onView?: ((first: number, last: number) => void) | undefined;
}

/** Games side by side; of a long list only the rows near the window are in the page, whose height is that of all. Arrow keys lead from tile to tile. */
export function Tiles({ games, onPlay, onView }: TilesProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const { columns, rowHeight, tileHeight, firstRow, rowCount } = useGrid(list);
  const overscan = useOverscan();
  const rows = Math.ceil(games.length / columns);
  const from = Math.max(0, Math.min(firstRow - overscan, rows - rowCount - 2 * overscan));
  const until = Math.min(rows, from + rowCount + 2 * overscan);
  const [first, end] = [from * columns, Math.min(games.length, until * columns)];
  useEffect(() => onView?.(first, Math.max(first, end - 1)), [onView, first, end]);
  useArrows(list, { columns, rowHeight, count: games.length });
  return (
    <section>
      <h2 className="sr-only">{t("site.games")}</h2>
      <ul ref={list} style={{ paddingTop: from * rowHeight, paddingBottom: (rows - until) * rowHeight, overflowAnchor: "none" }} className={tileGrid}>
        {games.slice(first, end).map((game, at) => (
          <li
            key={`${first + at} ${game?.nodeId ?? ""}`}
            data-at={first + at}
            aria-setsize={games.length}
            aria-posinset={first + at + 1}
            style={game === undefined ? { height: tileHeight } : undefined}
          >
            {game === undefined ? <Skeleton className="h-full rounded-md" /> : <GameCard game={game} onPlay={onPlay} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Grid {
  readonly columns: number;
  readonly tileHeight: number;
  /** From the top of one row to that of the next, in px. */
  readonly rowHeight: number;
  /** The rows in the window. */
  readonly firstRow: number;
  readonly rowCount: number;
}

/** How the grid stands, read off the page itself: its columns are the style sheet's to say. */
function readGrid(list: HTMLUListElement): Grid {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  const tileHeight = list.querySelector("article")?.getBoundingClientRect().height ?? guessGrid().tileHeight;
  const rowHeight = tileHeight + Number.parseInt(rowGap, 10);
  return {
    columns: gridTemplateColumns.split(" ").length,
    tileHeight,
    rowHeight,
    firstRow: Math.max(0, Math.floor(-list.getBoundingClientRect().top / rowHeight)),
    rowCount: Math.ceil(innerHeight / rowHeight) + 1,
  };
}

/** What nobody sees yet comes in slices, after what is in the window: twenty tiles at once made a phone wait. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0);
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);
  return overscan;
}

const names = ["columns", "tileHeight", "rowHeight", "firstRow", "rowCount"] as const satisfies readonly (keyof Grid)[];

function useGrid(list: RefObject<HTMLUListElement | null>): Grid {
  const [grid, setGrid] = useState<Grid>(() => ({ ...guessGrid(), firstRow: 0 }));
  useEffect(() => {
    const look = (): void => {
      if (list.current === null) return;
      const next = readGrid(list.current);
      setGrid((known) => (names.every((name) => known[name] === next[name]) ? known : next));
    };
    // What stands above it may grow or go, and moves it. Its first word comes once the page is laid out, so that nothing is laid out for the sake of being read.
    const watcher = new ResizeObserver(look);
    watcher.observe(document.body);
    addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      removeEventListener("scroll", look);
    };
  }, [list]);
  return grid;
}

/** Leads the focus from tile to tile; one that is not in the page yet is brought into it first, and followed until it is there or somebody moves the page. */
function useArrows(list: RefObject<HTMLUListElement | null>, { columns, rowHeight, count }: Pick<Grid, "columns" | "rowHeight"> & { count: number }): void {
  const wanted = useRef<number>(undefined);
  const lead = (): void => {
    const [element, place] = [list.current!, wanted.current];
    if (place === undefined) return;
    showRow(element, { top: Math.floor(place / columns) * rowHeight, height: rowHeight });
    const tile = element.querySelector<HTMLElement>(`[data-at="${place}"] article > button`);
    tile?.focus({ preventScroll: true });
    if (tile !== null && document.activeElement === tile) wanted.current = undefined;
  };
  useEffect(lead);
  useEffect(() => {
    const element = list.current!;
    const move = (event: KeyboardEvent): void => {
      const toEnd = getComputedStyle(element).direction === "rtl" ? -1 : 1;
      const step = { ArrowRight: toEnd, ArrowLeft: -toEnd, ArrowDown: columns, ArrowUp: -columns }[event.key];
      const next = Number((event.target as Element).closest("li")?.dataset["at"]) + (step ?? Number.NaN);
      if (!(next >= 0 && next < count)) return;
      event.preventDefault();
      wanted.current = next;
      lead();
    };
    const over = new AbortController();
    element.addEventListener("keydown", move, { signal: over.signal });
    for (const wish of ["wheel", "touchmove"]) addEventListener(wish, () => (wanted.current = undefined), { signal: over.signal, passive: true });
    return () => over.abort();
  });
}

/** Scrolls as little as brings a row of the list wholly into sight below the header. */
function showRow(list: HTMLElement, { top, height }: { top: number; height: number }): void {
  const header = Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--header"), 10);
  const from = list.getBoundingClientRect().top + top;
  const [above, below] = [from - header, from + height - innerHeight];
  if (above < 0 || below > 0) scrollBy({ top: above < 0 ? above : Math.min(below, above), behavior: "instant" });
}
