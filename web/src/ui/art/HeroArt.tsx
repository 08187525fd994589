import { cx } from "../cx.ts";
import { glyphs, type GlyphName } from "./glyphs.tsx";
import { Banderitas } from "./motifs.tsx";
import { parolLantern } from "./Parol.tsx";

const wave = (y: number) => `M0 ${y}${"q30 -16 60 0t60 0".repeat(6)}V60H0Z`;

const fireflies = [
  [40, 210, 2.5],
  [96, 120, 2],
  [150, 250, 1.8],
  [212, 96, 2.2],
  [470, 70, 2],
  [540, 190, 2.6],
  [588, 110, 1.8],
] as const;

interface SetGlyph {
  name: GlyphName;
  x: number;
  y: number;
  size: number;
  turn: number;
}

const around: readonly SetGlyph[] = [
  { name: "die", x: 92, y: 186, size: 104, turn: -6 },
  { name: "mango", x: 478, y: 158, size: 116, turn: 8 },
  { name: "seven", x: 404, y: 240, size: 84, turn: 8 },
];

/** The fiesta at night behind the words of the first banner. */
export function HeroArt({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={cx("overflow-hidden bg-[radial-gradient(90%_150%_at_76%_20%,#8a1e68_0%,#4a1760_38%,#1d0f3d_72%,#120a2b_100%)]", className)}
    >
      <svg viewBox="0 0 720 60" preserveAspectRatio="none" className="absolute inset-x-0 bottom-0 h-[15%] w-full">
        <path d={wave(14)} fill="#8fb4ff" opacity="0.07" />
        <path d={wave(32)} fill="#8fb4ff" opacity="0.09" />
      </svg>
      <svg
        viewBox="0 0 620 340"
        preserveAspectRatio="xMaxYMid meet"
        className="absolute -end-24 -top-6 w-96 overflow-visible opacity-50 sm:end-0 sm:top-0 sm:h-full sm:w-[54%] sm:opacity-100"
      >
        <circle cx="312" cy="172" r="150" fill="#ffb627" opacity="0.07" />
        <circle cx="312" cy="172" r="108" fill="#ffb627" opacity="0.1" />
        {fireflies.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} fill="#ffe7ae" />
        ))}
        <path d="M312 -240v310" stroke="#fff" strokeOpacity="0.5" strokeWidth="1.5" />
        <path
          d="M238 248q-2 26-14 44M238 248q-10 22-28 34M386 248q2 26 14 44M386 248q10 22 28 34"
          fill="none"
          stroke="#ffd76b"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <svg x="192" y="54" width="240" height="240" viewBox="0 0 96 96">
          {parolLantern}
        </svg>
        {around.map(({ name, x, y, size, turn }) => (
          <g key={name} transform={`translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / 96})`} className="max-sm:hidden">
            {glyphs[name]}
          </g>
        ))}
      </svg>
      <Banderitas width={760} height={90} sag={34} flags={19} faint className="absolute -top-2 end-0 w-[70%] min-w-100" />
      <Banderitas width={760} height={110} sag={42} flags={19} className="absolute top-3 end-0 w-[64%] min-w-90 max-sm:opacity-60" />
    </div>
  );
}
