import { ParolMark } from "../../../ui/art/Parol.tsx";
import { cx } from "../../../ui/cx.ts";
import { bareMultiple, multiple } from "../../../ui/Money.tsx";
import { colorsOf, NO_PAY, paysOf, segmentPath } from "./wheelArt.ts";
import "./minis.css";

const REACH = 86;
const BULBS = 24;
/** Up to so many segments are wide enough to say what they pay. */
const SAYING_MAX = 10;

export interface WheelBoardProps {
  /** What each segment pays, in hundredths, clockwise from the top. */
  pays: readonly number[];
  /** How far the wheel is turned, in degrees. */
  angle: number;
  /** How long it takes to turn there; it stands where it takes no time. */
  turnMs: number;
  /** The segment that stopped under the pointer. */
  stopped: number | undefined;
  label: string;
}

/** The wheel of a perya, with its bulbs, and below it what its colours pay. */
export function WheelBoard({ pays, angle, turnMs, stopped, label }: WheelBoardProps) {
  const colors = colorsOf(pays);
  const won = stopped === undefined ? undefined : pays[stopped];
  return (
    <>
      <div className="@container-size flex min-h-44 flex-1 items-center justify-center">
        <svg role="img" aria-label={label} viewBox="-100 -104 200 206" style={{ width: "min(100cqw, 97cqh)" }}>
          <circle r="99" fill="#5d0a34" />
          <circle r="97" fill="none" stroke="#ffb627" strokeWidth="2.5" />
          {Array.from({ length: BULBS }, (_, bulb) => (
            <circle key={bulb} cy="-92" r="2.4" fill={bulb % 2 === 0 ? "#fff3c4" : "#ffb627"} transform={`rotate(${(bulb * 360) / BULBS})`} />
          ))}
          <g style={{ transform: `rotate(${angle}deg)`, transition: turnMs > 0 ? `transform ${turnMs}ms cubic-bezier(0.12, 0.72, 0.16, 1)` : "none" }}>
            {pays.map((hundredths, at) => (
              <path
                key={segmentPath(at, pays.length, REACH)}
                d={segmentPath(at, pays.length, REACH)}
                fill={(colors.get(hundredths) ?? NO_PAY).fill}
                stroke={at === stopped ? "#fff" : "#170b33"}
                strokeWidth={at === stopped ? 1.6 : 0.7}
              />
            ))}
            {pays.length <= SAYING_MAX &&
              pays.map((hundredths, at) => (
                <SegmentText
                  key={segmentPath(at, pays.length, REACH)}
                  at={at}
                  of={pays.length}
                  pays={hundredths}
                  color={(colors.get(hundredths) ?? NO_PAY).text}
                />
              ))}
          </g>
          <circle r="27" fill="#1a0e38" stroke="#ffb627" strokeWidth="3" />
          <Hub won={won} />
          <path d="M-9-103h18l-9 21Z" fill="#fff3d6" stroke="#5d0a34" strokeWidth="2" strokeLinejoin="round" />
        </svg>
      </div>
      <WheelPays pays={pays} won={won} />
    </>
  );
}

/** What the wheel said, or the house's parol before it turned. */
function Hub({ won }: { won: number | undefined }) {
  if (won === undefined)
    return (
      <svg x="-17" y="-17" width="34" height="34">
        <ParolMark />
      </svg>
    );
  return (
    <text
      textAnchor="middle"
      dominantBaseline="central"
      y="1"
      fill={won > 100 ? "#6af0c6" : "#fbf8f0"}
      fontSize={bareMultiple(won).length > 4 ? 13 : 16}
      fontWeight="800"
      className="figures font-display"
    >
      {multiple(won)}
    </text>
  );
}

/** What each colour pays and on how many segments. */
function WheelPays({ pays, won }: { pays: readonly number[]; won: number | undefined }) {
  const colors = colorsOf(pays);
  return (
    <ul className="flex shrink-0 flex-wrap justify-center gap-1 pt-2 sm:gap-1.5">
      {paysOf(pays).map(({ pays: hundredths, count }) => (
        <li
          key={hundredths}
          style={{ background: (colors.get(hundredths) ?? NO_PAY).fill, color: (colors.get(hundredths) ?? NO_PAY).text }}
          className={cx(
            "figures flex items-baseline gap-1 rounded-pill px-2 text-xs sm:px-2.5 leading-6 font-semibold",
            hundredths === won && "ring-2 ring-white",
          )}
        >
          {multiple(hundredths)}
          <span className="font-normal">
            {count}/{pays.length}
          </span>
        </li>
      ))}
    </ul>
  );
}

function SegmentText({ at, of, pays, color }: { at: number; of: number; pays: number; color: string }) {
  return (
    <text
      transform={`rotate(${(at * 360) / of}) translate(0 -68)`}
      textAnchor="middle"
      dominantBaseline="central"
      fill={color}
      fontSize="11"
      fontWeight="700"
      className="figures"
    >
      {bareMultiple(pays)}
    </text>
  );
}
