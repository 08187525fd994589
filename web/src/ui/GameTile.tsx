import { Flame, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Anchor } from "./Anchor.tsx";
import { cx } from "./cx.ts";
import { LazyImage } from "./LazyImage.tsx";

const CARD_STYLES = 5;
/** What stands in for a cover that does not come (ENTITY-35). */
const DEFAULT_COVER = "/TCG_GAME_ICONS/default.png";

/** GAME-19: the style of a game's card is its nodeId modulo 5 plus 1; its cover is drawn in it. */
export const cardStyleOf = (nodeId: number): number => (Math.abs(nodeId) % CARD_STYLES) + 1;

export interface GameTileProps {
  nodeId: number;
  name: string;
  /** Who brings it, in words. */
  vendor: string;
  /** Where the card leads; `onPlay` instead where a press must first be judged. */
  to?: string | undefined;
  onPlay?: (() => void) | undefined;
  playLabel: string;
  /** Its cover, which bears the name. */
  picture: string;
  /** The words of the hot ribbon; none, no ribbon. */
  hot?: string | undefined;
  /** The popularity index with its name: a figure without words says nothing. */
  popularity?: string | undefined;
  /** Why it cannot be started; it stays in its place, greyed. */
  closed?: string | undefined;
  /** FavouriteStar stands here. */
  favourite?: ReactNode;
}

export function GameTile(props: GameTileProps) {
  const { nodeId, name, vendor, to, onPlay, playLabel, picture, hot, popularity, closed, favourite } = props;
  const reach = "absolute inset-0 z-[1] rounded-md text-start outline-offset-3";
  const words = `${playLabel}: ${name}, ${vendor}${closed === undefined ? "" : `, ${closed}`}`;
  return (
    <article data-style={cardStyleOf(nodeId)} className="group relative rounded-md transition duration-200 hover:-translate-y-1">
      <div className="relative isolate aspect-3/4 overflow-hidden rounded-md bg-card text-white">
        <LazyImage
          src={picture}
          alt=""
          fallback={<img src={DEFAULT_COVER} alt="" className="absolute inset-0 size-full object-cover" />}
          className={cx("absolute inset-0 size-full object-cover transition duration-200 group-hover:scale-103", closed !== undefined && "grayscale")}
        />
        {closed === undefined ? (
          <span
            aria-hidden="true"
            className="absolute inset-0 grid place-items-center bg-black/35 opacity-0 transition group-focus-within:opacity-100 group-hover:opacity-100"
          >
            <span className="grid size-12 scale-90 place-items-center rounded-pill bg-action text-on-action transition group-hover:scale-100">
              <Play className="ms-0.5 size-5 fill-current" />
            </span>
          </span>
        ) : (
          <span className="absolute inset-x-2 top-1/2 -translate-y-1/2 rounded-sm bg-black/75 px-2 py-1 text-center text-xs font-semibold">{closed}</span>
        )}
        {hot && (
          <span className="absolute start-2 top-2 flex h-6 items-center gap-1 rounded-pill bg-accent-fill ps-1.5 pe-2.5 text-xs font-bold">
            <Flame aria-hidden="true" className="size-3.5 fill-current" />
            {hot}
          </span>
        )}
      </div>
      <div className="px-0.5 pt-2">
        <h3 className="truncate font-sans text-sm font-semibold tracking-normal">{name}</h3>
        <p className="figures grid min-h-8 content-start text-xs text-muted">
          <span className="truncate">{vendor}</span>
          {popularity && <span className="truncate font-semibold text-win-text">{popularity}</span>}
        </p>
      </div>
      {to ? (
        <Anchor to={to} aria-label={words} onClick={onPlay} className={reach} />
      ) : (
        <button type="button" aria-label={words} onClick={onPlay} className={reach} />
      )}
      {favourite && <span className="absolute end-0 top-0 z-[2]">{favourite}</span>}
    </article>
  );
}
