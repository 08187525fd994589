import type { FreeRoundsProposal } from "@laro/contract/freeRounds";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type FreeRoundsRights, useConfirmGrant, useDeclineGrant, useFreeRoundsProposals } from "./freeRounds.operator.api.ts";

type Decision = "confirm" | "decline";

/** Free rounds that wait for a second officer; nothing where none do. */
export function WaitingGrantsOperator({ rights }: { rights: FreeRoundsRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useFreeRoundsProposals();
  const [deciding, setDeciding] = useState<{ row: FreeRoundsProposal; decision: Decision }>();
  const columns = useColumns(rights, (row, decision) => setDeciding({ row, decision }));
  const face = faceOf(asked, asked.rows.length);
  if (face === "empty") return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <h2 className="text-base font-semibold">{t("freeRounds.waiting")}</h2>
      <DataTable
        caption={t("freeRounds.waiting")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={face}
        empty={null}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </div>
  );
}

const Worth = ({ row: { rounds, stake } }: { row: FreeRoundsProposal }) => (
  <span className="figures">
    {rounds} × <Money minor={stake} /> = <Money minor={BigInt(rounds) * stake} />
  </span>
);

function useColumns(
  { officer, canConfirm, canDecline }: FreeRoundsRights,
  onDecide: (row: FreeRoundsProposal, decision: Decision) => void,
): readonly Column<FreeRoundsProposal>[] {
  const t = useT();
  return [
    {
      key: "member",
      label: t("freeRounds.member"),
      primary: true,
      render: ({ memberName, gameName }) => (
        <span className="grid font-semibold">
          {memberName}
          <span className="hidden text-xs font-normal text-muted md:max-lg:block">{gameName}</span>
        </span>
      ),
    },
    { key: "game", label: t("freeRounds.game"), className: "md:max-lg:hidden", render: ({ gameName }) => gameName },
    { key: "worth", label: t("freeRounds.worth"), align: "end", render: (row) => <Worth row={row} /> },
    { key: "reason", label: t("ui.reason"), className: "md:whitespace-normal", render: ({ reason }) => <span className="text-sm text-muted">{reason}</span> },
    {
      key: "by",
      label: t("freeRounds.grantedBy"),
      render: ({ proposedBy, proposedAt }) => (
        <span className="grid">
          {proposedBy}
          <DateTime at={proposedAt} className="text-xs text-muted" />
        </span>
      ),
    },
    {
      key: "decide",
      label: t("house.decide"),
      align: "end",
      render: (row) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {canConfirm && row.proposedBy !== officer && (
            <Button tone="success" size="sm" aria-label={t("freeRounds.confirmOf", { name: row.memberName })} onClick={() => onDecide(row, "confirm")}>
              {t("house.confirm")}
            </Button>
          )}
          {canDecline && (
            <Button tone="secondary" size="sm" aria-label={t("freeRounds.declineOf", { name: row.memberName })} onClick={() => onDecide(row, "decline")}>
              {t("house.decline")}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function DecisionDialog({ row, decision, onDone }: { row: FreeRoundsProposal; decision: Decision; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmGrant(), useDeclineGrant()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const onSuccess = () => {
    showToast(t("freeRounds.decided", { name: row.memberName, decision }), "success");
    onDone();
  };
  const decide = (reason: string) =>
    isConfirming ? confirm.mutate({ id: row.id, reason }, { onSuccess }) : decline.mutate({ id: row.id, reason }, { onSuccess });
  return (
    <ChangeDialog
      title={t(isConfirming ? "freeRounds.confirmOf" : "freeRounds.declineOf", { name: row.memberName })}
      changes={[
        {
          label: row.gameName,
          before: t("house.proposalState", { state: "proposed" }),
          after: isConfirming ? <Worth row={row} /> : t("house.proposalState", { state: "declined" }),
        },
      ]}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "house.confirm" : "house.decline"), hint: t("settings.reasonHint") })}
      onConfirm={decide}
      onCancel={onDone}
    />
  );
}
