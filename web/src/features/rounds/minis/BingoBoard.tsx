import type { BingoOutcome } from "@laro/contract/core/plays/minis";
import { BALLS_DECIDING, BALLS_DRAWN, CARD_PRICE, FREE } from "@laro/engines/minis/bingo";
import { useT } from "../../../api/language.ts";
import { ParolMark } from "../../../ui/art/Parol.tsx";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { colorOf, columnOf, letterOf, LETTERS, type Mark, marksOf } from "./bingoLooks.ts";

/** The balls in the order they fell; what comes after the mark completes no line any more. */
export function BingoBalls({ balls, count }: { balls: readonly number[]; count: number }) {
  const t = useT();
  const places = Array.from({ length: BALLS_DRAWN }, (_, at) => (at < count ? balls[at] : undefined));
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1">
      <ol
        aria-label={t("rounds.bingoBalls")}
        className="grid grow grid-cols-[repeat(14,minmax(0,1fr))] gap-0.5 sm:grid-cols-[repeat(20,minmax(0,1fr))] sm:gap-1"
      >
        {places.slice(0, BALLS_DECIDING).map((number, at) => (
          <Ball key={at} number={number} />
        ))}
      </ol>
      <div className="grid gap-0.5 border-t-2 border-[#ffb627] pt-1 max-sm:w-full max-sm:grid-cols-[auto_1fr] max-sm:items-center max-sm:gap-2 sm:border-t-0 sm:border-s-2 sm:ps-3">
        <span className="text-xs text-muted">{t("rounds.bingoAfter")}</span>
        <ol aria-label={t("rounds.bingoAfterBalls")} className="grid grid-cols-8 gap-0.5">
          {places.slice(BALLS_DECIDING).map((number, at) => (
            <Ball key={at} number={number} isAfter />
          ))}
        </ol>
      </div>
    </div>
  );
}

/** A ball that decides is filled; one that came after is a ring. */
function Ball({ number, isAfter = false }: { number: number | undefined; isAfter?: boolean }) {
  if (number === undefined) return <li className="mx-auto aspect-square w-full max-w-7 min-w-5 rounded-full bg-black/30" />;
  const { fill, text } = colorOf(columnOf(number));
  return (
    <li
      style={isAfter ? { borderColor: fill } : { background: fill, color: text }}
      className={cx(
        "figures mx-auto grid aspect-square w-full max-w-7 min-w-5 place-items-center rounded-full text-[0.6875rem] leading-none font-bold",
        isAfter && "border-2 bg-[#1a1030] text-white",
      )}
    >
      <span className="sr-only">{letterOf(number)} </span>
      {number}
    </li>
  );
}

type Card = BingoOutcome["cards"][number];

export interface BingoCardsProps {
  cards: readonly Card[];
  /** The deciding balls that have fallen so far. */
  balls: readonly number[];
  /** What the cards pay may be told. */
  isWhole: boolean;
}

/** The cards, those that pay first once that is known. */
export function BingoCards({ cards, balls, isWhole }: BingoCardsProps) {
  const t = useT();
  const numbered = cards.map((card, at) => ({ card, number: at + 1 }));
  const ordered = isWhole ? numbered.toSorted((one, other) => other.card.lines - one.card.lines) : numbered;
  return (
    <ul
      tabIndex={0}
      aria-label={t("rounds.bingoCards")}
      className="grid min-h-40 flex-1 auto-rows-max grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] [align-content:safe_center] justify-items-center gap-1.5 overflow-y-auto rounded-sm p-1 outline-offset-2 max-sm:max-h-44 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] sm:gap-2"
    >
      {ordered.map(({ card, number }) => (
        <BingoCard key={number} card={card} number={number} balls={balls} isWhole={isWhole} />
      ))}
    </ul>
  );
}

const looks: Readonly<Record<Mark, string>> = {
  open: "bg-[#fdf3da] text-[#3a2a10]",
  marked: "bg-[#bfe8d8] text-[#05362a]",
  line: "bg-[#ffb627] text-[#1a1203]",
};

function BingoCard({ card: { cells, lines, multiplier }, number, balls, isWhole }: { card: Card; number: number } & Omit<BingoCardsProps, "cards">) {
  const t = useT();
  const marks = marksOf(cells, balls);
  const isWon = isWhole && multiplier > 0;
  return (
    <li className={cx("w-full max-w-52 rounded-sm bg-[#3a1650] p-1 sm:p-1.5", isWon && "ring-2 ring-[#ffb627]")}>
      <div aria-hidden="true" className="grid grid-cols-5 gap-0.5 pb-0.5">
        {LETTERS.map((letter, column) => (
          <span
            key={letter}
            style={{ background: colorOf(column).fill, color: colorOf(column).text }}
            className="rounded-t-sm text-center font-display text-xs leading-4 font-extrabold sm:leading-5"
          >
            {letter}
          </span>
        ))}
      </div>
      <div
        role="img"
        aria-label={t("rounds.bingoCard", { number, numbers: cells.filter((cell) => cell !== FREE).join(", ") })}
        className="grid grid-cols-5 gap-0.5"
      >
        {cells.map((cell, at) => (
          <span
            key={at}
            className={cx("figures grid aspect-square place-items-center text-[0.6875rem] leading-none font-bold sm:text-xs", looks[marks[at] ?? "open"])}
          >
            {cell === FREE ? <ParolMark className="size-4/5" /> : cell}
          </span>
        ))}
      </div>
      <p className="figures flex h-6 items-end justify-between gap-1 text-xs">
        <span className="text-muted">{isWhole ? t("rounds.bingoLines", { lines }) : t("rounds.bingoCardNumber", { number })}</span>
        {isWon && <Money minor={(CARD_PRICE * BigInt(multiplier)) / 100n} className="font-bold text-win-text" />}
      </p>
    </li>
  );
}

/** Cards that are not drawn yet: their numbers come with the balls. */
export function BingoBlanks({ cards }: { cards: number }) {
  const t = useT();
  return (
    <div className="grid min-h-40 flex-1 content-center justify-items-center gap-4 max-sm:max-h-44">
      <div aria-hidden="true" className="flex max-w-full flex-wrap justify-center gap-1.5 overflow-hidden">
        {Array.from({ length: cards }, (_, card) => (
          <span key={card} className="grid size-9 place-items-center rounded-sm bg-[#fdf3da] sm:size-12">
            <ParolMark className="size-6 sm:size-8" />
          </span>
        ))}
      </div>
      <p className="figures text-center text-sm text-balance whitespace-normal">{t("rounds.bingoBought", { cards })}</p>
    </div>
  );
}
