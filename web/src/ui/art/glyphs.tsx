import type { ReactNode } from "react";
import { parolLantern } from "./Parol.tsx";

export const glyphNames = [
  "mango",
  "parol",
  "seven",
  "die",
  "cards",
  "fish",
  "jeepney",
  "sun",
  "guitar",
  "ball",
  "rocket",
  "roulette",
  "chip",
  "ticket",
  "coins",
  "trophy",
  "envelope",
] as const;

export type GlyphName = (typeof glyphNames)[number];

const INK = "#191d33";

const mango = (
  <>
    <path d="M60 14c22 3 33 27 25 47C77 82 50 92 29 81 11 71 10 49 25 39c12-8 16-27 35-25Z" fill="#ffc233" />
    <path d="M85 61C77 82 50 92 29 81c-5-3-9-7-11-11 20 9 52-2 60-27 2-6 2-12 0-18 9 9 12 23 7 36Z" fill="#f08a1c" />
    <path d="M34 43c9-5 13-14 20-18" fill="none" stroke="#ffe9a6" strokeWidth="5" strokeLinecap="round" />
    <path d="M60 16c-1-5 1-9 4-11" fill="none" stroke="#6b4a1e" strokeWidth="4" strokeLinecap="round" />
    <path d="M63 10c7-9 19-10 28-4-5 9-18 12-28 4Z" fill="#2fae72" />
    <path d="M63 10c9-3 18-5 28-4-5 9-18 12-28 4Z" fill="#1f8f5b" />
  </>
);

const seven = (
  <>
    <path d="M18 14h64v20L54 86H28l27-50H18Z" fill="#8d0c33" transform="translate(3 4)" />
    <path d="M18 14h64v20L54 86H28l27-50H18Z" fill="#f0436a" stroke="#fff3d6" strokeWidth="6" strokeLinejoin="round" />
    <path d="M24 20h52v6H24Z" fill="#ff8da6" />
  </>
);

const pips = { tl: [30, 30], tr: [66, 30], l: [30, 48], c: [48, 48], r: [66, 48], bl: [30, 66], br: [66, 66] } as const;

const faces = {
  1: ["c"],
  2: ["tl", "br"],
  3: ["tl", "c", "br"],
  4: ["tl", "tr", "bl", "br"],
  5: ["tl", "tr", "c", "bl", "br"],
  6: ["tl", "tr", "l", "r", "bl", "br"],
} as const satisfies Record<DieFace, readonly (keyof typeof pips)[]>;

export type DieFace = 1 | 2 | 3 | 4 | 5 | 6;

const dieOf = (face: DieFace) => (
  <>
    <rect x="11" y="14" width="76" height="77" rx="18" fill="#c9b389" />
    <rect x="10" y="8" width="76" height="76" rx="18" fill="#fff7e6" />
    <path d="M28 8h40c10 0 18 8 18 18v4c0-10-8-18-18-18H28c-10 0-18 8-18 18v-4C10 16 18 8 28 8Z" fill="#fff" />
    {faces[face].map((pip) => (
      <circle key={pip} cx={pips[pip][0]} cy={pips[pip][1] - 2} r="8" fill="#c9184a" />
    ))}
  </>
);

const cards = (
  <>
    <g transform="rotate(-13 36 52)">
      <rect x="13" y="19" width="44" height="64" rx="7" fill="#fff" />
      <path d="M35 35c8 8 13 12 13 18 0 7-8 8-11 3 0 5 2 7 4 9H29c2-2 4-4 4-9-3 5-11 4-11-3 0-6 5-10 13-18Z" fill={INK} />
    </g>
    <g transform="rotate(9 60 48)">
      <rect x="37" y="13" width="46" height="67" rx="7" fill="#d8cfe9" />
      <rect x="37" y="11" width="46" height="67" rx="7" fill="#fff" />
      <path d="M60 60C50 52 45 47 45 40c0-8 11-10 15-2 4-8 15-6 15 2 0 7-5 12-15 20Z" fill="#e0234f" />
      <path d="M43 20l2-4 2 4-2 4zM73 68l2-4 2 4-2 4z" fill="#e0234f" />
    </g>
  </>
);

