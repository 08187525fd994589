import { avatarPath } from "@laro/contract/core/avatars";
import { useT } from "../../../api/language.ts";
import type { Translator } from "@laro/locales/t";
import { Avatar } from "../../../ui/Avatar.tsx";
import { cx } from "../../../ui/cx.ts";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { TurnClock } from "./clock.tsx";
import type { View } from "./room.ts";

/** How a seat is called: oneself, a masked name, a numbered computer. */
export function nameOf({ seats, seat: own }: Pick<View, "seats" | "seat">, seat: number, t: Translator): string {
  const { name, isComputer } = seats[seat]!;
  if (seat === own) return t("pvp.you");
  return name === null ? t("pvp.free") : isComputer ? t("pvp.computer", { number: name }) : name;
}

const BACKS_SHOWN = 5;

/** Another seat: who sits there, how many cards are left, whose turn it is. */
export function OtherSeat({ view, seat }: { view: View; seat: number }) {
  const t = useT();
  const { name, avatar, isAway, isReady, isComputer, bankMs } = view.seats[seat]!;
  const isPlaying = view.state === "plays";
  const held = view.hand?.held[seat] ?? 0;
  const isTurn = isPlaying && view.hand?.turn === seat;
  const said = view.last?.seat === seat && isPlaying ? t("pvp.said", { act: view.last.act.kind }) : undefined;
  return (
    <div
      data-seat={seat}
      className={cx(
        "flex min-w-0 items-center gap-2 rounded-md border p-2 transition",
        isTurn ? "border-action bg-action/15" : "border-line bg-[rgb(6_4_20/0.35)]",
      )}
    >
      {name === null ? (
        <span aria-hidden="true" className="size-9 shrink-0 rounded-pill border-2 border-dashed border-line" />
      ) : (
        <span className={cx("shrink-0", isTurn && "max-sm:hidden")}>
          <Avatar name={nameOf(view, seat, t)} src={isComputer ? undefined : avatarPath(avatar)} />
        </span>
      )}
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="truncate text-sm font-semibold">{nameOf(view, seat, t)}</span>
          {isAway && <span className="rounded-pill bg-accent-fill px-1.5 text-xs font-semibold text-white">{t("pvp.auto")}</span>}
        </span>
        <span className="truncate text-xs text-muted">
          {isPlaying ? (
            [t("pvp.cardsHeld", { count: held }), isTurn ? undefined : said].filter((one) => one !== undefined).join(" · ")
          ) : name !== null && isReady ? (
            <span className="text-win-text">{t("pvp.isReady")}</span>
          ) : (
            " "
          )}
        </span>
      </span>
      {isPlaying && (
        <span aria-hidden="true" className="flex shrink-0 items-center max-[420px]:hidden">
          {Array.from({ length: Math.min(held, BACKS_SHOWN) }, (_, at) => (
            <PlayingCard key={at} card={0} faceDown className={cx("w-6", at > 0 && "-ml-4")} />
          ))}
        </span>
      )}
      {isPlaying && <span className="figures shrink-0 text-lg font-bold max-sm:hidden">{held}</span>}
      {isTurn && view.endsAt !== null && <TurnClock endsAt={view.endsAt} bankMs={view.hand?.phase === "answer" ? 0 : bankMs} />}
    </div>
  );
}
