import { useEffect, useRef } from "react";
import { cx } from "../../../ui/cx.ts";
import { isMotionReduced } from "../motion.ts";
import { bareMultiple } from "../../../ui/Money.tsx";
import { framesOf, heightOf, isUpright, pinsOf, slotColor, slotHeight, slotTop, slotX, touchesOf, widthOf } from "./plinkoBoard.ts";
import "./minis.css";

export interface PlinkoBoardProps {
  rows: number;
  /** What each slot pays, in hundredths. */
  pays: readonly number[];
  /** The last ball, or the one that falls. */
  path: readonly number[] | undefined;
  /** How long the ball falls; it lies in its slot where it does not. */
  fallMs: number | undefined;
  label: string;
}

/** Pins of capiz over slots; a ball of gold falls from pin to pin, and its way stays drawn. */
export function PlinkoBoard({ rows, pays, path, fallMs, label }: PlinkoBoardProps) {
  const isFalling = fallMs !== undefined;
  const way = path?.length === rows ? path : undefined;
  const slot = isFalling ? undefined : way?.reduce((rights, step) => rights + step, 0);
  return (
    <div className="@container-size flex min-h-48 flex-1 items-center justify-center">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${widthOf(rows)} ${heightOf(rows)}`}
        style={{ width: `min(100cqw, 100cqh * ${(widthOf(rows) / heightOf(rows)).toFixed(4)})` }}
      >
        <defs>
          <radialGradient id="plinko-pin" cx=".35" cy=".3">
            <stop stopColor="#fff" />
            <stop offset="1" stopColor="#c3b3ea" />
          </radialGradient>
          <radialGradient id="plinko-ball" cx=".35" cy=".3">
            <stop stopColor="#fff6c9" />
            <stop offset=".5" stopColor="#ffb627" />
            <stop offset="1" stopColor="#c46200" />
          </radialGradient>
        </defs>
        <Funnel x={widthOf(rows) / 2} />
        {way !== undefined && !isFalling && <Way path={way} />}
        {pinsOf(rows).map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="0.12" fill="url(#plinko-pin)" />
        ))}
        {pays.map((hundredths, at) => (
          <Slot key={slotX(rows, at)} rows={rows} at={at} pays={hundredths} isLit={at === slot} />
        ))}
        {way !== undefined && <Ball key={`${isFalling}`} path={way} fallMs={fallMs} />}
      </svg>
    </div>
  );
}

function Funnel({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M-.8 0h1.6l-.42.5h-.76Z" fill="#ffb627" />
      <path d="M-.8 0h1.6l-.1.13h-1.4Z" fill="#fff3d6" />
      <path d="M-.38.5h.76v.1h-.76Z" fill="#8d0c33" />
    </g>
  );
}

function Way({ path }: { path: readonly number[] }) {
  const [first, ...rest] = touchesOf(path).map(({ x, y }) => `${x} ${y.toFixed(2)}`);
  return (
    <path d={`M${first}L${rest.join("L")}`} fill="none" stroke="#ffb627" strokeOpacity="0.55" strokeWidth="0.09" strokeLinecap="round" strokeLinejoin="round" />
  );
}

function Slot({ rows, at, pays, isLit }: { rows: number; at: number; pays: number; isLit: boolean }) {
  const { fill, text } = slotColor(pays);
  const [x, y, height] = [slotX(rows, at), slotTop(rows), slotHeight(rows)];
  const isTall = isUpright(rows);
  return (
    <g className={cx(isLit && "plinko-landed")}>
      <rect
        x={x - 0.46}
        y={y}
        width="0.92"
        height={height}
        rx="0.16"
        fill={fill}
        stroke={isLit ? "#fff" : "#000"}
        strokeOpacity={isLit ? 1 : 0.25}
        strokeWidth={isLit ? 0.1 : 0.04}
      />
      <text
        x={x}
        y={y + height / 2 + (isTall ? 0.32 : 0.14)}
        fill={text}
        fontSize={isTall ? 0.62 : 0.4}
        fontWeight="700"
        textAnchor="middle"
        dominantBaseline="central"
        className="figures"
        transform={isTall ? `rotate(-90 ${x} ${y + height / 2 + 0.32})` : undefined}
      >
        {bareMultiple(pays)}
      </text>
    </g>
  );
}

/** The browser moves the ball along its frames; without a fall it lies where it landed. */
function Ball({ path, fallMs }: { path: readonly number[]; fallMs: number | undefined }) {
  const ball = useRef<SVGGElement>(null);
  const frames = framesOf(path);
  const end = frames.at(-1) ?? { x: 0, y: 0 };
  useEffect(() => {
    if (fallMs === undefined || isMotionReduced()) return;
    const fall = ball.current?.animate(
      framesOf(path).map(({ x, y, easing }) => ({ transform: `translate(${x}px, ${y}px)`, easing })),
      { duration: fallMs, fill: "both" },
    );
    return () => fall?.cancel();
  }, [path, fallMs]);
  return (
    <g ref={ball} transform={`translate(${end.x} ${end.y})`}>
      <circle r="0.24" fill="url(#plinko-ball)" stroke="#7a3d00" strokeOpacity=".5" strokeWidth=".03" />
      <path d="M0-.14.04-.04.14-.04.06.03.09.13 0 .07-.09.13-.06.03-.14-.04-.04-.04Z" fill="#fff6c9" />
    </g>
  );
}
