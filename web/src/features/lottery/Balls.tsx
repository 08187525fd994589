import { cx } from "../../ui/cx.ts";
import { shown } from "./words.ts";

interface BallsProps {
  readonly digits: readonly number[];
  readonly to: number;
  /** Which of them are meant, where not all are. */
  readonly isLit?: ((digit: number, place: number) => boolean) | undefined;
  readonly size?: "sm" | "md";
}

/** What fell, ball by ball. */
export function Balls({ digits, to, isLit, size = "md" }: BallsProps) {
  return (
    <span className="flex flex-wrap gap-1" role="img" aria-label={digits.map((digit) => shown(digit, to)).join(" ")}>
      {digits.map((digit, place) => (
        <span
          // The same digit may fall twice.
          key={`${place}-${digit}`}
          aria-hidden="true"
          className={cx(
            "figures grid place-items-center rounded-full font-display font-extrabold",
            size === "sm" ? "size-6 text-xs" : "size-8 text-sm sm:size-9",
            isLit === undefined || isLit(digit, place) ? "bg-linear-to-b from-[#fff1c9] to-[#f0b93e] text-[#2a1a05]" : "border border-line bg-field text-muted",
          )}
        >
          {shown(digit, to)}
        </span>
      ))}
    </span>
  );
}
