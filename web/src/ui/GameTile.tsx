import { Flame, Play } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Anchor } from "./Anchor.tsx";
import { type GlyphName, Glyph, glyphNames } from "./art/glyphs.tsx";
import { Capiz, Fiesta, Stripes, Sunburst, Waves } from "./art/motifs.tsx";
import { LazyImage } from "./LazyImage.tsx";

const CARD_STYLES = 5;

const cardStyles = { 1: Sunburst, 2: Capiz, 3: Fiesta, 4: Waves, 5: Stripes } as const satisfies Record<CardStyle, ComponentType<{ className?: string }>>;

export type CardStyle = 1 | 2 | 3 | 4 | 5;

/** GAME-19: the style of a game's card is its nodeId modulo 5 plus 1. */
export const cardStyleOf = (nodeId: number): CardStyle => ((Math.abs(nodeId) % CARD_STYLES) + 1) as CardStyle;

/** Seven nights of colour: with five styles they give thirty-five different cards before one repeats. */
const palettes = [
  ["#d02a64", "#4a0c36"],
  ["#0f9d8f", "#0a2f43"],
  ["#7343dd", "#241050"],
  ["#2079de", "#0a2257"],
  ["#dd8018", "#5a2406"],
  ["#2fa457", "#0b382c"],
  ["#b8439a", "#2a0f4e"],
] as const;

const cardColors = (nodeId: number) => {
  const [top, foot] = palettes[Math.abs(nodeId) % palettes.length] ?? palettes[0];
  return `radial-gradient(70% 46% at 50% 40%, rgb(255 255 255 / 0.3), transparent), linear-gradient(${top}, ${foot})`;
};

const glyphOf = (nodeId: number): GlyphName => glyphNames[Math.abs(nodeId) % glyphNames.length] ?? "parol";

export interface GameTileProps {
  nodeId: number;
  name: string;
  vendor: string;
  /** Where the card leads; `onPlay` instead where a press must first be judged. */
  to?: string | undefined;
  onPlay?: (() => void) | undefined;
  playLabel: string;
  glyph?: GlyphName | undefined;
  /** A vendor's own cover; when it fails to load the drawn card stands in. */
  picture?: string | undefined;
  /** The words of the hot ribbon; none, no ribbon. */
  hot?: string | undefined;
  /** The popularity index with its name: a figure without words says nothing. */
  popularity?: string | undefined;
  /** FavouriteStar stands here. */
  favourite?: ReactNode;
}

export function GameTile(props: GameTileProps) {
  const { nodeId, name, vendor, to, onPlay, playLabel, picture, hot, favourite } = props;
  const reach = "absolute inset-0 z-[1] rounded-md text-start outline-offset-3";
  const words = `${playLabel}: ${name}, ${vendor}`;
  return (
    <article className="group relative aspect-3/4 rounded-md transition duration-200 hover:-translate-y-1">
      <div style={{ background: cardColors(nodeId) }} className="absolute inset-0 isolate overflow-hidden rounded-md text-white">
        <Cover nodeId={nodeId} glyph={props.glyph} picture={picture} />
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/55 to-transparent px-3 pt-9 pb-2.5">
          <h3 className="truncate font-sans text-sm font-semibold tracking-normal">{name}</h3>
          <Facts {...props} />
        </div>
        <span
          aria-hidden="true"
          className="absolute inset-0 grid place-items-center bg-black/45 pb-8 opacity-0 transition group-focus-within:opacity-100 group-hover:opacity-100"
        >
          <span className="grid size-12 scale-90 place-items-center rounded-pill bg-action text-on-action transition group-hover:scale-100">
            <Play className="ms-0.5 size-5 fill-current" />
          </span>
        </span>
        {hot && (
          <span className="absolute start-2.5 top-2.5 flex h-6 items-center gap-1 rounded-pill bg-accent-fill ps-1.5 pe-2.5 text-xs font-bold">
            <Flame aria-hidden="true" className="size-3.5 fill-current" />
            {hot}
          </span>
        )}
      </div>
      {to ? (
        <Anchor to={to} aria-label={words} onClick={onPlay} className={reach} />
      ) : (
        <button type="button" aria-label={words} onClick={onPlay} className={reach} />
      )}
      {favourite && <span className="absolute end-1.5 top-1.5 z-[2]">{favourite}</span>}
    </article>
  );
}

function Cover({ nodeId, glyph, picture }: Pick<GameTileProps, "nodeId" | "glyph" | "picture">) {
  const Pattern = cardStyles[cardStyleOf(nodeId)];
  const drawn = (
    <>
      <Pattern className="absolute inset-0 size-full" />
      <span className="absolute start-1/2 top-[66%] h-[4%] w-[46%] -translate-x-1/2 rounded-pill bg-black/30 blur-[3px]" />
      <Glyph name={glyph ?? glyphOf(nodeId)} className="absolute start-[20%] top-[17%] w-[60%] transition duration-200 group-hover:scale-106" />
    </>
  );
  return picture ? <LazyImage src={picture} alt="" fallback={drawn} className="absolute inset-0 size-full object-cover" /> : drawn;
}

function Facts({ vendor, popularity }: GameTileProps) {
  return (
    <p className="figures grid text-xs text-white/85">
      <span className="truncate">{vendor}</span>
      {popularity && <span className="truncate font-medium text-[#8ff0cf]">{popularity}</span>}
    </p>
  );
}
