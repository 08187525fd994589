import type { fiestaSymbols } from "@laro/engines/slots/fiesta-lines";
import type { ReactNode } from "react";
import { glyphs } from "../../../ui/art/glyphs.tsx";

const INK = "#191d33";
const feather = (degrees: number, color: string): ReactNode => (
  <path
    key={degrees}
    transform={`rotate(${degrees} 48 58)`}
    d="M48 46C36 32 37 14 48 4c11 10 12 28 0 42Z"
    fill={color}
    stroke="#fff"
    strokeOpacity="0.55"
    strokeWidth="1.5"
  />
);

const mask = (
  <>
    {feather(-64, "#22c493")}
    {feather(64, "#22c493")}
    {feather(-34, "#f0436a")}
    {feather(34, "#f0436a")}
    {feather(0, "#38a3f5")}
    <path d="M16 46c10-9 21-12 32-12s22 3 32 12c3 27-11 45-32 47-21-2-35-20-32-47Z" fill="#ffc233" />
    <path d="M48 34c11 0 22 3 32 12 3 27-11 45-32 47Z" fill="#f59a1f" />
    <path d="M24 53c7-7 16-6 19 2-6 4-14 4-19-2Zm48 0c-7-7-16-6-19 2 6 4 14 4 19-2Z" fill={INK} />
    <path d="M29 69c12 7 26 7 38 0-3 12-10 17-19 17s-16-5-19-17Z" fill="#fff" stroke="#d61f4a" strokeWidth="3" />
    <circle cx="48" cy="43" r="4" fill="#f0436a" />
  </>
);

const drum = (
  <>
    <path d="M18 34v34c0 9 14 16 30 16s30-7 30-16V34Z" fill="#d61f4a" />
    <path d="M48 84c16 0 30-7 30-16V34H48Z" fill="#a3123a" />
    <path d="M18 44l15 34 15-32 15 32 15-34" fill="none" stroke="#ffe28a" strokeWidth="3.5" strokeLinejoin="round" />
    <path d="M18 66c0 9 14 16 30 16s30-7 30-16" fill="none" stroke="#ffb627" strokeWidth="5" />
    <ellipse cx="48" cy="34" rx="30" ry="13" fill="#ffb627" />
    <ellipse cx="48" cy="33" rx="25" ry="10" fill="#fff3d6" />
    <path d="M10 12l32 20M86 12L54 32" stroke="#8a5220" strokeWidth="5" strokeLinecap="round" />
    <circle cx="43" cy="32" r="5" fill="#f3e0bb" />
    <circle cx="53" cy="32" r="5" fill="#f3e0bb" />
  </>
);

const shaker = (x: number, degrees: number, color: string, shade: string): ReactNode => (
  <g transform={`rotate(${degrees} ${x} 60)`}>
    <path d={`M${x} 50v38`} stroke="#8a5220" strokeWidth="7" strokeLinecap="round" />
    <ellipse cx={x} cy="32" rx="17" ry="22" fill={color} />
    <path d={`M${x} 10c22 6 22 38 0 44 8-12 8-32 0-44Z`} fill={shade} />
    <path d={`M${x - 16} 28l8 6 8-6 8 6 8-6`} fill="none" stroke="#fff3d6" strokeWidth="3.5" strokeLinejoin="round" />
    <circle cx={x - 5} cy="44" r="2.5" fill="#fff3d6" />
    <circle cx={x + 6} cy="42" r="2.5" fill="#fff3d6" />
  </g>
);

const maracas = (
  <>
    {shaker(62, 24, "#22c493", "#118a66")}
    {shaker(36, -22, "#ff8d22", "#c95a08")}
  </>
);

/** A paper pennant with a shape cut out of it, as they hang over a street. */
const pennant = (color: string, shade: string, cut: ReactNode): ReactNode => (
  <>
    <path d="M8 16c26 8 54 8 80 0" fill="none" stroke="#fff3d6" strokeWidth="4" strokeLinecap="round" />
    <path d="M20 20c18 4 38 4 56 0L48 88Z" fill={color} />
    <path d="M48 23c10 0 19-1 28-3L48 88Z" fill={shade} />
    {cut}
  </>
);

export const fiestaArt: Readonly<Record<(typeof fiestaSymbols)[number], ReactNode>> = {
  mask,
  drum,
  kwitis: glyphs.rocket,
  guitar: glyphs.guitar,
  maracas,
  red: pennant("#f0436a", "#c3174a", <path d="M48 30l5 9 10 1-8 8 3 10-10-5-10 5 3-10-8-8 10-1Z" fill="#fff3d6" />),
  teal: pennant("#22c4b0", "#0b8f86", <path d="M48 30c10 8 12 16 0 28-12-12-10-20 0-28Z" fill="#fff3d6" />),
  yellow: pennant("#ffc233", "#e8901a", <circle cx="48" cy="42" r="11" fill="#fff8e6" />),
  purple: pennant("#a06bff", "#6d35d6", <path d="M48 30l12 12-12 14-12-14Z" fill="#fff3d6" />),
};
