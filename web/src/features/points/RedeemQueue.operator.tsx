import { points, type QueuedRedeem, redeemQueues } from "@laro/contract/points";
import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useCsv } from "../../api/csv.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { KeysDialog, queueCount, useQueueDesk, useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { type PointsRights, useCounts, useQueue } from "./points.operator.api.ts";
import { RedeemDetailOperator } from "./RedeemDetail.operator.tsx";
import { RedeemDecisionOperator, SentDialogOperator } from "./RedeemDialogs.operator.tsx";

/** What was redeemed: decided by keyboard, and sent. */
export function RedeemQueueOperator({ rights }: { rights: PointsRights }) {
  const t = useT();
  const refusal = useRefusal();
  const place = useQueuePlace(redeemQueues);
  const queue = useQueue(place.state);
  const { rows } = queue;
  const { data: counted } = useCounts();
  const [sending, setSending] = useState<QueuedRedeem>();
  const isWaiting = ({ status }: QueuedRedeem): boolean => status === "inProcess";
  const desk = useQueueDesk({ rows, place, mayDecide: (row) => rights.canDecide && isWaiting(row) });
  const { opened, deciding, decide } = desk;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Tabs
          label={t("points.queue")}
          items={redeemQueues.map((id) => ({ id, label: t(`points.queue.${id}`), badge: queueCount(counted?.counts[id]) }))}
          value={place.state}
          onChange={place.setState}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button tone="ghost" size="sm" icon={<Keyboard />} className="max-md:hidden" onClick={() => desk.setHelpOpen(true)}>
            {t("withdrawals.queueKeys")}
          </Button>
          {rights.canExport && <File />}
        </div>
      </div>
      <DataTable
        caption={t("points.queue")}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(queue, rows.length)}
        empty={<EmptyState drawing="banca" text={t("points.queue.empty")} />}
        refused={<RefusedState {...refusal(queue)} />}
        footer={<More {...queue} label={t("ui.more")} />}
        selectedKey={desk.selectedId}
        onOpen={desk.open}
      />
      {opened && !sending && <RedeemDetailOperator row={opened} rights={rights} onDecide={decide} onSend={setSending} onClose={desk.close} />}
      {sending && <SentDialogOperator row={sending} onDone={() => setSending(undefined)} />}
      {deciding && <RedeemDecisionOperator {...deciding} onDone={desk.finish} onCancel={desk.cancel} />}
      {desk.isHelpOpen && <Keys onClose={() => desk.setHelpOpen(false)} />}
    </div>
  );
}

function File() {
  const file = useCsv(points.redeemsCsv, {});
  return (
    <div className="grid gap-2">
      <DownloadButton {...file.button} />
      <FormFault error={file.error} />
    </div>
  );
}

function useColumns(): readonly Column<QueuedRedeem>[] {
  const t = useT();
  return [
    { key: "reference", label: t("points.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "member", label: t("points.member"), render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    { key: "name", label: t("points.item"), render: ({ name }) => <span className="whitespace-normal">{name}</span> },
    { key: "quantity", label: t("points.quantity"), align: "end", render: ({ quantity, units }) => `${quantity} ${units}` },
    { key: "points", label: t("points.cost"), align: "end", render: ({ points: cost }) => <Count of={cost} /> },
    { key: "applyTime", label: t("points.applyTime"), align: "end", render: ({ applyTime }) => <DateTime at={applyTime} className="text-muted" /> },
  ];
}

function Keys({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J", "K"], text: t("withdrawals.queueKeysMove") },
    { caps: ["Enter"], text: t("withdrawals.queueKeysOpen") },
    { caps: ["A"], text: t("points.approve") },
    { caps: ["R"], text: t("points.reject") },
    { caps: ["?"], text: t("withdrawals.queueKeysHelp") },
  ];
  return <KeysDialog title={t("withdrawals.queueKeys")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
