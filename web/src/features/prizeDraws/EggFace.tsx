import { useId } from "react";
import { cx } from "../../ui/cx.ts";

const SHELL = "M60 6C90 6 110 56 110 92A50 50 0 0 1 10 92C10 56 30 6 60 6Z";
const CRACK = "114,88 102,78 90,92 76,74 62,92 46,74 32,92 18,76 6,88";
const OPEN_MS = 700;
/** Longer words are written smaller. */
const LONG = 8;

export interface EggFaceProps {
  /** It was chosen, and the server draws. */
  isShaking: boolean;
  /** Its shell breaks, or is broken. */
  isCracked: boolean;
  /** What lies in it, once it may be seen. */
  won: string | undefined;
  onOpened: (() => void) | undefined;
}

/** A golden egg of our own drawing, whole or cracked. */
export function EggFace({ isShaking, isCracked, won, onOpened }: EggFaceProps) {
  const id = useId();
  return (
    <svg
      viewBox="-14 -34 148 184"
      aria-hidden="true"
      className={cx("block w-full origin-bottom overflow-visible", isShaking && "animate-[sway_0.18s_ease-in-out_infinite]")}
    >
      <defs>
        <radialGradient id={`${id}gold`} cx="0.36" cy="0.3" r="0.85">
          <stop offset="0" stopColor="#fff6d0" />
          <stop offset="0.4" stopColor="#ffc02b" />
          <stop offset="1" stopColor="#a55f08" />
        </radialGradient>
        <clipPath id={`${id}top`}>
          <polygon points={`0,0 120,0 ${CRACK}`} />
        </clipPath>
        <clipPath id={`${id}bottom`}>
          <polygon points={`${CRACK} 0,150 120,150`} />
        </clipPath>
      </defs>
      <ellipse cx="60" cy="143" rx="38" ry="5.5" fill="#000" opacity="0.2" />
      {isCracked && (
        <>
          <ellipse cx="60" cy="84" rx="47" ry="14" fill="#5f3204" />
          <circle cx="60" cy="62" r="30" fill="#fff3c4" opacity="0.55" />
        </>
      )}
      <g clipPath={`url(#${id}bottom)`}>
        <Shell gold={`${id}gold`} />
      </g>
      <g
        style={{
          transform: isCracked ? "translate(-12px, -22px) rotate(-16deg)" : "none",
          transition: `transform ${OPEN_MS}ms cubic-bezier(0.2, 0.9, 0.3, 1.2)`,
        }}
        onTransitionEnd={onOpened}
      >
        <g clipPath={`url(#${id}top)`}>
          <Shell gold={`${id}gold`} />
        </g>
      </g>
      {won !== undefined && (
        <>
          <rect x="-8" y="50" width="136" height="36" rx="18" fill="#1a0e38" stroke="#ffc02b" strokeWidth="2.5" />
          <text
            x="60"
            y="69"
            textAnchor="middle"
            dominantBaseline="central"
            fill="#fff3c4"
            fontSize={won.length > LONG ? 16 : 21}
            fontWeight="800"
            className="figures font-display"
          >
            {won}
          </text>
        </>
      )}
    </svg>
  );
}

/** The shell with a band of bunting, a star and its light. */
const Shell = ({ gold }: { gold: string }) => (
  <>
    <path d={SHELL} fill={`url(#${gold})`} stroke="#8a4f06" strokeWidth="1.6" />
    <path
      d="M11 100l12 14 13-14 12 14 12-14 12 14 12-14 13 14 12-14a50 50 0 0 1-3 10l-9 12-13-14-12 14-12-14-12 14-12-14-13 14-9-12a50 50 0 0 1-3-10Z"
      fill="#c9184a"
      opacity="0.85"
    />
    <path
      d="M60 26l4.6 11.4 12.2 1-9.3 8 2.9 12L60 51.9l-10.4 6.5 2.9-12-9.3-8 12.200-1Z"
      fill="#fff3c4"
      stroke="#b87400"
      strokeWidth="1"
      strokeLinejoin="round"
    />
    <path d="M30 62c3-16 9-28 16-36" fill="none" stroke="#fff" strokeWidth="5" strokeLinecap="round" opacity="0.55" />
  </>
);
