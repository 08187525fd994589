import { alertStates, type AmlAlert } from "@laro/contract/aml";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { queueCount } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AlertDetailOperator } from "./AlertDetail.operator.tsx";
import { type AmlRights, type Decision, useAlerts } from "./aml.operator.api.ts";
import { Due, ruleWords, stateWords, useFigures, writeDay } from "./amlWords.operator.tsx";
import { DecisionDialogOperator } from "./DecisionDialog.operator.tsx";
import { RulesOperator } from "./Rules.operator.tsx";

/** The state on the screen and the open alert live in the URL. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const state = alertStates.find((known) => known === params.get("state")) ?? "open";
  return {
    state,
    openId: params.get("open"),
    setState: (next: AmlAlert["state"]) => setParams({ state: next }),
    setOpen: (id: string | undefined) => setParams(id === undefined ? { state } : { state, open: id }, { replace: true }),
  };
}

export function AlertsOperator({ rights }: { rights: AmlRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { state, openId, setState, setOpen } = usePlace();
  const asked = useAlerts(state);
  const { rows, first } = asked;
  const [deciding, setDeciding] = useState<{ row: AmlAlert; decision: Decision }>();
  const columns = useColumns();
  const opened = rows.find(({ id }) => id === openId);
  const decide = (row: AmlAlert, decision: Decision) => {
    setOpen(undefined);
    setDeciding({ row, decision });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("aml.title")}</h1>
        <p className="text-muted">{t("aml.text")}</p>
      </header>
      <Tabs
        label={t("aml.states")}
        items={alertStates.map((id) => ({ id, label: t(stateWords[id]), badge: queueCount(first?.counts[id]) }))}
        value={state}
        onChange={setState}
      />
      <DataTable
        caption={t("aml.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t(state === "open" ? "aml.emptyOpen" : "aml.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        onOpen={({ id }) => setOpen(id)}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      <RulesOperator />
      {opened && !deciding && <AlertDetailOperator row={opened} rights={rights} onDecide={decide} onClose={() => setOpen(undefined)} />}
      {deciding && <DecisionDialogOperator {...deciding} onClose={() => setDeciding(undefined)} />}
    </div>
  );
}

function useColumns(): readonly Column<AmlAlert>[] {
  const t = useT();
  const figuresOf = useFigures();
  return [
    { key: "reference", label: t("aml.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("aml.member"), render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    {
      key: "rule",
      label: t("aml.rule"),
      render: ({ rule, ruleVersion }) => (
        <span className="grid">
          {t(ruleWords[rule])}
          <span className="text-xs text-muted">{t("aml.version", { version: ruleVersion })}</span>
        </span>
      ),
    },
    { key: "day", label: t("aml.day"), render: ({ day }) => <span className="figures">{writeDay(day)}</span> },
    { key: "amount", label: t("aml.amount"), align: "end", render: ({ amount }) => <Money minor={amount} className="font-semibold" /> },
    {
      key: "figures",
      label: t("aml.figures"),
      className: "md:max-xl:hidden",
      render: ({ figures }) => (
        <span className="grid text-xs text-muted">
          {figuresOf(figures).map(({ label, text }) => (
            <span key={label}>
              {label} <span className="figures">{text}</span>
            </span>
          ))}
        </span>
      ),
    },
    { key: "due", label: t("aml.dueOn"), align: "end", render: (row) => <Due {...row} /> },
  ];
}
