import { addDays } from "./days.ts";
import { formatCalendar } from "./DateTime.tsx";
import { Money } from "./Money.tsx";

const HEIGHT_PX = 180;
/** What a bar leaves free of its day, and the least a bar is high so that it is seen. */
const GAP_PERCENT = 24;
const BAR_MIN_PX = 2;

export interface DayChartProps {
  labels: { title: string; chart: string; highest: string; lowest: string };
  /** Minor units by day; a day without one has no bar. */
  amounts: ReadonlyMap<string, bigint>;
  from: string;
  to: string;
  /** Of bars above zero; those below are always told apart from them. */
  tone?: "win" | "primary";
}

const fills = { win: "fill-win", primary: "fill-primary" } as const;

/** An amount of each day as a bar up or down from zero; the table below it says the same in figures. */
export function DayChart({ labels, amounts, from, to, tone = "win" }: DayChartProps) {
  const days = daysOf(from, to);
  const all = [...amounts.values()];
  const highest = all.reduce((most, amount) => (amount > most ? amount : most), 0n);
  const lowest = all.reduce((least, amount) => (amount < least ? amount : least), 0n);
  const range = Number(highest - lowest) || 1;
  const zero = (Number(highest) / range) * HEIGHT_PX;
  const width = 100 / days.length;
  return (
    <figure className="grid gap-2 rounded-md border border-line bg-card p-4">
      <figcaption className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-xs text-muted">
        <span>{labels.title}</span>
        <span className="flex flex-wrap gap-x-3">
          {highest > 0n && (
            <span>
              {labels.highest} <Money minor={highest} />
            </span>
          )}
          {lowest < 0n && (
            <span>
              {labels.lowest} <Money minor={lowest} />
            </span>
          )}
        </span>
      </figcaption>
      <svg role="img" aria-label={labels.chart} width="100%" height={HEIGHT_PX} className="overflow-visible">
        {days.map((day, place) => {
          const amount = amounts.get(day) ?? 0n;
          if (amount === 0n) return null;
          const high = Math.max(BAR_MIN_PX, (Math.abs(Number(amount)) / range) * HEIGHT_PX);
          return (
            <rect
              key={day}
              x={`${width * place + (width * GAP_PERCENT) / 200}%`}
              width={`${width * (1 - GAP_PERCENT / 100)}%`}
              y={amount > 0n ? zero - high : zero}
              height={high}
              rx={2}
              className={amount > 0n ? fills[tone] : "fill-accent"}
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
