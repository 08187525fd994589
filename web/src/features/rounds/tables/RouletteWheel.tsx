import { colorOf, POCKETS, wheelOrder } from "@laro/engines/tables/wheel";
import type { CSSProperties } from "react";
import { cx } from "../../../ui/cx.ts";

const TURN = 360;
const STEP = TURN / POCKETS;
const OUTER = 128;
const INNER = 92;
const MIDDLE = 150;
export const LAND_MS = 1_450;

const paints = { green: "#12a552", red: "#c9184a", black: "#161a2c" } as const;
const point = (radius: number, degrees: number): string => {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return `${(MIDDLE + radius * Math.cos(turn)).toFixed(2)} ${(MIDDLE + radius * Math.sin(turn)).toFixed(2)}`;
};
const sector = (from: number, to: number, outer: number, inner: number): string =>
  `M${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}Z`;

const sectors = wheelOrder.map((pocket, at) => ({
  pocket,
  outline: sector((at - 0.5) * STEP, (at + 0.5) * STEP, OUTER, INNER),
  cup: sector((at - 0.5) * STEP, (at + 0.5) * STEP, INNER, 74),
  turn: at * STEP,
}));

/** The wheel with its ball: running while it is asked for, falling into its pocket when the pocket is known. */
export function RouletteWheel({ pocket, motion, className }: { pocket: number | undefined; motion: "still" | "run" | "land"; className?: string }) {
  const rest = pocket === undefined ? 0 : wheelOrder.indexOf(pocket) * STEP;
  return (
    <svg viewBox="0 0 300 300" aria-hidden="true" className={cx("block drop-shadow-2xl", className)}>
      <circle cx="150" cy="150" r="148" fill="#4a220b" />
      <circle cx="150" cy="150" r="144" fill="#8a4413" />
      <circle cx="150" cy="150" r="138" fill="#3b1a08" stroke="#ffd667" strokeWidth="2" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
        <path key={turn} d="M150 7l4 6-4 6-4-6Z" transform={`rotate(${turn} 150 150)`} fill="#ffd667" />
      ))}
      <g style={{ transformOrigin: "150px 150px", animationPlayState: motion === "still" ? "paused" : "running" }} className="wheel-turning">
        {sectors.map(({ pocket: number, outline, cup, turn }) => (
          <g key={number}>
            <path d={outline} fill={paints[colorOf(number)]} stroke="#ffe7ae" strokeWidth="0.8" />
            <path d={cup} fill={paints[colorOf(number)]} fillOpacity="0.55" stroke="#ffe7ae" strokeOpacity="0.5" strokeWidth="0.8" />
            <text
              x="150"
              y="40"
              transform={`rotate(${turn.toFixed(2)} 150 150)`}
              textAnchor="middle"
              fill="#fff"
              fontSize="13"
              fontWeight="800"
              className="font-display"
            >
              {number}
            </text>
          </g>
        ))}
        <circle cx="150" cy="150" r="74" fill="#6b3510" stroke="#ffd667" strokeWidth="2.5" />
        <circle cx="150" cy="150" r="56" fill="#8a4413" />
        <path d="M150 94l9 42 42 14-42 14-9 42-9-42-42-14 42-14Z" fill="#ffb627" opacity="0.85" />
        {[0, 90, 180, 270].map((turn) => (
          <circle key={turn} cx="150" cy="96" r="6" fill="#fff3d6" transform={`rotate(${turn} 150 150)`} />
        ))}
        <circle cx="150" cy="150" r="17" fill="#ffd76b" />
        <circle cx="150" cy="150" r="8" fill="#c9184a" />
        <g
          key={motion}
          style={{ transformOrigin: "150px 150px", "--rest": `${rest}deg`, "--land": `${LAND_MS}ms`, transform: `rotate(${rest}deg)` } as CSSProperties}
          className={motion === "run" ? "ball-running" : motion === "land" ? "ball-landing" : undefined}
        >
          {(pocket !== undefined || motion === "run") && (
            <circle cx="150" cy={motion === "run" ? 16 : 67} r="6.5" fill="#fff" stroke="#8fa0c8" strokeWidth="1" className="ball" />
          )}
        </g>
      </g>
    </svg>
  );
}
