import type { ReactNode } from "react";

/** What lies in the glass, in the engine's index order; each on a field of 96 by 96. */
export const haloArt: readonly ReactNode[] = [
  <>
    <ellipse cx="48" cy="80" rx="34" ry="8" fill="#000" opacity=".3" />
    <path d="M12 62C10 34 26 12 48 12s38 22 36 50c0 6-6 10-12 6-4 8-14 8-18 2-6 8-14 6-18-2-6 6-22 4-24-6Z" fill="#8f48ee" />
    <path d="M84 62c0 6-6 10-12 6-4 8-14 8-18 2-6 8-14 6-18-2-6 6-22 4-24-6 0-3 0-6 1-9 20 12 56 8 66-26 4 9 5 19 5 29Z" fill="#5a1fb0" opacity=".55" />
    <path d="M26 38c3-10 10-16 20-17" fill="none" stroke="#e9caff" strokeWidth="6" strokeLinecap="round" />
  </>,
  <>
    <ellipse cx="48" cy="82" rx="40" ry="8" fill="#000" opacity=".3" />
    <path d="M20 32h56l10 44c0 6-76 6-76 0Z" fill="#ffc233" />
    <path d="M66 32h10l10 44c0 3-10 5-22 6Z" fill="#d98512" />
    <ellipse cx="48" cy="30" rx="29" ry="11" fill="#8a3d06" />
    <path d="M19 31c4 8 6 22 10 22s2-12 6-12 3 20 8 20 3-18 8-18 3 10 7 10 3-10 6-12 9-4 13-10Z" fill="#8a3d06" />
    <path d="M30 27c8-4 20-5 30-3" fill="none" stroke="#e79a4a" strokeWidth="4" strokeLinecap="round" />
  </>,
  <>
    <circle cx="44" cy="60" r="27" fill="#e0173f" />
    <path d="M70 53a27 27 0 0 1-50 20c18 8 42 2 50-20Z" fill="#8f0527" />
    <path d="M46 36C50 22 58 12 74 8" fill="none" stroke="#3c8a34" strokeWidth="5" strokeLinecap="round" />
    <path d="M72 8c12 2 16 12 14 22-12 0-18-10-14-22Z" fill="#4fc24a" />
    <path d="M28 52c2-6 6-9 12-10" fill="none" stroke="#ffb3c4" strokeWidth="6" strokeLinecap="round" />
  </>,
  <>
    <path d="M50 8c22 10 34 34 26 58-4 14-14 22-26 22S28 78 24 66C16 42 28 18 50 8Z" fill="#ffcf3f" />
    <path d="M76 66c-4 14-14 22-26 22S28 78 24 66c18 10 46 0 52-34 4 11 4 23 0 34Z" fill="#f09a16" />
    <path d="M50 22c-8 16-8 36 0 54M38 28c-4 14-4 28 0 40M62 28c4 14 4 28 0 40" fill="none" stroke="#d97b06" strokeWidth="4" strokeLinecap="round" />
    <path d="M34 26c3-5 7-9 12-12" fill="none" stroke="#fff3b0" strokeWidth="5" strokeLinecap="round" />
  </>,
  <>
    <ellipse cx="34" cy="58" rx="22" ry="27" transform="rotate(-18 34 58)" fill="#3fb85c" />
    <ellipse cx="64" cy="46" rx="21" ry="27" transform="rotate(22 64 46)" fill="#7ede7d" />
    <ellipse cx="64" cy="50" rx="11" ry="16" transform="rotate(22 64 50)" fill="#c9f8b8" opacity=".6" />
    <path d="M20 48c2-8 6-12 12-14M52 32c4-6 9-9 14-9" fill="none" stroke="#f4ffe8" strokeWidth="5" strokeLinecap="round" />
  </>,
  <>
    <path d="M14 34l26-12 26 12v32L40 78 14 66Z" fill="#35c7d8" />
    <path d="M14 34l26 12v32L14 66Z" fill="#1798b0" />
    <path d="M14 34l26-12 26 12-26 12Z" fill="#a9f2f7" />
    <path d="M44 50l20-9 20 9v25l-20 9-20-9Z" fill="#5fdcea" opacity=".95" />
    <path d="M44 50l20 9v25l-20-9Z" fill="#1f9fb8" />
    <path d="M44 50l20-9 20 9-20 9Z" fill="#d2fbfd" />
  </>,
  <>
    <circle cx="48" cy="51" r="36" fill="#8a5a1c" />
    <circle cx="48" cy="47" r="36" fill="#e8b54a" />
    <circle cx="48" cy="47" r="28" fill="#fff0b8" />
    <path d="M48 30v34M33 39l30 16M63 39L33 55" stroke="#e3c067" strokeWidth="4" strokeLinecap="round" />
    <path d="M48 40v.1M42 50v.1M54 50v.1" stroke="#6b4a1e" strokeWidth="6" strokeLinecap="round" />
    <path d="M26 34c5-7 11-10 18-11" fill="none" stroke="#fffbe6" strokeWidth="5" strokeLinecap="round" />
  </>,
];
