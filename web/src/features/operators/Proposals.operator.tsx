import type { StaffProposal } from "@laro/contract/operators";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Change, ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { showToast } from "../../ui/Toast.tsx";
import type { Given } from "./GivenPassword.operator.tsx";
import { useConfirm, useDecline, useProposals } from "./operators.operator.api.ts";
import { useRoleWord } from "./operatorWords.operator.tsx";

type Decision = "confirm" | "decline";

/** What superadmins want done about the staff, until another confirms or anyone declines it. */
export function ProposalsOperator({ me, onGiven }: { me: string; onGiven: (given: Given) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useProposals("proposed");
  const { rows } = asked;
  const [deciding, setDeciding] = useState<{ row: StaffProposal; decision: Decision }>();
  const columns = useColumns(me, (row, decision) => setDeciding({ row, decision }));
  return (
    <div className="grid min-w-0 gap-3">
      <div className="grid gap-1">
        <h2 className="text-base font-semibold">{t("operators.proposals")}</h2>
        <p className="text-sm text-muted">{t("operators.proposalsText")}</p>
      </div>
      <DataTable
        caption={t("operators.proposals")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<p className="px-4 py-3 text-sm text-muted">{t("operators.proposalsEmpty")}</p>}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {deciding?.decision === "confirm" && <ConfirmDialog row={deciding.row} onGiven={onGiven} onClose={() => setDeciding(undefined)} />}
      {deciding?.decision === "decline" && <DeclineDialog row={deciding.row} onClose={() => setDeciding(undefined)} />}
    </div>
  );
}

function useColumns(me: string, onDecide: (row: StaffProposal, decision: Decision) => void): readonly Column<StaffProposal>[] {
  const t = useT();
  const roleWord = useRoleWord();
  return [
    { key: "name", label: t("operators.name"), primary: true, render: ({ name }) => <span className="font-semibold">{name}</span> },
    {
      key: "kind",
      label: t("operators.what"),
      render: ({ kind, roles }) => (
        <span className="grid">
          {t(`operators.kind.${kind}`)}
          {roles.length > 0 && <span className="text-xs text-muted">{roles.map(roleWord).join(", ")}</span>}
        </span>
      ),
    },
    { key: "reason", label: t("ui.reason"), render: ({ reason }) => <span className="text-sm text-muted">{reason}</span> },
    {
      key: "by",
      label: t("operators.proposedBy"),
      render: ({ proposedBy, proposedAt }) => (
        <span className="grid">
          {proposedBy}
          <DateTime at={proposedAt} className="text-xs text-muted" />
        </span>
      ),
    },
    {
      key: "decide",
      label: t("operators.decide"),
      align: "end",
      render: (row) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {row.proposedBy !== me && (
            <Button tone="success" size="sm" onClick={() => onDecide(row, "confirm")}>
              {t("operators.confirm")}
            </Button>
          )}
          <Button tone="secondary" size="sm" onClick={() => onDecide(row, "decline")}>
            {t("operators.decline")}
          </Button>
        </span>
      ),
    },
  ];
}

function useChanges({ kind }: StaffProposal): readonly Change[] {
  const t = useT();
  return [{ label: t("operators.what"), before: t("operators.waits"), after: t(`operators.kind.${kind}`) }];
}

interface DecisionProps {
  row: StaffProposal;
  onClose: () => void;
}

function ConfirmDialog({ row, onGiven, onClose }: DecisionProps & { onGiven: (given: Given) => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useConfirm();
  const { id, name, kind } = row;
  const confirm = async (reason: string): Promise<void> => {
    try {
      const { password } = await command.mutateAsync({ id, reason });
      if (password === null) showToast(t("operators.confirmedToast", { name }), "success");
      else onGiven({ name, password });
      onClose();
    } catch {
      // The refusal is shown from `command.error`.
    }
  };
  return (
    <ChangeDialog
      title={t("operators.confirmTitle", { name, what: t(`operators.kind.${kind}`) })}
      changes={useChanges(row)}
      tone="success"
      {...asking(command, { verb: t("operators.confirm"), hint: t("operators.reasonHint") })}
      onConfirm={(reason) => void confirm(reason)}
      onCancel={onClose}
    />
  );
}

function DeclineDialog({ row, onClose }: DecisionProps) {
  const t = useT();
  const asking = useAsking();
  const command = useDecline();
  const { id, name, kind } = row;
  const done = () => {
    showToast(t("operators.declinedToast", { name }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("operators.declineTitle", { name, what: t(`operators.kind.${kind}`) })}
      changes={[{ label: t("operators.what"), before: t(`operators.kind.${kind}`), after: t("operators.declined") }]}
      tone="danger"
      {...asking(command, { verb: t("operators.decline"), hint: t("operators.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
