import { formatAmount } from "@laro/contract/core/money";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";
import { CHIPS, chipFor, shortAmount } from "./chips.ts";

/** Body, rim and letters of each chip. */
const paints: Readonly<Record<string, readonly [string, string]>> = {
  "100": ["#5f6b8c", "#39425e"],
  "500": ["#c9184a", "#7f0a2c"],
  "2500": ["#0e8f68", "#075640"],
  "10000": ["#20263f", "#0a0d1a"],
  "50000": ["#7b35d8", "#431584"],
  "100000": ["#d98a00", "#8f5400"],
};

/** A chip from above, in the colour of the largest chip its amount holds. */
export function ChipFace({ minor, className }: { minor: bigint; className?: string }) {
  const [body, rim] = paints[chipFor(minor).toString()] ?? ["#5f6b8c", "#39425e"];
  const label = shortAmount(minor);
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={cx("drop-shadow-[0_2px_2px_rgb(0_0_0/0.5)]", className)}>
      <circle cx="20" cy="20.8" r="18.8" fill={rim} />
      <circle cx="20" cy="19.6" r="18.8" fill={body} />
      <circle cx="20" cy="19.6" r="16.4" fill="none" stroke="#fff7e6" strokeWidth="4.6" strokeDasharray="6 11.17" />
      <circle cx="20" cy="19.6" r="13.2" fill={rim} stroke="#ffe7ae" strokeWidth="1" />
      <text x="20" y="24" textAnchor="middle" fill="#fff" fontSize={label.length > 3 ? 9.5 : 12} fontWeight="800" className="font-display">
        {label}
      </text>
    </svg>
  );
}

/** The chips to lay; one is in hand. */
export function ChipRack({ chip, onChoose }: { chip: bigint; onChoose: (chip: bigint) => void }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  return (
    <div
      role="group"
      aria-label={t("rounds.tables.chips")}
      className="no-bar flex items-center justify-between gap-1 overflow-x-auto py-1 sm:justify-start sm:gap-2"
    >
      {CHIPS.map((value, at) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chip}
          aria-keyshortcuts={String(at + 1)}
          aria-label={`${symbol} ${groupThousands(formatAmount(value))}`}
          onClick={() => onChoose(value)}
          className={cx(
            "grid size-12 shrink-0 place-items-center rounded-full transition",
            value === chip ? "-translate-y-0.5 bg-primary ring-2 ring-primary" : "opacity-85 hover:opacity-100",
          )}
        >
          <ChipFace minor={value} className="size-10.5" />
        </button>
      ))}
    </div>
  );
}
