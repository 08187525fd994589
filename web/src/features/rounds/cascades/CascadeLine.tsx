import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { groupThousands, Money } from "../../../ui/Money.tsx";
import type { CascadeGame } from "./cascadeGame.ts";
import { type Frame, payOf, waysOf } from "./playback.ts";

export interface CascadeLineProps {
  game: CascadeGame;
  frame: Frame;
  /** How many spins come free with the round that is shown. */
  freeSpins: number;
  /** The highest multiplier that was reached in it. */
  reached: number;
  stake: bigint;
}

/** Over the window: how the multiplier stands, which free spin it is, and what was won so far. */
export function CascadeLine({ game, frame, freeSpins, reached, stake }: CascadeLineProps) {
  const t = useT();
  const isFree = frame.spin > 0;
  return (
    <div className="mb-1.5 flex min-h-9 shrink-0 items-center gap-2 text-sm">
      {game.ladder !== undefined && <Ladder steps={game.ladder} now={frame.multiplier} reached={reached} />}
      {isFree && (
        <span className="rounded-pill bg-[#ffb627] px-2.5 py-1 font-semibold text-[#1a1203]">
          {t("rounds.books.free", { spin: frame.spin, spins: freeSpins })}
        </span>
      )}
      {isFree && reached > 0 && <span className="figures font-display text-lg font-extrabold text-primary-text">{reached}×</span>}
      {!isFree && game.countsWays && <span className="figures text-muted">{t("rounds.books.ways", { ways: groupThousands(String(waysOf(frame.grid))) })}</span>}
      <span className="ms-auto text-end">
        <span className="me-1.5 text-xs text-muted max-[420px]:sr-only">{t("rounds.books.winSoFar")}</span>
        <Money minor={payOf(stake, frame.paid)} className="font-display text-lg font-extrabold" />
      </span>
    </div>
  );
}

/** What each tumble in a row multiplies by: reached ones are lit, the one in force stands out. */
function Ladder({ steps, now, reached }: { steps: readonly number[]; now: number; reached: number }) {
  const t = useT();
  return (
    <ol aria-label={t("rounds.multiplier")} className="flex min-w-0 gap-0.5 sm:gap-1">
      {steps.map((by) => (
        <li
          key={by}
          aria-current={by === now ? "step" : undefined}
          className={cx(
            "figures grid h-7 min-w-8 place-items-center rounded-sm px-1 text-xs font-semibold transition sm:min-w-11 sm:text-sm",
            by === now ? "bg-[#ffb627] text-[#1a1203]" : by <= reached ? "bg-white/25 text-text" : "bg-black/30 text-muted",
          )}
        >
          {by}×
        </li>
      ))}
    </ol>
  );
}
