import type { QueuedWithdrawal, WithdrawalState } from "@laro/contract/withdrawals";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { DataTable, type Column, type TableFace } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { useIsTight } from "../../ui/queue.tsx";
import { hasApproved, mayApprove, type QueueRights } from "./queueRights.operator.ts";
import { RiskBadges, Waiting } from "./queueWords.operator.tsx";
import type { Decision } from "./withdrawals.operator.api.ts";

export interface QueueTableProps {
  state: WithdrawalState;
  rows: readonly QueuedWithdrawal[];
  face: TableFace;
  refused: ReactNode;
  footer: ReactNode;
  selectedId: string | undefined;
  onOpen: (row: QueuedWithdrawal) => void;
  rights: QueueRights;
  onDecide: (row: QueuedWithdrawal, decision: Decision) => void;
}

export function QueueTableOperator({ state, rows, face, refused, footer, selectedId, onOpen, rights, onDecide }: QueueTableProps) {
  const t = useT();
  const isTight = useIsTight();
  const isWaiting = state === "pending" || state === "checked";
  const columns: Column<QueuedWithdrawal>[] = [
    { key: "reference", label: t("withdrawals.queueReference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("withdrawals.queueMember"), render: (row) => <Member {...row} /> },
    { key: "amount", label: t("withdrawals.queueAmount"), align: "end", render: ({ amount }) => <Money minor={amount} className="font-semibold" /> },
    { key: "to", label: t("withdrawals.queueTo"), render: (row) => <Destination {...row} /> },
    // Who approved takes the room of what the first officer looked at.
    ...(isTight || state === "checked"
      ? []
      : ([
          {
            key: "deposited",
            label: t("withdrawals.queueDeposited"),
            align: "end",
            className: "max-md:hidden",
            render: ({ depositedTotal }) => <Money minor={depositedTotal} />,
          },
          {
            key: "balance",
            label: t("withdrawals.queueBalance"),
            align: "end",
            className: "max-md:hidden",
            render: ({ balance }) => <Money minor={balance} />,
          },
        ] satisfies Column<QueuedWithdrawal>[])),
    isWaiting
      ? { key: "wait", label: t("withdrawals.queueWait"), align: "end", render: ({ createdAt }) => <Waiting since={createdAt} /> }
      : { key: "decided", label: t("withdrawals.queueDecision"), align: "end", render: (row) => <Decided {...row} /> },
  ];
  if (state === "checked")
    columns.push({ key: "approvals", label: t("withdrawals.approvals"), render: ({ approvals }) => approvals.map(({ officer }) => officer).join(", ") });
  if (isWaiting && rights.canDecide && !isTight)
    columns.push({
      key: "decide",
      label: t("withdrawals.queueDecision"),
      align: "end",
      render: (row) => <DecisionButtons row={row} rights={rights} onDecide={onDecide} />,
    });
  return (
    <DataTable
      caption={t("withdrawals.queueTitle")}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      face={face}
      empty={<EmptyState text={t(state === "pending" ? "withdrawals.queueEmptyPending" : "withdrawals.queueEmpty")} />}
      refused={refused}
      footer={footer}
      selectedKey={selectedId}
      onOpen={onOpen}
    />
  );
}

function Member({ memberName, risks, requestedBy }: Pick<QueuedWithdrawal, "memberName" | "risks" | "requestedBy">) {
  return (
    <span className="grid gap-1 md:max-w-64">
      <span className="font-semibold">{memberName}</span>
      <RiskBadges risks={risks} requestedBy={requestedBy} />
    </span>
  );
}

function Destination({ bank, numberMasked, holder }: Pick<QueuedWithdrawal, "bank" | "numberMasked" | "holder">) {
  return (
    <span className="grid">
      <span className="figures">
        {bank} {numberMasked}
      </span>
      <span className="text-xs text-muted">{holder}</span>
    </span>
  );
}

function Decided({ decidedAt, closedAt, createdAt, decidedBy }: QueuedWithdrawal) {
  return (
    <span className="grid">
      <DateTime at={closedAt ?? decidedAt ?? createdAt} />
      <span className="text-xs text-muted">{decidedBy}</span>
    </span>
  );
}

function DecisionButtons({ row, rights, onDecide }: Pick<QueueTableProps, "rights" | "onDecide"> & { row: QueuedWithdrawal }) {
  const t = useT();
  const decisions = mayApprove(rights, row) ? (["approve", "reject"] as const) : (["reject"] as const);
  return (
    <span className="inline-flex items-center gap-2">
      {hasApproved(rights, row) && <span className="max-w-28 text-xs whitespace-normal text-muted">{t("withdrawals.approvalsAnother")}</span>}
      {decisions.map((decision) => (
        <Button
          key={decision}
          tone={decision === "approve" ? "success" : "secondary"}
          size="sm"
          aria-label={t(decision === "approve" ? "withdrawals.queueApproveTitle" : "withdrawals.queueRejectTitle", { reference: row.reference })}
          onClick={(event) => {
            event.stopPropagation();
            onDecide(row, decision);
          }}
        >
          {t(decision === "approve" ? "withdrawals.queueApprove" : "withdrawals.queueReject")}
        </Button>
      ))}
    </span>
  );
}
