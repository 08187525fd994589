import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import { TARGET_MAX, TARGET_MIN } from "@laro/engines/tables/crash";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { groupThousands, Money, useCurrencySymbol } from "../../../ui/Money.tsx";
import { hundredths } from "../dice/sayDice.ts";
import { PlayFault } from "../PlayFault.tsx";
import { StakeField } from "../RoundControls.tsx";
import { isEndless, type Slot } from "./flight.ts";
import type { Stage } from "./stages.ts";

export interface CrashSlotProps {
  room: Room;
  place: 1 | 2;
  slot: Slot;
  stage: Stage;
  /** What the flight is worth now, in hundredths. */
  value: number;
}

/** One of the two tickets: its stake, where it is cashed out by itself, and its button. */
export function CrashSlot({ room, place, slot, stage, value }: CrashSlotProps) {
  const t = useT();
  const { ticket, confirm, isQueued } = slot;
  const isLocked = confirm.isAsking || confirm.open !== undefined || isQueued || (ticket !== undefined && (stage.name === "bets" || ticket.isOpen));
  return (
    <section aria-label={t("rounds.crash.ticket", { place })} className="grid min-w-0 content-start gap-1.5 rounded-md bg-black/25 p-1.5 sm:gap-2 sm:p-2">
      <div className="grid gap-1.5 max-sm:[&_input]:px-0 max-sm:[&_input]:text-base xl:grid-cols-2">
        <StakeField room={room} stake={slot.stake} onStake={slot.setStake} locked={isLocked} />
        <TargetField target={slot.target} onTarget={slot.setTarget} locked={isLocked} />
      </div>
      <BigButton slot={slot} stage={stage} value={value} place={place} />
      <PlayFault fault={slot.fault} unanswered={confirm.open !== undefined && !confirm.isAsking} />
    </section>
  );
}

/** Where a ticket is cashed out by itself; left empty, it is not. */
function TargetField({ target, onTarget, locked }: { target: number; onTarget: (target: number) => void; locked: boolean }) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    if (typed !== undefined) {
      const minor = parseAmount(typed.replaceAll(",", "").replace("×", "").trim());
      if (typed.trim() === "") onTarget(TARGET_MAX);
      else if (minor !== undefined) onTarget(Number(minor < BigInt(TARGET_MIN) ? TARGET_MIN : minor > BigInt(TARGET_MAX) ? TARGET_MAX : minor));
    }
    setTyped(undefined);
  };
  return (
    <label className="grid min-w-0 content-center rounded-md bg-card px-3 py-1.5">
      <span className="truncate text-xs text-muted">{t("rounds.crash.auto")}</span>
      <span className="flex min-h-9 items-center gap-1">
        <input
          inputMode="decimal"
          autoComplete="off"
          readOnly={locked}
          placeholder={t("rounds.crash.none")}
          value={typed ?? (isEndless(target) ? "" : hundredths(target))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
          className="figures w-full min-w-0 bg-transparent font-display text-lg font-semibold placeholder:text-sm placeholder:font-normal placeholder:text-muted"
        />
        <span aria-hidden="true" className="text-sm text-muted">
          ×
        </span>
      </span>
    </label>
  );
}

interface Face {
  readonly label: string;
  readonly note: string | undefined;
  readonly tone: "act" | "cash" | "rest" | "won" | "lost";
  readonly isWaiting: boolean;
}

const tones = {
  act: "bg-action text-on-action ring-4 ring-[#ffb627]/25 hover:bg-action-hover",
  cash: "bg-[#0a7454] text-white ring-4 ring-[#22c493]/40 hover:bg-[#0c8560]",
  rest: "bg-card text-text hover:bg-white/20",
  won: "bg-[#0b5d46] text-white",
  lost: "bg-card text-muted",
} as const;

function BigButton({ slot, stage, value, place }: Omit<CrashSlotProps, "room">) {
  const { label, note, tone, isWaiting } = useFace({ slot, stage, value });
  return (
    <button
      type="button"
      data-slot={place}
      aria-disabled={isWaiting}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={isWaiting ? undefined : slot.act}
      className={cx(
        "grid min-h-14 place-content-center rounded-md px-2 py-1 text-center font-display leading-tight font-extrabold transition active:scale-[0.98] aria-disabled:cursor-default sm:min-h-16",
        tones[tone],
      )}
    >
      <span className="text-base sm:text-lg">{label}</span>
      {note !== undefined && <span className="figures text-sm font-bold sm:text-base">{note}</span>}
    </button>
  );
}

/** What the button says and does where the ticket and the table stand. */
function useFace({ slot, stage, value }: Omit<CrashSlotProps, "room" | "place">): Face {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const { ticket, stake, confirm, isQueued, isCashing } = slot;
  if (confirm.open !== undefined && !confirm.isAsking) return { label: t("rounds.askAgain"), note: amount(stake), tone: "act", isWaiting: false };
  if (confirm.isAsking) return { label: t("rounds.crash.bet"), note: amount(stake), tone: "act", isWaiting: true };
  const isOver = stage.name !== "bets" && stage.name !== "locked" && stage.name !== "flying";
  if (ticket !== undefined && stage.name === "flying" && ticket.isOpen) {
    const isReached = value >= ticket.target;
    const worth = amount((ticket.stake * BigInt(Math.min(value, ticket.target))) / 100n);
    return { label: t("rounds.crash.cashOut"), note: worth, tone: "cash", isWaiting: isCashing || isReached };
  }
  if (ticket !== undefined && !isQueued && (!isOver || stage.name === "showing" || stage.name === "standing")) {
    if (ticket.cashed === undefined) return { label: t("rounds.crash.laid"), note: amount(ticket.stake), tone: "rest", isWaiting: true };
    if (!isOver || stage.name === "showing")
      return ticket.cashed > 0
        ? { label: `${hundredths(ticket.cashed)}×`, note: amount(ticket.win), tone: "won", isWaiting: true }
        : { label: t("rounds.lost"), note: undefined, tone: "lost", isWaiting: true };
  }
  if (isQueued) return { label: t("rounds.crash.queued"), note: t("rounds.crash.takeBack"), tone: "rest", isWaiting: false };
  if (stage.name === "bets") return { label: t("rounds.crash.bet"), note: amount(stake), tone: "act", isWaiting: false };
  return { label: t("rounds.crash.betNext"), note: amount(stake), tone: "act", isWaiting: stage.name === "still" };
}

/** Who cashed out of this flight, newest first. */
export function CashedList({ list }: { list: readonly { readonly name: string; readonly cashed: number; readonly win: bigint }[] }) {
  const t = useT();
  if (list.length === 0) return null;
  return (
    <ul
      aria-label={t("rounds.crash.others")}
      data-part="cashed"
      className="pointer-events-none absolute inset-y-2 start-2 flex max-w-[48%] flex-col gap-1 overflow-hidden mask-b-from-70% max-sm:max-h-24"
    >
      {list.map(({ name, cashed, win }, at) => (
        <li
          key={`${list.length - at}`}
          className="figures flex w-fit items-baseline gap-2 rounded-pill bg-black/50 px-2.5 text-xs leading-6 whitespace-nowrap text-white"
        >
          <span>{name}</span>
          <span className="font-bold text-[#7ff0c8]">{hundredths(cashed)}×</span>
          <Money minor={win} className="max-sm:hidden" />
        </li>
      ))}
    </ul>
  );
}
