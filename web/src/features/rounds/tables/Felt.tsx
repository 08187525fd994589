import { type CSSProperties, createContext, type KeyboardEvent, type ReactNode, use, useRef, useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";
import { formatAmount } from "@laro/contract/core/money";
import type { Bets } from "./chips.ts";
import { ChipFace } from "./Chip.tsx";
import { nearestIn } from "./nearest.ts";

/** What a spot of any felt needs to know. */
export interface TableView {
  readonly bets: Bets;
  /** What lies there for good: bought, and not to be taken back. */
  readonly held?: Bets;
  readonly isLocked: boolean;
  /** Spots that brought something back in the round that stands, with what they did. */
  readonly paid: ReadonlyMap<string, bigint>;
  readonly nameSpot: (spot: string) => string;
  readonly lay: (spots: readonly string[]) => void;
  readonly take: (spot: string) => void;
  readonly onAct: () => void;
}

const TableContext = createContext<TableView | undefined>(undefined);
export const TableProvider = TableContext.Provider;

export function useTable(): TableView {
  const table = use(TableContext);
  if (table === undefined) throw new Error("A spot lies on a table.");
  return table;
}

/** The spot of a felt that Tab reaches. */
const StopContext = createContext("");

const useIsStop = (id: string): boolean => use(StopContext) === id;

/** Spots of one felt are one stop of the keyboard: arrows go to the nearest spot that way, Enter lays a chip, Backspace takes them back, Space plays. */
export function Felt({
  label,
  first,
  className,
  style,
  children,
}: {
  label: string;
  first: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}) {
  const { onAct, take } = useTable();
  const [focused, setFocused] = useState<string>();
  const felt = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const at = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-spot]") : null;
    if (at === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const spot = at.dataset["spot"] ?? "";
    if (event.key === " ") {
      event.preventDefault();
      if (!event.repeat) onAct();
    } else if (event.key === "Backspace" || event.key === "Delete") take(spot);
    else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      event.nativeEvent.stopImmediatePropagation();
      nearestIn(felt.current?.querySelectorAll<HTMLElement>("[data-spot]") ?? [], at, event.key)?.focus();
    }
  };
  return (
    <StopContext value={focused ?? first}>
      <div
        ref={felt}
        role="toolbar"
        aria-label={label}
        onKeyDown={press}
        // Firefox presses a button when Space is let go, whatever was done when it went down.
        onKeyUp={(event) => event.key === " " && event.preventDefault()}
        onFocus={(event) => setFocused((event.target as HTMLElement).dataset["spot"])}
        className={className}
        style={style}
      >
        {children}
      </div>
    </StopContext>
  );
}

export interface SpotProps {
  spot: string;
  className?: string;
  style?: CSSProperties;
  /** Where the chips stand on it; in its middle unless told. */
  chipClass?: string;
  children?: ReactNode;
}

/** A place for chips. It says its name, what lies on it and what it brought. */
export function Spot({ spot, className, style, chipClass, children }: SpotProps) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const { bets, held, paid, isLocked, nameSpot, lay, take } = useTable();
  const isStop = useIsStop(spot);
  const [minor, back] = [bets[spot] ?? 0n, paid.get(spot)];
  const heldMinor = held?.[spot] ?? 0n;
  const bought = heldMinor === 0n ? "" : `, ${t("rounds.live.heldAmount", { amount: `${symbol} ${groupThousands(formatAmount(heldMinor))}` })}`;
  const amount = minor === 0n ? "" : `, ${symbol} ${groupThousands(formatAmount(minor))}`;
  return (
    <button
      type="button"
      data-spot={spot}
      data-paid={back === undefined ? undefined : ""}
      tabIndex={isStop ? 0 : -1}
      aria-disabled={isLocked}
      aria-label={`${nameSpot(spot)}${amount}${bought}${back === undefined ? "" : `, ${t("rounds.tables.spotWon")}`}`}
      onClick={() => lay([spot])}
      onContextMenu={(event) => {
        event.preventDefault();
        take(spot);
      }}
      className={cx("felt-spot", className)}
      style={style}
    >
      {children}
      {heldMinor > 0n && <ChipFace key={`held ${heldMinor}`} minor={heldMinor} className={cx("felt-chip felt-held", chipClass)} />}
      {minor > 0n && <ChipFace key={minor} minor={minor} className={cx("felt-chip", heldMinor > 0n && "felt-over", chipClass)} />}
    </button>
  );
}

export interface CallSpotProps {
  id: string;
  label: string;
  spots: readonly string[];
  className?: string;
  style?: CSSProperties;
  children?: ReactNode;
}

/** Lays a chip on each of several spots at once. */
export function CallSpot({ id, label, spots, className, style, children }: CallSpotProps) {
  const { isLocked, lay } = useTable();
  const isStop = useIsStop(id);
  return (
    <button
      type="button"
      data-spot={id}
      tabIndex={isStop ? 0 : -1}
      aria-disabled={isLocked}
      aria-label={label}
      title={label}
      onClick={() => lay(spots)}
      className={cx("felt-spot", className)}
      style={style}
    >
      {children}
    </button>
  );
}
