import { vip } from "@laro/contract/vip";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, formatCalendar } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useVipPayouts } from "./vip.operator.api.ts";

/** The weeks that were settled, with what each came to and its lines as a file. */
export function VipPayoutsOperator() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useVipPayouts();
  return (
    <Panel title={t("vip.payouts")} text={t("vip.payoutsText")}>
      <DataTable
        caption={`${t("vip.title")}: ${t("vip.payouts")}`}
        columns={useColumns()}
        rows={asked.rows}
        rowKey={({ week }) => week}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("vip.noWeeks")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </Panel>
  );
}

type Payout = ReturnType<typeof useVipPayouts>["rows"][number];

function useColumns(): readonly Column<Payout>[] {
  const t = useT();
  return [
    { key: "week", label: t("vip.weekFrom"), primary: true, render: ({ week }) => <span className="font-semibold">{formatCalendar(week)}</span> },
    { key: "members", label: t("vip.members"), align: "end", render: ({ members }) => <span className="figures">{members}</span> },
    { key: "given", label: t("vip.given"), align: "end", render: ({ given }) => <span className="figures">{given}</span> },
    { key: "amount", label: t("vip.amount"), align: "end", render: ({ amount }) => <Money minor={amount} /> },
    { key: "settled", label: t("vip.settledAt"), className: "md:max-lg:hidden", render: ({ settledAt }) => <DateTime at={settledAt} /> },
    { key: "file", label: t("vip.file"), align: "end", render: ({ week }) => <WeekFile week={week} /> },
  ];
}

function WeekFile({ week }: { week: string }) {
  const { button, error } = useCsv(vip.weekCsv, { week });
  return (
    <span className="inline-grid justify-items-end gap-1">
      <DownloadButton {...button} size="sm" />
      <FormFault error={error} />
    </span>
  );
}
