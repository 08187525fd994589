import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { type Bead, beadPlate, bigRoad, ROWS } from "./roads.ts";

const CELL = 16;
const paints = { first: "#38a3f5", second: "#f0436a", tie: "#22c493" } as const;

export interface RoadsProps {
  /** From the oldest to the newest. */
  beads: readonly Bead[];
  /** What stands in a bead of each winner. */
  letters: Readonly<Record<Bead["winner"], string>>;
  className?: string;
}

/** What won in my last rounds, as tables show it. It says nothing of the next: each round has a fresh shoe. */
export function Roads({ beads, letters, className }: RoadsProps) {
  const t = useT();
  return (
    <div className={cx("flex min-w-0 justify-center gap-2", className)} title={t("rounds.tables.noMemory")}>
      <Grid label={t("rounds.tables.beadPlate")} columns={6}>
        {beadPlate(beads).map(({ id, column, row, winner, isFirstPair, isSecondPair }) => (
          <g key={id} transform={`translate(${column * CELL} ${row * CELL})`}>
            <circle cx="8" cy="8" r="7" fill={paints[winner]} />
            <text x="8" y="11.4" textAnchor="middle" fontSize="9" fontWeight="800" fill="#0a0e1a">
              {letters[winner]}
            </text>
            {isFirstPair && <circle cx="3" cy="3" r="2.4" fill="#bfe4ff" stroke="#0a0e1a" strokeWidth="0.6" />}
            {isSecondPair && <circle cx="13" cy="13" r="2.4" fill="#ffc2cf" stroke="#0a0e1a" strokeWidth="0.6" />}
          </g>
        ))}
      </Grid>
      <Grid label={t("rounds.tables.bigRoad")} columns={12}>
        {bigRoad(beads).map(({ column, row, winner, ties }) => (
          <g key={`${column} ${row}`} transform={`translate(${column * CELL} ${row * CELL})`}>
            <circle cx="8" cy="8" r="5.8" fill="none" stroke={paints[winner]} strokeWidth="2.4" />
            {ties > 0 && <path d="M3 13 13 3" stroke={paints.tie} strokeWidth="2" />}
            {ties > 1 && (
              <text x="8" y="11" textAnchor="middle" fontSize="8" fontWeight="800" fill="#fff">
                {ties}
              </text>
            )}
          </g>
        ))}
      </Grid>
    </div>
  );
}

function Grid({ label, columns, children }: { label: string; columns: number; children: ReactNode }) {
  const width = columns * CELL;
  const height = ROWS * CELL;
  const across = Array.from({ length: ROWS - 1 }, (_, at) => `M0 ${(at + 1) * CELL}h${width}`).join("");
  const down = Array.from({ length: columns - 1 }, (_, at) => `M${(at + 1) * CELL} 0v${height}`).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="h-16 max-w-full min-w-0 shrink-0 self-start rounded-sm bg-black/35 sm:h-20"
    >
      <path d={across + down} stroke="#fff" strokeOpacity="0.1" />
      {children}
    </svg>
  );
}
