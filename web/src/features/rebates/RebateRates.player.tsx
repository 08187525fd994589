import { gameCategories } from "@laro/contract/core/gameCategories";
import type { CountedGame, RebateRates as Rates } from "@laro/contract/rebates";
import { type VipLabel, vipLabels } from "@laro/contract/vip";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { percentOf } from "./rebates.api.ts";
import { ThinGames } from "./ThinGames.tsx";

interface RebateRatesProps {
  label: VipLabel;
  rates: Rates;
  games: readonly CountedGame[];
  next: { day: string; rates: Rates } | null;
}

/** The operator's table: the reader's own label is marked, and what holds from a later day on stands below. */
export function RebateRates({ label, rates, games, next }: RebateRatesProps) {
  const t = useT();
  return (
    <Panel title={t("rebates.rates")} text={t("rebates.ratesText", { label })}>
      <Table rates={rates} mine={label} caption={t("rebates.rates")} />
      <ButtonLink to="/vip" tone="secondary" size="sm" className="justify-self-start">
        {t("rebates.levels")}
      </ButtonLink>
      <ThinGames text={t("rebates.games")} games={games} />
      {next !== null && (
        <div className="grid gap-2">
          <h3 className="text-sm font-semibold">{t("rebates.next", { day: formatCalendar(next.day) })}</h3>
          <Table rates={next.rates} mine={label} caption={t("rebates.next", { day: formatCalendar(next.day) })} />
        </div>
      )}
    </Panel>
  );
}

function Table({ rates, mine, caption }: { rates: Rates; mine: VipLabel; caption: string }) {
  const t = useT();
  return (
    <table className="w-full border-collapse text-xs sm:text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="px-1 py-2 text-start font-semibold sm:px-3">
            {t("rebates.category")}
          </th>
          {vipLabels.map((label) => (
            <th
              key={label}
              scope="col"
              aria-current={label === mine ? "true" : undefined}
              className={cx("px-1 py-2 text-end font-semibold sm:px-3", label === mine && "bg-primary/12 text-text")}
            >
              {label}
              {label === mine && <span className="block text-xs font-normal text-primary-text">{t("vip.you")}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {gameCategories.map((category) => (
          <tr key={category} className="border-b border-line/60">
            <th scope="row" className="px-1 py-2 text-start font-medium wrap-anywhere sm:px-3">
              {t("points.category", { category })}
            </th>
            {vipLabels.map((label) => (
              <td key={label} className={cx("figures px-1 py-2 text-end sm:px-3", label === mine && "bg-primary/12 font-semibold")}>
                {rates[label][category] === 0 ? "–" : percentOf(rates[label][category])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
