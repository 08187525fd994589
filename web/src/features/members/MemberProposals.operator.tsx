import type { MemberProposal } from "@laro/contract/members";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type MemberRights, useDecide, useMemberProposals } from "./members.operator.api.ts";

type Decision = "confirm" | "decline";

interface ProposalsProps {
  rights: MemberRights;
  onOpen: (memberId: bigint) => void;
}

/** What officers proposed about members, until a second person confirms or declines it. */
export function MemberProposalsOperator({ rights, onOpen }: ProposalsProps) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useMemberProposals("proposed", true);
  const { rows } = asked;
  const [deciding, setDeciding] = useState<{ row: MemberProposal; decision: Decision }>();
  const columns = useColumns(rights, (row, decision) => setDeciding({ row, decision }));
  return (
    <>
      <DataTable
        caption={t("members.proposals")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("members.proposalsEmpty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
        onOpen={({ memberId }) => onOpen(memberId)}
      />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

function useColumns({ canDecide, officer }: MemberRights, onDecide: (row: MemberProposal, decision: Decision) => void): readonly Column<MemberProposal>[] {
  const t = useT();
  const decide: Column<MemberProposal> = {
    key: "decide",
    label: t("members.decide"),
    align: "end",
    render: (row) => (
      <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
        {row.proposedBy !== officer && (
          <Button tone="success" size="sm" onClick={() => onDecide(row, "confirm")}>
            {t("members.confirm")}
          </Button>
        )}
        <Button tone="secondary" size="sm" onClick={() => onDecide(row, "decline")}>
          {t("members.decline")}
        </Button>
      </span>
    ),
  };
  return [
    { key: "member", label: t("members.name"), primary: true, render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    {
      key: "kind",
      label: t("members.what"),
      render: ({ kind, name }) => (
        <span className="grid">
          {t(`members.kind.${kind}`)}
          {name !== null && <span className="text-xs text-muted">{name}</span>}
        </span>
      ),
    },
    { key: "reason", label: t("ui.reason"), render: ({ reason }) => <span className="text-sm text-muted">{reason}</span> },
    {
      key: "by",
      label: t("members.proposedBy"),
      render: ({ proposedBy, proposedAt }) => (
        <span className="grid">
          {proposedBy}
          <DateTime at={proposedAt} className="text-xs text-muted" />
        </span>
      ),
    },
    ...(canDecide ? [decide] : []),
  ];
}

function DecisionDialog({ row, decision, onClose }: { row: MemberProposal; decision: Decision; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useDecide(decision);
  const { id, kind, memberName: name } = row;
  const done = () => {
    showToast(t(`members.${decision}Toast`, { name }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t(`members.${decision}Title`, { name })}
      changes={[{ label: t(`members.kind.${kind}`), before: t("members.waits"), after: t(decision === "confirm" ? "members.carriedOut" : "members.declined") }]}
      tone={decision === "confirm" ? "success" : "danger"}
      {...asking(command, { verb: t(`members.${decision}`), hint: t("members.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id, reason }, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
