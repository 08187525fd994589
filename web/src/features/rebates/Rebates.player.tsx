import type { rebates, RebateDay, RebateLine } from "@laro/contract/rebates";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import { FormFault } from "../../api/FormFault.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar, formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { percentOf, useClaimRebates, useMyRebates, useRebateHistory } from "./rebates.api.ts";
import { RebateRates } from "./RebateRates.player.tsx";

type Mine = OutputOf<(typeof rebates)["mine"]>;

/** What comes back of valid bets: what can be claimed, today so far, each closed day, and the rates. */
export function Rebates() {
  const t = useT();
  const refusal = useRefusal();
  const mine = useMyRebates();
  if (mine.data === undefined) return mine.error ? <RefusedState {...refusal(mine)} /> : <Skeleton className="h-96 w-full" />;
  return (
    <div className="grid gap-6">
      <p className="text-sm text-muted">{t("rebates.text")}</p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Open {...mine.data} />
        <Today lines={mine.data.today.lines} amount={mine.data.today.amount} />
      </div>
      <History />
      <RebateRates {...mine.data} />
    </div>
  );
}

/** What is open of closed days, and the one button that pays it. */
function Open({ open: { amount, days }, mayClaim, paidAfterDays }: Mine) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const claim = useClaimRebates();
  const money = (minor: bigint): string => `${symbol}${groupThousands(formatAmount(minor))}`;
  const submit = () => claim.submit({}, (paid) => showToast(t("rebates.claimed", { amount: money(paid.amount) }), "success"));
  return (
    <Panel title={t("rebates.open")} text={t("rebates.openText", { days: paidAfterDays })}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <span className="grid gap-0.5">
          <Money minor={amount} className="font-display text-2xl font-bold" />
          <span className="text-xs text-muted">{amount === 0n ? t("rebates.openNone") : t("rebates.openDays", { days })}</span>
        </span>
        {amount > 0n && mayClaim && (
          <Button tone="success" busy={claim.isPending} onClick={submit}>
            {t("rebates.claim", { amount: money(amount) })}
          </Button>
        )}
      </div>
      {amount > 0n && !mayClaim && <p className="text-sm">{t("rebates.openWaits")}</p>}
      <FormFault error={claim.error} />
    </Panel>
  );
}

/** What the running day comes to: it can be claimed once the day is closed. */
function Today({ lines, amount }: { lines: readonly RebateLine[]; amount: bigint }) {
  const t = useT();
  return (
    <Panel title={t("rebates.today")} text={t("rebates.todayText")} aside={<Money minor={amount} className="font-display text-lg font-bold" />}>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t("rebates.todayNone")}</p>
      ) : (
        <dl className="grid gap-1.5 text-sm">
          {lines.map(({ category, valid, bps, amount: part }) => (
            <div key={category} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <dt>
                {t("points.category", { category })}{" "}
                <span className="text-xs text-muted">
                  <Money minor={valid} /> × {percentOf(bps)}
                </span>
              </dt>
              <dd className="ms-auto">
                <Money minor={part} className="font-semibold" />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

type Row = RebateLine & Pick<RebateDay, "day" | "label" | "paidAt">;

/** Days and their categories, newest first. */
function History() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useRebateHistory();
  const rows = asked.rows.flatMap(({ lines, day, label, paidAt }): Row[] => lines.map((line) => ({ ...line, day, label, paidAt })));
  const columns: readonly Column<Row>[] = [
    { key: "day", label: t("rebates.day"), render: ({ day }) => formatCalendar(day) },
    { key: "category", label: t("rebates.category"), primary: true, render: ({ category }) => t("points.category", { category }) },
    { key: "valid", label: t("rebates.valid"), align: "end", render: ({ valid }) => <Money minor={valid} /> },
    {
      key: "rate",
      label: t("rebates.rate"),
      align: "end",
      render: ({ bps, label }) => (
        <span className="figures">
          {percentOf(bps)} <span className="text-xs text-muted">{label}</span>
        </span>
      ),
    },
    { key: "amount", label: t("rebates.amount"), align: "end", render: ({ amount }) => <Money minor={amount} className="font-semibold" /> },
    { key: "state", label: t("rebates.state"), align: "end", render: ({ paidAt }) => <State paidAt={paidAt} /> },
  ];
  return (
    <section className="grid gap-3">
      <h2 className="text-base font-semibold">{t("rebates.history")}</h2>
      <DataTable
        caption={t("rebates.history")}
        columns={columns}
        rows={rows}
        rowKey={({ day, category }) => `${day} ${category}`}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("rebates.historyNone")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </section>
  );
}

function State({ paidAt }: Pick<Row, "paidAt">) {
  const t = useT();
  return (
    <Badge tone={paidAt === null ? "primary" : "win"}>
      {paidAt === null ? t("rebates.isOpen") : t("rebates.isPaid", { day: formatManila(paidAt, "date") })}
    </Badge>
  );
}