const fish = (
  <>
    <path d="M44 26c4-10 16-13 24-10-1 8-4 13-9 17zM42 68c3 8 11 12 19 11 0-7-2-12-6-15z" fill="#e2532f" />
    <path d="M70 47l20-16c-4 11-4 23 1 34Z" fill="#e2532f" />
    <path d="M8 50c12-24 44-30 66-3-20 29-54 27-66 3Z" fill="#ff8a5c" />
    <path d="M8 50c18 14 48 13 66-3-20 29-54 27-66 3Z" fill="#ffb48a" />
    <path d="M36 34c8 9 8 21 0 31" fill="none" stroke="#fff3d6" strokeWidth="4" strokeLinecap="round" />
    <path d="M50 40c4 4 4 10 0 15M61 42c3 3 3 7 0 10" fill="none" stroke="#e2532f" strokeWidth="3" strokeLinecap="round" />
    <circle cx="24" cy="46" r="6" fill="#fff" />
    <circle cx="23" cy="46" r="3.4" fill={INK} />
  </>
);

const jeepney = (
  <>
    <path d="M10 24h58c8 0 11 4 12 10l1 6H8V28c0-2 0-4 2-4Z" fill="#38a3f5" />
    <path d="M14 20h44v4H14z" fill="#fff3d6" />
    <path d="M6 38h74l11 9c2 2 3 4 3 7v14H6Z" fill="#c9184a" />
    <path d="M6 46h76l9 1 2 4H6Z" fill="#ffb627" />
    <path d="M6 55h88v4H6Z" fill="#22c493" />
    <path d="M14 29h12v11H14zM30 29h12v11H30zM46 29h12v11H46zM62 29h8c4 0 6 3 7 11H62z" fill="#dff1ff" />
    <path d="M4 66h90v6H4z" fill="#dfe3ee" />
    <path d="M88 54h6v7h-6z" fill="#fff3d6" />
    <circle cx="26" cy="72" r="11" fill={INK} />
    <circle cx="26" cy="72" r="5" fill="#dfe3ee" />
    <circle cx="74" cy="72" r="11" fill={INK} />
    <circle cx="74" cy="72" r="5" fill="#dfe3ee" />
  </>
);

const sunRay = "M48 4l7 22H41ZM34 9l12 17-9 5ZM62 9L50 26l9 5Z";

const sun = (
  <>
    {[0, 90, 180, 270].map((turn) => (
      <path key={turn} d={sunRay} fill="#ffb627" transform={`rotate(${turn} 48 48)`} />
    ))}
    {[45, 135, 225, 315].map((turn) => (
      <path key={turn} d="M48 8l6 20H42Z" fill="#ff8f1f" transform={`rotate(${turn} 48 48)`} />
    ))}
    <circle cx="48" cy="48" r="21" fill="#ffd050" />
    <path d="M48 69a21 21 0 0 1-20-15c12 8 30 6 38-10 2 10-4 25-18 25Z" fill="#ffb627" />
    <circle cx="41" cy="45" r="2.6" fill="#7a3d05" />
    <circle cx="55" cy="45" r="2.6" fill="#7a3d05" />
    <path d="M41 53c4 5 10 5 14 0" fill="none" stroke="#7a3d05" strokeWidth="2.8" strokeLinecap="round" />
  </>
);

const guitar = (
  <g transform="rotate(40 48 48)">
    <path d="M44 -2h8l2 12H42z" fill="#5d2606" />
    <path d="M44 8h8v42h-8z" fill="#7a3b10" />
    <path d="M48 40c10 0 15 5 14 12-1 5 2 7 5 11 8 11 0 29-19 29S21 74 29 63c3-4 6-6 5-11-1-7 4-12 14-12Z" fill="#e88a2a" />
    <path d="M62 52c-1 5 2 7 5 11 8 11 0 29-19 29 18-5 18-20 11-28-4-4-3-10 0-18 2 2 3 4 3 6Z" fill="#b85f12" />
    <circle cx="48" cy="60" r="8" fill="#4a1d05" />
    <circle cx="48" cy="60" r="9.5" fill="none" stroke="#ffe0a3" strokeWidth="2" />
    <path d="M39 80h18v4H39z" fill="#4a1d05" />
    <path d="M46 10v70M50 10v70" stroke="#fff3d6" strokeWidth="1" />
    <path d="M40 0h-4M40 5h-4M56 0h4M56 5h4" stroke="#ffe0a3" strokeWidth="3" strokeLinecap="round" />
  </g>
);

