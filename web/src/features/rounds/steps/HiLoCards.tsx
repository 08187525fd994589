import type { HiLoView } from "@laro/contract/core/plays/steps";
import { ArrowDown, ArrowUp, Equal, SkipForward } from "lucide-react";
import { useEffect, useRef } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";

const signs = { higher: ArrowUp, lower: ArrowDown, same: Equal, skip: SkipForward } as const;

export interface HiLoCardsProps extends Pick<HiLoView, "cards" | "moves"> {
  /** The last guess was wrong. */
  isLost: boolean;
}

/** All cards that fell, from the first, with what led from each to the next. */
export function HiLoCards({ cards, moves, isLost }: HiLoCardsProps) {
  const t = useT();
  const row = useRef<HTMLOListElement>(null);
  useEffect(() => row.current?.scrollTo({ left: row.current.scrollWidth, behavior: "smooth" }), [cards.length]);
  return (
    <ol
      ref={row}
      aria-label={t("rounds.steps.cards")}
      tabIndex={0}
      className="no-bar mx-auto flex min-h-14 max-w-full items-center gap-1 overflow-x-auto rounded-md bg-black/25 px-2 py-1.5"
    >
      {cards.map((card, index) => {
        const move = moves[index];
        const Sign = move && signs[move];
        const isWrong = isLost && index === moves.length - 1;
        return (
          <li key={index} className="flex shrink-0 items-center gap-1">
            <PlayingCard card={card} size="sm" className="w-8" />
            {Sign && (
              <span
                className={cx(
                  "grid size-5 place-items-center rounded-pill",
                  isWrong ? "bg-accent-fill text-white" : move === "skip" ? "bg-white/20" : "bg-win-fill text-on-win",
                )}
              >
                <Sign aria-hidden="true" className="size-3.5" />
                <span className="sr-only">{t("rounds.steps.move", { move })}</span>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
