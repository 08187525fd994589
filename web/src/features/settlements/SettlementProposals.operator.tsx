import type { SettlementProposal } from "@laro/contract/settlements";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Decision, type SettlementRights, useDecision, useProposals } from "./settlements.operator.api.ts";

type State = SettlementProposal["state"];
const states = ["proposed", "confirmed", "declined"] as const satisfies readonly State[];

/** Corrections, releases and voids: proposed by one officer, until another confirms or anyone declines them. */
export function SettlementProposalsOperator({ rights }: { rights: SettlementRights }) {
  const t = useT();
  const refusal = useRefusal();
  const [state, setState] = useState<State>("proposed");
  const asked = useProposals(state);
  const [deciding, setDeciding] = useState<{ row: SettlementProposal; decision: Decision }>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="w-full sm:w-64">
        <Select
          label={t("commissions.stateLabel")}
          options={states.map((value) => ({ value, label: t("settlements.proposalState", { state: value }) }))}
          value={state}
          onChange={(event) => setState(states.find((one) => one === event.target.value) ?? "proposed")}
        />
      </div>
      <DataTable
        caption={t("settlements.part", { part: "proposals" })}
        columns={useColumns(rights, state, (row, decision) => setDeciding({ row, decision }))}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("settlements.noProposals")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </div>
  );
}

const Who = ({ name, at }: { name: string | null; at: string | null }) => (
  <span className="grid">
    {name}
    {at !== null && <DateTime at={at} className="text-xs text-muted" />}
  </span>
);

function useColumns(
  { canDecide, officer }: SettlementRights,
  state: State,
  onDecide: (row: SettlementProposal, decision: Decision) => void,
): readonly Column<SettlementProposal>[] {
  const t = useT();
  const columns: Column<SettlementProposal>[] = [
    {
      key: "what",
      label: t("settlements.what"),
      primary: true,
      render: ({ kind, agentName, contractKind }) => (
        <span className="grid">
          <span className="font-semibold">{t("settlements.proposal", { kind, name: agentName })}</span>
          <span className="text-xs font-normal text-muted">{t("commissions.kind", { kind: contractKind })}</span>
        </span>
      ),
    },
    { key: "amount", label: t("settlements.amount"), align: "end", render: ({ kind, amount }) => <Money minor={amount} signed={kind === "correction"} /> },
    { key: "reason", label: t("ui.reason"), className: "md:whitespace-normal", render: ({ reason }) => <span className="text-sm text-muted">{reason}</span> },
    { key: "by", label: t("settlements.proposedBy"), render: ({ proposedBy, proposedAt }) => <Who name={proposedBy} at={proposedAt} /> },
  ];
  if (state !== "proposed")
    columns.push({
      key: "decided",
      label: t("settlements.decidedBy"),
      render: ({ decidedBy, decidedAt, decision }) => (
        <span className="grid">
          <Who name={decidedBy} at={decidedAt} />
          <span className="text-xs text-muted">{decision}</span>
        </span>
      ),
    });
  else if (canDecide)
    columns.push({
      key: "decide",
      label: t("settlements.decide"),
      align: "end",
      render: (row) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {row.proposedBy !== officer && (
            <Button tone="success" size="sm" onClick={() => onDecide(row, "confirm")}>
              {t("settlements.confirm")}
            </Button>
          )}
          <Button tone="secondary" size="sm" onClick={() => onDecide(row, "decline")}>
            {t("settlements.decline")}
          </Button>
        </span>
      ),
    });
  return columns;
}

function DecisionDialog({ row, decision, onDone }: { row: SettlementProposal; decision: Decision; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useDecision(decision);
  const isConfirm = decision === "confirm";
  const done = () => {
    showToast(t("settlements.decidedToast", { decision }), "success");
    onDone();
  };
  return (
    <ChangeDialog
      title={t("settlements.proposal", { kind: row.kind, name: row.agentName })}
      changes={[
        {
          label: row.reason,
          before: t("settlements.proposalState", { state: "proposed" }),
          after: t("settlements.proposalState", { state: isConfirm ? "confirmed" : "declined" }),
        },
        { label: t("settlements.amount"), before: <Money minor={0n} />, after: <Money minor={isConfirm && row.kind !== "void" ? row.amount : 0n} signed /> },
      ]}
      tone={isConfirm ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirm ? "settlements.confirm" : "settlements.decline"), hint: t("settlements.decideHint") })}
      onConfirm={(reason) => command.mutate({ id: row.id, reason }, { onSuccess: done })}
      onCancel={onDone}
    />
  );
}
