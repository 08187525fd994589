import type { TongitsAct, TongitsView } from "@laro/contract/core/cardRooms";
import { added, handCount, meldOf, meldsIn, meldsWith } from "@laro/engines/pvp/melds";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { sayCard } from "../cards/sayCard.ts";
import { TurnClock } from "./clock.tsx";
import { type Order, OwnHand, sorted } from "./OwnHand.tsx";
import type { View } from "./room.ts";
import { nameOf, OtherSeat } from "./Seats.tsx";

interface Props {
  readonly view: View;
  readonly hand: TongitsView;
  readonly onAct: (act: TongitsAct) => void;
}

/** A hand of Tongits as its seat sees it: the others above, stock and thrown cards and open melds in the middle, the own hand below. */
export function TongitsTable({ view, hand, onAct }: Props) {
  const [order, setOrder] = useState<Order>("rank");
  const { chosen, toggle, choose } = useChosen(hand.hand);
  const isTurn = hand.turn === view.seat && hand.phase !== "over" && !view.isWatching;
  const others = view.seats.map((_, step) => (view.seat + 1 + step) % view.seats.length).filter((seat) => seat !== view.seat);
  const picked = hand.hand.filter((card) => chosen.has(card));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 sm:gap-3">
      <div className="grid grid-cols-2 gap-2 sm:gap-4">
        {others.map((seat) => (
          <OtherSeat key={seat} view={view} seat={seat} />
        ))}
      </div>
      <div className="flex min-h-0 flex-1 flex-col justify-center gap-3 md:flex-row md:items-center md:gap-8">
        <Piles hand={hand} isTurn={isTurn} picked={picked} onAct={onAct} />
        <OpenMelds view={view} hand={hand} picked={isTurn && hand.phase === "play" ? picked : []} onAct={onAct} />
      </div>
      <OwnRow view={view} hand={hand} isTurn={isTurn} order={order} onOrder={setOrder} onHint={choose} />
      <OwnHand cards={sorted(hand.hand, order)} chosen={chosen} onToggle={toggle} isActive={isTurn} drawn={useDrawn(hand.hand)} />
      <Actions view={view} hand={hand} isTurn={isTurn} picked={picked} onAct={onAct} />
    </div>
  );
}

/** Which cards of a hand are chosen: what is no longer held is not. */
function useChosen(held: readonly number[]) {
  const [all, setAll] = useState<ReadonlySet<number>>(new Set());
  const chosen = new Set(held.filter((card) => all.has(card)));
  return {
    chosen,
    toggle: (card: number) => setAll(chosen.has(card) ? new Set([...chosen].filter((one) => one !== card)) : new Set([...chosen, card])),
    choose: (cards: readonly number[]) => setAll(new Set(cards)),
  };
}

/** The card that came to the hand last, so that it is seen among the others. */
function useDrawn(held: readonly number[]): number | undefined {
  const before = useRef(held);
  const [drawn, setDrawn] = useState<number>();
  useEffect(() => {
    const come = held.filter((card) => !before.current.includes(card));
    if (held.length > before.current.length && come.length === 1) setDrawn(come[0]);
    else if (held.length < before.current.length) setDrawn(undefined);
    before.current = held;
  }, [held]);
  return drawn;
}

const TOP_SHOWN = 3;

function Piles({ hand, isTurn, picked, onAct }: { hand: TongitsView; isTurn: boolean; picked: readonly number[]; onAct: Props["onAct"] }) {
  const t = useT();
  const top = hand.discards.at(-1);
  const mayDraw = isTurn && hand.phase === "begin";
  const taken = top === undefined ? undefined : takenWith(top, hand.hand, picked);
  return (
    <div className="flex items-start justify-center gap-5">
      <Pile label={t("pvp.stock")} count={hand.stock}>
        <button
          type="button"
          disabled={!mayDraw}
          aria-label={t("pvp.draw")}
          onClick={() => onAct({ kind: "draw" })}
          className={cx("rounded-md", mayDraw && "cursor-pointer ring-3 ring-action ring-offset-2 ring-offset-[#2a1150]")}
        >
          <PlayingCard card={0} faceDown className="w-14 sm:w-18" />
        </button>
      </Pile>
      <Pile label={t("pvp.discards")} count={hand.discards.length}>
        {top === undefined ? (
          <span role="img" aria-label={t("pvp.noDiscards")} className="block aspect-[5/7] w-14 rounded-md border-2 border-dashed border-line sm:w-18" />
        ) : (
          <button
            type="button"
            disabled={!mayDraw || taken === undefined}
            aria-label={`${t("pvp.take")}: ${sayCard(top, t)}`}
            onClick={() => taken && onAct({ kind: "take", cards: taken })}
            className={cx("flex rounded-md", mayDraw && taken !== undefined && "cursor-pointer ring-3 ring-win ring-offset-2 ring-offset-[#2a1150]")}
          >
            {hand.discards.slice(-TOP_SHOWN).map((card, at) => (
              <PlayingCard key={card} card={card} className={cx("w-14 sm:w-18", at > 0 && "-ml-10 sm:-ml-13")} />
            ))}
          </button>
        )}
      </Pile>
    </div>
  );
}

/** With which own cards the top one is taken: the chosen ones where they fit, else the longest meld there is. */
function takenWith(top: number, held: readonly number[], picked: readonly number[]): number[] | undefined {
  if (picked.length > 0) return meldOf([...picked, top]) === undefined ? undefined : [...picked];
  return meldsWith(top, held)
    .toSorted((one, other) => other.length - one.length)[0]
    ?.filter((card) => card !== top);
}

function Pile({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1">
      {children}
      <span className="text-xs text-muted">
        {label} <b className="figures text-text">{count}</b>
      </span>
    </div>
  );
}

