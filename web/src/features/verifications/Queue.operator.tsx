import { type QueuedVerification, verificationStates } from "@laro/contract/verifications";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, useNow } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { KeysDialog, QueueHeader, queueCount, useQueueDesk, useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CaseOperator } from "./Case.operator.tsx";
import { useQueue } from "./verifications.operator.api.ts";

/** The reviewers' queue; an open case takes its place on the page. */
export function VerificationQueueOperator({ officer }: { officer: string }) {
  const t = useT();
  const refusal = useRefusal();
  const place = useQueuePlace(verificationStates);
  const { state, setState, openId, setOpen } = place;
  const queue = useQueue(state);
  const { rows, first } = queue;
  const desk = useQueueDesk({ rows, place, mayDecide: () => false });
  const columns = useColumns();
  if (openId !== null) {
    const at = rows.findIndex(({ id }) => id === openId);
    const step = (by: number) => () => {
      const next = rows[at + by];
      if (next !== undefined) setOpen(next.id);
    };
    return <CaseOperator key={openId} id={openId} officer={officer} onNext={step(1)} onPrevious={step(-1)} onClose={() => setOpen(undefined)} />;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueueHeader title={t("verifications.queueTitle")} keysLabel={t("verifications.keys")} onHelp={() => desk.setHelpOpen(true)} />
      <Tabs
        label={t("verifications.queueStates")}
        items={verificationStates.map((id) => ({ id, label: t(`verifications.state.${id}`), badge: queueCount(first?.counts[id]) }))}
        value={state}
        onChange={setState}
      />
      <DataTable
        caption={t("verifications.queueTitle")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(queue, rows.length)}
        empty={<EmptyState text={t(state === "submitted" ? "verifications.emptyWaiting" : "verifications.empty")} />}
        refused={<RefusedState {...refusal(queue)} />}
        selectedKey={desk.selectedId}
        onOpen={desk.open}
        footer={<More {...queue} label={t("ui.more")} />}
      />
      {desk.isHelpOpen && <Keys onClose={() => desk.setHelpOpen(false)} />}
    </div>
  );
}

function useColumns(): readonly Column<QueuedVerification>[] {
  const t = useT();
  return [
    { key: "reference", label: t("verifications.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    {
      key: "member",
      label: t("verifications.member"),
      render: ({ memberName, reopened }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {memberName}
          {reopened && <Badge tone="primary">{t("verifications.reopened")}</Badge>}
        </span>
      ),
    },
    { key: "submitted", label: t("verifications.submittedAt"), render: ({ submittedAt }) => (submittedAt === null ? "–" : <DateTime at={submittedAt} />) },
    {
      key: "claimed",
      label: t("verifications.claimedBy"),
      render: ({ claimedBy }) => claimedBy ?? <span className="text-muted">{t("verifications.free")}</span>,
    },
    { key: "due", label: t("verifications.due"), align: "end", render: (row) => <Due {...row} /> },
  ];
}

/** When a case is due; amber once three quarters of its time are gone. */
function Due({ state, dueAt, pressing }: QueuedVerification) {
  const t = useT();
  const now = useNow();
  if (state !== "submitted" || dueAt === null) return <span className="text-muted">–</span>;
  const isOver = Date.parse(dueAt) <= now;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <DateTime at={dueAt} />
      {pressing && <Badge tone={isOver ? "accent" : "primary"}>{t(isOver ? "verifications.overdue" : "verifications.due")}</Badge>}
    </span>
  );
}

function Keys({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J"], text: t("verifications.keyNext") },
    { caps: ["K"], text: t("verifications.keyPrevious") },
    { caps: ["Enter"], text: t("verifications.keyOpen") },
    { caps: ["A"], text: t("verifications.keyApprove") },
    { caps: ["R"], text: t("verifications.keyRefuse") },
    { caps: ["1", "2", "3"], text: t("verifications.keyPicture") },
    { caps: ["+", "−"], text: t("verifications.keyZoom") },
    { caps: ["T"], text: t("verifications.rotate") },
  ];
  return <KeysDialog title={t("verifications.keysTitle")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
