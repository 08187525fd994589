import { ChevronLeft, ChevronRight } from "lucide-react";
import { Children, useRef } from "react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";

const SLIDES_IN_VIEW = 6.5;

const widths = {
  tiles: "auto-cols-[calc((100%-24px)/2.6)] md:auto-cols-[calc((100%-48px)/4.5)] lg:auto-cols-[calc((100%-88px)/6.5)]",
  thirds: "auto-cols-[88%] sm:auto-cols-[calc((100%-12px)/2)] lg:auto-cols-[calc((100%-32px)/3)]",
} as const;

export interface RailProps {
  title: ReactNode;
  /** Stands beside the title: the link to the whole list. */
  more?: ReactNode;
  labels: { previous: string; next: string };
  /** GameTiles, or cards of a third of the row. */
  children: ReactNode;
  width?: keyof typeof widths | undefined;
}

/** A row of cards that scrolls on its own: six and a half tiles in view, or three thirds, 16 px apart; arrows only when there are more. */
export function Rail({ title, more, labels, children, width = "tiles" }: RailProps) {
  const track = useRef<HTMLUListElement>(null);
  const slides = Children.toArray(children);
  const turn = (pages: number) => track.current?.scrollBy({ left: pages * track.current.clientWidth * 0.9, behavior: "smooth" });
  return (
    <section className="min-w-0">
      <header className="mb-3 flex min-h-10 items-center gap-4">
        <h2 className="text-lg font-bold">{title}</h2>
        <span className="flex-1 text-sm font-semibold text-primary-text">{more}</span>
        {slides.length > (width === "thirds" ? 3 : SLIDES_IN_VIEW) && (
          <span className="hidden gap-2 lg:flex">
            <IconButton outlined label={labels.previous} onClick={() => turn(-1)} className="size-9">
              <ChevronLeft />
            </IconButton>
            <IconButton outlined label={labels.next} onClick={() => turn(1)} className="size-9">
              <ChevronRight />
            </IconButton>
          </span>
        )}
      </header>
      <ul
        ref={track}
        className={cx("no-bar -m-1 grid snap-x scroll-px-1 grid-flow-col gap-3 overflow-x-auto overscroll-x-contain p-1 pt-2 lg:gap-4", widths[width])}
      >
        {slides.map((slide, at) => (
          <li key={at} className="min-w-0 snap-start">
            {slide}
          </li>
        ))}
      </ul>
    </section>
  );
}
