import { rebates } from "@laro/contract/rebates";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCalendar } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { groupThousands, Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useRebateDays } from "./rebates.operator.api.ts";

/** The days that were given, with what each came to and its lines as a file. */
export function RebateDaysOperator() {
  const t = useT();
  const refusal = useRefusal();
  const asked = useRebateDays();
  return (
    <Panel title={t("rebates.days")} text={t("rebates.daysText")}>
      <DataTable
        caption={`${t("rebates.title")}: ${t("rebates.days")}`}
        columns={useColumns()}
        rows={asked.rows}
        rowKey={({ day }) => day}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("rebates.daysNone")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </Panel>
  );
}

type Day = ReturnType<typeof useRebateDays>["rows"][number];

function useColumns(): readonly Column<Day>[] {
  const t = useT();
  return [
    { key: "day", label: t("rebates.day"), primary: true, render: ({ day }) => <span className="font-semibold">{formatCalendar(day)}</span> },
    { key: "members", label: t("rebates.members"), align: "end", render: ({ members }) => <span className="figures">{groupThousands(String(members))}</span> },
    { key: "amount", label: t("rebates.amount"), align: "end", render: ({ amount }) => <Money minor={amount} /> },
    { key: "paid", label: t("rebates.paid"), align: "end", render: ({ paid }) => <Money minor={paid} /> },
    { key: "file", label: t("rebates.file"), align: "end", render: ({ day }) => <DayFile day={day} /> },
  ];
}

function DayFile({ day }: { day: string }) {
  const { button, error } = useCsv(rebates.dayCsv, { day });
  return (
    <span className="inline-grid justify-items-end gap-1">
      <DownloadButton {...button} size="sm" />
      <FormFault error={error} />
    </span>
  );
}
