import { parseAmount } from "@laro/contract/core/money";
import type { BlackjackAct, BlackjackHand, BlackjackView } from "@laro/contract/core/plays/steps";
import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { PlayingCard } from "../cards/PlayingCard.tsx";

/** Each card of the dealer's comes so long after the one before. */
export const DEALER_CARD_MS = 280;
const SECOND = 1;

const minor = (decimal: string): bigint => parseAmount(decimal) ?? 0n;

interface BlackjackTableProps {
  view: BlackjackView | undefined;
  isShowing?: boolean;
  /** How long after another each card of the dealer's comes. */
  cardMs?: number;
  /** What was chosen for each hand and waits for the others at the table. */
  chosen?: readonly (BlackjackAct | undefined)[];
  /** Whose hand it is, where it is not the player's own. */
  handName?: string;
  /** What lies in the place of the hand before there is one. */
  bet?: ReactNode;
}

/** The felt: the dealer above, the player's hands below, each with its stake and what it came to. */
export function BlackjackTable({ view, isShowing = false, cardMs = DEALER_CARD_MS, chosen, handName, bet }: BlackjackTableProps) {
  const t = useT();
  const isOver = view?.phase === "ended";
  return (
    <div className="bj-felt">
      <section aria-label={t("rounds.steps.dealer")} className="grid justify-items-center gap-1">
        <Caption name={t("rounds.steps.dealer")} total={view?.dealer} isHidden={isShowing} />
        <div className="hand-row min-h-18 sm:min-h-29">
          {view?.dealer.cards.map((card, index) => (
            <Dealt key={`${index} ${isOver}`} card={card} waitMs={isOver && index >= SECOND ? (index - SECOND) * cardMs : 0} />
          ))}
          {view !== undefined && !isOver && <Dealt card={0} waitMs={0} faceDown />}
        </div>
      </section>
      <p aria-hidden="true" className="bj-arc">
        {t("rounds.steps.feltPays")}
      </p>
      <div className="flex flex-wrap items-start justify-center gap-x-3 gap-y-1">
        {view?.hands.map((hand, index) => (
          <Hand
            key={index}
            hand={hand}
            index={index}
            count={view.hands.length}
            isActive={view.active === index}
            isShowing={isShowing}
            chosen={chosen?.[index]}
            handName={handName}
          />
        ))}
        {view === undefined && <div className="grid h-35 w-full place-items-center sm:h-47">{bet}</div>}
      </div>
      {view?.insurance && (
        <p className="text-center text-xs text-muted">
          {t("rounds.steps.insurance")} <Money minor={minor(view.insurance.stake)} />
          {view.insurance.win !== null && !isShowing && (
            <>
              {" → "}
              <Money minor={minor(view.insurance.win)} />
            </>
          )}
        </p>
      )}
    </div>
  );
}

function Dealt({ card, waitMs, faceDown = false }: { card: number; waitMs: number; faceDown?: boolean }) {
  return (
    <span className="card-come" style={{ "--wait": `${waitMs}ms` } as React.CSSProperties}>
      <PlayingCard card={card} faceDown={faceDown} className="w-13 sm:w-20" />
    </span>
  );
}

function Caption({ name, total, isHidden = false }: { name: string; total: { total: number; soft: boolean } | undefined; isHidden?: boolean }) {
  const t = useT();
  return (
    <p className="flex items-center gap-2 text-xs text-muted">
      {name}
      {total !== undefined && !isHidden && (
        <span className="figures rounded-pill bg-black/45 px-2 py-0.5 text-sm font-bold text-text">
          {total.total}
          {total.soft && <span className="ms-1 text-xs font-normal">{t("rounds.steps.soft")}</span>}
        </span>
      )}
    </p>
  );
}

interface HandProps {
  hand: BlackjackHand;
  index: number;
  count: number;
  isActive: boolean;
  isShowing: boolean;
  chosen: BlackjackAct | undefined;
  handName: string | undefined;
}

const tones = {
  blackjack: "bg-win-fill text-on-win",
  won: "bg-win-fill text-on-win",
  push: "bg-white text-[#1a1203]",
  lost: "bg-black/45 text-muted",
  bust: "bg-black/45 text-accent-text",
} as const;

function Hand({ hand, index, count, isActive, isShowing, chosen, handName }: HandProps) {
  const t = useT();
  const own = count > 1 ? t("rounds.steps.handOf", { hand: index + 1, hands: count }) : t("rounds.steps.yourHand");
  const name = handName ?? own;
  const isNarrow = count > 2;
  return (
    <section
      aria-label={name}
      aria-current={isActive ? "true" : undefined}
      className={cx("grid justify-items-center gap-1 rounded-md p-1.5", isActive && count > 1 && "bg-white/15 ring-2 ring-[#ffb627]")}
    >
      <div className={cx("hand-row", isNarrow ? "min-h-16" : "min-h-18 sm:min-h-29")}>
        {hand.cards.map((card, at) => (
          <span key={at} className="card-come">
            <PlayingCard card={card} className={isNarrow ? "w-11 sm:w-16" : "w-13 sm:w-20"} />
          </span>
        ))}
      </div>
      <Caption name={name} total={hand} />
      <p className="flex items-center gap-1.5 text-xs">
        {handName === undefined && <Money minor={minor(hand.stake)} />}
        {chosen !== undefined && (
          <span className="rounded-pill bg-white px-2 py-0.5 font-semibold text-[#1a1203]">{t("rounds.steps.act", { act: chosen })}</span>
        )}
        {hand.doubled && <span className="rounded-pill bg-[#ffb627] px-1.5 font-bold text-[#1a1203]">×2</span>}
        {hand.result !== null && !isShowing && (
          <span className={cx("rounded-pill px-2 py-0.5 font-semibold", tones[hand.result])}>{t("rounds.steps.result", { result: hand.result })}</span>
        )}
      </p>
    </section>
  );
}
