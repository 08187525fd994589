import type { Slice } from "@laro/contract/prizeDraws";
import { ParolMark } from "../../ui/art/Parol.tsx";
import { arcsOf, slicePath } from "./wheelShape.ts";

const REACH = 86;
const BULBS = 24;
/** A narrower slice says what it gives in the list beside the wheel alone. */
const SAYING_DEGREES_MIN = 20;
const TURN_MS = 4_200;

/** From the smallest prize to the largest. */
const colors = [
  { fill: "#2b2358", text: "#e6defc" },
  { fill: "#1668b4", text: "#ffffff" },
  { fill: "#0f7d73", text: "#ffffff" },
  { fill: "#7a2f9e", text: "#ffffff" },
  { fill: "#b3265f", text: "#ffffff" },
  { fill: "#d2691e", text: "#1a0d02" },
  { fill: "#e0457b", text: "#1f0310" },
  { fill: "#ffc02b", text: "#1a1203" },
] as const;

/** The colour of each prize, by how it ranks. */
export const colorOf = (slices: readonly Slice[], points: number): (typeof colors)[number] => {
  const rank = slices.map((slice) => slice.points).toSorted((one, other) => one - other);
  return colors[Math.max(0, rank.indexOf(points)) % colors.length]!;
};

export interface WheelFaceProps {
  slices: readonly Slice[];
  weights: number;
  /** How far it is turned, in degrees. */
  angle: number;
  isTurning: boolean;
  /** The points it stopped at. */
  won: number | undefined;
  label: string;
  onRest: (() => void) | undefined;
}

/** The wheel with each slice as wide as its odds. */
export function WheelFace({ slices, weights, angle, isTurning, won, label, onRest }: WheelFaceProps) {
  return (
    <svg role="img" aria-label={label} viewBox="-100 -106 200 208" className="mx-auto block w-full max-w-88">
      <circle r="99" fill="#5d0a34" />
      <circle r="97" fill="none" stroke="#ffb627" strokeWidth="2.5" />
      {Array.from({ length: BULBS }, (_, bulb) => (
        <circle key={bulb} cy="-92" r="2.4" fill={bulb % 2 === 0 ? "#fff3c4" : "#ffb627"} transform={`rotate(${(bulb * 360) / BULBS})`} />
      ))}
      <g
        style={{ transform: `rotate(${angle}deg)`, transition: isTurning ? `transform ${TURN_MS}ms cubic-bezier(0.1, 0.7, 0.12, 1)` : "none" }}
        onTransitionEnd={onRest}
      >
        {arcsOf(slices, weights).map((arc) => {
          const { points } = arc.of;
          const { fill, text } = colorOf(slices, points);
          return (
            <g key={points}>
              <path d={slicePath(arc, REACH)} fill={fill} stroke={points === won ? "#fff" : "#170b33"} strokeWidth={points === won ? 1.6 : 0.7} />
              {arc.to - arc.from >= SAYING_DEGREES_MIN && (
                <text
                  transform={`rotate(${(arc.from + arc.to) / 2}) translate(0 -66)`}
                  textAnchor="middle"
                  dominantBaseline="central"
                  fill={text}
                  fontSize="12"
                  fontWeight="800"
                  className="figures font-display"
                >
                  {points}
                </text>
              )}
            </g>
          );
        })}
      </g>
      <circle r="27" fill="#1a0e38" stroke="#ffb627" strokeWidth="3" />
      {won === undefined ? (
        <svg x="-17" y="-17" width="34" height="34">
          <ParolMark />
        </svg>
      ) : (
        <text
          textAnchor="middle"
          dominantBaseline="central"
          y="1"
          fill="#fff3c4"
          fontSize={won > 999 ? 13 : 16}
          fontWeight="800"
          className="figures font-display"
        >
          {won}
        </text>
      )}
      <path d="M-9-105h18l-9 22Z" fill="#fff3d6" stroke="#5d0a34" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
