import { useRef, type KeyboardEvent } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { rankOf, sayCard, suitOf } from "../cards/sayCard.ts";

export type Order = "suit" | "rank";

export const sorted = (cards: readonly number[], order: Order): number[] =>
  cards.toSorted((one, other) =>
    order === "suit" ? suitOf(one) - suitOf(other) || rankOf(one) - rankOf(other) : rankOf(one) - rankOf(other) || suitOf(one) - suitOf(other),
  );

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

interface Props {
  readonly cards: readonly number[];
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (card: number) => void;
  readonly isActive: boolean;
  /** A card that just came. */
  readonly drawn: number | undefined;
}

/** The own hand as a fan that fits any width: a press or space chooses a card, the arrows go from one to the next. */
export function OwnHand({ cards, chosen, onToggle, isActive, drawn }: Props) {
  const t = useT();
  const fan = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, at: number): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    fan.current?.querySelectorAll("button")[at + step]?.focus();
  };
  if (cards.length === 0) return <div className="h-20" />;
  return (
    <div
      ref={fan}
      role="group"
      aria-label={t("pvp.hand")}
      style={{ gridTemplateColumns: `repeat(${cards.length - 1}, minmax(0, 3.75rem)) var(--card-width)` }}
      className="mx-auto grid w-full max-w-3xl justify-center pt-4 [--card-width:3.75rem] sm:[--card-width:5rem]"
    >
      {cards.map((card, at) => (
        <button
          key={card}
          type="button"
          aria-pressed={chosen.has(card)}
          aria-label={sayCard(card, t)}
          data-card={card}
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => onToggle(card)}
          onKeyDown={(event) => move(event, at)}
          className={cx(
            "relative w-(--card-width) rounded-md transition-transform duration-(--swift) focus-visible:z-10 focus-visible:outline-3 focus-visible:outline-action",
            chosen.has(card) && "-translate-y-4",
            !isActive && "brightness-75",
            card === drawn && "rounded-md ring-3 ring-action",
          )}
        >
          <PlayingCard card={card} className="w-full" />
        </button>
      ))}
    </div>
  );
}
