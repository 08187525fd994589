import type { GatewayHour } from "@laro/contract/gateway";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Standing, Time } from "./Gateway.operator.tsx";
import { type GatewayRights, useGatewayVendor, useHour, useKeyActs, useLookedAt } from "./gateway.operator.api.ts";
import { GatewayKeysOperator } from "./GatewayKeys.operator.tsx";
import { GatewayReturnsOperator } from "./GatewayReturns.operator.tsx";
import { GatewayRoundsOperator } from "./GatewayRounds.operator.tsx";
import { GatewayRulesOperator } from "./GatewayRules.operator.tsx";

interface VendorProps {
  vendorCode: string;
  rights: GatewayRights;
  /** How its days agree with its reports. */
  reports: ReactNode;
}

/** One vendor: its last hour, rounds that wait, its days and returns, what its calls are held to, and its keys; each as far as one may see it. */
export function GatewayVendorOperator(props: VendorProps) {
  const { vendorCode, rights } = props;
  if (rights.canOpen) return <WholeVendor {...props} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <VendorHead>
        <h2 className="text-lg font-semibold">{vendorCode}</h2>
      </VendorHead>
      <Money {...props} />
    </div>
  );
}

function VendorHead({ children }: { children: ReactNode }) {
  const t = useT();
  const { show } = useLookedAt();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="ghost" size="sm" icon={<ArrowLeft className="rtl:-scale-x-100" />} onClick={() => show({ part: "vendors" })}>
        {t("gateway.allVendors")}
      </Button>
      {children}
    </div>
  );
}

/** What officers of money look at. */
function Money({ vendorCode, rights, reports }: VendorProps) {
  return (
    <>
      {rights.canReadRounds && <GatewayRoundsOperator vendorCode={vendorCode} rights={rights} />}
      {reports}
      {rights.canReadReturns && <GatewayReturnsOperator vendorCode={vendorCode} />}
    </>
  );
}

function WholeVendor(props: VendorProps) {
  const { vendorCode, rights } = props;
  const refusal = useRefusal();
  const asked = useGatewayVendor(vendorCode);
  const acts = useKeyActs(vendorCode);
  const { data: vendor, error } = asked;
  if (vendor === undefined) return error === null ? <Skeleton className="h-64 w-full" /> : <RefusedState {...refusal(asked)} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <VendorHead>
        <h2 className="text-lg font-semibold">{vendor.name}</h2>
        <Standing {...vendor} />
      </VendorHead>
      <HourPanel vendorCode={vendorCode} />
      <Money {...props} />
      <GatewayRulesOperator vendor={vendor} rights={rights} />
      <GatewayKeysOperator holder={vendor} acts={acts} rights={rights} />
    </div>
  );
}

const CHART_PX = 96;

function HourPanel({ vendorCode }: { vendorCode: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useHour(vendorCode);
  const rows = asked.data?.actions ?? [];
  return (
    <Panel title={t("gateway.hour")} text={t("gateway.hourText")}>
      {rows.length > 0 && asked.data && <MinuteBars minutes={asked.data.minutes} />}
      <DataTable
        caption={t("gateway.actions")}
        columns={useActionColumns()}
        rows={rows}
        rowKey={({ action }) => action}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("gateway.noCalls")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {asked.data && asked.data.refusals.length > 0 && (
        <ul aria-label={t("gateway.refusals")} className="flex flex-wrap gap-2">
          {asked.data.refusals.map(({ action, code, calls }) => (
            <li key={`${action} ${code}`}>
              <Badge tone="accent">
                {t("gateway.action", { action })} · <code>{code}</code> · {calls}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function useActionColumns(): readonly Column<GatewayHour["actions"][number]>[] {
  const t = useT();
  return [
    { key: "action", label: t("gateway.actionLabel"), primary: true, render: ({ action }) => t("gateway.action", { action }) },
    { key: "calls", label: t("gateway.calls"), align: "end", render: ({ calls }) => <Count of={calls} /> },
    { key: "refused", label: t("gateway.refused"), align: "end", render: ({ refused }) => <Count of={refused} /> },
    { key: "p50", label: "p50", align: "end", render: ({ p50Ms }) => <Time ms={p50Ms} /> },
    { key: "p95", label: "p95", align: "end", render: ({ p95Ms }) => <Time ms={p95Ms} /> },
    { key: "p99", label: "p99", align: "end", render: ({ p99Ms }) => <Time ms={p99Ms} /> },
  ];
}

/** Calls of every minute as bars, those refused within them. */
function MinuteBars({ minutes }: Pick<GatewayHour, "minutes">) {
  const t = useT();
  const most = Math.max(1, ...minutes.map(({ calls }) => calls));
  const sum = minutes.reduce((all, { calls }) => all + calls, 0);
  const width = 100 / minutes.length;
  const heightOf = (calls: number) => (calls / most) * CHART_PX;
  return (
    <figure className="grid gap-2">
      <svg role="img" aria-label={t("gateway.chart", { sum, most })} width="100%" height={CHART_PX} className="overflow-visible">
        {minutes.map(({ at, calls, refused }, place) => (
          <g key={at}>
            <rect x={`${width * place}%`} width={`${width * 0.76}%`} y={CHART_PX - heightOf(calls)} height={heightOf(calls)} rx={1} className="fill-primary" />
            <rect
              x={`${width * place}%`}
              width={`${width * 0.76}%`}
              y={CHART_PX - heightOf(refused)}
              height={heightOf(refused)}
              rx={1}
              className="fill-accent"
            />
          </g>
        ))}
        <line x1="0" x2="100%" y1={CHART_PX} y2={CHART_PX} className="stroke-muted" strokeWidth={1} />
      </svg>
      <figcaption className="figures flex flex-wrap justify-between gap-x-4 text-xs text-muted">
        <span>{formatManila(minutes[0]!.at, "time")}</span>
        <span>{t("gateway.chart", { sum, most })}</span>
        <span>{formatManila(minutes.at(-1)!.at, "time")}</span>
      </figcaption>
    </figure>
  );
}
