import type { jeepneySymbols } from "@laro/engines/slots/jeepney-243";
import type { ReactNode } from "react";
import { glyphs } from "../../../ui/art/glyphs.tsx";

const INK = "#191d33";

const star = (
  <>
    <circle cx="48" cy="48" r="42" fill="#2b62d9" />
    <path d="M48 6a42 42 0 0 1 0 84Z" fill="#1b45ac" />
    <circle cx="48" cy="48" r="42" fill="none" stroke="#dfe7f5" strokeWidth="5" />
    <path d="M48 14l10 22 24 3-18 16 5 24-21-12-21 12 5-24-18-16 24-3Z" fill="#ffd23f" />
    <path d="M48 14l10 22 24 3-18 16 5 24-21-12Z" fill="#f5a81c" />
  </>
);

const wheel = (
  <>
    <circle cx="48" cy="48" r="36" fill="none" stroke={INK} strokeWidth="13" />
    <circle cx="48" cy="48" r="36" fill="none" stroke="#d61f4a" strokeWidth="8" />
    <path d="M48 50V82M48 50L18 38M48 50l30-12" stroke="#dfe7f5" strokeWidth="8" strokeLinecap="round" />
    <circle cx="48" cy="49" r="13" fill="#ffb627" />
    <path d="M48 40l3 6 6 1-5 4 2 6-6-3-6 3 2-6-5-4 6-1Z" fill="#fff8e6" />
  </>
);

const horn = (
  <>
    <path d="M12 62c18-4 34-14 48-36l20 26c-20 10-40 18-62 24Z" fill="#ffc233" />
    <path d="M18 76c22-6 42-14 62-24l-8-10C54 58 36 64 15 69Z" fill="#e8901a" />
    <ellipse cx="71" cy="39" rx="9" ry="21" transform="rotate(-38 71 39)" fill="#8a5220" stroke="#ffe28a" strokeWidth="4" />
    <circle cx="15" cy="70" r="11" fill="#d61f4a" />
    <circle cx="12" cy="66" r="3.5" fill="#fff" fillOpacity="0.8" />
    <path d="M76 12l6-8M86 24l8-4M62 10l-2-8" stroke="#fff3d6" strokeWidth="4" strokeLinecap="round" />
  </>
);

const BUDS = Array.from({ length: 11 }, (_, at) => ({ x: 48 + 33 * Math.sin((at * Math.PI) / 5.5), y: 40 - 30 * Math.cos((at * Math.PI) / 5.5) }));
const garland = (
  <>
    <circle cx="48" cy="40" r="31" fill="none" stroke="#2fae72" strokeWidth="4" />
    {BUDS.map(({ x, y }, at) => (
      <g key={at}>
        <circle cx={Math.round(x)} cy={Math.round(y)} r="9" fill="#fff8ec" />
        <circle cx={Math.round(x)} cy={Math.round(y)} r="3.5" fill="#ffd98a" />
      </g>
    ))}
    <path d="M48 66c-6 8-6 18 0 28 6-10 6-20 0-28Z" fill="#f5a81c" />
    <path d="M40 70c-8 4-12 10-12 18M56 70c8 4 12 10 12 18" fill="none" stroke="#2fae72" strokeWidth="4" strokeLinecap="round" />
  </>
);

/** A roof lamp, lit in its colour. */
const lamp = (color: string, shade: string, light: string): ReactNode => (
  <>
    <path d="M26 78h44l6 12H20Z" fill="#56608a" />
    <path d="M26 78h44l3 6H23Z" fill="#9aa6c4" />
    <path d="M26 76c-10-30 2-56 22-60 20 4 32 30 22 60Z" fill={color} />
    <path d="M48 16c20 4 32 30 22 60H48Z" fill={shade} />
    <path d="M34 62c-4-16 0-30 10-36" fill="none" stroke={light} strokeWidth="6" strokeLinecap="round" />
    <path d="M48 2v8M18 12l5 6M78 12l-5 6" stroke={light} strokeWidth="4.5" strokeLinecap="round" />
  </>
);

export const jeepneyArt: Readonly<Record<(typeof jeepneySymbols)[number], ReactNode>> = {
  star,
  jeepney: glyphs.jeepney,
  wheel,
  horn,
  garland,
  dice: glyphs.die,
  redLamp: lamp("#f0436a", "#c3174a", "#ffc4cf"),
  tealLamp: lamp("#22c4b0", "#0b8f86", "#c8fff4"),
  yellowLamp: lamp("#ffc233", "#e8901a", "#fff6cf"),
};
