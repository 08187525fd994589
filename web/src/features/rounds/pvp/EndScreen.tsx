import type { HandEnd } from "@laro/contract/core/cardRooms";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Money } from "../../../ui/Money.tsx";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { checkDeck } from "./deck.ts";
import { sorted } from "./OwnHand.tsx";
import type { Dealt, View } from "./room.ts";
import { nameOf } from "./Seats.tsx";

const minorOf = (text: string): bigint => BigInt(text.replace(".", ""));

/** How a hand ended: everybody's cards and counts, what was paid, and the deck dealt again. */
export function EndScreen({ view, end, dealt }: { view: View; end: HandEnd; dealt: Dealt | undefined }) {
  const t = useT();
  const title =
    end.winner === null
      ? t("pvp.ended", { kind: end.kind })
      : end.winner === view.seat
        ? t("pvp.youWin")
        : t("pvp.wins", { name: nameOf(view, end.winner, t) });
  return (
    <section data-ended={end.kind} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-[rgb(6_4_20/0.55)] p-3 sm:p-4">
      <header className="text-center">
        <div role="status" className="grid gap-1">
          {end.winner !== null && <p className="text-sm text-muted">{t("pvp.ended", { kind: end.kind })}</p>}
          <h2 className={cx("font-display text-2xl font-bold", end.winner === view.seat && "text-primary-text")}>{title}</h2>
          {end.winner === null && <p className="text-sm text-muted">{t("pvp.voidEnd")}</p>}
        </div>
      </header>
      <ul className="grid gap-2">
        {view.seats.map((_, seat) => (
          <EndRow key={seat} view={view} end={end} seat={seat} />
        ))}
      </ul>
      <footer className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {view.rake !== null && (
            <>
              {t("pvp.rakeName")} <Money minor={minorOf(view.rake)} />
            </>
          )}
        </span>
        <DeckCheck key={view.handId} view={view} dealt={dealt} />
      </footer>
    </section>
  );
}

function EndRow({ view, end, seat }: { view: View; end: HandEnd; seat: number }) {
  const t = useT();
  const units = end.units[seat]!;
  return (
    <li
      data-result={seat}
      className={cx(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-md border p-2",
        seat === end.winner ? "border-action bg-action/15" : "border-line",
      )}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-semibold">{nameOf(view, seat, t)}</span>
        {end.burned[seat] && <Badge tone="accent">{t("pvp.burned")}</Badge>}
      </span>
      <span className="text-end font-bold">
        {view.paid === null ? (
          <span className={cx("figures", units > 0 ? "text-win-text" : units < 0 && "text-accent-text")}>
            {t("pvp.units", { sign: units > 0 ? "+" : units < 0 ? "−" : "", count: Math.abs(units) })}
          </span>
        ) : (
          <Money minor={minorOf(view.paid[seat]!)} signed />
        )}
      </span>
      <span className="flex min-w-0 flex-wrap [&>svg:not(:first-child)]:-ml-3">
        {sorted(view.hand?.hands?.[seat] ?? [], "rank").map((card) => (
          <PlayingCard key={card} card={card} size="sm" className="w-7" />
        ))}
      </span>
      <span className="text-end text-sm text-muted">{t("pvp.count", { count: String(end.counts[seat]) })}</span>
    </li>
  );
}

/** Deals the hand again in this browser from what was opened, and says whether it is the one that was promised. */
function DeckCheck({ view, dealt }: { view: View; dealt: Dealt | undefined }) {
  const t = useT();
  const [isRight, setRight] = useState<boolean>();
  const { reveal } = view;
  const mine = dealt?.handId === view.handId ? dealt : undefined;
  if (reveal === null) return null;
  const check = (): void => setRight(checkDeck(reveal, mine?.promised ?? reveal.seedHash, { seat: view.seat, seats: view.seats.length, dealt: mine?.cards }));
  return (
    <>
      <Button size="sm" tone="secondary" onClick={check}>
        {t("pvp.check")}
      </Button>
      <div className={cx("grid min-w-0 basis-full grid-cols-[minmax(0,1fr)] gap-2", isRight === undefined && "hidden")}>
        <p role="status" data-deck={isRight} className={isRight === true ? "text-win-text" : "text-accent-text"}>
          {isRight !== undefined && t(isRight ? "pvp.checked" : "pvp.checkFailed")}
        </p>
        <dl className="figures grid grid-cols-[minmax(0,1fr)] gap-1 text-xs break-all">
          <dt>{t("pvp.promise")}</dt>
          <dd className="text-text">{reveal.seedHash}</dd>
          <dt>{t("pvp.seed")}</dt>
          <dd className="text-text">{reveal.seed}</dd>
          <dt>{t("pvp.bytesOf")}</dt>
          {reveal.bytes.map((bytes, seat) => (
            <dd key={seat} className="text-text">
              {nameOf(view, seat, t)}: {bytes ?? "–"}
            </dd>
          ))}
        </dl>
      </div>
    </>
  );
}
