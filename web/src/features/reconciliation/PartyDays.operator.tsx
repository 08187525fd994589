import type { Difference, ReconciliationDay } from "@laro/contract/reconciliation";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Sides } from "./DayTable.operator.tsx";
import { DifferenceTableOperator } from "./DifferenceTable.operator.tsx";
import { ExplainDialogOperator } from "./ExplainDialog.operator.tsx";
import { type ReconciliationRights, usePartyDays } from "./reconciliation.operator.api.ts";
import { RunForm } from "./RunForm.operator.tsx";

/** Between a phone's cards and a wide window there is no room for it. */
const NARROW = "md:max-lg:hidden";
const states = ["open", "explained"] as const;

/** A vendor's last 30 days held against its own report, and what they differ in. */
export function PartyDaysOperator({ party, rights }: { party: string; rights: ReconciliationRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = usePartyDays(party);
  const [day, setDay] = useState<string>();
  const [state, setState] = useState<(typeof states)[number]>("open");
  const [explaining, setExplaining] = useState<Difference>();
  const rows = asked.data?.list ?? [];
  return (
    <Panel title={t("reconciliation.title")} text={t("reconciliation.partyText")}>
      {rights.canRun && <RunForm party={party} />}
      <DataTable
        caption={t("reconciliation.days")}
        columns={useColumns()}
        rows={rows}
        rowKey={(row) => row.day}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("reconciliation.noReports")} />}
        refused={<RefusedState {...refusal(asked)} />}
        selectedKey={day}
        onOpen={(row) => setDay(row.day === day ? undefined : row.day)}
      />
      {rows.length > 0 && (
        <div className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <Tabs label={t("reconciliation.states")} items={states.map((id) => ({ id, label: t(`reconciliation.${id}`) }))} value={state} onChange={setState} />
            {day !== undefined && (
              <Button tone="secondary" size="sm" onClick={() => setDay(undefined)}>
                {t("reconciliation.onlyDay", { day: formatManila(`${day}T00:00:00+08:00`, "date") })}
              </Button>
            )}
          </div>
          <DifferenceTableOperator filter={{ state, party, ...(day === undefined ? {} : { day }) }} rights={rights} onExplain={setExplaining} />
        </div>
      )}
      {explaining && <ExplainDialogOperator row={explaining} onClose={() => setExplaining(undefined)} />}
    </Panel>
  );
}

function useColumns(): readonly Column<ReconciliationDay>[] {
  const t = useT();
  return [
    { key: "day", label: t("reconciliation.day"), primary: true, render: ({ day }) => formatManila(`${day}T00:00:00+08:00`, "date") },
    { key: "state", label: t("reconciliation.state"), render: (row) => <DayState {...row} /> },
    {
      key: "staked",
      label: t("reconciliation.stake"),
      align: "end",
      render: ({ paidIn, theirsIn }) => <Sides ours={paidIn} theirs={theirsIn} who={t("vendors.vendor")} />,
    },
    {
      key: "won",
      label: t("reconciliation.win"),
      align: "end",
      render: ({ paidOut, theirsOut }) => <Sides ours={paidOut} theirs={theirsOut} who={t("vendors.vendor")} />,
    },
    { key: "explained", label: t("reconciliation.explained"), align: "end", render: ({ explained }) => <span className="figures">{explained}</span> },
    {
      key: "checked",
      label: t("reconciliation.checkedAt"),
      align: "end",
      className: NARROW,
      render: ({ checkedAt }) => <DateTime at={checkedAt} className="text-muted" />,
    },
  ];
}

/** Whether both sides tell the same, and if not, what is left to explain. */
function DayState({ state, open, isCut }: ReconciliationDay) {
  const t = useT();
  if (state === "missing") return <Badge tone="info">{t(isCut ? "reconciliation.unread" : "reconciliation.reportMissing")}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={open === 0 ? "win" : "accent"}>{open === 0 ? t("reconciliation.matches") : t("reconciliation.openCount", { count: open })}</Badge>
      {isCut && <Badge tone="accent">{t("reconciliation.cut")}</Badge>}
    </span>
  );
}
