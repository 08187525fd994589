import type { ReconciliationDay } from "@laro/contract/reconciliation";
import { RefreshCw } from "lucide-react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Spinner } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { useDays } from "./reconciliation.operator.api.ts";
import { useRunDay } from "./RunForm.operator.tsx";

export interface DayTableProps {
  day: string | undefined;
  onOpen: (day: string) => void;
  canRun: boolean;
}

export function DayTableOperator({ day, onOpen, canRun }: DayTableProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useDays();
  const { rows } = asked;
  const { run, running } = useRunDay();
  const columns: Column<ReconciliationDay>[] = [
    { key: "day", label: t("reconciliation.day"), primary: true, render: (row) => formatManila(`${row.day}T00:00:00+08:00`, "date") },
    {
      key: "in",
      label: t("reconciliation.paidIn"),
      align: "end",
      render: ({ paidIn, theirsIn }) => <Sides ours={paidIn} theirs={theirsIn} who={t("reconciliation.theirs")} />,
    },
    {
      key: "out",
      label: t("reconciliation.paidOut"),
      align: "end",
      render: ({ paidOut, theirsOut }) => <Sides ours={paidOut} theirs={theirsOut} who={t("reconciliation.theirs")} />,
    },
    { key: "open", label: t("reconciliation.open"), align: "end", render: ({ open }) => <Badge tone={open === 0 ? "win" : "accent"}>{open}</Badge> },
    { key: "checked", label: t("reconciliation.checkedAt"), align: "end", render: ({ checkedAt }) => <DateTime at={checkedAt} className="text-muted" /> },
  ];
  if (canRun)
    columns.push({
      key: "run",
      label: t("reconciliation.runAgain"),
      align: "end",
      render: (row) => (
        <span className="inline-flex">
          <IconButton
            label={t("reconciliation.runAgainDay", { day: row.day })}
            size="sm"
            outlined
            disabled={running !== undefined}
            onClick={(event) => {
              event.stopPropagation();
              run(row.day);
            }}
          >
            {running === row.day ? <Spinner /> : <RefreshCw />}
          </IconButton>
        </span>
      ),
    });
  return (
    <DataTable
      caption={t("reconciliation.days")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.day}
      face={faceOf(asked, rows.length)}
      empty={<EmptyState text={t("reconciliation.noDays")} />}
      refused={<RefusedState {...refusal(asked)} />}
      selectedKey={day}
      onOpen={(row) => onOpen(row.day)}
      footer={<More {...asked} label={t("ui.more")} />}
    />
  );
}

/** Ours above, theirs below, under the name of who tells it. */
export function Sides({ ours, theirs, who }: { ours: bigint; theirs: bigint; who: string }) {
  const t = useT();
  return (
    <span className="grid justify-items-end">
      <span>
        <span className="sr-only">{t("reconciliation.ours")} </span>
        <Money minor={ours} className="font-semibold" />
      </span>
      <span className="text-xs text-muted">
        {who} <Money minor={theirs} />
      </span>
    </span>
  );
}
