import type { LevelsProposal, VipLevel } from "@laro/contract/vip";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable, None } from "../../ui/DataTable.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { type Decided, Proposed } from "../../ui/Proposed.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useConfirmLevels, useDeclineLevels, useVipTable, type VipRights } from "./vip.operator.api.ts";
import { useLevelChanges } from "./vipChanges.operator.ts";
import { VipLevelsForm } from "./VipLevelsForm.operator.tsx";

/** The table of levels with how many members stand on each; one officer proposes another, another decides. */
export function VipTableOperator({ rights }: { rights: VipRights }) {
  const t = useT();
  const refusal = useRefusal();
  const changesOf = useLevelChanges();
  const asked = useVipTable();
  const [isProposing, setProposing] = useState(false);
  const [deciding, setDeciding] = useState<Decided<LevelsProposal>>();
  const { levels = [], proposal = null } = asked.data ?? {};
  const changes = proposal === null ? [] : changesOf(levels, proposal.levels);
  const words = {
    confirm: { verb: t("gateway.confirm"), label: t("vip.confirmTable") },
    decline: { verb: t("gateway.decline"), label: t("vip.declineTable") },
  };
  return (
    <Panel
      title={t("vip.levels")}
      text={t("vip.tableText")}
      aside={
        rights.canPropose &&
        asked.data !== undefined &&
        proposal === null && (
          <Button tone="secondary" size="sm" onClick={() => setProposing(true)}>
            {t("vip.propose")}
          </Button>
        )
      }
    >
      {proposal && (
        <Proposed title={t("gateway.waits")} {...{ changes, proposal, rights, words }} onDecide={(decision) => setDeciding({ proposal, changes, decision })} />
      )}
      <DataTable
        caption={`${t("vip.title")}: ${t("vip.levels")}`}
        columns={useColumns()}
        rows={levels}
        rowKey={({ level }) => String(level)}
        face={faceOf(asked, levels.length)}
        empty={<EmptyState text={t("vip.noWeeks")} />}
        refused={<RefusedState {...refusal(asked)} />}
      />
      {isProposing && <VipLevelsForm levels={levels} onDone={() => setProposing(false)} />}
      {deciding && <DecisionDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </Panel>
  );
}

function useColumns(): readonly Column<VipLevel & { members: number }>[] {
  const t = useT();
  return [
    { key: "level", label: t("vip.level"), primary: true, render: ({ level }) => <span className="figures font-semibold">{t("vip.rank", { level })}</span> },
    { key: "label", label: t("vip.labelName"), render: ({ label }) => label },
    { key: "valid", label: t("vip.from"), align: "end", render: ({ valid }) => <Money minor={valid} /> },
    {
      key: "bonus",
      label: t("vip.weekBonus"),
      align: "end",
      render: ({ bonusBps }) => (bonusBps === 0 ? <None /> : <span className="figures">{bonusBps / 100}%</span>),
    },
    { key: "most", label: t("vip.most"), align: "end", render: ({ weekMax }) => (weekMax === null ? <None /> : <Money minor={weekMax} />) },
    { key: "members", label: t("vip.members"), align: "end", render: ({ members }) => <span className="figures">{members}</span> },
  ];
}

function DecisionDialog({ proposal, changes, decision, onDone }: Decided<LevelsProposal> & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmLevels(), useDeclineLevels()];
  const isConfirming = decision === "confirm";
  const command = isConfirming ? confirm : decline;
  const done = {
    onSuccess: () => {
      showToast(t("vip.tableDecided", { decision }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      size="lg"
      title={t(isConfirming ? "vip.confirmTable" : "vip.declineTable")}
      changes={isConfirming ? changes : []}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
