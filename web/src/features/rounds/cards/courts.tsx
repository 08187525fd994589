import type { ReactNode } from "react";

interface CourtColors {
  readonly cloth: string;
  readonly trim: string;
}

const SKIN = "#e8b586";
const HAIR = "#2a1a16";
const GOLD = "#ffb627";
const LINEN = "#fff3d6";

const face = (
  <>
    <path d="M45 46h10v12H45Z" fill="#d19a6b" />
    <ellipse cx="50" cy="41" rx="9.4" ry="11" fill={SKIN} />
    <path d="M44.4 39.6h3.4M52.2 39.6h3.4" stroke={HAIR} strokeWidth="1.5" strokeLinecap="round" />
  </>
);

const king = ({ cloth, trim }: CourtColors) => (
  <>
    <path d="M25 70c0-11 9-15 17-16l8 8 8-8c8 1 17 5 17 16Z" fill={cloth} />
    <path d="M42 54l8 16 8-16-8 5Z" fill={LINEN} />
    <path d="M31 70V59M69 70V59" stroke={trim} strokeWidth="3" />
    {face}
    <path d="M40.6 42c0 15 4 18 9.4 18s9.4-3 9.4-18c-2 5-5 6-9.4 6s-7.4-1-9.4-6Z" fill={HAIR} />
    <path d="M47 47.6q3 1.6 6 0" fill="none" stroke={SKIN} strokeWidth="1.3" strokeLinecap="round" />
    <path d="M36 33l-3-14 9 6 8-11 8 11 9-6-3 14Z" fill={GOLD} />
    <path d="M36 33h28v-4.5H36Z" fill={trim} />
    <circle cx="50" cy="13.6" r="2.4" fill={trim} />
    <circle cx="33" cy="19" r="2" fill={trim} />
    <circle cx="67" cy="19" r="2" fill={trim} />
  </>
);

const queen = ({ cloth, trim }: CourtColors) => (
  <>
    <path d="M38 28c4-8 20-8 24 0 5 8 3 20 6 28H32c3-8 1-20 6-28Z" fill={HAIR} />
    <path d="M24 70c-2-14 6-20 15-15l11 7 11-7c9-5 17 1 15 15Z" fill={cloth} />
    <path d="M25 66c0-8 5-11 11-8-2 4-2 8 0 12H25ZM75 66c0-8-5-11-11-8 2 4 2 8 0 12h11Z" fill={trim} />
    {face}
    <path d="M40 38c1-9 18-10 20 0-4-1-7-3-10-6-3 3-6 5-10 6Z" fill={HAIR} />
    <path d="M47.6 47.2q2.4 1.8 4.8 0" fill="none" stroke="#c9184a" strokeWidth="1.8" strokeLinecap="round" />
    <path d="M38 29c2-8 6-6 7-11 3 3 7 3 10 0 1 5 5 3 7 11-7-4-17-4-24 0Z" fill={GOLD} />
    <circle cx="50" cy="22" r="2.4" fill={trim} />
    <path d="M45 58q5 5 10 0" fill="none" stroke={GOLD} strokeWidth="1.8" strokeDasharray="1.8 1.2" />
    <circle cx="62" cy="36" r="3.6" fill={LINEN} />
    <circle cx="62" cy="36" r="1.5" fill={GOLD} />
  </>
);

const jack = ({ cloth, trim }: CourtColors) => (
  <>
    <path d="M26 70c0-10 8-15 16-16h16c8 1 16 6 16 16Z" fill={LINEN} />
    <path d="M46 55v15M54 55v15M36 58v12M64 58v12" stroke={cloth} strokeWidth="1.6" opacity="0.6" />
    {face}
    <path d="M40.5 36c0-4 3-6 9.5-6s9.5 2 9.5 6l-2 5-1-4h-13l-1 4Z" fill={HAIR} />
    <path d="M47.2 47.4q2.8 1.6 5.6 0" fill="none" stroke="#9c5b3a" strokeWidth="1.3" strokeLinecap="round" />
    <path d="M41 55q9 5 18 0l-4 5-1 7-4-5-4 5-1-7Z" fill={cloth} />
    <path d="M30 34c4-12 12-18 20-18s16 6 20 18c-12-4-28-4-40 0Z" fill={GOLD} />
    <path d="M35 30c9-4 21-4 30 0M40 23.5c6-2 14-2 20 0" fill="none" stroke={trim} strokeWidth="1.8" />
    <circle cx="50" cy="15.5" r="2.4" fill={trim} />
  </>
);

const figures = [jack, queen, king];

/** Jack, queen and king (0 to 2), each drawn once and turned for its other half: in a salakot, a terno and a crown. */
export function courtOf(figure: number, isRed: boolean): ReactNode {
  const half = figures[figure]?.(isRed ? { cloth: "#c9184a", trim: "#1272c4" } : { cloth: "#1b4b8f", trim: "#c9184a" });
  return (
    <>
      <rect x="23" y="11" width="54" height="118" rx="4" fill="#fff8e8" stroke={isRed ? "#c9184a" : "#1b2036"} strokeOpacity="0.35" strokeWidth="1.2" />
      {half}
      <g transform="rotate(180 50 70)">{half}</g>
      <path d="M23.6 70h52.8" stroke={GOLD} strokeWidth="1.6" />
    </>
  );
}
