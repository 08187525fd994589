import { isHeld } from "@laro/engines/steps/videoPoker";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";

export interface PokerCardsProps {
  cards: readonly number[] | undefined;
  held: number;
  /** Without it the cards only show what was held. */
  onHold?: ((index: number) => void) | undefined;
  isOpen: boolean;
}

const BACKS = [0, 1, 2, 3, 4];
const CARD_MS = 70;

/** Five cards, each of which is held by a press on it. */
export function PokerCards({ cards, held, onHold, isOpen }: PokerCardsProps) {
  const t = useT();
  return (
    <ol aria-label={t("rounds.steps.cards")} className="mx-auto mt-3 grid w-full max-w-150 grid-cols-5 gap-1.5 sm:gap-3">
      {(cards ?? BACKS).map((card, index) => {
        const stays = isHeld(held, index);
        const face = (
          <span key={`${card} ${cards === undefined}`} className="card-come block" style={{ "--wait": `${index * CARD_MS}ms` } as React.CSSProperties}>
            <PlayingCard card={card} faceDown={cards === undefined} className="w-full" />
          </span>
        );
        const mark = (
          <span
            className={cx(
              "mx-auto mt-1.5 grid h-6 w-full max-w-20 place-items-center rounded-pill text-xs font-bold",
              stays ? "bg-[#ffb627] text-[#1a1203]" : "bg-black/30 text-muted",
            )}
          >
            {stays ? t("rounds.steps.held") : index + 1}
          </span>
        );
        return (
          <li key={index} className={cx("transition", stays && cards !== undefined && "card-held")}>
            {onHold === undefined ? (
              <>
                {face}
                {mark}
              </>
            ) : (
              <button
                type="button"
                aria-pressed={stays}
                aria-disabled={!isOpen}
                aria-keyshortcuts={String(index + 1)}
                onClick={isOpen ? () => onHold(index) : undefined}
                className="block w-full rounded-md text-center"
              >
                {face}
                {mark}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
