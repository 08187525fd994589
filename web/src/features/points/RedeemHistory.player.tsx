import { type Redeem, redeemStates } from "@laro/contract/points";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { Count } from "../../ui/Count.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { useRedeems } from "./points.api.ts";

export const redeemTones = { inProcess: "info", approved: "win", rejected: "accent" } as const satisfies Record<Redeem["status"], BadgeTone>;

/** What the member redeemed, and how it stands. */
export function RedeemHistory() {
  const t = useT();
  const refusal = useRefusal();
  const [query, setQuery] = useSearchParams();
  const status = redeemStates.find((one) => one === query.get("status"));
  const redeems = useRedeems(status);
  const columns: readonly Column<Redeem>[] = [
    {
      key: "name",
      label: t("points.item"),
      primary: true,
      render: ({ name, reference }) => (
        <span className="grid whitespace-normal">
          <span className="font-semibold">{name}</span>
          <span className="figures text-xs text-muted">{reference}</span>
        </span>
      ),
    },
    { key: "status", label: t("points.status"), render: (row) => <Status row={row} /> },
    { key: "applyTime", label: t("points.applyTime"), render: ({ applyTime }) => <DateTime at={applyTime} className="text-muted" /> },
    { key: "type", label: t("points.type"), render: ({ type }) => t(`points.type.${type}`) },
    { key: "quantity", label: t("points.quantity"), align: "end", render: ({ quantity, units }) => `${quantity} ${units}` },
    { key: "points", label: t("points.pointsRequirement"), align: "end", render: ({ pointsRequirement }) => <Count of={pointsRequirement} /> },
    {
      key: "amount",
      label: t("points.amountRequirement"),
      align: "end",
      render: ({ amountRequirement }) => (amountRequirement === 0n ? <None /> : <Money minor={amountRequirement} />),
    },
    { key: "remark", label: t("points.remark"), render: (row) => <Remark row={row} /> },
  ];
  return (
    <div className="grid gap-4">
      <div className="w-full sm:w-52">
        <Select
          label={t("points.status")}
          value={status ?? ""}
          onChange={(event) => setQuery({ tab: "history", ...(event.target.value === "" ? {} : { status: event.target.value }) }, { replace: true })}
          options={[{ value: "", label: t("points.status.all") }, ...redeemStates.map((value) => ({ value, label: t(`points.status.${value}`) }))]}
        />
      </div>
      <DataTable
        caption={t("points.tab.history")}
        columns={columns}
        rows={redeems.rows}
        rowKey={({ id }) => id}
        face={faceOf(redeems, redeems.rows.length)}
        empty={<EmptyState drawing="banca" text={t(status === undefined ? "points.history.empty" : "points.history.none")} />}
        refused={<RefusedState {...refusal(redeems)} />}
        footer={<More {...redeems} label={t("ui.more")} />}
      />
    </div>
  );
}

function Status({ row: { status, sentAt } }: { row: Redeem }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={redeemTones[status]}>{t(`points.status.${status}`)}</Badge>
      {sentAt !== null && <Badge tone="primary">{t("points.sent")}</Badge>}
    </span>
  );
}

/** The officer's words, and who carries it. */
function Remark({ row: { remark, carrier, trackingNumber } }: { row: Redeem }) {
  const words = [remark, [carrier, trackingNumber].filter((word) => word !== "").join(" ")].filter((word) => word !== "");
  if (words.length === 0) return <None />;
  return (
    <span className="grid gap-0.5 text-xs whitespace-normal">
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </span>
  );
}
