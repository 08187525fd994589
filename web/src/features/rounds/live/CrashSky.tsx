import { cx } from "../../../ui/cx.ts";
import { multiple } from "../../../ui/Money.tsx";
import { hundredths } from "../dice/sayDice.ts";
import { isMotionReduced } from "../motion.ts";

const [WIDTH, HEIGHT] = [1_000, 600];
const SECONDS_MIN = 8;
const VALUE_MIN = 2;
const SAMPLES = 48;
/** How the value grows in a second; only what is drawn comes of it. */
const RATE = 0.06;
/** The tip stays inside the picture. */
const [REACH_X, REACH_Y] = [0.86, 0.8];
const LINES = [1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const;
const LINES_MAX = 4;

export interface CrashSkyProps {
  /** In hundredths; none before a flight. */
  value: number | undefined;
  elapsedMs: number;
  state: "idle" | "flying" | "crashed";
  /** Stands below the value. */
  note?: string | undefined;
}

/** The value climbs over the town as a curve with a kwitis at its tip; with reduced motion it is only told. */
export function CrashSky({ value, elapsedMs, state, note }: CrashSkyProps) {
  const seconds = elapsedMs / 1_000;
  const [acrossS, top] = [Math.max(SECONDS_MIN, seconds), Math.max(VALUE_MIN, Math.exp(RATE * seconds))];
  const place = (atS: number): readonly [number, number] => [
    (atS / acrossS) * REACH_X * WIDTH,
    HEIGHT - ((Math.exp(RATE * atS) - 1) / (top - 1)) * REACH_Y * HEIGHT,
  ];
  const points = Array.from({ length: SAMPLES + 1 }, (_, at) =>
    place((seconds * at) / SAMPLES)
      .map((part) => part.toFixed(1))
      .join(" "),
  );
  const [x, y] = place(seconds);
  const isDrawn = state !== "idle" && !isMotionReduced();
  const paint = state === "crashed" ? "#f0436a" : "#ffb627";
  return (
    <div className="relative min-h-44 w-full flex-1 overflow-hidden rounded-md bg-linear-to-b from-[#0b0b33] via-[#28145c] to-[#7b2466]" data-flight={state}>
      <div aria-hidden="true" className="absolute inset-0">
        {isDrawn && <Lines top={top} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="absolute inset-0 size-full">
          {isDrawn && (
            <>
              <path d={`M0 ${HEIGHT}L${points.join("L")}L${x.toFixed(1)} ${HEIGHT}Z`} fill={paint} opacity="0.2" />
              <path
                d={`M${points.join("L")}`}
                fill="none"
                stroke={paint}
                strokeWidth="5"
                strokeLinecap="round"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            </>
          )}
        </svg>
        {isDrawn && (
          <span className="absolute" style={{ left: `${(x / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` }}>
            {state === "crashed" ? <Spent /> : <Kwitis />}
          </span>
        )}
      </div>
      <div className="pointer-events-none absolute inset-0 grid place-content-center gap-1 p-3 text-center">
        <span
          aria-hidden="true"
          data-part="value"
          className={cx(
            "figures font-display text-[clamp(2.75rem,9vw,6rem)] leading-none font-extrabold [text-shadow:0_2px_14px_rgb(0_0_0/0.55)]",
            state === "crashed" ? "text-[#ff8fa8]" : "text-white",
          )}
        >
          {value === undefined ? "–.––×" : `${hundredths(value)}×`}
        </span>
        {note !== undefined && <span className="font-display text-base font-bold text-white [text-shadow:0_1px_6px_rgb(0_0_0/0.7)] sm:text-lg">{note}</span>}
      </div>
    </div>
  );
}

/** A few heights of the picture, by name. */
function Lines({ top }: { top: number }) {
  return LINES.filter((line) => line < top && line > 1 + (top - 1) / 12)
    .slice(-LINES_MAX)
    .map((line) => (
      <span
        key={line}
        style={{ bottom: `${((line - 1) / (top - 1)) * REACH_Y * 100}%` }}
        className="figures absolute inset-x-0 border-t border-dashed border-white/20 pe-2 text-end text-[0.6875rem] leading-4 text-white/70"
      >
        {multiple(Math.round(line * 100))}
      </span>
    ));
}

function Kwitis() {
  return (
    <svg viewBox="0 0 40 84" className="absolute h-14 -translate-x-1/2 -translate-y-3/4 rotate-45 sm:h-16">
      <path d="M20 0 33 25H7Z" fill="#ffb627" />
      <path d="M20 0 33 25h-9Z" fill="#000" opacity=".16" />
      <path d="M10 24h20v32H10Z" fill="#f0436a" />
      <path d="M10 30h20v6H10Zm0 13h20v6H10Z" fill="#ffe08a" />
      <path d="M13 58h14c1 10-3 18-7 26-4-8-8-16-7-26Z" fill="#fff6c9" />
    </svg>
  );
}

/** Where it burst. */
function Spent() {
  return (
    <svg viewBox="-40 -40 80 80" className="absolute size-16 -translate-x-1/2 -translate-y-1/2">
      {Array.from({ length: 10 }, (_, ray) => (
        <path key={ray} d="M0-12V-34" stroke={ray % 2 === 0 ? "#f0436a" : "#ffd98a"} strokeWidth="4" strokeLinecap="round" transform={`rotate(${ray * 36})`} />
      ))}
    </svg>
  );
}
