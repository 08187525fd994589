import { Maximize2 } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { type GlyphName, Glyph } from "../../ui/art/glyphs.tsx";
import { Banderitas, Capiz, Waves } from "../../ui/art/motifs.tsx";
import { IconButton } from "../../ui/Button.tsx";
import "./rounds.css";

export interface StageFrameProps {
  title: string;
  glyph: GlyphName;
  /** The night around the game: lights over a plaza, or the sea. */
  scene: "plaza" | "sea";
  tools?: ReactNode;
  children: ReactNode;
  controls: ReactNode;
}

/** The stage fills what the header leaves of the window, so that nothing of a game falls below the fold. */
export function StageFrame({ title, glyph, scene, tools, children, controls }: StageFrameProps) {
  const t = useT();
  const stage = useRef<HTMLElement>(null);
  const toggle = (): void => void (document.fullscreenElement === null ? stage.current?.requestFullscreen() : document.exitFullscreen());
  return (
    <section
      ref={stage}
      aria-label={title}
      data-scene={scene}
      className="room-stage relative isolate flex min-h-[max(35rem,calc(100svh-13rem))] min-w-0 flex-col gap-2 overflow-hidden rounded-md p-3 sm:gap-3 sm:p-5 lg:h-[max(35rem,calc(100dvh-var(--header)-3rem))] lg:min-h-0"
    >
      <div aria-hidden="true" className="absolute inset-0 -z-10">
        {scene === "plaza" ? <Capiz className="absolute inset-0 size-full opacity-35" /> : <Waves className="absolute inset-0 size-full opacity-45" />}
        <Banderitas width={1100} height={44} sag={12} flags={37} faint className="absolute inset-x-0 -top-1.5 h-11 w-full opacity-70" />
      </div>
      <header className="flex items-center gap-2 sm:gap-3 sm:pt-2">
        <Glyph name={glyph} className="size-8 sm:size-9" />
        <h1 className="line-clamp-2 min-w-0 flex-1 text-base leading-tight font-bold sm:text-xl">{title}</h1>
        {tools}
        <IconButton label={t("rounds.fullScreen")} onClick={toggle} outlined className="max-sm:hidden">
          <Maximize2 />
        </IconButton>
      </header>
      <div className="relative flex min-h-0 flex-1 flex-col">{children}</div>
      {controls}
    </section>
  );
}
