import type { CSSProperties, ReactNode } from "react";
import { Glyph } from "../../ui/art/glyphs.tsx";
import { Banderitas } from "../../ui/art/motifs.tsx";
import { cx } from "../../ui/cx.ts";

/** Where each envelope of the sky falls, in percent of it, how large it is in rem, how fast it falls, in seconds, and how it is turned. */
const falling = [
  [4, 8, 3.2, 9, -14],
  [13, 58, 4.4, 7, 9],
  [22, 26, 3.4, 10, 18],
  [31, 76, 3.8, 8, -8],
  [41, 12, 3, 11, 6],
  [54, 66, 3.4, 9.5, -18],
  [63, 20, 4, 8.5, 12],
  [72, 80, 3.2, 10.5, -6],
  [80, 40, 4.6, 7.5, -12],
  [90, 10, 3.6, 9, 15],
  [94, 70, 3, 11, -9],
] as const;

const STARS = "M40 30h2M120 64h2M210 22h2M300 84h2M380 40h2M470 18h2M560 70h2M640 34h2M720 58h2M90 150h2M250 170h2M430 140h2M600 160h2M700 190h2";

interface SkyProps {
  /** They fall; else they hang there. */
  isFalling: boolean;
  /** What a press on one does; undefined where there is nothing to open. */
  onTap: (() => void) | undefined;
  children: ReactNode;
}

/** A night sky with red envelopes in it, and what is to be said in front of them. A press on one is a press on the button, for who looks at the sky. */
export function RainSky({ isFalling, onTap, children }: SkyProps) {
  return (
    <div className="relative isolate grid min-h-104 place-items-center overflow-hidden rounded-md bg-[radial-gradient(90%_120%_at_50%_0%,#7a1a4f_0%,#3f1552_45%,#170b33_90%)] px-4 py-10 text-white">
      <svg viewBox="0 0 760 240" preserveAspectRatio="xMidYMin slice" aria-hidden="true" className="absolute inset-0 -z-10 size-full">
        <path d={STARS} stroke="#ffe9c7" strokeWidth="2" strokeLinecap="round" opacity="0.7" />
      </svg>
      <Banderitas width={760} height={90} sag={30} flags={19} faint className="absolute inset-x-0 -top-1 -z-10 w-full" />
      <div aria-hidden="true" className="absolute inset-0 -z-10">
        {falling.map(([left, top, size, seconds, turn], at) => {
          const style: CSSProperties = {
            left: `${left}%`,
            top: `${top}%`,
            width: `${size}rem`,
            rotate: `${turn}deg`,
            animationDuration: `${seconds}s`,
            animationDelay: `${(-at * seconds) / falling.length}s`,
          };
          const look = cx("absolute -translate-x-1/2", isFalling && "animate-fall");
          return onTap === undefined ? (
            <span key={at} className={look} style={style}>
              <Glyph name="envelope" className="w-full drop-shadow-[0_8px_12px_rgb(0_0_0/0.4)]" />
            </span>
          ) : (
            <button key={at} type="button" tabIndex={-1} onClick={onTap} className={cx(look, "cursor-pointer")} style={style}>
              <Glyph name="envelope" className="w-full drop-shadow-[0_8px_12px_rgb(0_0_0/0.4)]" />
            </button>
          );
        })}
      </div>
      <div className="grid w-full max-w-100 justify-items-center gap-3 rounded-md bg-[#170b33]/85 px-5 py-6 text-center">{children}</div>
    </div>
  );
}

/** An envelope that was opened, with what was in it. */
export const OpenedEnvelope = ({ children }: { children: ReactNode }) => (
  <div className="relative grid w-44 animate-rise place-items-center">
    <svg viewBox="0 0 176 150" aria-hidden="true" className="w-full">
      <path d="M16 62 88 10l72 52v78a8 8 0 0 1-8 8H24a8 8 0 0 1-8-8Z" fill="#a40f2b" />
      <rect x="28" y="18" width="120" height="96" rx="8" fill="#fff6df" />
      <rect x="34" y="24" width="108" height="84" rx="5" fill="none" stroke="#e0a83a" strokeWidth="2" />
      <path d="M16 66l72 46 72-46v74a8 8 0 0 1-8 8H24a8 8 0 0 1-8-8Z" fill="#d4213d" />
      <path d="M16 66l72 46 72-46" fill="none" stroke="#ffc94d" strokeWidth="3" strokeLinejoin="round" />
    </svg>
    <p className="absolute top-9 font-display text-xl font-extrabold text-[#7a0f24]">{children}</p>
  </div>
);
