import { type QueuedWithdrawal, withdrawalStates, type WithdrawalState } from "@laro/contract/withdrawals";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { QueueHeader, queueCount, useQueueDesk, useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { PictureLook } from "./CaseCard.operator.tsx";
import { CaseDialogOperator } from "./CaseDialog.operator.tsx";
import { DecisionDialogOperator } from "./DecisionDialog.operator.tsx";
import { KeysDialogOperator } from "./KeysDialog.operator.tsx";
import { mayApprove, mayReject, type QueueRights } from "./queueRights.operator.ts";
import { QueueTableOperator } from "./QueueTable.operator.tsx";
import { QueueTilesOperator } from "./QueueTiles.operator.tsx";
import { stateWords } from "./queueWords.operator.tsx";
import { WithdrawalDetailOperator } from "./WithdrawalDetail.operator.tsx";
import { usePulse, useQueue, type CaseStep } from "./withdrawals.operator.api.ts";

interface QueueProps {
  rights: QueueRights;
  picture: PictureLook;
}

export function QueueOperator({ rights, picture }: QueueProps) {
  const t = useT();
  const refusal = useRefusal();
  const place = useQueuePlace(withdrawalStates);
  const { state, setState } = place;
  const queue = useQueue(state);
  const { rows } = queue;
  const [settling, setSettling] = useState<{ row: QueuedWithdrawal; step: CaseStep }>();
  const desk = useQueueDesk({ rows, place, mayDecide: (row, decision) => (decision === "approve" ? mayApprove : mayReject)(rights, row) });
  const { opened, deciding, decide } = desk;
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueueHeader title={t("withdrawals.queueTitle")} keysLabel={t("withdrawals.queueKeys")} onHelp={() => desk.setHelpOpen(true)} />
      <QueueTilesOperator />
      <StateTabs state={state} onChange={setState} />
      <QueueTableOperator
        state={state}
        rows={rows}
        face={faceOf(queue, rows.length)}
        refused={<RefusedState {...refusal(queue)} />}
        footer={<More {...queue} label={t("ui.more")} />}
        selectedId={desk.selectedId}
        onOpen={desk.open}
        rights={rights}
        onDecide={decide}
      />
      {opened && !settling && (
        <WithdrawalDetailOperator
          row={opened}
          rights={rights}
          picture={picture}
          onDecide={decide}
          onSettle={(row, step) => setSettling({ row, step })}
          onClose={desk.close}
        />
      )}
      {settling && <CaseDialogOperator {...settling} onDone={() => setSettling(undefined)} onCancel={() => setSettling(undefined)} />}
      {deciding && <DecisionDialogOperator {...deciding} onDone={desk.finish} onCancel={desk.cancel} />}
      {desk.isHelpOpen && <KeysDialogOperator onClose={() => desk.setHelpOpen(false)} />}
    </div>
  );
}

function StateTabs({ state, onChange }: { state: WithdrawalState; onChange: (state: WithdrawalState) => void }) {
  const t = useT();
  const { data: pulse } = usePulse();
  const items = withdrawalStates.map((id) => ({ id, label: t(stateWords[id]), badge: queueCount(pulse?.counts[id]) }));
  return <Tabs label={t("withdrawals.queueStates")} items={items} value={state} onChange={onChange} />;
}
