import { formatAmount } from "@laro/contract/core/money";
import { tables, type TableTile } from "@laro/contract/tables";
import { useEffect, useState } from "react";
import { nowMs } from "../../api/clock.ts";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { type GlyphName, Glyph } from "../../ui/art/glyphs.tsx";
import { cx } from "../../ui/cx.ts";
import { groupThousands, useCurrencySymbol } from "../../ui/Money.tsx";

const READ_EVERY_MS = 5_000;
const SECOND_MS = 1_000;
const glyphs: readonly (readonly [start: string, glyph: GlyphName])[] = [
  ["ROULETTE", "roulette"],
  ["SIC_BO", "die"],
  ["CRASH", "rocket"],
  ["", "cards"],
];

/** The live tables there are, each with where its draw stands and what may be staked at it (CALL-62). */
export function LiveTables({ onPlay }: { onPlay: (game: TableTile) => void }) {
  const t = useT();
  const { data } = useApiQuery(tables.list, {}, { everyMs: READ_EVERY_MS });
  const now = useNow();
  if (data === undefined) return <div aria-hidden="true" className="h-32 rounded-md bg-raised" />;
  return (
    <section aria-label={t("rounds.live.tables")} className="grid min-w-0 gap-3">
      <h2 className="text-base font-bold">{t("rounds.live.tables")}</h2>
      <ul className="no-bar -mx-1 flex gap-3 overflow-x-auto px-1 py-1 xl:grid xl:grid-cols-4">
        {data.list.map((tile) => (
          <li key={tile.series} className="min-w-72 flex-1 xl:min-w-0">
            <TableCard tile={tile} now={now} onPress={() => onPlay(tile)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TableCard({
  tile: { series, displayName, isRunning, phase, stakeMin, memberMax },
  now,
  onPress,
}: {
  tile: TableTile;
  now: number;
  onPress: () => void;
}) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const leftMs = phase?.state === "open" ? Date.parse(phase.closesAt) - now : 0;
  const state = leftMs > 0 ? "open" : isRunning ? "closed" : "still";
  return (
    <button
      type="button"
      onClick={onPress}
      data-state={state}
      className="flex w-full items-center gap-3 rounded-md border border-line bg-card p-3 text-start transition hover:bg-text/4"
    >
      <span className="shrink-0 rounded-md bg-[#1a1540] p-2">
        <Glyph name={glyphs.find(([start]) => series.startsWith(start))![1]} className="size-9" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-semibold">{displayName}</span>
        <span className={cx("text-sm", state === "open" ? "text-win-text" : "text-muted")}>
          {state === "open"
            ? t("rounds.live.openFor", { seconds: Math.ceil(leftMs / SECOND_MS) })
            : t(state === "still" ? "rounds.live.rests" : "rounds.live.closed")}
        </span>
        <span className="figures truncate text-xs text-muted">{t("rounds.live.from", { minimum: amount(stakeMin), maximum: amount(memberMax) })}</span>
      </span>
    </button>
  );
}

/** The present moment by the server's clock, each second. */
function useNow(): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
