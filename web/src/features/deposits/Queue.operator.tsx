import { depositStates } from "@laro/contract/deposits";
import type { ComponentType } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { KeysDialog, QueueHeader, queueCount, useQueueDesk, useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { DecisionDialogOperator } from "./DecisionDialog.operator.tsx";
import { DepositDetailOperator } from "./DepositDetail.operator.tsx";
import { usePulse, useQueue } from "./deposits.operator.api.ts";
import { type DepositRights, isUndecided, mayApprove, mayReject } from "./queueRights.operator.ts";
import { MessagesOperator } from "./Messages.operator.tsx";
import { QueueTableOperator } from "./QueueTable.operator.tsx";
import { QueueTilesOperator } from "./QueueTiles.operator.tsx";

/** What waits for an officer stands first. */
const tabs = ["submitted", "checked", ...depositStates.filter((state) => !isUndecided({ state }))] as const;

interface DepositQueueProps {
  rights: DepositRights;
  canReadMessages: boolean;
  /** Shows a member's picture for a reason. */
  look: ComponentType<{ id: string; label: string }> | undefined;
}

/** Deposits by state: what waits for an officer, what came of the rest, and what the provider said that needs a person's eye. */
export function DepositQueueOperator({ rights, canReadMessages, look }: DepositQueueProps) {
  const t = useT();
  const refusal = useRefusal();
  const place = useQueuePlace(tabs);
  const { state, setState } = place;
  const queue = useQueue(state);
  const { rows } = queue;
  const { data: pulse } = usePulse();
  const desk = useQueueDesk({ rows, place, mayDecide: (row, decision) => (decision === "approve" ? mayApprove : mayReject)(rights, row) });
  const { opened, deciding, decide } = desk;
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueueHeader title={t("deposits.queueTitle")} keysLabel={t("deposits.queueKeys")} onHelp={() => desk.setHelpOpen(true)} />
      <QueueTilesOperator />
      <Tabs
        label={t("deposits.queueStates")}
        items={tabs.map((id) => ({ id, label: t(`deposits.queue.${id}`), badge: queueCount(pulse?.counts[id]) }))}
        value={state}
        onChange={setState}
      />
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
      {canReadMessages && <MessagesOperator />}
      {opened && <DepositDetailOperator row={opened} look={look} rights={rights} onDecide={decide} onClose={desk.close} />}
      {deciding && <DecisionDialogOperator {...deciding} onDone={desk.finish} onCancel={desk.cancel} />}
      {desk.isHelpOpen && <Help onClose={() => desk.setHelpOpen(false)} />}
    </div>
  );
}

function Help({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J", "K"], text: t("deposits.queueKeys.move") },
    { caps: ["Enter"], text: t("deposits.queueKeys.open") },
    { caps: ["A"], text: t("deposits.queueApprove") },
    { caps: ["R"], text: t("deposits.queueReject") },
    { caps: ["?"], text: t("deposits.queueKeys.help") },
  ];
  return <KeysDialog title={t("deposits.queueKeys")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
