import { useT } from "../../../api/language.ts";
import { Money } from "../../../ui/Money.tsx";

/** What a spin took out of the pool, beside what its reels paid; nothing where it took none. */
export function JackpotTaken({ jackpot }: { jackpot: bigint | null }) {
  const t = useT();
  return (
    jackpot !== null && (
      <p className="mx-auto flex animate-fade flex-wrap items-baseline justify-center gap-x-3 rounded-pill bg-[#ffb627] px-5 py-1.5 text-[#1a1203]">
        <strong className="font-display text-lg font-extrabold">{t("rounds.jackpotTaken")}</strong>
        <Money minor={jackpot} className="font-display text-lg font-extrabold" />
      </p>
    )
  );
}
