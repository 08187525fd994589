import { bonusStates } from "@laro/contract/bonuses";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useDayLabels } from "../../api/days.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { nowMs } from "../../api/clock.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { More } from "../../ui/More.tsx";
import { dayIn, type DaySpan, readSpan, spanOf } from "../../ui/days.ts";
import { DaySpanField } from "../../ui/DaySpanField.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { Select } from "../../ui/Select.tsx";
import { BonusCard } from "./BonusCard.player.tsx";
import { type BonusFilter, useBonuses } from "./bonuses.api.ts";

/** The member's bonuses: what each gave, how much of it is staked, and what can be done with it. */
export function BonusDetails({ depositTo }: { depositTo: string }) {
  const t = useT();
  const refusal = useRefusal();
  const { filter, span, state, today, show } = useFilter();
  const bonuses = useBonuses(filter);
  const face = faceOf(bonuses, bonuses.rows.length);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-44">
          <Select
            label={t("bonuses.state")}
            value={state ?? ""}
            onChange={(event) => show(span, event.target.value)}
            options={[{ value: "", label: t("bonuses.state.all") }, ...bonusStates.map((value) => ({ value, label: t(`bonuses.state.${value}`) }))]}
          />
        </div>
        <DaySpanField labels={useDayLabels()} span={span} today={today} onChange={(next) => show(next, state ?? "")} />
      </div>
      {face !== "refused" && <Sums sums={bonuses.first} />}
      {face === "loading" && <Skeleton className="h-48 w-full" />}
      {face === "refused" && <RefusedState {...refusal(bonuses)} />}
      {face === "empty" && <EmptyState drawing="banca" text={t("bonuses.empty")} action={<ButtonLink to={depositTo}>{t("bonuses.deposit")}</ButtonLink>} />}
      {face === "ready" && (
        <ul className="grid gap-3 xl:grid-cols-2">
          {bonuses.rows.map((bonus) => (
            <li key={bonus.id} className="grid">
              <BonusCard bonus={bonus} />
            </li>
          ))}
        </ul>
      )}
      <More {...bonuses} label={t("ui.more")} size="md" className="justify-self-center" />
    </div>
  );
}

/** State and days live in the URL; without days the last thirty are shown, because a bonus lives that long. */
function useFilter() {
  const { timeZone } = usePermission().jurisdiction;
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(nowMs);
  const today = dayIn(timeZone, openedAt);
  const span = search.has("from") ? readSpan(search, today) : spanOf("past30", { today, to: today });
  const state = bonusStates.find((known) => known === search.get("state"));
  const filter: BonusFilter = { ...span, ...(state === undefined ? {} : { state }) };
  const show = (next: DaySpan, of: string) => setSearch({ ...next, ...(of === "" ? {} : { state: of }) }, { replace: true });
  return { filter, span, state, today, show };
}

function Sums({ sums }: { sums: { count: number; amount: bigint; released: bigint } | undefined }) {
  const t = useT();
  const figures = [
    { label: t("bonuses.count"), figure: sums && <span className="figures">{sums.count}</span> },
    { label: t("bonuses.given"), figure: sums && <Money minor={sums.amount} /> },
    { label: t("bonuses.released"), figure: sums && <Money minor={sums.released} /> },
  ];
  return (
    <dl aria-label={t("bonuses.sums")} className="grid grid-cols-3 gap-px overflow-hidden rounded-md border border-line bg-line">
      {figures.map(({ label, figure }) => (
        <div key={label} className="grid gap-1 bg-card px-3 py-3 sm:px-4">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-sm font-semibold sm:text-base">{figure ?? <Skeleton className="h-6 w-16" />}</dd>
        </div>
      ))}
    </dl>
  );
}
