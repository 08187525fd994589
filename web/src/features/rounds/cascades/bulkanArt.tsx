import type { ReactNode } from "react";

/** What lives and is used at the foot of the mountain, in the engine's index order; each on a field of 96 by 96. */
export const bulkanArt: readonly ReactNode[] = [
  <>
    <path
      d="M18 88C10 60 10 30 30 16c-2 6 0 8 2 10 2-10 10-16 18-18-2 6-1 9 1 11 6-6 14-7 20-4-6 2-8 5-8 9 12 6 18 18 17 30-6-6-14-8-22-6 4 16-2 30-8 40Z"
      fill="#6d3b16"
    />
    <path d="M58 36c12 0 24 6 22 18-6-6-14-8-22-6-6-2-6-10 0-12Z" fill="#35425e" />
    <path d="M44 88c10-12 14-26 14-40-10-2-20 2-26 10 2 12 0 22-4 30Z" fill="#f4e3c3" />
    <circle cx="50" cy="38" r="8" fill="#fff" />
    <circle cx="51" cy="38" r="5" fill="#2f8de0" />
    <circle cx="51" cy="38" r="2.5" fill="#0b1228" />
  </>,
  <>
    <path d="M22 34C12 26 12 14 20 10c8 2 14 8 16 16M74 34c10-8 10-20 2-24-8 2-14 8-16 16" fill="#7d5330" />
    <ellipse cx="48" cy="52" rx="38" ry="34" fill="#a9713f" />
    <path d="M48 62c12 0 22 6 22 14-6 8-14 10-22 10s-16-2-22-10c0-8 10-14 22-14Z" fill="#e8c79a" />
    <circle cx="31" cy="46" r="18" fill="#ffc233" />
    <circle cx="65" cy="46" r="18" fill="#ffc233" />
    <circle cx="31" cy="46" r="8" fill="#1a1203" />
    <circle cx="65" cy="46" r="8" fill="#1a1203" />
    <circle cx="28" cy="43" r="3" fill="#fff" />
    <circle cx="62" cy="43" r="3" fill="#fff" />
    <path d="M44 66h8l-4 6ZM38 76c6 5 14 5 20 0" fill="#5a2e12" stroke="#5a2e12" strokeWidth="2.5" strokeLinecap="round" />
  </>,
  <>
    <g fill="#ef5fae">
      <path d="M48 50C34 40 34 16 48 6c14 10 14 34 0 44Z" />
      <path d="M48 50C30 54 12 42 8 26c18-4 36 8 40 24Z" />
      <path d="M48 50c18 4 36-8 40-24-18-4-36 8-40 24Z" />
    </g>
    <g fill="#f9a3d2">
      <path d="M48 50c-18-2-34 10-36 28 18 4 36-8 36-28Z" />
      <path d="M48 50c18-2 34 10 36 28-18 4-36-8-36-28Z" />
    </g>
    <path d="M38 50c0-8 20-8 20 0 6 14 0 30-10 38-10-8-16-24-10-38Z" fill="#8f0f6a" />
    <circle cx="48" cy="50" r="7" fill="#ffd65c" />
  </>,
  <>
    <ellipse cx="48" cy="54" rx="38" ry="34" fill="#5d3714" />
    <path d="M10 50c4-20 20-30 38-30s34 10 38 30c-10 12-24 18-38 18S20 62 10 50Z" fill="#fff" />
    <ellipse cx="48" cy="46" rx="27" ry="15" fill="#d6f1f4" />
    <path d="M30 46c10 6 26 6 36 0" fill="none" stroke="#8fcfd8" strokeWidth="4" strokeLinecap="round" />
    <path d="M22 76l6 4M40 84l8 1M62 82l8-4" stroke="#8a5c2a" strokeWidth="4" strokeLinecap="round" />
  </>,
  <>
    <path d="M34 32C14 34 4 22 6 8c6 10 18 12 32 12ZM62 32c20 2 30-10 28-24-6 10-18 12-32 12Z" fill="#d8d2c4" />
    <path d="M28 24h40c8 8 6 20 2 30l-6 24c-4 12-28 12-32 0l-6-24c-4-10-6-22 2-30Z" fill="#4a5470" />
    <path d="M24 34l-14 4c2 8 8 10 15 8ZM72 34l14 4c-2 8-8 10-15 8Z" fill="#323a52" />
    <path d="M34 66c4-6 24-6 28 0l-2 14c-4 8-20 8-24 0Z" fill="#8b95b2" />
    <circle cx="36" cy="44" r="5" fill="#fff" />
    <circle cx="60" cy="44" r="5" fill="#fff" />
    <circle cx="37" cy="45" r="2.5" />
    <circle cx="59" cy="45" r="2.5" />
    <path d="M41 73v3M55 73v3" stroke="#20263f" strokeWidth="4" strokeLinecap="round" />
  </>,
  <>
    <path d="M48 12c6 0 8 6 14 14 10 12 22 22 28 34 2 6-84 6-84 0 6-12 18-22 28-34 6-8 8-14 14-14Z" fill="#d9a441" />
    <ellipse cx="48" cy="62" rx="42" ry="11" fill="#a9742a" />
    <path d="M48 14v40M40 24L24 54M56 24l16 30M34 38l-20 18M62 38l20 18" stroke="#8f5c16" strokeWidth="3.5" strokeLinecap="round" />
    <path d="M32 72c4 12 28 12 32 0" fill="none" stroke="#6b4a1e" strokeWidth="4" strokeLinecap="round" />
  </>,
  <>
    <path d="M30 62L66 8c18 4 24 18 16 32L46 74Z" fill="#c9d6ea" />
    <path d="M36 68l42-50c8 8 8 16 4 22L46 74Z" fill="#8496b6" />
    <path d="M26 58l22 18-6 8-22-18Z" fill="#ffb627" />
    <path d="M24 64l16 13-10 14c-8 2-18-6-17-14Z" fill="#7a431a" />
    <path d="M22 76l8 6M28 70l8 6" stroke="#c98a4c" strokeWidth="3" strokeLinecap="round" />
  </>,
  <>
    <path d="M28 38c0-34 40-34 40 0" fill="none" stroke="#7a431a" strokeWidth="7" />
    <path d="M12 36h72l-8 46q-1 6-7 6H27q-6 0-7-6Z" fill="#2fae72" />
    <path d="M14 48h68l-2 12H16ZM18 72h60l-2 12H20Z" fill="#ffc233" />
    <path d="M30 36l4 52M48 36v52M66 36l-4 52" stroke="#14704a" strokeWidth="4" />
  </>,
  <>
    <path d="M18 18c-2 30 14 58 46 64 12 2 20-2 22-8-30 0-52-22-56-58-4-4-10-4-12 2Z" fill="#ffd23f" />
    <path d="M40 12c-2 26 10 46 34 54 8 2 14-2 14-8C68 54 54 36 52 12c-4-4-10-4-12 0Z" fill="#f0b516" />
    <path d="M16 16c0-6 18-12 38-6l-2 8H18Z" fill="#6b8a2a" />
    <path d="M28 30c4 20 14 34 28 42" fill="none" stroke="#fff3a0" strokeWidth="4" strokeLinecap="round" />
  </>,
  <>
    <path d="M48 12c22 0 40 20 40 42 0 6-4 10-10 12L58 86H38L18 66c-6-2-10-6-10-12 0-22 18-42 40-42Z" fill="#ff9f7a" />
    <path d="M48 12v72M30 17l12 67M66 17L54 84M15 34l22 46M81 34L59 80" stroke="#d95f43" strokeWidth="4" strokeLinecap="round" />
    <path d="M22 30c6-7 12-10 18-11" fill="none" stroke="#ffe3d3" strokeWidth="5" strokeLinecap="round" />
  </>,
  <>
    <path d="M48 34C44 22 34 18 28 6M48 34c2-12 0-20-2-30M50 34c4-12 14-16 20-26" fill="none" stroke="#ff9c1f" strokeWidth="7" strokeLinecap="round" />
    <path d="M34 34c5 4 9 1 14 3 5-2 9 1 14-3l30 54H4Z" fill="#6b34a8" />
    <path d="M62 34l30 54H58c4-20 4-38 4-54Z" fill="#431d78" />
    <path d="M34 34c5 4 9 1 14 3 5-2 9 1 14-3 6 14 2 16 6 26 1 8-6 10-8 2-2-6-6-6-8 4-1 14-8 14-9 0-1-8-6-8-8 2-2 6-8 4-7-4 4-10 2-18 6-30Z" fill="#ff4d2a" />
    <path d="M38 37c6 3 14 3 20 0" stroke="#ffe45c" strokeWidth="4" strokeLinecap="round" fill="none" />
  </>,
];
