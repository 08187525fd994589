import { type HouseProposal, houseProposalStates } from "@laro/contract/house";
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
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type HouseRights, useConfirm, useDecline, useProposals } from "./house.operator.api.ts";

type Decision = "confirm" | "decline";
type State = HouseProposal["state"];

/** What stands in a proposal, in one sentence. */
function useSentence() {
  const t = useT();
  return ({ kind, detail, displayName }: HouseProposal): string => {
    const own = t("house.own");
    switch (kind) {
      case "stakes":
        return t("house.saysStakes", { least: detail.stakeMin ?? own, most: detail.stakeMax ?? own });
      case "voidRound":
        return t("house.saysRound", { name: detail.memberName ?? "", stake: detail.stake ?? "" });
      case "voidDraw":
        return t("house.saysDraw", { number: detail.number ?? "" });
      case "correctRound":
        return t("house.saysCorrection", { name: detail.memberName ?? "", stake: detail.stake ?? "", win: detail.win ?? "", to: detail.toWin ?? "none" });
      case "shortfall":
        return t("house.saysShortfall", { name: detail.memberName ?? "", missing: detail.missing ?? "", end: detail.end ?? "" });
      case "salt":
        return t("house.saysSalt", { salt: detail.salt ?? "", source: detail.source ?? displayName });
    }
  };
}

/** What one officer wants done about the house's games, until another confirms or anyone declines it. */
export function HouseProposalsOperator({ rights }: { rights: HouseRights }) {
  const t = useT();
  const refusal = useRefusal();
  const [state, setState] = useState<State>("proposed");
  const asked = useProposals(state);
  const [deciding, setDeciding] = useState<{ row: HouseProposal; decision: Decision }>();
  const columns = useColumns(rights, state, (row, decision) => setDeciding({ row, decision }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="text-sm text-muted">{t("house.proposalsText")}</p>
        <div className="w-full sm:w-64">
          <Select
            label={t("games.state")}
            options={houseProposalStates.map((value) => ({ value, label: t("house.proposalState", { state: value }) }))}
            value={state}
            onChange={(event) => setState(houseProposalStates.find((one) => one === event.target.value) ?? "proposed")}
          />
        </div>
      </div>
      <DataTable
        caption={t("house.proposals")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("house.noProposals")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </div>
  );
}

function useColumns(
  { canDecide, officer }: HouseRights,
  state: State,
  onDecide: (row: HouseProposal, decision: Decision) => void,
): readonly Column<HouseProposal>[] {
  const t = useT();
  const sentence = useSentence();
  const columns: Column<HouseProposal>[] = [
    {
      key: "what",
      label: t("house.what"),
      primary: true,
      className: "md:whitespace-normal",
      render: (row) => (
        <span className="grid gap-1">
          {row.displayName}: {t("house.kind", { kind: row.kind })}
          <span className="text-xs font-normal break-words text-muted">{sentence(row)}</span>
        </span>
      ),
    },
    { key: "reason", label: t("ui.reason"), className: "md:whitespace-normal", render: ({ reason }) => <span className="text-sm text-muted">{reason}</span> },
    { key: "by", label: t("house.proposedBy"), render: ({ proposedBy, proposedAt }) => <Who name={proposedBy} at={proposedAt} /> },
  ];
  if (state !== "proposed")
    columns.push({
      key: "decided",
      label: t("house.decidedBy"),
      render: ({ decidedBy, decidedAt, decision }) =>
        decidedAt !== null && (
          <span className="grid">
            <Who name={decidedBy ?? ""} at={decidedAt} />
            <span className="text-xs text-muted">{decision}</span>
          </span>
        ),
    });
  else if (canDecide)
    columns.push({
      key: "decide",
      label: t("house.decide"),
      align: "end",
      render: (row) => (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {row.proposedBy !== officer && (
            <Button tone="success" size="sm" onClick={() => onDecide(row, "confirm")}>
              {t("house.confirm")}
            </Button>
          )}
          <Button tone="secondary" size="sm" onClick={() => onDecide(row, "decline")}>
            {t("house.decline")}
          </Button>
        </span>
      ),
    });
  return columns;
}

const Who = ({ name, at }: { name: string; at: string }) => (
  <span className="grid">
    {name}
    <DateTime at={at} className="text-xs text-muted" />
  </span>
);

function DecisionDialog({ row, decision, onDone }: { row: HouseProposal; decision: Decision; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const sentence = useSentence();
  const [confirm, decline] = [useConfirm(), useDecline()];
  const command = decision === "confirm" ? confirm : decline;
  const what = `${row.displayName}: ${t("house.kind", { kind: row.kind })}`;
  const done = {
    onSuccess: () => {
      showToast(t("house.decided", { what, decision }), "success");
      onDone();
    },
  };
  const after = decision === "confirm" ? t("house.proposalState", { state: "confirmed" }) : t("house.proposalState", { state: "declined" });
  return (
    <ChangeDialog
      title={what}
      changes={[{ label: sentence(row), before: t("house.proposalState", { state: "proposed" }), after }]}
      tone={decision === "confirm" ? "success" : "danger"}
      {...asking(command, { verb: t(decision === "confirm" ? "house.confirm" : "house.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: row.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
