import { useT } from "../../api/language.ts";
import { Skeleton } from "../../ui/Loading.tsx";

const SKELETONS = 6;
/** How tiles stand side by side. */
export const tileGrid = "grid grid-cols-2 gap-3 min-[480px]:grid-cols-3 md:grid-cols-4 lg:gap-4 xl:grid-cols-6 2xl:grid-cols-7";
/** The same in numbers, the widest first: from so many px on, so many columns, so far apart. */
const WIDTHS = [
  [1536, 7, 16],
  [1280, 6, 16],
  [1024, 4, 16],
  [768, 4, 12],
  [480, 3, 12],
  [0, 2, 12],
] as const;
/** Beside the tiles of a phone. */
const SIDES = 32;
/** Of a tile, height to width. */
const SHAPE = 4 / 3;

/** How tiles will stand in this window, before any is there to be measured: what is guessed right need not be drawn twice. */
export function guessGrid(): { readonly columns: number; readonly tileHeight: number; readonly rowHeight: number; readonly rowCount: number } {
  const [, columns, gap] = WIDTHS.find(([from]) => innerWidth >= from)!;
  const tileHeight = ((innerWidth - SIDES - (columns - 1) * gap) / columns) * SHAPE;
  return { columns, tileHeight, rowHeight: tileHeight + gap, rowCount: Math.ceil(innerHeight / (tileHeight + gap)) };
}

/** Stands where tiles will be, in their very shape. */
export function TileSkeletons() {
  const t = useT();
  return (
    <div role="status" aria-label={t("ui.loading")} className={tileGrid}>
      {Array.from({ length: SKELETONS }, (_, at) => (
        <Skeleton key={at} className="aspect-3/4 rounded-md" />
      ))}
    </div>
  );
}
