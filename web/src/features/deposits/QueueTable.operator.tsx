import type { DepositState, QueuedDeposit } from "@laro/contract/deposits";
import type { ReactNode } from "react";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable, type TableFace } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { useIsTight } from "../../ui/queue.tsx";
import type { Decision } from "./deposits.operator.api.ts";
import { type DepositRights, hasApproved, isUndecided, mayApprove } from "./queueRights.operator.ts";

interface QueueTableProps {
  state: DepositState;
  rows: readonly QueuedDeposit[];
  face: TableFace;
  refused: ReactNode;
  footer: ReactNode;
  selectedId: string | undefined;
  onOpen: (row: QueuedDeposit) => void;
  rights: DepositRights;
  onDecide: (row: QueuedDeposit, decision: Decision) => void;
}

export function QueueTableOperator({ state, rows, face, refused, footer, selectedId, onOpen, rights, onDecide }: QueueTableProps) {
  const t = useT();
  const isTight = useIsTight();
  const columns: Column<QueuedDeposit>[] = [
    { key: "reference", label: t("deposits.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("deposits.queueMember"), render: (row) => <Member {...row} /> },
    { key: "method", label: t("deposits.method"), className: "md:max-lg:hidden", render: ({ methodName }) => methodName },
    { key: "amount", label: t("deposits.asked"), align: "end", render: ({ amount }) => <Money minor={amount} className="font-semibold" /> },
  ];
  // Who approved first takes the room of what has not arrived yet and of what came before.
  if (state !== "checked") columns.push({ key: "paid", label: t("deposits.paid"), align: "end", render: (row) => <Arrived {...row} /> });
  if (!isTight && state !== "checked")
    columns.push({
      key: "total",
      label: t("deposits.queueTotal"),
      align: "end",
      className: "max-md:hidden",
      render: ({ depositedTotal }) => <Money minor={depositedTotal} />,
    });
  columns.push({ key: "at", label: t("deposits.at"), align: "end", render: (row) => <Moment {...row} /> });
  if (state === "checked") columns.push({ key: "approvals", label: t("deposits.approvals"), render: (row) => <FirstApproval {...row} /> });
  if (isUndecided({ state }) && rights.canDecide && !isTight)
    columns.push({
      key: "decide",
      label: t("deposits.queueDecision"),
      align: "end",
      render: (row) => <DecisionButtons row={row} rights={rights} onDecide={onDecide} />,
    });
  return (
    <DataTable
      caption={t("deposits.queueTitle")}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      face={face}
      empty={<EmptyState text={t(state === "submitted" ? "deposits.queueEmptySubmitted" : "deposits.queueEmpty")} />}
      refused={refused}
      footer={footer}
      selectedKey={selectedId}
      onOpen={onOpen}
    />
  );
}

function Member({ memberName, verifiedName }: QueuedDeposit) {
  const t = useT();
  return (
    <span className="grid">
      <span className="font-semibold">{memberName}</span>
      <span className="text-xs text-muted">{verifiedName ?? t("deposits.queueUnverified")}</span>
    </span>
  );
}

/** What arrived, set apart where it is not what was asked for. */
export function Arrived({ paid, amount }: Pick<QueuedDeposit, "paid" | "amount">) {
  if (paid === null) return "–";
  return <Money minor={paid} className={paid === amount ? undefined : "font-semibold text-info-text"} />;
}

function Moment({ settledAt, createdAt, decidedBy }: QueuedDeposit) {
  return (
    <span className="grid">
      <DateTime at={settledAt ?? createdAt} />
      <span className="text-xs text-muted">{decidedBy}</span>
    </span>
  );
}

/** Who found how much, while another officer has not. */
function FirstApproval({ approvals }: Pick<QueuedDeposit, "approvals">) {
  return approvals.map(({ officer, paid }) => (
    <span key={officer} className="grid">
      <Money minor={paid} className="font-semibold" />
      <span className="text-xs text-muted">{officer}</span>
    </span>
  ));
}

function DecisionButtons({ row, rights, onDecide }: Pick<QueueTableProps, "rights" | "onDecide"> & { row: QueuedDeposit }) {
  const t = useT();
  const decisions = mayApprove(rights, row) ? (["approve", "reject"] as const) : (["reject"] as const);
  return (
    <span className="inline-flex items-center gap-2">
      {hasApproved(rights, row) && <span className="max-w-28 text-xs whitespace-normal text-muted">{t("deposits.approvalsAnother")}</span>}
      {decisions.map((decision) => (
        <Button
          key={decision}
          tone={decision === "approve" ? "success" : "secondary"}
          size="sm"
          aria-label={t(decision === "approve" ? "deposits.queueApproveTitle" : "deposits.queueRejectTitle", { reference: row.reference })}
          onClick={(event) => {
            event.stopPropagation();
            onDecide(row, decision);
          }}
        >
          {t(decision === "approve" ? "deposits.queueApprove" : "deposits.queueReject")}
        </Button>
      ))}
    </span>
  );
}
