import type { VipWeek } from "@laro/contract/vip";
import type { ReactNode } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useVipWeeks } from "./vip.api.ts";

const DAY_MS = 24 * 60 * 60_000;
const tones = { given: "win", noLoss: "neutral", tooSmall: "neutral", rewards: "neutral" } as const satisfies Record<VipWeek["state"], BadgeTone>;

/** A week from its Monday to its Sunday, in words. */
export function weekInWords(monday: string): string {
  const sunday = new Date(Date.parse(monday) + 6 * DAY_MS).toISOString().slice(0, 10);
  return `${formatCalendar(monday)} – ${formatCalendar(sunday)}`;
}

/** What the last week came to, line by line. */
export function LastVipWeek({ week }: { week: VipWeek | null }) {
  const t = useT();
  return (
    <Panel title={t("vip.lastWeek")} text={week === null ? t("vip.noWeek") : weekInWords(week.week)} aside={week && <State week={week} />}>
      {week && <Lines week={week} />}
    </Panel>
  );
}

function State({ week: { state } }: { week: VipWeek }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t("vip.weekState", { state })}</Badge>;
}

function Lines({ week }: { week: VipWeek }) {
  const t = useT();
  const { level, stake, win, rebate, base, bonusBps, weekMax, bonus, reference, state } = week;
  const lines: readonly (readonly [label: string, figure: ReactNode])[] = [
    [t("vip.staked"), <Money key="" minor={stake} />],
    [t("vip.won"), <Money key="" minor={-win} />],
    [t("vip.rebate"), <Money key="" minor={-rebate} />],
    [t("vip.netLoss"), <Money key="" minor={base} />],
    [t("vip.rate", { level }), <span key="">{bonusBps / 100}%</span>],
    ...(weekMax === null ? [] : [[t("vip.weekMost"), <Money key="" minor={weekMax} />] as const]),
  ];
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1.5 text-sm">
        {lines.map(([label, figure]) => (
          <div key={label} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="figures">{figure}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-3 border-t border-line pt-2 font-semibold">
          <dt>
            {t("vip.bonus")} {reference !== "" && <span className="figures ms-1 text-xs font-normal text-muted">{reference}</span>}
          </dt>
          <dd>
            <Money minor={bonus} className="font-display text-lg" />
          </dd>
        </div>
      </dl>
      {state !== "given" && <p className="text-sm text-muted">{t("vip.weekWhy", { state })}</p>}
    </div>
  );
}

/** Every week that was settled, each opens its lines. */
export function VipWeeks() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useVipWeeks();
  const face = faceOf(asked, asked.rows.length);
  return (
    <Panel title={t("vip.weeks")}>
      {face === "loading" && <Skeleton className="h-32 w-full" />}
      {face === "refused" && <RefusedState {...refusal(asked)} />}
      {face === "empty" && <EmptyState drawing="banca" text={t("vip.noWeeks")} />}
      {face === "ready" && (
        <ul className="grid gap-2">
          {asked.rows.map((week) => (
            <li key={week.week}>
              <details className="rounded-sm border border-line">
                <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2.5 text-sm">
                  <span className="font-medium">{weekInWords(week.week)}</span>
                  <span className="flex items-center gap-3">
                    <State week={week} />
                    <Money minor={week.bonus} className="font-semibold" />
                  </span>
                </summary>
                <div className="border-t border-line p-3">
                  <Lines week={week} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      <More {...asked} label={t("ui.more")} size="md" className="justify-self-center" />
    </Panel>
  );
}
