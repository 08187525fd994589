import { type Adjustment, adjustmentStates } from "@laro/contract/adjustments";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { queueCount } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AdjustmentDetailOperator } from "./AdjustmentDetail.operator.tsx";
import { AdjustmentTableOperator } from "./AdjustmentTable.operator.tsx";
import { stateWords } from "./adjustmentWords.operator.tsx";
import { type AdjustmentRights, type Decision, useAdjustments } from "./adjustments.operator.api.ts";
import { DecisionDialogOperator } from "./DecisionDialog.operator.tsx";
import { ProposeDialogOperator } from "./ProposeDialog.operator.tsx";

/** The state on the screen and the open row live in the URL. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const state = adjustmentStates.find((known) => known === params.get("state")) ?? "proposed";
  return {
    state,
    openId: params.get("open"),
    setState: (next: Adjustment["state"]) => setParams({ state: next }),
    setOpen: (id: string | undefined) => setParams(id === undefined ? { state } : { state, open: id }, { replace: true }),
  };
}

export function AdjustmentsOperator({ rights }: { rights: AdjustmentRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { state, openId, setState, setOpen } = usePlace();
  const asked = useAdjustments(state);
  const { rows, first } = asked;
  const [isProposing, setProposing] = useState(false);
  const [deciding, setDeciding] = useState<{ row: Adjustment; decision: Decision }>();
  const opened = rows.find(({ id }) => id === openId);
  const decide = (row: Adjustment, decision: Decision) => {
    setOpen(undefined);
    setDeciding({ row, decision });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("adjustments.title")}</h1>
          <p className="text-muted">{t("adjustments.text")}</p>
        </div>
        {rights.canPropose && (
          <Button icon={<Plus />} onClick={() => setProposing(true)}>
            {t("adjustments.propose")}
          </Button>
        )}
      </header>
      <Tabs
        label={t("adjustments.states")}
        items={adjustmentStates.map((id) => ({ id, label: t(stateWords[id]), badge: queueCount(first?.counts[id]) }))}
        value={state}
        onChange={setState}
      />
      <AdjustmentTableOperator
        state={state}
        rows={rows}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t(state === "proposed" ? "adjustments.emptyProposed" : "adjustments.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
        rights={rights}
        onOpen={({ id }) => setOpen(id)}
        onDecide={decide}
      />
      {opened && !deciding && <AdjustmentDetailOperator row={opened} rights={rights} onDecide={decide} onClose={() => setOpen(undefined)} />}
      {deciding && <DecisionDialogOperator {...deciding} onClose={() => setDeciding(undefined)} />}
      {isProposing && <ProposeDialogOperator onClose={() => setProposing(false)} />}
    </div>
  );
}
