import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { Children, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";

/** Fewer stand still (CONST-12). */
const MOVES_FROM = 4;
const EVERY_MS = 5_000;
const GLIDE_MS = 1_000;
const GAP_PX = 10;

export interface CarouselProps {
  label: string;
  labels: { previous: string; next: string; pause: string; play: string; show: (place: number) => string };
  /** Side by side on a wide screen; a narrow one shows one and the edge of the next. */
  perView: 1 | 3;
  children: ReactNode;
}

/** Pictures in a row that one swipes, or steps through by the arrow keys as a browser scrolls to the next; more than three move by themselves until somebody looks closer (WCAG 2.2.2). */
export function Carousel({ label, labels, perView, children }: CarouselProps) {
  const slides = Children.toArray(children);
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const moves = slides.length >= MOVES_FROM;
  const [isPaused, setPaused] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const show = (place: number): void => {
    const next = (place + slides.length) % slides.length;
    setAt(next);
    if (track.current) glide(track.current, next);
  };
  useSelfMoving(track, moves && !isPaused, () => show(at + 1));
  return (
    <section aria-label={label} aria-roledescription="carousel" className="grid min-w-0 gap-2">
      <ul
        ref={track}
        tabIndex={0}
        aria-label={label}
        onScrollEnd={({ currentTarget }) => setAt(nearest(currentTarget))}
        style={{ gap: GAP_PX }}
        className={cx(
          "no-bar grid snap-x snap-mandatory grid-flow-col overflow-x-auto overscroll-x-contain rounded-md",
          perView === 3 ? "auto-cols-[92%] md:auto-cols-[calc((100%-20px)/3)]" : "auto-cols-[100%]",
        )}
      >
        {slides.map((slide, place) => (
          <li key={place} className="min-w-0 snap-start">
            {slide}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className={cx("flex items-center justify-center gap-1", perView === 3 && !moves && "md:hidden")}>
          <IconButton label={labels.previous} onClick={() => show(at - 1)} className="size-9 max-md:hidden">
            <ChevronLeft className="rtl:rotate-180" />
          </IconButton>
          {slides.map((_, place) => (
            <button
              key={place}
              type="button"
              aria-label={labels.show(place + 1)}
              aria-current={place === at}
              onClick={() => show(place)}
              className="grid size-6 place-items-center"
            >
              <span className={cx("h-2 rounded-pill transition-all", place === at ? "w-5 bg-primary" : "w-2 bg-muted")} />
            </button>
          ))}
          <IconButton label={labels.next} onClick={() => show(at + 1)} className="size-9 max-md:hidden">
            <ChevronRight className="rtl:rotate-180" />
          </IconButton>
          {moves && (
            <IconButton label={isPaused ? labels.play : labels.pause} onClick={() => setPaused(!isPaused)} className="size-9">
              {isPaused ? <Play /> : <Pause />}
            </IconButton>
          )}
        </div>
      )}
    </section>
  );
}

const slideAt = (track: HTMLElement, place: number): number => {
  const slide = track.children[place] as HTMLElement | undefined;
  return slide === undefined ? 0 : slide.offsetLeft - (track.children[0] as HTMLElement).offsetLeft;
};

const nearest = (track: HTMLElement): number => {
  const far = [...track.children].map((_, place) => Math.abs(slideAt(track, place) - track.scrollLeft));
  return far.indexOf(Math.min(...far));
};

/** The frame each track that is gliding waits for. */
const glides = new WeakMap<HTMLElement, number>();

/** Moves to a slide in one second, from wherever another glide has come; whoever wants no motion is there at once. */
function glide(track: HTMLElement, place: number): void {
  const [from, to] = [track.scrollLeft, slideAt(track, place)];
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return track.scrollTo({ left: to, behavior: "instant" });
  const began = performance.now();
  cancelAnimationFrame(glides.get(track) ?? 0);
  // The slides would snap back at every frame.
  track.style.scrollSnapType = "none";
  const draw = (nowMs: number): void => {
    const share = Math.min((nowMs - began) / GLIDE_MS, 1);
    track.scrollLeft = from + (to - from) * (1 - (1 - share) ** 3);
    if (share < 1) glides.set(track, requestAnimationFrame(draw));
    else track.style.scrollSnapType = "";
  };
  glides.set(track, requestAnimationFrame(draw));
}

/** Steps on while nobody points at it, has the focus in it or touches it, and the tab is seen. */
function useSelfMoving(track: RefObject<HTMLElement | null>, isOn: boolean, next: () => void): void {
  useEffect(() => {
    const section = track.current?.parentElement;
    if (!isOn || !section) return;
    let isHeld = false;
    const hold = (): void => void (isHeld = true);
    const release = (): void => void (isHeld = section.matches(":hover") || section.contains(document.activeElement));
    const over = new AbortController();
    for (const name of ["pointerenter", "focusin", "touchstart"]) section.addEventListener(name, hold, { signal: over.signal, passive: true });
    for (const name of ["pointerleave", "focusout", "touchend"]) section.addEventListener(name, release, { signal: over.signal, passive: true });
    const timer = setInterval(() => !isHeld && !document.hidden && next(), EVERY_MS);
    return () => {
      over.abort();
      clearInterval(timer);
    };
  });
}
