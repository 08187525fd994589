import type { Winner } from "@laro/contract/winners";
import { Trophy } from "lucide-react";
import { useEffect, useRef } from "react";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { Money } from "../../ui/Money.tsx";

/** One place on at a time (CONST-10). */
const STEP_MS = 3_000;

/** Real wins of the last day, one step every three seconds; where nobody won there is no strip. */
export function WinnersStrip({ rows }: { rows: readonly Winner[] }) {
  const t = useT();
  const track = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => step(track.current), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section aria-label={t("winners.title")} className="flex items-center gap-3 rounded-md border border-line bg-raised p-3">
      <Anchor to="/winners" className="flex shrink-0 items-center gap-2 text-sm font-bold text-primary-text">
        <Trophy aria-hidden="true" className="size-4.5" />
        <span className="max-sm:sr-only">{t("winners.title")}</span>
      </Anchor>
      <ul ref={track} aria-label={t("winners.title")} tabIndex={0} className="no-bar flex min-w-0 flex-1 gap-2 overflow-x-auto">
        {rows.map(({ customerName, gameName, iconUrl, winAmount, gameTime, nodeId }) => (
          <li key={`${gameTime} ${nodeId} ${customerName}`} className="flex shrink-0 items-center gap-2.5 rounded-sm bg-card py-1.5 ps-1.5 pe-3">
            <span className="relative h-11 w-8.5 shrink-0 overflow-hidden rounded-sm">
              <LazyImage src={iconUrl} alt="" fallback={null} className="absolute inset-0 size-full object-cover" />
            </span>
            <span className="grid text-xs">
              <span className="text-muted">
                {customerName} · {gameName}
              </span>
              <Money minor={winAmount} className="text-sm font-bold text-win-text" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** To the next row, from the last back to the first; while somebody looks at it the strip stays. */
function step(track: HTMLElement | null): void {
  if (track === null || document.hidden || track.matches(":hover, :focus-within")) return;
  const width = (track.children[1] as HTMLElement | undefined)?.offsetLeft ?? 0;
  const stride = width - ((track.children[0] as HTMLElement | undefined)?.offsetLeft ?? 0);
  const isAtEnd = track.scrollLeft + track.clientWidth >= track.scrollWidth - 1;
  track.scrollTo({ left: isAtEnd ? 0 : track.scrollLeft + stride, behavior: "smooth" });
}