const ball = (
  <>
    <circle cx="48" cy="48" r="40" fill="#f0436a" />
    <path d="M88 48a40 40 0 0 1-76 17c22 14 62 8 66-45 6 7 10 17 10 28Z" fill="#b3123f" />
    <circle cx="46" cy="46" r="23" fill="#fff7e6" />
    <path d="M34 41c0-9 13-9 13-1 0 5-6 8-11 14h12M54 38l5-4v20" fill="none" stroke={INK} strokeWidth="5.5" strokeLinecap="round" strokeLinejoin="round" />
    <path d="M18 36c3-9 9-15 17-18" fill="none" stroke="#ffb3c3" strokeWidth="5" strokeLinecap="round" />
  </>
);

const rocket = (
  <g transform="rotate(45 48 48)">
    <path d="M40 74c-2 8 2 16 8 22 6-6 10-14 8-22Z" fill="#ffb627" />
    <path d="M43 74c-1 5 1 10 5 14 4-4 6-9 5-14Z" fill="#fff3d6" />
    <path d="M32 46C22 52 20 64 22 74l14-6ZM64 46c10 6 12 18 10 28l-14-6Z" fill="#c9184a" />
    <path d="M48 2c15 12 20 30 18 48l-6 24H36l-6-24C28 32 33 14 48 2Z" fill="#fff" />
    <path d="M48 2c15 12 20 30 18 48l-6 24H50c8-24 8-50-2-72Z" fill="#d3dbf0" />
    <path d="M48 2c6 5 10 11 13 17H35c3-6 7-12 13-17Z" fill="#f0436a" />
    <circle cx="48" cy="38" r="9.5" fill={INK} />
    <circle cx="48" cy="38" r="6.5" fill="#38a3f5" />
    <path d="M36 68h24l-1.5 6h-21Z" fill="#8b95b5" />
  </g>
);

const slot = (from: number) => {
  const edge = (turn: number) => `${(48 + 36 * Math.cos(turn)).toFixed(1)} ${(48 + 36 * Math.sin(turn)).toFixed(1)}`;
  return `M48 48L${edge(from)}A36 36 0 0 1 ${edge(from + Math.PI / 8)}Z`;
};

const everyOther = (first: number) => Array.from({ length: 8 }, (_, at) => slot(((first + at * 2) * Math.PI) / 8)).join("");

const roulette = (
  <>
    <circle cx="48" cy="48" r="43" fill="#7a3b10" />
    <circle cx="48" cy="48" r="40" fill="#ffd76b" />
    <path d={everyOther(0)} fill="#c4123f" />
    <path d={everyOther(1)} fill={INK} />
    <circle cx="48" cy="48" r="25" fill="#ffd76b" />
    <circle cx="48" cy="48" r="23" fill="#8a4413" />
    <path d="M48 28v40M28 48h40M34 34l28 28M62 34L34 62" stroke="#ffd76b" strokeWidth="3" strokeLinecap="round" />
    <circle cx="48" cy="48" r="8" fill="#ffb627" />
    <circle cx="48" cy="48" r="3.5" fill="#7a3b10" />
    <circle cx="70" cy="27" r="4.5" fill="#fff" />
  </>
);

const chip = (
  <>
    <ellipse cx="48" cy="56" rx="40" ry="38" fill="#0b5c48" />
    <circle cx="48" cy="46" r="40" fill="#22c493" />
    <circle cx="48" cy="46" r="35" fill="none" stroke="#fff7e6" strokeWidth="10" strokeDasharray="14 22.65" />
    <circle cx="48" cy="46" r="24" fill="#fff7e6" />
    <path d="M48 29l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1Z" fill="#0e8f68" />
  </>
);

