import type { CoinSide } from "@laro/contract/core/plays/steps";
import { cx } from "../../../ui/cx.ts";

/** One of our own coins: the sun of the fiesta on its face, a nipa hut on its back. */
export function CoinFace({ side, className }: { side: CoinSide; className?: string }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={cx("block", className)}>
      <circle cx="60" cy="60" r="58" fill="#c46200" />
      <circle cx="60" cy="58" r="56" fill="#ffc02b" />
      <circle cx="60" cy="58" r="47" fill="none" stroke="#c46200" strokeWidth="2.5" strokeDasharray="1 6" strokeLinecap="round" />
      <path d="M17 40a47 47 0 0 1 43-28" fill="none" stroke="#fff6b0" strokeWidth="5" strokeLinecap="round" />
      {side === "heads" ? <Sun /> : <Hut />}
    </svg>
  );
}

function Sun() {
  return (
    <g fill="#a84f00">
      {Array.from({ length: 8 }, (_, ray) => (
        <path key={ray} d="M60 17l5 17h-10ZM52 20l3 13-6 3ZM68 20l-3 13 6 3Z" transform={`rotate(${ray * 45} 60 58)`} />
      ))}
      <circle cx="60" cy="58" r="20" />
      <circle cx="60" cy="57" r="16" fill="#ffdd6b" />
      <path d="M52 54h4M64 54h4M53 62c4 5 10 5 14 0" fill="none" stroke="#a84f00" strokeWidth="3" strokeLinecap="round" />
    </g>
  );
}

function Hut() {
  return (
    <g fill="#a84f00">
      <path d="M60 22L26 54h10v4h48v-4h10Z" />
      <path d="M60 29L40 50h40Z" fill="#ffdd6b" opacity=".55" />
      <path d="M38 58h44v20H38Z" />
      <path d="M44 63h10v9H44ZM66 63h10v9H66Z" fill="#ffdd6b" />
      <path d="M41 78h4v14h-4ZM75 78h4v14h-4ZM57 63h6v15h-6Z" />
      <path d="M28 92h64v4H28Z" />
      <path d="M62 78l8 14h-4l-7-14Z" fill="#7a3800" />
    </g>
  );
}
