import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useT } from "../../api/language.ts";
import { IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { useNow } from "../../ui/DateTime.tsx";
import { Balance, groupThousands, Money, useCurrencySymbol } from "../../ui/Money.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useChosenBonusBet } from "./bonusBet.ts";
import { BonusBetSwitch, useOfferedBets } from "./BonusBetSwitch.tsx";
import { useBalance } from "./rounds.api.ts";
import { usePlaySession } from "./playSession.ts";

const CHIPS_MINOR = [100n, 500n, 2_000n, 5_000n, 10_000n, 50_000n] as const;
const MINUTE_MS = 60_000;

type Stakes = Pick<Room, "stakeMin" | "stakeMax" | "stakeStep" | "takesBonusBets">;

const isAllowed = ({ stakeMin, stakeMax, stakeStep }: Stakes, stake: bigint): boolean => stake >= stakeMin && stake <= stakeMax && stake % stakeStep === 0n;

export interface RoundControlsProps {
  room: Stakes;
  stake: bigint;
  onStake: (stake: bigint) => void;
  /** The only stakes there are, least first; without them every step between the limits is one. */
  stakes?: readonly bigint[];
  /** The stake stays as it is while a round is on its way. */
  locked: boolean;
  /** A round is open and its stake is laid: the chips make room for it, or, where nothing needs the room, say that they wait. */
  isLaid?: boolean;
  action: ReactNode;
}

export interface TableControlsProps {
  /** What lies on the table. */
  total: bigint;
  /** The chips to lay, and what can be done with those that lie. */
  chips: ReactNode;
  tools: ReactNode;
  action: ReactNode;
}

/** The same where the stake lies on a table: its total stands in the field's place. */
export function TableControls({ total, chips, tools, action }: TableControlsProps) {
  const t = useT();
  return (
    <div className="grid gap-2 sm:gap-3">
      <div className="table-controls">
        <div className="min-w-0 [grid-area:chips]">{chips}</div>
        <div className="min-w-0 [grid-area:tools]">{tools}</div>
        <div data-part="total" className="rounded-md bg-card px-3 py-1.5 [grid-area:total]">
          <span className="block text-xs text-muted">{t("rounds.tables.total")}</span>
          <output className="block font-display text-lg leading-7 font-semibold">
            <Money minor={total} />
          </output>
        </div>
        <BalanceBox />
        <div className="grid [grid-area:act] sm:self-center">{action}</div>
      </div>
      <SessionLine />
    </div>
  );
}

/** Stake and balance beside the one big action; the same below every house game. */
export function RoundControls({ action, ...asked }: RoundControlsProps) {
  const { room, stakes } = asked;
  const bet = useChosenBonusBet();
  const offered = useOfferedBets((one) => room.takesBonusBets && isAllowed(room, one) && (stakes === undefined || stakes.includes(one)));
  const stake = { ...asked, locked: asked.locked || bet !== undefined, isLaid: asked.isLaid === true || bet !== undefined };
  return (
    <div className="grid gap-2 sm:gap-3">
      {offered.length > 0 && <BonusBetSwitch offered={offered} locked={asked.locked} onStake={asked.onStake} />}
      <div className="grid grid-cols-2 items-stretch gap-2 sm:flex sm:flex-wrap sm:gap-3 xl:flex-nowrap">
        <StakeField {...stake} />
        <BalanceBox />
        <StakeChips {...stake} isCrowded={offered.length > 0} />
        <div className="col-span-2 grid sm:ms-auto sm:self-center">{action}</div>
      </div>
      <SessionLine />
    </div>
  );
}

/** A stake that may be typed or stepped. */
export function StakeField({ room, stake, onStake, stakes, locked }: Omit<RoundControlsProps, "action">) {
  const t = useT();
  const id = useId();
  const symbol = useCurrencySymbol();
  const [typed, setTyped] = useState<string>();
  const { stakeMin, stakeMax, stakeStep } = room;
  const move = (steps: 1 | -1) => () => {
    const next = stakes === undefined ? stake + BigInt(steps) * stakeStep : (stakes[stakes.indexOf(stake) + steps] ?? stake);
    if (isAllowed(room, next)) onStake(next);
  };
  const commit = (): void => {
    const minor = parseAmount(typed ?? "");
    if (minor !== undefined) {
      const bounded = minor < stakeMin ? stakeMin : minor > stakeMax ? stakeMax : minor;
      // Rounded down: never more than was typed.
      onStake(stakes === undefined ? bounded - (bounded % stakeStep) : (stakes.findLast((one) => one <= bounded) ?? stakeMin));
    }
    setTyped(undefined);
  };
  return (
    <div className="rounded-md bg-card px-2 py-1.5">
      <div className="flex items-baseline justify-between gap-2 px-1">
        <label htmlFor={id} className="text-xs text-muted">
          {t("rounds.stake")}
        </label>
        <span id={`${id}-range`} className="figures hidden text-xs text-muted xl:inline">
          {t("rounds.stakeRange", { minimum: short(stakeMin), maximum: short(stakeMax) })}
        </span>
      </div>
      <div className="flex items-center">
        <IconButton size="sm" label={t("rounds.stakeLess")} aria-disabled={locked || stake <= stakeMin} onClick={locked ? undefined : move(-1)}>
          <Minus />
        </IconButton>
        <span aria-hidden="true" className="ms-1 font-display text-lg font-semibold">
          {symbol}
        </span>
        <input
          id={id}
          aria-describedby={`${id}-range`}
          inputMode="decimal"
          autoComplete="off"
          readOnly={locked}
          value={typed ?? formatAmount(stake)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
          className="figures w-full min-w-0 bg-transparent px-1 font-display text-lg font-semibold outline-offset-0 sm:w-24"
        />
        <IconButton size="sm" label={t("rounds.stakeMore")} aria-disabled={locked || stake >= stakeMax} onClick={locked ? undefined : move(1)}>
          <Plus />
        </IconButton>
      </div>
    </div>
  );
}

const short = (minor: bigint): string => groupThousands(formatAmount(minor)).replace(/\.00$/, "");

function StakeChips({ room, stake, onStake, stakes, locked, isLaid = false, isCrowded }: Omit<RoundControlsProps, "action"> & { isCrowded: boolean }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  return (
    <div
      role="group"
      aria-label={t("rounds.stakeChips")}
      className={cx(
        "no-bar col-span-2 flex min-w-0 items-center gap-1.5 overflow-x-auto py-0.5 sm:max-xl:order-first sm:max-xl:w-full xl:flex-1",
        isLaid && "opacity-45 max-sm:hidden xl:hidden",
        // On a telephone the switch stands in their place.
        isCrowded && "max-sm:hidden",
      )}
    >
      {(stakes ?? CHIPS_MINOR)
        .filter((chip) => isAllowed(room, chip))
        .map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={chip === stake}
            aria-disabled={locked}
            onClick={locked ? undefined : () => onStake(chip)}
            className={cx(
              "figures h-9 min-w-11 flex-1 shrink-0 rounded-pill px-2.5 text-sm font-semibold transition sm:flex-none",
              chip === stake ? "bg-white text-[#1a1203]" : "bg-card text-text hover:bg-white/20",
            )}
          >
            <span className="sr-only">{symbol} </span>
            {short(chip)}
          </button>
        ))}
    </div>
  );
}

