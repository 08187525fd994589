import type { BaccaratResult } from "@laro/contract/core/plays/tables";
import { pointsOf, readBaccarat } from "@laro/engines/tables/baccarat.rules";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { SqueezeCard } from "./SqueezeCard.tsx";
import type { Side } from "./squeeze.ts";

/** In which order the cards of both hands are dealt: where each stands in its hand's row of three. */
const PLAYER_TURNS = [0, 2, 4] as const;
const BANKER_TURNS = [1, 3, 5] as const;

interface HandsProps {
  result: BaccaratResult | undefined;
  dealt: number;
  isDone?: boolean;
  /** The sides whose cards lie face down until they are opened by hand, or all is over. A new round is another component. */
  squeezed?: readonly Side[] | undefined;
  /** Told once the last of them has been opened. */
  onOpened?: () => void;
}

const NO_SIDES: readonly Side[] = [];

/** Both hands, as many of their cards as have been dealt. A place that waits shows the back of a card. */
export function Hands({ result, dealt, isDone = true, squeezed = NO_SIDES, onOpened }: HandsProps) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const winner = result !== undefined && isDone ? readBaccarat(result).winner : undefined;
  // Without a third card of the player, the banker's comes a turn earlier.
  const isLate = result === undefined || result.player.length > 2;
  const shown = (cards: readonly number[], turns: readonly number[]): readonly number[] =>
    cards.filter((_, at) => (turns[at] ?? 0) - (at === 2 && !isLate ? 1 : 0) < dealt);
  const isClosed = (side: Side, at: number): boolean => !isDone && squeezed.includes(side) && !opened.includes(`${side} ${at}`);
  const open = (side: Side, at: number): void => {
    const now = [...opened, `${side} ${at}`];
    setOpened(now);
    if (result !== undefined && squeezed.every((one) => result[one].every((_, index) => now.includes(`${one} ${index}`)))) onOpened?.();
  };
  const handOf = (side: Side, turns: readonly number[]) => (
    <Hand
      side={side}
      cards={shown(result?.[side] ?? [], turns)}
      isWinner={winner === side}
      isClosed={(at) => isClosed(side, at)}
      onOpen={(at) => open(side, at)}
    />
  );
  return (
    <div className="flex w-full max-w-160 items-stretch justify-center gap-2 sm:gap-6">
      {handOf("player", PLAYER_TURNS)}
      {handOf("banker", BANKER_TURNS)}
    </div>
  );
}

const looks = {
  player: { frame: "border-[#38a3f5]/60 bg-[#0f3d7a]/45", title: "text-[#9fd3ff]", lit: "ring-4 ring-[#38a3f5]" },
  banker: { frame: "border-[#f0436a]/60 bg-[#6b0f2c]/45", title: "text-[#ffb3c3]", lit: "ring-4 ring-[#f0436a]" },
} as const;

interface HandProps {
  side: Side;
  cards: readonly number[];
  isWinner: boolean;
  isClosed: (at: number) => boolean;
  onOpen: (at: number) => void;
}

function Hand({ side, cards, isWinner, isClosed, onOpen }: HandProps) {
  const t = useT();
  const known = cards.filter((_, at) => !isClosed(at));
  const { frame, title, lit } = looks[side];
  return (
    <div className={cx("grid w-full max-w-72 min-w-0 justify-items-center gap-1.5 rounded-md border p-2 transition-shadow sm:p-3", frame, isWinner && lit)}>
      <p className={cx("flex items-center gap-2 font-display text-sm font-extrabold sm:text-base", title)}>
        {t("rounds.tables.baccaratSpot", { spot: side })}
        <output className="figures grid size-7 place-items-center rounded-full bg-black/50 text-white">{known.length === 0 ? "–" : pointsOf(known)}</output>
      </p>
      <div className="flex h-16 items-center justify-center gap-1 sm:h-28">
        {cards.length === 0 && [0, 1].map((at) => <PlayingCard key={at} card={0} faceDown className="w-11 opacity-30 sm:w-18" />)}
        {cards.map((card, at) =>
          isClosed(at) ? (
            <SqueezeCard key={`closed ${at}`} card={card} className="w-11 sm:w-18" onOpen={() => onOpen(at)} />
          ) : (
            <span key={at} className="card-dealt">
              <PlayingCard card={card} className="w-11 sm:w-18" />
            </span>
          ),
        )}
      </div>
    </div>
  );
}