const ticket = (
  <g transform="rotate(-12 48 48)">
    <path d="M8 26h80v14a8 8 0 0 0 0 16v14H8V56a8 8 0 0 0 0-16Z" fill="#c98a12" transform="translate(0 4)" />
    <path d="M8 26h80v14a8 8 0 0 0 0 16v14H8V56a8 8 0 0 0 0-16Z" fill="#ffd050" />
    <path d="M66 28v40" stroke="#c98a12" strokeWidth="3" strokeDasharray="4 5" />
    <circle cx="25" cy="48" r="9" fill="#f0436a" />
    <circle cx="45" cy="48" r="9" fill="#38a3f5" />
    <path d="M73 40h8M73 48h8M73 56h8" stroke="#7a4a05" strokeWidth="3" strokeLinecap="round" />
  </g>
);

const coin = (x: number, y: number) => (
  <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
    <path d="M-17 0v8c0 10 34 10 34 0V0Z" fill="#b9730c" />
    <ellipse rx="17" ry="7.5" fill="#ffd050" />
    <ellipse rx="11.5" ry="4.6" fill="none" stroke="#c98a12" strokeWidth="2.2" />
  </g>
);

/** From below upwards, so that each coin lies on the one before. */
const coins = (
  <>
    {[78, 68, 58, 48, 38].map((y) => coin(28, y))}
    {[80, 70, 60].map((y) => coin(67, y))}
    <circle cx="66" cy="30" r="20" fill="#b9730c" transform="translate(2 3)" />
    <circle cx="66" cy="30" r="20" fill="#ffd050" />
    <circle cx="66" cy="30" r="14.5" fill="none" stroke="#c98a12" strokeWidth="2.6" />
    <path d="M61 40V21h6c9 0 9 11 0 11h-6M57 25h18M57 29h18" fill="none" stroke="#9a5f06" strokeWidth="2.6" strokeLinecap="round" />
  </>
);

const trophy = (
  <>
    <path d="M24 20H9c-2 18 6 29 22 30M72 20h15c2 18-6 29-22 30" fill="none" stroke="#e8a020" strokeWidth="6.5" strokeLinecap="round" />
    <path d="M22 10h52c0 32-6 50-26 50S22 42 22 10Z" fill="#ffc233" />
    <path d="M60 10h14c0 32-6 50-26 50 12-8 14-28 12-50Z" fill="#f0a01c" />
    <path d="M31 17c0 12 1 20 4 27" fill="none" stroke="#fff0bd" strokeWidth="5" strokeLinecap="round" />
    <path d="M43 58h10v14H43z" fill="#d98a12" />
    <path d="M34 71h28l4 9H30Z" fill="#ffc233" />
    <path d="M25 79h46v11H25z" fill="#7a3b10" />
    <path d="M48 20l4.2 8.6 9.4 1.3-6.8 6.6 1.6 9.4-8.4-4.5-8.4 4.5 1.6-9.4-6.8-6.6 9.4-1.3Z" fill="#fff7e6" />
  </>
);

const envelope = (
  <>
    <rect x="20" y="7" width="56" height="82" rx="7" fill="#d4213d" />
    <path d="M20 14q0-7 7-7h42q7 0 7 7v18L48 53 20 32Z" fill="#a40f2b" stroke="#ffc94d" strokeWidth="2" />
    <circle cx="48" cy="51" r="12" fill="#ffb627" />
    <path d="M48 43l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z" fill="#a40f2b" />
    <path d="M32 76h32" stroke="#ffc94d" strokeWidth="2" />
  </>
);

/** Every glyph stands on a 96 px square, so it can be set inside a larger drawing. */
export const glyphs = {
  mango,
  parol: parolLantern,
  seven,
  die: <g transform="rotate(-11 48 48)">{dieOf(5)}</g>,
  cards,
  fish,
  jeepney,
  sun,
  guitar,
  ball,
  rocket,
  roulette,
  chip,
  ticket,
  coins,
  trophy,
  envelope,
} as const satisfies Record<GlyphName, ReactNode>;

interface GlyphProps {
  name: GlyphName;
  className?: string | undefined;
}

export function Glyph({ name, className }: GlyphProps) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
      {glyphs[name]}
    </svg>
  );
}

export function Die({ face, className }: { face: DieFace; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
      {dieOf(face)}
    </svg>
  );
}
