import { reconciliation, type Difference } from "@laro/contract/reconciliation";
import { X } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useCsv } from "../../api/csv.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { formatManila } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DayTableOperator } from "./DayTable.operator.tsx";
import { DifferenceTableOperator } from "./DifferenceTable.operator.tsx";
import { ExplainDialogOperator } from "./ExplainDialog.operator.tsx";
import type { DifferenceFilter, ReconciliationRights } from "./reconciliation.operator.api.ts";
import { StatementsOperator } from "./Statements.operator.tsx";
import { RunForm } from "./RunForm.operator.tsx";

const states = ["open", "explained"] as const;
const DAY = /^[2-9]\d{3}-\d{2}-\d{2}$/;

/** What is listed lives in the URL. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const state = states.find((known) => known === params.get("state")) ?? "open";
  const asked = params.get("day") ?? "";
  const day = DAY.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : undefined;
  const show = (next: DifferenceFilter) => setParams({ state: next.state, ...(next.day === undefined ? {} : { day: next.day }) });
  return { filter: { state, ...(day === undefined ? {} : { day }) } as DifferenceFilter, show };
}

export function ReconciliationOperator({ rights }: { rights: ReconciliationRights }) {
  const t = useT();
  const { filter, show } = usePlace();
  const [explaining, setExplaining] = useState<Difference>();
  const { state, day } = filter;
  const file = useCsv(reconciliation.differencesCsv, filter);
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("reconciliation.title")}</h1>
          <p className="text-muted">{t("reconciliation.text")}</p>
        </div>
        {rights.canRun && <RunForm />}
      </header>
      <DayTableOperator day={day} onOpen={(one) => show({ state, day: one })} canRun={rights.canRun} />
      {rights.canReadStatements && <StatementsOperator canImport={rights.canImport} />}
      <div className="grid grid-cols-1 gap-3">
        <h2 className="text-base font-semibold">{t("reconciliation.differences")}</h2>
        <div className="flex flex-wrap items-center gap-3">
          <Tabs
            label={t("reconciliation.states")}
            items={states.map((id) => ({ id, label: t(`reconciliation.${id}`) }))}
            value={state}
            onChange={(next) => show({ ...filter, state: next })}
          />
          {day !== undefined && (
            <Button tone="secondary" size="sm" icon={<X />} onClick={() => show({ state })}>
              {t("reconciliation.onlyDay", { day: formatManila(`${day}T00:00:00+08:00`, "date") })}
            </Button>
          )}
          <span className="ms-auto">
            <DownloadButton {...file.button} size="sm" />
          </span>
        </div>
        <FormFault error={file.error} />
        <DifferenceTableOperator filter={filter} rights={rights} onExplain={setExplaining} />
      </div>
      {explaining && <ExplainDialogOperator row={explaining} onClose={() => setExplaining(undefined)} />}
    </div>
  );
}
