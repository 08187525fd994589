import type { content, ContentItem } from "@laro/contract/content";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { draftOf, useHistory, useRollback, useVersion } from "./content.operator.api.ts";
import { VersionBadge } from "./contentWords.operator.tsx";
import { Difference } from "./Difference.operator.tsx";

type Past = OutputOf<(typeof content)["history"]>["list"][number];

/** Every version of an item: who wrote it, who published it and why; each can be read, compared and brought back. */
export function HistoryOperator({ item, canWrite }: { item: ContentItem; canWrite: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const history = useHistory(item.row.id);
  const [read, setRead] = useState<number>();
  const [back, setBack] = useState<number>();
  const columns: Column<Past>[] = [
    { key: "no", label: t("content.versionNo"), primary: true, render: ({ no }) => t("content.version", { no }) },
    { key: "state", label: t("content.stateWord"), render: ({ state }) => <VersionBadge state={state} /> },
    { key: "made", label: t("content.written"), render: (row) => <By name={row.madeBy} at={row.madeAt} /> },
    { key: "published", label: t("content.published"), render: (row) => row.publishedAt !== null && <By name={row.publishedBy ?? ""} at={row.publishedAt} /> },
    { key: "reason", label: t("ui.reason"), className: "md:whitespace-normal!", render: ({ reason }) => reason },
  ];
  if (canWrite && item.version.state !== "draft")
    columns.push({
      key: "back",
      label: t("content.bringBack"),
      align: "end",
      render: ({ no, publishedAt }) =>
        publishedAt !== null &&
        no !== item.row.liveNo && (
          <Button
            tone="secondary"
            size="sm"
            onClick={(event) => {
              event.stopPropagation();
              setBack(no);
            }}
          >
            {t("content.bringBack")}
          </Button>
        ),
    });
  return (
    <>
      <DataTable
        caption={t("content.part.history")}
        columns={columns}
        rows={history.rows}
        rowKey={({ no }) => String(no)}
        face={faceOf(history, history.rows.length)}
        empty={<EmptyState text={t("content.noDifference")} />}
        refused={<RefusedState {...refusal(history)} />}
        onOpen={({ no }) => setRead(no)}
        footer={<More {...history} label={t("ui.more")} />}
      />
      {read !== undefined && <ReadDialog item={item} no={read} onClose={() => setRead(undefined)} />}
      {back !== undefined && <RollbackDialog item={item} no={back} onDone={() => setBack(undefined)} />}
    </>
  );
}

const By = ({ name, at }: { name: string; at: string }) => (
  <span className="grid gap-0.5">
    <span>{name}</span>
    <DateTime at={at} className="text-xs text-muted" />
  </span>
);

/** An old version as it was, and what the newest has in its place. */
function ReadDialog({ item, no, onClose }: { item: ContentItem; no: number; onClose: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const { languages } = usePermission();
  const asked = useVersion(item.row.id, no);
  const [view, setView] = useState("compare");
  const items = [{ id: "compare", label: t("content.compare") }, ...languages.map((language) => ({ id: language, label: language }))];
  const text = asked.data?.texts.find(({ language }) => language === view);
  return (
    <Dialog open size="lg" title={t("content.version", { no })} onClose={onClose} closeLabel={t("ui.close")}>
      {asked.data === undefined ? (
        asked.error ? (
          <RefusedState {...refusal(asked)} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )
      ) : (
        <Tabs label={t("content.version", { no })} items={items} value={view} onChange={setView}>
          <div className="mt-4 grid gap-3">
            {view === "compare" ? (
              <>
                <p className="text-sm text-muted">{t("content.compareText", { no, newest: item.version.no })}</p>
                <Difference before={draftOf(asked.data, languages)} after={draftOf(item.version, languages)} />
              </>
            ) : text === undefined ? (
              <p className="text-sm text-muted">{t("content.language.missing")}</p>
            ) : (
              <>
                <h3 className="text-lg font-bold">{text.title}</h3>
                {text.summary !== "" && <p className="text-muted">{text.summary}</p>}
                <RichText html={text.html} />
              </>
            )}
          </div>
        </Tabs>
      )}
    </Dialog>
  );
}

function RollbackDialog({ item, no, onDone }: { item: ContentItem; no: number; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const rollback = useRollback();
  const { languages } = usePermission();
  const old = useVersion(item.row.id, no);
  const isTerm = item.version.detail.kind === "term";
  const done = () => {
    showToast(t(isTerm ? "content.backDraftToast" : "content.backToast", { no }), "success");
    onDone();
  };
  return (
    <ChangeDialog
      size="lg"
      title={t("content.backTitle", { no })}
      changes={[
        {
          label: t("content.onSite"),
          before: item.row.liveNo === null ? t("content.nothingLive") : t("content.version", { no: item.row.liveNo }),
          after: t("content.backAfter", { no: item.version.no + 1, old: no }),
        },
      ]}
      warning={isTerm && t("content.termWarning")}
      {...asking(rollback, { verb: t("content.bringBack"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => rollback.mutate({ id: item.row.id, no, reason }, { onSuccess: done })}
      onCancel={onDone}
    >
      {old.data && <Difference before={draftOf(item.version, languages)} after={draftOf(old.data, languages)} />}
    </ChangeDialog>
  );
}
