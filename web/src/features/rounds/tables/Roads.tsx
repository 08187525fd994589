import type { ReactNode } from "react";
import { useT } from "../../../api/language.ts";
import {
  askRoad,
  type Bead,
  beadPlate,
  bigRoad,
  deriveMarks,
  type DerivedRoad,
  derivedRoads,
  hiddenColumns,
  layRoad,
  type Mark,
  type Place,
  ROWS,
} from "./roads.ts";

const CELL = 16;
const SMALL_CELL = 8;
const BEAD_COLUMNS = 6;
const BIG_COLUMNS = 12;
const DERIVED_COLUMNS = 14;
const SIDES = ["first", "second"] as const;
const paints = { first: "#38a3f5", second: "#f0436a", tie: "#22c493", red: "#f0436a", blue: "#38a3f5" } as const;

export interface RoadsProps {
  /** From the oldest to the newest. */
  beads: readonly Bead[];
  /** What stands in a bead of each winner. */
  letters: Readonly<Record<Bead["winner"], string>>;
  names: Readonly<Record<(typeof SIDES)[number], string>>;
}

/** What won in the last rounds, as tables show it: five roads, and what the next would add to the last three. It says nothing of the next: each round has a fresh shoe. */
export function Roads({ beads, letters, names }: RoadsProps) {
  const t = useT();
  const plate = beadPlate(beads);
  const big = bigRoad(beads);
  return (
    <div
      role="group"
      aria-label={t("rounds.tables.roads")}
      tabIndex={0}
      title={t("rounds.tables.noMemory")}
      className="no-bar flex max-w-full min-w-0 shrink-0 gap-1.5 overflow-x-auto rounded-sm sm:flex-wrap sm:justify-center sm:overflow-visible lg:w-90"
    >
      <Grid label={t("rounds.tables.beadPlate")} cell={CELL} columns={BEAD_COLUMNS} places={plate} className="h-16 sm:h-20">
        {plate.map(({ id, column, row, winner, isFirstPair, isSecondPair }) => (
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
      <Grid label={t("rounds.tables.bigRoad")} cell={CELL} columns={BIG_COLUMNS} places={big} className="h-16 sm:h-20">
        {big.map(({ column, row, winner, ties }) => (
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
      <IfNext beads={beads} letters={letters} names={names} />
      <div className="flex shrink-0 gap-1.5 sm:basis-full sm:justify-center">
        {derivedRoads.map((road) => (
          <Derived key={road} beads={beads} road={road} />
        ))}
      </div>
    </div>
  );
}

function Derived({ beads, road }: { beads: readonly Bead[]; road: DerivedRoad }) {
  const t = useT();
  const marks = deriveMarks(beads, road);
  const places = layRoad(marks);
  return (
    <Grid label={t("rounds.tables.derivedRoad", { road })} cell={SMALL_CELL} columns={DERIVED_COLUMNS} places={places} className="h-16 sm:h-12">
      {places.map(({ column, row }, at) => (
        <g key={at} transform={`translate(${column * SMALL_CELL} ${row * SMALL_CELL})`}>
          <MarkSign road={road} mark={marks[at]!} />
        </g>
      ))}
    </Grid>
  );
}

/** A ring, a disc and a stroke, as everywhere. */
function MarkSign({ road, mark }: { road: DerivedRoad; mark: Mark }) {
  if (road === "cockroach") return <path d="M1.4 6.6 6.6 1.4" stroke={paints[mark]} strokeWidth="1.6" strokeLinecap="round" />;
  return road === "bigEye" ? (
    <circle cx="4" cy="4" r="2.6" fill="none" stroke={paints[mark]} strokeWidth="1.4" />
  ) : (
    <circle cx="4" cy="4" r="3" fill={paints[mark]} />
  );
}

/** What each side would add to the derived roads. */
function IfNext({ beads, letters, names }: RoadsProps) {
  const t = useT();
  return (
    <div className="grid h-16 shrink-0 content-center gap-1 sm:h-20">
      {SIDES.map((side) => {
        const marks = derivedRoads.map((road) => ({ road, mark: askRoad(beads, road, side) }));
        const said = marks.map(({ road, mark }) => `${t("rounds.tables.derivedRoad", { road })}: ${t("rounds.tables.mark", { mark: mark ?? "none" })}`);
        return (
          <p
            key={side}
            role="img"
            aria-label={`${t("rounds.tables.ifNext", { side: names[side] })}: ${said.join(", ")}`}
            className="flex items-center gap-0.5 rounded-sm bg-black/35 p-1"
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 sm:size-5">
              <circle cx="8" cy="8" r="7" fill={paints[side]} />
              <text x="8" y="11.4" textAnchor="middle" fontSize="9" fontWeight="800" fill="#0a0e1a">
                {letters[side]}
              </text>
            </svg>
            {marks.map(({ road, mark }) => (
              <svg key={road} viewBox="0 0 8 8" aria-hidden="true" className="size-3 sm:size-3.5">
                {mark === undefined ? <path d="M2.6 4h2.8" stroke="#fff" strokeOpacity="0.4" /> : <MarkSign road={road} mark={mark} />}
              </svg>
            ))}
          </p>
        );
      })}
    </div>
  );
}

interface GridProps {
  label: string;
  cell: number;
  columns: number;
  places: readonly Place[];
  className: string;
  children: ReactNode;
}

/** The newest columns of a road. */
function Grid({ label, cell, columns, places, className, children }: GridProps) {
  const width = columns * cell;
  const height = ROWS * cell;
  const across = Array.from({ length: ROWS - 1 }, (_, at) => `M0 ${(at + 1) * cell}h${width}`).join("");
  const down = Array.from({ length: columns - 1 }, (_, at) => `M${(at + 1) * cell} 0v${height}`).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      style={{ aspectRatio: `${columns} / ${ROWS}` }}
      className={`${className} shrink-0 rounded-sm bg-black/35`}
    >
      <path d={across + down} stroke="#fff" strokeOpacity="0.1" />
      <g transform={`translate(${-hiddenColumns(places, columns) * cell} 0)`}>{children}</g>
    </svg>
  );
}
