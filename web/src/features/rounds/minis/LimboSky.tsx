import type { CSSProperties } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { hundredths } from "../dice/sayDice.ts";
import { FLAGS, heightOf } from "./limboChoice.ts";
import "./minis.css";

const SPARKS = 12;
const STARS = [
  [8, 18, 2],
  [17, 52, 1.4],
  [24, 8, 1.4],
  [33, 34, 1.8],
  [68, 14, 2.2],
  [77, 40, 1.4],
  [86, 9, 1.6],
  [92, 58, 2],
  [60, 62, 1.2],
  [41, 70, 1.4],
] as const;

export interface LimboSkyProps {
  /** Where the rocket is, in hundredths; none before the first round. */
  value: number | undefined;
  /** In hundredths. */
  target: number;
  state: "idle" | "lit" | "flying" | "won" | "lost";
}

const valueColors = { idle: "text-text", lit: "text-text", flying: "text-text", won: "text-win-text", lost: "text-accent-text" } as const;

/** A kwitis climbs from its stick over the town; where it bursts is the point. The string of flags hangs at the target. */
export function LimboSky({ value, target, state }: LimboSkyProps) {
  const t = useT();
  const height = heightOf(value === undefined || state === "idle" || state === "lit" ? 100 : value, target);
  return (
    <div className="relative min-h-40 w-full flex-1 overflow-hidden rounded-md bg-linear-to-b from-[#0b0b33] via-[#28145c] to-[#7b2466]">
      <svg aria-hidden="true" viewBox="0 0 100 80" preserveAspectRatio="none" className="absolute inset-0 size-full opacity-70">
        {STARS.map(([x, y, r]) => (
          <ellipse key={`${x} ${y}`} cx={x} cy={y} rx={r / 8} ry={r / 5} fill="#fff3d6" />
        ))}
      </svg>
      <Town />
      <div aria-hidden="true" style={{ bottom: `${FLAGS / 10}%` }} className="absolute inset-x-0">
        <div className="limbo-flags h-3.5 w-full border-t-2 border-[#ffd98a]" />
        <span className="figures absolute start-2 -top-7 rounded-pill bg-black/45 px-2 text-xs leading-6 font-semibold text-[#ffd98a]">
          {t("rounds.target")} {hundredths(target)}×
        </span>
      </div>
      <div
        aria-hidden="true"
        style={{ "--height": `${height / 10}%` } as CSSProperties}
        className="limbo-flight absolute inset-y-0 start-[76%] w-0 sm:start-[72%]"
      >
        {state !== "won" && <Rocket isLit={state === "lit" || state === "flying"} isSpent={state === "lost"} />}
        {state === "won" && <Burst />}
      </div>
      <output
        className={cx(
          "figures absolute inset-x-0 top-1/2 -translate-y-1/2 ps-[6%] font-display text-[clamp(2.75rem,9vw,6.5rem)] leading-none font-extrabold transition-colors sm:ps-[10%]",
          valueColors[state],
        )}
      >
        {value === undefined ? "–.––×" : `${hundredths(value)}×`}
      </output>
    </div>
  );
}

function Rocket({ isLit, isSpent }: { isLit: boolean; isSpent: boolean }) {
  return (
    <svg viewBox="0 0 40 120" className={cx("limbo-rocket absolute -translate-x-1/2 translate-y-full transition-opacity", isSpent && "opacity-45 grayscale")}>
      <path d="M19 50v66" stroke="#d9a35c" strokeWidth="3" strokeLinecap="round" />
      <path d="M10 26h20v34H10Z" fill="#f0436a" />
      <path d="M10 32h20v6H10Zm0 14h20v6H10Z" fill="#ffe08a" />
      <path d="M24 26h6v34h-6Z" fill="#000" opacity=".18" />
      <path d="M20 2 33 27H7Z" fill="#ffb627" />
      <path d="M20 2 33 27h-9Z" fill="#000" opacity=".16" />
      <path d="M10 60h20l-4 6H14Z" fill="#8d0c33" />
      {isLit && (
        <g className="limbo-flame">
          <path d="M13 66h14c1 12-3 22-7 32-4-10-8-20-7-32Z" fill="#ffb627" />
          <path d="M16 66h8c0 8-2 13-4 19-2-6-4-11-4-19Z" fill="#fff6c9" />
        </g>
      )}
    </svg>
  );
}

/** What a target that was reached looks like: stars of five colours. */
function Burst() {
  const colors = ["#ffb627", "#ff6d8d", "#3fe0b2", "#62bbff", "#fff3d6"];
  return (
    <svg viewBox="-100 -100 200 200" className="limbo-burst absolute -translate-x-1/2 translate-y-1/2">
      {Array.from({ length: SPARKS }, (_, spark) => (
        <g key={spark} transform={`rotate(${(spark * 360) / SPARKS})`}>
          <path d="M0-26 0-78" stroke={colors[spark % colors.length]} strokeWidth="5" strokeLinecap="round" strokeDasharray="14 9" />
          <circle cy="-90" r="5.5" fill={colors[(spark + 2) % colors.length]} />
        </g>
      ))}
      <circle r="13" fill="#fff6c9" />
    </svg>
  );
}

/** Roofs, a church and palms in front of the dusk. */
function Town() {
  return (
    <svg aria-hidden="true" viewBox="0 0 400 60" preserveAspectRatio="none" className="absolute inset-x-0 bottom-0 h-[16%] w-full">
      <path
        d="M0 60V38l18-12 18 12v6h14V30l22-12 22 12v10h20V22h8V8l8-8 8 8v14h10v22h18V32l24-14 24 14v12h16V36l20-12 20 12v6h22V26l20-10 20 10v16h14V34l18-10 18 10v26Z"
        fill="#150a2e"
      />
      <path d="M24 46h5v6h-5Zm44-8h5v6h-5Zm10 0h5v6h-5Zm54-12h4v7h-4Zm92 12h5v6h-5Zm54 4h5v6h-5Zm60-8h5v6h-5Zm44 6h5v6h-5Z" fill="#ffcf6b" opacity=".85" />
    </svg>
  );
}
