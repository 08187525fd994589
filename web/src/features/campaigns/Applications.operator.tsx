import { applicationStates, type campaigns } from "@laro/contract/campaigns";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { Image } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, useNow } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { queueCount } from "../../ui/queue.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type ApplicationState, type CampaignRights, useApplications, useDecide, useLook, useTake } from "./campaigns.operator.api.ts";

type Row = OutputOf<(typeof campaigns)["applications"]>["list"][number];

/** Applications that wait: one officer takes one, looks at its pictures and decides with a reason. */
export function ApplicationsOperator({ rights }: { rights: CampaignRights }) {
  const t = useT();
  const refusal = useRefusal();
  const [state, setState] = useState<ApplicationState>("applying");
  const queue = useApplications(state);
  const { rows } = queue;
  const take = useTake();
  const [deciding, setDeciding] = useState<Row>();
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("campaigns.desk.applications")}</h2>
        <Tabs
          label={t("campaigns.desk.applications")}
          items={applicationStates.map((id) => ({ id, label: t("campaigns.desk.queue", { state: id }), badge: queueCount(queue.first?.counts[id]) }))}
          value={state}
          onChange={setState}
        />
      </div>
      <FormFault error={take.error} />
      <DataTable
        caption={t("campaigns.desk.applications")}
        columns={useColumns({
          onTake: (row) => take.mutate({ id: row.id }, { onSuccess: () => setState("process") }),
          onDecide: setDeciding,
          officer: rights.officer,
        })}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(queue, rows.length)}
        empty={<EmptyState text={t("campaigns.desk.applicationsNone")} />}
        refused={<RefusedState {...refusal(queue)} />}
        footer={<More {...queue} label={t("ui.more")} />}
      />
      {deciding && <DecideDialog row={deciding} onDone={() => setDeciding(undefined)} />}
    </section>
  );
}

function useColumns({ onTake, onDecide, officer }: { onTake: (row: Row) => void; onDecide: (row: Row) => void; officer: string }): readonly Column<Row>[] {
  const t = useT();
  const now = useNow();
  const mayTake = ({ state, takenBy, takenUntil }: Row): boolean =>
    state === "applying" || (takenBy !== officer && takenUntil !== null && Date.parse(takenUntil) <= now);
  return [
    { key: "member", label: t("campaigns.desk.member"), primary: true, render: ({ memberName }) => <span className="font-semibold">{memberName}</span> },
    { key: "campaign", label: t("campaigns.desk.campaign"), render: ({ campaign, title }) => `${campaign} · ${title}` },
    { key: "comment", label: t("campaigns.comment"), render: ({ comment }) => <span className="whitespace-normal wrap-anywhere">{comment}</span> },
    { key: "at", label: t("campaigns.desk.at"), align: "end", render: ({ at }) => <DateTime at={at} className="text-muted" /> },
    {
      key: "act",
      label: t("campaigns.desk.takenBy"),
      align: "end",
      render: (row) =>
        mayTake(row) ? (
          <Button size="sm" onClick={() => onTake(row)}>
            {t("campaigns.desk.take")}
          </Button>
        ) : row.takenBy === officer ? (
          <Button size="sm" onClick={() => onDecide(row)}>
            {t("campaigns.desk.decideOf", { name: row.memberName })}
          </Button>
        ) : (
          row.takenBy
        ),
    },
  ];
}

/** The comment, the pictures one by one, and yes or no in words the member reads. */
function DecideDialog({ row, onDone }: { row: Row; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const decide = useDecide();
  const look = useLook();
  const [accept, setAccept] = useState(true);
  const submit = (reason: string) =>
    decide.mutate(
      { id: row.id, accept, reason },
      {
        onSuccess: () => {
          showToast(t("campaigns.desk.decided"), "success");
          onDone();
        },
      },
    );
  return (
    <ChangeDialog
      title={t("campaigns.desk.decideOf", { name: row.memberName })}
      changes={[]}
      tone={accept ? "success" : "danger"}
      {...asking(decide, { verb: t(accept ? "campaigns.desk.accept" : "campaigns.desk.reject"), hint: t("campaigns.desk.hint") })}
      onConfirm={submit}
      onCancel={onDone}
    >
      <p className="text-sm wrap-anywhere">{row.comment}</p>
      {row.images.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {row.images.map((imageId, at) => (
            <Button key={imageId} tone="secondary" size="sm" icon={<Image />} busy={look.isPending} onClick={() => look.mutate({ id: row.id, imageId })}>
              {t("campaigns.picture", { no: at + 1 })}
            </Button>
          ))}
        </div>
      )}
      <FormFault error={look.error} />
      {look.data && <img src={`data:image/jpeg;base64,${look.data.base64}`} alt={t("campaigns.pictures")} className="max-h-[50dvh] rounded-sm" />}
      <Tabs
        label={t("campaigns.desk.decideOf", { name: row.memberName })}
        items={[
          { id: "accept", label: t("campaigns.desk.accept") },
          { id: "reject", label: t("campaigns.desk.reject") },
        ]}
        value={accept ? "accept" : "reject"}
        onChange={(id) => setAccept(id === "accept")}
      />
    </ChangeDialog>
  );
}