function OpenMelds({ view, hand, picked, onAct }: { view: View; hand: TongitsView; picked: readonly number[]; onAct: Props["onAct"] }) {
  const t = useT();
  if (hand.melds.length === 0) return <p className="text-center text-sm text-muted md:text-start">{t("pvp.noMelds")}</p>;
  return (
    <ul
      aria-label={t("pvp.melds")}
      className="no-bar flex max-h-44 flex-wrap content-start justify-center gap-x-3 gap-y-2 overflow-y-auto p-1 md:max-h-64 md:max-w-xl md:justify-start"
    >
      {hand.melds.map(({ owner, cards }, meld) => {
        const fits = picked.length > 0 && added(cards, picked) !== undefined;
        return (
          <li key={`${owner} ${cards[0]}`} className="grid gap-0.5">
            <button
              type="button"
              disabled={!fits}
              aria-label={`${fits ? `${t("pvp.sapaw")}: ` : ""}${t("pvp.meldOf", { name: nameOf(view, owner, t) })}: ${cards.map((card) => sayCard(card, t)).join(", ")}`}
              onClick={() => onAct({ kind: "sapaw", meld, cards: [...picked] })}
              className={cx("flex rounded-sm", fits && "cursor-pointer ring-3 ring-win ring-offset-2 ring-offset-[#2a1150]")}
            >
              {cards.map((card, at) => (
                <PlayingCard key={card} card={card} size="sm" className={cx("w-8 sm:w-10", at > 0 && "-ml-3 sm:-ml-4")} />
              ))}
            </button>
            <span className={cx("text-xs", owner === view.seat ? "font-semibold text-primary-text" : "text-muted")}>{nameOf(view, owner, t)}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface OwnRowProps {
  readonly view: View;
  readonly hand: TongitsView;
  readonly isTurn: boolean;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onHint: (cards: readonly number[]) => void;
}

/** Whose turn it is and how long, what the hand counts, and how it is sorted. */
function OwnRow({ view, hand, isTurn, order, onOrder, onHint }: OwnRowProps) {
  const t = useT();
  const melds = meldsIn(hand.hand).toSorted((one, other) => other.length - one.length);
  const shown = useRef(0);
  const { bankMs, isAway } = view.seats[view.seat]!;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p role="status" className={cx("flex items-center gap-2 text-sm font-semibold", isTurn && "text-primary-text")}>
        {hand.phase !== "over" && (hand.turn === view.seat ? t("pvp.yourTurn") : t("pvp.turnOf", { name: nameOf(view, hand.turn, t) }))}
        {isTurn && view.endsAt !== null && <TurnClock endsAt={view.endsAt} bankMs={hand.phase === "answer" ? 0 : bankMs} />}
        {isAway && <span className="rounded-pill bg-accent-fill px-1.5 text-xs text-white">{t("pvp.auto")}</span>}
      </p>
      <div className="flex items-center gap-1.5">
        <span className="text-sm text-muted">{t("pvp.count", { count: String(handCount(hand.hand)) })}</span>
        {melds.length > 0 && (
          <Button size="sm" tone="secondary" onClick={() => onHint(melds[shown.current++ % melds.length]!)}>
            {t("pvp.hint")}
          </Button>
        )}
        <Button size="sm" tone="ghost" onClick={() => onOrder(order === "rank" ? "suit" : "rank")}>
          {t(order === "rank" ? "pvp.sortSuit" : "pvp.sortRank")}
        </Button>
      </div>
    </div>
  );
}

function Actions({ view, hand, isTurn, picked, onAct }: Omit<Props, "view"> & { view: View; isTurn: boolean; picked: readonly number[] }) {
  const t = useT();
  const top = hand.discards.at(-1);
  const taken = top === undefined ? undefined : takenWith(top, hand.hand, picked);
  const meld = meldOf(picked);
  const fits = picked.length > 0 && hand.melds.some(({ cards }) => added(cards, picked) !== undefined);
  if (view.isWatching) return <p className="text-center text-sm text-muted">{t("pvp.watching")}</p>;
  return (
    <div className="grid min-h-12 auto-cols-fr grid-flow-col gap-2 [&>button]:min-w-0 [&>button]:px-2">
      {isTurn && hand.phase === "begin" && (
        <>
          <Button onClick={() => onAct({ kind: "draw" })}>{t("pvp.draw")}</Button>
          {taken !== undefined && (
            <Button tone="success" onClick={() => onAct({ kind: "take", cards: taken })}>
              {t("pvp.take")}
            </Button>
          )}
          {hand.canFight && (
            <Button tone="danger" onClick={() => onAct({ kind: "fight" })}>
              {t("pvp.fight")}
            </Button>
          )}
        </>
      )}
      {isTurn && hand.phase === "play" && (
        <>
          <Button tone="secondary" disabled={meld === undefined} onClick={() => meld && onAct({ kind: "meld", cards: [...meld] })}>
            {t("pvp.meld")}
          </Button>
          <Button disabled={picked.length !== 1} onClick={() => onAct({ kind: "discard", card: picked[0]! })}>
            {t("pvp.discard")}
          </Button>
          {fits && <p className="self-center text-center text-xs text-win-text">{t("pvp.sapawHint")}</p>}
        </>
      )}
      {isTurn && hand.phase === "answer" && (
        <>
          <p className="self-center text-sm font-semibold">{t("pvp.fights", { name: nameOf(view, hand.fight!.by, t), count: hand.held[hand.fight!.by]! })}</p>
          <Button tone="danger" onClick={() => onAct({ kind: "challenge" })}>
            {t("pvp.challenge")}
          </Button>
          <Button tone="secondary" onClick={() => onAct({ kind: "fold" })}>
            {t("pvp.fold")}
          </Button>
        </>
      )}
    </div>
  );
}
