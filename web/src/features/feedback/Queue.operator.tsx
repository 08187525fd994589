import { feedbackStates, feedbackTypeName, type QueuedFeedback } from "@laro/contract/feedback";
import { Clock3, Hourglass, RotateCcw } from "lucide-react";
import { useState } from "react";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, useNow } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { KeysDialog, QueueHeader, QueueTiles, queueCount, useQueueDesk, useQueuePlace } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CaseOperator, type MemberCase } from "./Case.operator.tsx";
import { type FeedbackRights, useFigures, useQueue } from "./feedback.operator.api.ts";
import { MacrosOperator } from "./Macros.operator.tsx";

interface QueueProps {
  rights: FeedbackRights;
  /** The member's case, as whoever knows members shows it. */
  member: MemberCase;
}

/** What people wrote to customer service, what is due first first; an open thread takes its place on the page. */
export function FeedbackQueueOperator({ rights, member }: QueueProps) {
  const t = useT();
  const refusal = useRefusal();
  const place = useQueuePlace(feedbackStates);
  const { state, setState, openId, setOpen } = place;
  const queue = useQueue(state);
  const { rows, first } = queue;
  const desk = useQueueDesk({ rows, place, mayDecide: () => false });
  const columns = useColumns();
  if (openId !== null) {
    const at = rows.findIndex(({ id }) => id === openId);
    // One that was taken has left the row of those that wait: the next is the first that still does.
    const step = (by: number) => () => {
      const next = rows[at + by];
      if (next === undefined) setOpen(undefined);
      else setOpen(next.id);
    };
    return (
      <>
        <CaseOperator
          key={openId}
          id={openId}
          rights={rights}
          member={member}
          onNext={step(1)}
          onPrevious={step(-1)}
          onOpen={setOpen}
          onClose={() => setOpen(undefined)}
          onHelp={() => desk.setHelpOpen(true)}
        />
        {desk.isHelpOpen && <Keys onClose={() => desk.setHelpOpen(false)} />}
      </>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueueHeader title={t("feedback.queueTitle")} keysLabel={t("feedback.keys")} onHelp={() => desk.setHelpOpen(true)} />
      <FigureTiles />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Tabs
          label={t("feedback.queueStates")}
          items={feedbackStates.map((id) => ({ id, label: t(`feedback.state.${id}`), badge: queueCount(first?.counts[id]) }))}
          value={state}
          onChange={setState}
        />
        {rights.canAct && <MacrosButton />}
      </div>
      <DataTable
        caption={t("feedback.queueTitle")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(queue, rows.length)}
        empty={<EmptyState text={t(state === "new" || state === "open" ? "feedback.emptyWaiting" : "feedback.emptyQueue")} />}
        refused={<RefusedState {...refusal(queue)} />}
        selectedKey={desk.selectedId}
        onOpen={desk.open}
        footer={<More {...queue} label={t("ui.more")} />}
      />
      {desk.isHelpOpen && <Keys onClose={() => desk.setHelpOpen(false)} />}
    </div>
  );
}

function MacrosButton() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="secondary" size="sm" onClick={() => setOpen(true)}>
        {t("feedback.macros")}
      </Button>
      {isOpen && <MacrosOperator onClose={() => setOpen(false)} />}
    </>
  );
}

function FigureTiles() {
  const t = useT();
  const { data } = useFigures();
  const inMinutes = (minutes: number | null) => (minutes === null ? "–" : Math.round(minutes).toLocaleString("en"));
  return (
    <QueueTiles
      tiles={[
        {
          label: t("feedback.figureWaiting"),
          icon: <Hourglass />,
          figure: data && (
            <span className="flex flex-wrap items-center gap-2">
              {data.waiting}
              {data.oldestAt !== null && (
                <span className="text-sm font-medium text-muted">
                  {t("feedback.figureOldest")} <DateTime at={data.oldestAt} />
                </span>
              )}
            </span>
          ),
        },
        {
          label: t("feedback.figureFirst"),
          icon: <Clock3 />,
          figure: data && t("feedback.figureMinutes", { p50: inMinutes(data.firstAnswerP50Minutes), p95: inMinutes(data.firstAnswerP95Minutes) }),
        },
        { label: t("feedback.figureReopened"), icon: <RotateCcw />, figure: data?.reopened },
      ]}
    />
  );
}

function useColumns(): readonly Column<QueuedFeedback>[] {
  const t = useT();
  return [
    { key: "reference", label: t("feedback.reference"), primary: true, render: ({ reference }) => <span className="figures">{reference}</span> },
    { key: "about", label: t("feedback.about"), render: ({ type }) => t(`feedback.type.${feedbackTypeName(type)}`) },
    {
      key: "begins",
      label: t("feedback.begins"),
      render: ({ begins, harm, reopened, memberName }) => (
        <span className="grid gap-1">
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {memberName ?? <span className="text-muted">{t("feedback.guest")}</span>}
            {harm && <Badge tone="accent">{t("feedback.harm")}</Badge>}
            {reopened > 0 && <Badge tone="primary">{t("feedback.reopened", { count: reopened })}</Badge>}
          </span>
          <span className="line-clamp-2 max-w-120 text-muted">{begins}</span>
        </span>
      ),
    },
    { key: "taken", label: t("feedback.takenBy"), render: ({ takenBy }) => takenBy ?? <span className="text-muted">{t("feedback.free")}</span> },
    { key: "due", label: t("feedback.due"), align: "end", render: (row) => <Due {...row} /> },
  ];
}

/** When an answer is due, and whether that is over; of what waits no more, when its last word came. */
function Due({ dueAt, lastAt }: QueuedFeedback) {
  const t = useT();
  const now = useNow();
  if (dueAt === null) return <DateTime at={lastAt} className="text-muted" />;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <DateTime at={dueAt} />
      {Date.parse(dueAt) <= now && <Badge tone="accent">{t("feedback.overdue")}</Badge>}
    </span>
  );
}

function Keys({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lines = [
    { caps: ["J"], text: t("feedback.keyNext") },
    { caps: ["K"], text: t("feedback.keyPrevious") },
    { caps: ["Enter"], text: t("feedback.keyOpen") },
    { caps: ["T"], text: t("feedback.keyTake") },
    { caps: ["A"], text: t("feedback.keyAnswer") },
    { caps: ["M"], text: t("feedback.keyMacro") },
    { caps: ["N"], text: t("feedback.keyNote") },
    { caps: ["C"], text: t("feedback.keyClose") },
    { caps: ["B"], text: t("feedback.keyBack") },
  ];
  return <KeysDialog title={t("feedback.keysTitle")} lines={lines} closeLabel={t("ui.close")} onClose={onClose} />;
}
