import { Megaphone } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

const SPEED_PIXELS_PER_SECOND = 50;

export interface MarqueeProps {
  label: string;
  children: ReactNode;
}

/** The notice that moves across; it stops under the pointer, under the focus and under reduced motion. */
export function Marquee({ label, children }: MarqueeProps) {
  const text = useRef<HTMLDivElement>(null);
  // It begins where it stands, so its size is asked for when the page is laid out, and nothing is laid out for the question.
  useEffect(() => {
    const element = text.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const travel = element.scrollWidth;
    const room = element.parentElement?.clientWidth ?? 0;
    const frames = [{ transform: `translateX(${room}px)` }, { transform: `translateX(-${travel}px)` }];
    const motion = element.animate(frames, { duration: ((travel + room) / SPEED_PIXELS_PER_SECOND) * 1_000, iterations: Infinity });
    motion.currentTime = (room / SPEED_PIXELS_PER_SECOND) * 1_000;
    const pause = () => motion.pause();
    const play = () => motion.play();
    const stage = element.parentElement;
    for (const name of ["pointerenter", "focusin"]) stage?.addEventListener(name, pause);
    for (const name of ["pointerleave", "focusout"]) stage?.addEventListener(name, play);
    return () => {
      motion.cancel();
      for (const name of ["pointerenter", "focusin"]) stage?.removeEventListener(name, pause);
      for (const name of ["pointerleave", "focusout"]) stage?.removeEventListener(name, play);
    };
  }, [children]);
  return (
    <section aria-label={label} className="flex h-11 items-center gap-3 rounded-md border border-line bg-raised px-4 text-sm">
      <Megaphone aria-hidden="true" className="size-4.5 shrink-0 text-primary-text" />
      <span className="font-semibold text-primary-text">{label}</span>
      <div className="min-w-0 flex-1 overflow-x-clip mask-x-from-[calc(100%-20px)]">
        <div ref={text} className="flex w-max gap-12 whitespace-nowrap text-muted">
          {children}
        </div>
      </div>
    </section>
  );
}
