import type { ProfitLine } from "@laro/contract/reports";
import { useT } from "../../api/language.ts";
import { addDays } from "../../ui/days.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";

const HEIGHT_PX = 180;
/** What a bar leaves free of its day, and the least a bar is high so that it is seen. */
const GAP_PERCENT = 24;
const BAR_MIN_PX = 2;

interface ProfitChartProps {
  lines: readonly ProfitLine[];
  from: string;
  to: string;
}

/** Each day's profit or loss as a bar up or down from zero; the table below says the same in figures. */
export function ProfitChart({ lines, from, to }: ProfitChartProps) {
  const t = useT();
  const days = daysOf(from, to);
  const profitOf = new Map(lines.map(({ day, profit }) => [day, profit]));
  const profits = lines.map(({ profit }) => profit);
  const highest = profits.reduce((most, profit) => (profit > most ? profit : most), 0n);
  const lowest = profits.reduce((least, profit) => (profit < least ? profit : least), 0n);
  const range = Number(highest - lowest) || 1;
  const zero = (Number(highest) / range) * HEIGHT_PX;
  const width = 100 / days.length;
  return (
    <figure className="grid gap-2 rounded-md border border-line bg-card p-4">
      <figcaption className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-xs text-muted">
        <span>{t("reports.profit.chart")}</span>
        <span className="flex flex-wrap gap-x-3">
          {highest > 0n && (
            <span>
              {t("reports.profit.best")} <Money minor={highest} />
            </span>
          )}
          {lowest < 0n && (
            <span>
              {t("reports.profit.worst")} <Money minor={lowest} />
            </span>
          )}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={t("reports.profit.chart.label", { from: formatCalendar(from), to: formatCalendar(to) })}
        width="100%"
        height={HEIGHT_PX}
        className="overflow-visible"
      >
        {days.map((day, place) => {
          const profit = profitOf.get(day) ?? 0n;
          if (profit === 0n) return null;
          const high = Math.max(BAR_MIN_PX, (Math.abs(Number(profit)) / range) * HEIGHT_PX);
          return (
            <rect
              key={day}
              x={`${width * place + (width * GAP_PERCENT) / 200}%`}
              width={`${width * (1 - GAP_PERCENT / 100)}%`}
              y={profit > 0n ? zero - high : zero}
              height={high}
              rx={2}
              className={profit > 0n ? "fill-win" : "fill-accent"}
            />
          );
        })}
        <line x1="0" x2="100%" y1={zero} y2={zero} className="stroke-muted" strokeWidth={1} />
      </svg>
      <div aria-hidden="true" className="figures flex justify-between text-xs text-muted">
        <span>{formatCalendar(from)}</span>
        {from !== to && <span>{formatCalendar(to)}</span>}
      </div>
    </figure>
  );
}

/** Every day of a span, oldest first. */
function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