export function BalanceBox() {
  const t = useT();
  const { data } = useBalance();
  return (
    <div data-part="balance" className="rounded-md bg-card px-3 py-1.5">
      <span className="block text-xs text-muted">{t("rounds.balance")}</span>
      {data === undefined ? (
        <Skeleton className="mt-1 h-6 w-24" />
      ) : (
        <Balance minor={data.balance} className="block font-display text-lg leading-7 font-semibold" />
      )}
    </div>
  );
}

/** Where the player stands since the first round of this login: said all the time, not only when asked. */
export function SessionLine() {
  const t = useT();
  const session = usePlaySession();
  const now = useNow();
  if (session === undefined) return <p className="text-center text-xs text-muted sm:text-start">{t("rounds.sessionNew")}</p>;
  const minutes = Math.max(0, Math.floor((now - session.sinceMs) / MINUTE_MS));
  return (
    <p className="text-center text-xs text-muted sm:text-start">
      {t("rounds.session")} <Money minor={session.netMinor} signed className="font-semibold" />
      {" · "}
      <span className="figures">{t("rounds.minutes", { minutes })}</span>
    </p>
  );
}

export interface ActButtonProps {
  label: string;
  waiting: boolean;
  onAct: () => void;
  icon?: ReactNode;
  /** Stands under the word, where a phone has no other place for it. */
  note?: ReactNode;
}

/** The one big button. It keeps the focus while it waits, and a key held down presses it once. */
export function ActButton({ label, waiting, onAct, icon, note }: ActButtonProps) {
  const once = (event: KeyboardEvent): void => {
    if (event.repeat) event.preventDefault();
  };
  return (
    <button
      type="button"
      aria-disabled={waiting}
      onKeyDown={once}
      onClick={waiting ? undefined : onAct}
      className="flex h-13 items-center justify-center gap-2 rounded-pill bg-action px-6 font-display text-lg font-extrabold text-on-action ring-4 ring-[#ffb627]/25 transition hover:bg-action-hover active:scale-[0.98] aria-disabled:cursor-progress aria-disabled:opacity-70 sm:h-16 sm:min-w-40 [&_svg]:size-5"
    >
      {icon}
      {note === undefined ? (
        label
      ) : (
        <span className="grid leading-tight">
          {label} <span className="text-xs font-semibold sm:hidden">{note}</span>
        </span>
      )}
    </button>
  );
}
