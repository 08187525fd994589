import type { RouletteResult } from "@laro/contract/core/plays/tables";
import { colorOf, POCKETS } from "@laro/engines/tables/wheel";
import { useT } from "../../../api/language.ts";
import { Anchor } from "../../../ui/Anchor.tsx";
import { cx } from "../../../ui/cx.ts";
import { useLastRounds } from "../rounds.api.ts";
import { CountsDialog } from "./CountsDialog.tsx";

const paints = { green: "bg-[#12a552]", red: "bg-[#c9184a]", black: "bg-[#12162a]" } as const;
const EXTREMES = 4;

/** The pockets of my last rounds, newest first. */
function useLastPockets(gameCode: string): readonly { readonly id: string; readonly pocket: number }[] {
  return useLastRounds(gameCode).data?.list.map(({ id, outcome }) => ({ id, pocket: (outcome as RouletteResult).pocket })) ?? [];
}

export function NumberStrip({ gameCode }: { gameCode: string }) {
  const t = useT();
  return (
    <ul aria-label={t("rounds.tables.last")} className="no-bar flex h-8 shrink-0 items-center gap-1 overflow-x-auto mask-r-from-[calc(100%-32px)] pe-8">
      {useLastPockets(gameCode).map(({ id, pocket }) => (
        <li key={id} className="shrink-0">
          <Anchor
            to={`/room/${gameCode}?round=${id}`}
            aria-label={`${t("rounds.replay")}: ${t("rounds.tables.pocket", { pocket, color: colorOf(pocket) })}`}
            className={cx("figures grid size-7 animate-fade place-items-center rounded-full text-xs font-bold text-white", paints[colorOf(pocket)])}
          >
            {pocket}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

/** How often what fell in my last rounds, and what of it that says of the next: nothing. */
export function NumberCounts({ gameCode, onClose }: { gameCode: string; onClose: () => void }) {
  const t = useT();
  const fell = useLastPockets(gameCode).map(({ pocket }) => pocket);
  const times = (matches: (pocket: number) => boolean): number => fell.filter(matches).length;
  const counts = Array.from({ length: POCKETS }, (_, pocket) => ({ pocket, count: times((one) => one === pocket) }));
  const hot = counts
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, EXTREMES);
  const cold = counts.filter(({ count }) => count === 0).slice(0, EXTREMES);
  const groups = [
    { label: t("rounds.tables.spotRed"), count: times((pocket) => colorOf(pocket) === "red") },
    { label: t("rounds.tables.spotBlack"), count: times((pocket) => colorOf(pocket) === "black") },
    { label: t("rounds.tables.zero"), count: times((pocket) => pocket === 0) },
    ...[1, 2, 3].map((dozen) => ({ label: t("rounds.tables.dozen", { dozen }), count: times((pocket) => Math.ceil(pocket / 12) === dozen) })),
  ];
  return (
    <CountsDialog rounds={fell.length} groups={groups} onClose={onClose}>
      <PocketRow label={t("rounds.tables.hot")} list={hot} />
      <PocketRow label={t("rounds.tables.cold")} list={cold} />
    </CountsDialog>
  );
}

function PocketRow({ label, list }: { label: string; list: readonly { readonly pocket: number; readonly count: number }[] }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h3 className="w-20 font-semibold">{label}</h3>
      {list.map(({ pocket, count }) => (
        <span key={pocket} className="flex items-center gap-1">
          <span className={cx("figures grid size-8 place-items-center rounded-full font-bold text-white", paints[colorOf(pocket)])}>{pocket}</span>
          <span className="figures text-muted">×{count}</span>
        </span>
      ))}
    </div>
  );
}
