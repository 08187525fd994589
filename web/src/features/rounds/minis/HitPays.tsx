import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { bareMultiple } from "../../../ui/Money.tsx";

/** What each number of hits pays; the one that was reached is lit. */
export function HitPays({ pays, hits, label }: { pays: readonly number[]; hits: number | undefined; label: string }) {
  const t = useT();
  const winning = pays.map((hundredths, count) => ({ hundredths, count })).filter(({ hundredths }) => hundredths > 0);
  if (winning.length === 0) return <p className="grid h-12 content-center text-center text-sm text-muted">{t("rounds.kenoNoPicks")}</p>;
  return (
    <div role="group" aria-label={label} tabIndex={0} className="no-bar mx-auto max-w-full shrink-0 overflow-x-auto rounded-sm">
      <dl className="flex h-12 items-center gap-1">
        {winning.map(({ hundredths, count }) => (
          <div
            key={count}
            className={cx(
              "figures grid h-11 min-w-10 flex-1 shrink-0 content-center justify-items-center rounded-sm px-0.5 sm:min-w-16 sm:px-1.5",
              hits === count ? "bg-white text-[#1a1203]" : "bg-black/25",
            )}
          >
            <dt className={cx("text-xs", hits === count ? "" : "text-muted")}>
              <span className="sr-only">{t("rounds.kenoHits")} </span>
              {count}
            </dt>
            <dd className="text-xs leading-4 font-bold sm:text-sm">
              {bareMultiple(hundredths)}
              <span className="max-sm:hidden">×</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
