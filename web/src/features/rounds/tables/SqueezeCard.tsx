import { type PointerEvent, useRef, useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";

/** Lifted so far, a card falls open; a shorter pull was a press, which opens it at once. */
const OPENS_AT = 0.75;
const PRESS_PX = 6;

/** A card face down that is lifted from its lower edge by pulling, so that its pips show before its corners; a press or Enter opens it. */
export function SqueezeCard({ card, className, onOpen }: { card: number; className: string; onOpen: () => void }) {
  const t = useT();
  const [lifted, setLifted] = useState(0);
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const wasPulled = useRef(false);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent): void => {
    if (from.current === undefined) return;
    const pulledPx = Math.hypot(clientX - from.current.x, clientY - from.current.y);
    wasPulled.current ||= pulledPx > PRESS_PX;
    setLifted(Math.min(1, pulledPx / currentTarget.clientHeight));
  };
  const letGo = (): void => {
    from.current = undefined;
    if (lifted >= OPENS_AT) return onOpen();
    setLifted(0);
  };
  const fold = Math.min(lifted, 1 - lifted) * 100;
  return (
    <button
      type="button"
      aria-label={t("rounds.tables.openCard")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
        wasPulled.current = false;
      }}
      onPointerMove={follow}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onClick={() => wasPulled.current || onOpen()}
      className={cx("squeeze-card relative block shrink-0 cursor-grab overflow-hidden rounded-sm active:cursor-grabbing", className)}
    >
      <PlayingCard card={card} isBare className="w-full" />
      <span className="absolute inset-0" style={{ clipPath: `inset(0 0 ${lifted * 100}% 0)` }}>
        <PlayingCard card={0} faceDown className="w-full" />
      </span>
      {lifted > 0 && <span aria-hidden="true" className="squeeze-fold absolute inset-x-0" style={{ bottom: `${lifted * 100}%`, height: `${fold}%` }} />}
    </button>
  );
}
