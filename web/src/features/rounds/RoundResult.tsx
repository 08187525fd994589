import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { Money } from "../../ui/Money.tsx";
import { useProgress } from "./motion.ts";

const COUNT_UP_MS = 900;
const WHOLE = 1_000n;

/** What a round brought. Only a win above the stake counts up and shines; a smaller return is stated. */
export function RoundResult({ id, stake, win, quiet = false }: { id: string; stake: bigint; win: bigint; quiet?: boolean }) {
  const t = useT();
  const isGain = win > stake;
  const permille = useProgress(isGain && !quiet ? id : undefined, COUNT_UP_MS);
  const label = win === 0n ? t("rounds.lost") : t(isGain ? "rounds.won" : "rounds.returned");
  return (
    <p className={cx("flex animate-fade items-baseline justify-center gap-2.5", isGain ? "text-win-text" : "text-muted")}>
      <span className="font-semibold">{label}</span>
      {win > 0n && (
        <>
          <Money minor={win} className="sr-only" />
          <span aria-hidden="true">
            <Money minor={(win * BigInt(permille)) / WHOLE} className={cx("font-display font-extrabold", isGain ? "text-2xl" : "text-lg text-text")} />
          </span>
        </>
      )}
    </p>
  );
}
