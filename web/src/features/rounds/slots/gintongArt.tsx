import type { gintongParolSymbols } from "@laro/engines/slots/gintong-parol";
import type { ReactNode } from "react";

const point = (radius: number, turn: number): string => {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(48 + radius * Math.cos(angle)).toFixed(1)} ${(44 + radius * Math.sin(angle)).toFixed(1)}`;
};

const points = [0, 1, 2, 3, 4].map((at) => at / 5);

/** The lit or the shaded halves of a star's five points. */
const halves = (outer: number, inner: number, side: 0.1 | -0.1): string =>
  points.map((turn) => `M48 44L${point(inner, turn + side)}L${point(outer, turn)}Z`).join("");

const parol = (
  <>
    <path d="M26 66c-8 8-2 14-9 26M70 66c8 8 2 14 9 26" fill="none" stroke="#f0436a" strokeWidth="5" strokeLinecap="round" />
    <path d="M31 68c-5 8 0 14-5 24M65 68c5 8 0 14 5 24" fill="none" stroke="#ffe7ae" strokeWidth="3" strokeLinecap="round" />
    <circle cx="48" cy="44" r="33" fill="none" stroke="#ffb627" strokeWidth="4" />
    <circle cx="48" cy="44" r="33" fill="none" stroke="#fff7d6" strokeWidth="4" strokeDasharray="2 7" />
    <path d={halves(44, 18, -0.1)} fill="#ffe48a" />
    <path d={halves(44, 18, 0.1)} fill="#f59a0c" />
    <circle cx="48" cy="44" r="11" fill="#c9184a" />
    <circle cx="48" cy="44" r="6" fill="#ffd76b" />
  </>
);

const star = (
  <>
    <path d={halves(43, 18, -0.1)} fill="#d9f0ff" />
    <path d={halves(43, 18, 0.1)} fill="#69b7f2" />
    <path d="M20 76l5 5M76 76l-5 5M48 82v8" stroke="#d9f0ff" strokeWidth="5" strokeLinecap="round" />
    <circle cx="48" cy="44" r="6" fill="#fff" />
  </>
);

const bell = (
  <>
    <circle cx="48" cy="80" r="9" fill="#a8620a" />
    <path d="M48 14c18 0 25 14 25 30 0 14 4 20 11 27H12c7-7 11-13 11-27 0-16 7-30 25-30Z" fill="#ffc233" />
    <path d="M60 17c10 5 13 16 13 27 0 14 4 20 11 27H60c5-18 6-38 0-54Z" fill="#e8900f" />
    <path d="M12 68h72v8H12z" fill="#b56a08" />
    <path d="M33 34c1-7 4-10 9-12" fill="none" stroke="#fff3d6" strokeWidth="5" strokeLinecap="round" />
    <path d="M48 16C36 2 20 4 20 12s16 10 28 4Zm0 0C60 2 76 4 76 12s-16 10-28 4Z" fill="#d11f4e" />
    <circle cx="48" cy="15" r="6" fill="#f0436a" />
  </>
);

const gift = (
  <>
    <rect x="14" y="42" width="68" height="46" rx="5" fill="#c9184a" />
    <path d="M62 42h15c3 0 5 2 5 5v36c0 3-2 5-5 5H62z" fill="#97103a" />
    <rect x="10" y="30" width="76" height="17" rx="4" fill="#f0436a" />
    <path d="M41 30h14v58H41z" fill="#ffd76b" />
    <path
      d="M48 30C38 8 18 8 18 19c0 9 16 11 30 11Zm0 0C58 8 78 8 78 19c0 9-16 11-30 11Z"
      fill="none"
      stroke="#ffd76b"
      strokeWidth="6"
      strokeLinejoin="round"
    />
    <circle cx="48" cy="29" r="6" fill="#e8a017" />
  </>
);

const candle = (
  <>
    <path d="M8 80c10-14 26-12 40-2 14-10 30-12 40 2-8 10-26 12-40 4-14 8-32 6-40-4Z" fill="#1f8f5b" />
    <rect x="36" y="34" width="24" height="48" rx="4" fill="#fff7e6" />
    <path d="M50 34h6c2 0 4 2 4 4v40c0 2-2 4-4 4h-6z" fill="#e2d2a8" />
    <path d="M36 42c4 8 6 0 9 5s4 9 7 1 5-4 8-8v-4c0-1-1-2-2-2H38c-1 0-2 1-2 2Z" fill="#fff" />
    <path d="M48 4c9 10 10 16 7 22-3 5-11 5-14 0-3-6 0-9 7-22Z" fill="#ff9a1f" />
    <path d="M48 14c4 6 5 9 3 12-1 2-5 2-6 0-2-3 0-5 3-12Z" fill="#fff3a0" />
    <circle cx="40" cy="82" r="5" fill="#f0436a" />
    <circle cx="53" cy="84" r="5" fill="#c9184a" />
  </>
);

const bibingka = (
  <>
    <path d="M4 66C14 44 38 36 60 40c18 3 30 14 32 26-18 18-68 22-88 0Z" fill="#1f8f5b" />
    <path d="M10 64c26 10 56 8 78-2" fill="none" stroke="#5fd09a" strokeWidth="3" />
    <ellipse cx="48" cy="54" rx="36" ry="24" fill="#a8620a" />
    <ellipse cx="48" cy="48" rx="36" ry="24" fill="#ffc95a" />
    <path d="M20 42c8-14 44-16 56 2 2 12-10 20-28 20S18 54 20 42Z" fill="#e8900f" opacity=".55" />
    <ellipse cx="38" cy="44" rx="10" ry="7" fill="#fff7e6" />
    <ellipse cx="38" cy="43" rx="5" ry="3.6" fill="#ff9a1f" />
    <ellipse cx="62" cy="50" rx="10" ry="7" fill="#fff7e6" />
    <ellipse cx="62" cy="49" rx="5" ry="3.6" fill="#ff9a1f" />
    <path d="M50 34h8M30 56h8M54 60h9M68 40h5" stroke="#fffdf3" strokeWidth="3" strokeLinecap="round" />
  </>
);

const petal = "M48 46C34 36 34 16 48 4c14 12 14 32 0 42Z";

const flower = (
  <>
    {[30, 150, 270].map((turn) => (
      <path key={turn} d="M48 48C36 38 36 18 48 4c12 14 12 34 0 44Z" fill="#1f8f5b" transform={`rotate(${turn} 48 48)`} />
    ))}
    {[0, 60, 120, 180, 240, 300].map((turn) => (
      <g key={turn} transform={`rotate(${turn} 48 48)`}>
        <path d={petal} fill="#d11f4e" />
        <path d="M48 44V12" stroke="#ff8da6" strokeWidth="2.5" strokeLinecap="round" />
      </g>
    ))}
    <circle cx="48" cy="48" r="9" fill="#e8a017" />
    <path d="M44 46h.1M52 46h.1M48 52h.1" stroke="#fff3a0" strokeWidth="5" strokeLinecap="round" />
  </>
);

const holly = "M48 52c-8 2-10-6-18-4-2-8-12-6-14-14 8-4 4-12 10-16 8 2 12-4 18 2 2 6 10 8 8 16-2 4 0 10-4 16Z";

const leaf = (
  <>
    <path d={holly} fill="#2fae72" />
    <path d="M46 50C40 38 32 30 22 26" fill="none" stroke="#0d6b3f" strokeWidth="3" strokeLinecap="round" />
    <g transform="matrix(-1 0 0 1 96 0)">
      <path d={holly} fill="#1f8f5b" />
      <path d="M46 50C40 38 32 30 22 26" fill="none" stroke="#0a5231" strokeWidth="3" strokeLinecap="round" />
    </g>
    <circle cx="38" cy="62" r="12" fill="#c9184a" />
    <circle cx="60" cy="62" r="12" fill="#d11f4e" />
    <circle cx="49" cy="78" r="12" fill="#f0436a" />
    <path d="M34 58h.1M56 58h.1M45 74h.1" stroke="#ffd3de" strokeWidth="6" strokeLinecap="round" />
  </>
);

const mug = (
  <>
    <path d="M34 26c-6-8 6-10 0-20M50 26c-6-8 6-10 0-20" fill="none" stroke="#dfe3ee" strokeWidth="4" strokeLinecap="round" />
    <path d="M68 44h8c14 0 14 26-2 26h-8" fill="none" stroke="#38a3f5" strokeWidth="8" />
    <path d="M14 36h58v34c0 10-8 18-18 18H32c-10 0-18-8-18-18Z" fill="#38a3f5" />
    <path d="M58 36h14v34c0 10-8 18-18 18h-8c8-12 13-30 12-52Z" fill="#1d74bd" />
    <ellipse cx="43" cy="36" rx="29" ry="9" fill="#dff1ff" />
    <ellipse cx="43" cy="37" rx="24" ry="6.5" fill="#5d2f12" />
    <path d="M32 36c6 4 16 3 20-1" fill="none" stroke="#a8683a" strokeWidth="3" strokeLinecap="round" />
    <path d="M36 56l3 7 7 1-5 5 1 7-6-4-7 4 2-7-5-5 7-1Z" fill="#ffd76b" />
  </>
);

/** The symbols of Gintong Parol, each in a square of 96. */
export const gintongArt: Readonly<Record<(typeof gintongParolSymbols)[number], ReactNode>> = { parol, star, bell, gift, candle, bibingka, flower, leaf, mug };
