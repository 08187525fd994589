import type { Jackpot, VendorJackpot } from "@laro/contract/jackpots";
import { useT } from "../../api/language.ts";
import { ParolMark } from "../../ui/art/Parol.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { Money } from "../../ui/Money.tsx";
import { useJackpots } from "./jackpots.api.ts";
import { Ticker } from "./Ticker.player.tsx";

/** The pools there are, each with what it would pay now, and what vendors say of theirs; where there is none, nothing. Their place is kept until they are known. */
export function JackpotStrip({ onPlay }: { onPlay: (game: { nodeId: string }) => void }) {
  const t = useT();
  const { data, isPending } = useJackpots();
  const pools = data?.list ?? [];
  if (isPending) return <div aria-hidden="true" className="h-22 rounded-md bg-raised" />;
  const vendors = data?.vendors ?? [];
  if (pools.length + vendors.length === 0) return null;
  return (
    <div className="grid gap-3">
      {pools.length > 0 && (
        <ul aria-label={t("jackpots.title")} className="grid gap-3 lg:grid-cols-2">
          {pools.map((pool) => (
            <li key={pool.code} className={pools.length === 1 ? "lg:col-span-2" : undefined}>
              <PoolCard pool={pool} onPress={() => onPlay(pool)} />
            </li>
          ))}
        </ul>
      )}
      {vendors.length > 0 && (
        // On a phone one line that scrolls: six of them below each other pushed the games off the first screen.
        <ul
          aria-label={t("jackpots.ofVendors")}
          className="no-bar -m-1 grid snap-x scroll-px-1 auto-cols-[minmax(85%,1fr)] grid-flow-col gap-3 overflow-x-auto overscroll-x-contain p-1 sm:auto-cols-auto sm:grid-flow-row sm:grid-cols-2 lg:grid-cols-3"
        >
          {vendors.map((pool) => (
            <li key={pool.nodeId} className="min-w-0 snap-start">
              <VendorCard pool={pool} onPress={() => onPlay(pool)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a vendor says: it does not run, because nobody here counts it. */
function VendorCard({ pool, onPress }: { pool: VendorJackpot; onPress: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={`${t("games.play")}: ${pool.gameName}`}
      onClick={onPress}
      className="flex w-full items-center gap-3 rounded-md border border-line bg-raised p-2 pe-4 text-start transition hover:brightness-110"
    >
      <span className="relative h-14 w-10 shrink-0 overflow-hidden rounded-sm">
        <LazyImage src={pool.iconUrl} alt="" fallback={null} className="absolute inset-0 size-full object-cover" />
      </span>
      <span className="grid min-w-0">
        <span className="truncate text-sm font-semibold">{t("jackpots.of", { game: pool.gameName })}</span>
        <Money minor={pool.amount} className="font-display text-lg font-extrabold" />
        <span className="truncate text-xs text-muted">
          {t("jackpots.saidBy", { name: pool.vendorName })}
          {pool.simulated && ` · ${t("games.testVendor")}`}
        </span>
      </span>
    </button>
  );
}

function PoolCard({ pool, onPress }: { pool: Jackpot; onPress: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={`${t("games.play")}: ${pool.gameName}`}
      onClick={onPress}
      className="relative isolate flex w-full items-center gap-4 rounded-md bg-[#5a1140] p-3 pe-5 text-start text-white transition hover:brightness-115"
    >
      <span aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden rounded-md">
        <ParolMark className="absolute -end-8 top-1/2 size-36 -translate-y-1/2 opacity-35" />
      </span>
      <span className="relative h-16 w-12 shrink-0 overflow-hidden rounded-sm">
        <LazyImage src={pool.iconUrl} alt="" fallback={null} className="absolute inset-0 size-full object-cover" />
      </span>
      <span className="grid min-w-0">
        <span className="truncate text-sm font-semibold">{t("jackpots.of", { game: pool.gameName })}</span>
        <Ticker pool={pool} className="font-display text-2xl font-extrabold text-[#ffd76b] sm:text-[2rem] sm:leading-10" />
      </span>
    </button>
  );
}
