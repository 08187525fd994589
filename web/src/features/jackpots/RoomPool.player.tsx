import { useT } from "../../api/language.ts";
import { ParolMark } from "../../ui/art/Parol.tsx";
import { useJackpots } from "./jackpots.api.ts";
import { Ticker } from "./Ticker.player.tsx";

/** What a game's jackpot holds, above its reels; its place is kept until it is known. */
export function RoomPool({ gameCode }: { gameCode: string }) {
  const t = useT();
  const pool = useJackpots().data?.list.find((one) => one.gameCode === gameCode);
  return (
    <p className="mx-auto mb-2 flex min-h-11 shrink-0 items-center gap-2.5 rounded-pill border border-[#ffb627]/60 bg-black/45 px-4 sm:gap-3 sm:px-6">
      <ParolMark className="size-6 shrink-0" />
      <span className="text-xs font-semibold text-white/80 sm:text-sm">{t("jackpots.one")}</span>
      {pool === undefined ? (
        <span className="min-w-28" />
      ) : (
        <Ticker pool={pool} className="font-display text-xl leading-none font-extrabold text-[#ffd76b] sm:text-2xl" />
      )}
    </p>
  );
}
