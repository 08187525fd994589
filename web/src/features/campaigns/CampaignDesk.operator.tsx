import { Plus } from "lucide-react";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { CampaignFormOperator, type PicturePart } from "./CampaignForm.operator.tsx";
import { type CampaignAct, campaignActs, type CampaignRights, useAct, useDesk } from "./campaigns.operator.api.ts";
import type { Desk } from "./draft.operator.ts";
import { useTerms } from "./terms.ts";

/** All campaigns: what each cost of its budget, and what can be done with it. */
export function CampaignDeskOperator({ rights, picture }: { rights: CampaignRights; picture: PicturePart }) {
  const t = useT();
  const refusal = useRefusal();
  const desk = useDesk();
  const { rows } = desk;
  const [openedCode, setOpened] = useState<string>();
  const [writing, setWriting] = useState<Desk | "new">();
  const [acting, setActing] = useState<{ row: Desk; act: CampaignAct }>();
  const opened = rows.find(({ code }) => code === openedCode);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("campaigns.desk.list")}</h2>
        {rights.canWrite && (
          <Button icon={<Plus />} onClick={() => setWriting("new")}>
            {t("campaigns.desk.new")}
          </Button>
        )}
      </div>
      <DataTable
        caption={t("campaigns.desk.list")}
        columns={useColumns()}
        rows={rows}
        rowKey={({ code }) => code}
        face={faceOf(desk, rows.length)}
        empty={<EmptyState text={t("campaigns.desk.none")} />}
        refused={<RefusedState {...refusal(desk)} />}
        footer={<More {...desk} label={t("ui.more")} />}
        onOpen={({ code }) => setOpened(code)}
      />
      {opened && acting === undefined && writing === undefined && (
        <Details
          row={opened}
          rights={rights}
          onAct={(act) => setActing({ row: opened, act })}
          onWrite={() => setWriting(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {acting && <ActDialog {...acting} onDone={() => setActing(undefined)} />}
      {writing !== undefined && <CampaignFormOperator row={writing === "new" ? undefined : writing} picture={picture} onDone={() => setWriting(undefined)} />}
    </div>
  );
}

function useColumns(): readonly Column<Desk>[] {
  const t = useT();
  return [
    {
      key: "code",
      label: t("campaigns.field.code"),
      primary: true,
      render: ({ code, words }) => <span className="font-semibold">{`${code} · ${words["EN"]?.title ?? ""}`}</span>,
    },
    { key: "state", label: t("campaigns.desk.stateLabel"), render: (row) => <State row={row} /> },
    {
      key: "spent",
      label: t("campaigns.desk.spent"),
      align: "end",
      render: ({ spent, budget }) => (
        <span>
          <Money minor={spent} /> / <Money minor={budget} />
        </span>
      ),
    },
    { key: "joined", label: t("campaigns.desk.joined"), align: "end", render: ({ joined }) => <Count of={joined} /> },
    { key: "issued", label: t("campaigns.desk.issued"), align: "end", render: ({ issued }) => <Count of={issued} /> },
    { key: "ends", label: t("campaigns.desk.ends"), align: "end", render: ({ endsAt }) => <DateTime at={endsAt} className="text-muted" /> },
  ];
}

function State({ row: { state, phase, waiting } }: { row: Desk }) {
  const t = useT();
  const tone = state === "published" ? "win" : state === "stopped" ? "accent" : state === "draft" ? "neutral" : "info";
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tone}>{t("campaigns.desk.state", { state })}</Badge>
      {state === "published" && <Badge>{t("campaigns.desk.phase", { phase })}</Badge>}
      {waiting !== null && state !== "draft" && state !== "submitted" && <Badge tone="info">{t("campaigns.desk.waiting", { version: waiting })}</Badge>}
    </span>
  );
}

/** What fits where a campaign stands; the server decides again. */
function actsOf({ state, waiting }: Desk, { canWrite, canApprove, canStop }: CampaignRights): readonly CampaignAct[] {
  const fits: Readonly<Record<CampaignAct, boolean>> = {
    submit: canWrite && waiting !== null && state !== "submitted" && state !== "stopped",
    approve: canApprove && waiting !== null,
    decline: canApprove && waiting !== null,
    pause: canWrite && state === "published",
    resume: canWrite && state === "paused",
    stop: canStop && (state === "published" || state === "paused"),
  };
  return campaignActs.filter((act) => fits[act]);
}

interface DetailsProps {
  row: Desk;
  rights: CampaignRights;
  onAct: (act: CampaignAct) => void;
  onWrite: () => void;
  onClose: () => void;
}

function Details({ row, rights, onAct, onWrite, onClose }: DetailsProps) {
  const t = useT();
  const { task, gains, condition } = useTerms();
  const { code, words, rule, madeBy, approvedBy, needsTwo, stopReason, startsAt, endsAt, state, seats } = row;
  const sentences = [task(rule.trigger, rule.reviewed), ...gains(rule), ...rule.conditions.map(condition), t("campaigns.period", { period: rule.period })];
  const footer = (
    <>
      {rights.canWrite && state !== "stopped" && state !== "submitted" && (
        <Button tone="secondary" onClick={onWrite}>
          {t("campaigns.desk.act", { act: "change" })}
        </Button>
      )}
      {actsOf(row, rights).map((act) => (
        <Button key={act} tone={act === "stop" ? "danger" : act === "approve" || act === "submit" ? "success" : "secondary"} onClick={() => onAct(act)}>
          {t("campaigns.desk.act", { act })}
        </Button>
      ))}
    </>
  );
  return (
    <Dialog open size="md" title={`${code} · ${words["EN"]?.title ?? ""}`} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <div className="grid gap-3 text-sm">
        <State row={row} />
        <p className="text-muted">{words["EN"]?.summary}</p>
        <ul className="grid gap-1 font-medium">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {row.rain !== null && <Taken rain={row.rain} rule={rule} />}
        <p className="text-muted">
          <DateTime at={startsAt} /> – <DateTime at={endsAt} />
        </p>
        <p className="text-muted">
          {t("campaigns.desk.madeBy")} {madeBy}
          {approvedBy !== null && ` · ${approvedBy}`}
        </p>
        {seats !== null && (
          <p>
            {t("campaigns.desk.seats")}: <Count of={seats} />
          </p>
        )}
        {needsTwo && <p>{t("campaigns.desk.needsTwo")}</p>}
        {stopReason !== "" && <p className="rounded-sm bg-accent/10 px-3 py-2">{stopReason}</p>}
      </div>
    </Dialog>
  );
}

/** How far a rain has fallen. */
function Taken({ rain: { taken, given, unpaid }, rule: { trigger } }: { rain: NonNullable<Desk["rain"]> } & Pick<Desk, "rule">) {
  const t = useT();
  const slips = trigger.on === "rain" ? trigger.slips : taken;
  return (
    <Figures
      label={t("campaigns.desk.rain")}
      figures={[
        { label: t("campaigns.desk.taken"), figure: <Count of={taken} /> },
        { label: t("campaigns.desk.left"), figure: <Count of={slips - taken} /> },
        { label: t("campaigns.desk.given"), figure: <Money minor={given} /> },
        { label: t("campaigns.desk.unpaid"), figure: <Count of={unpaid} /> },
      ]}
    />
  );
}

function ActDialog({ row: { code, words, madeAt }, act, onDone }: { row: Desk; act: CampaignAct; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useAct(act);
  const verb = t("campaigns.desk.act", { act });
  const submit = (reason: string) =>
    command.mutate(
      { code, reason, madeAt },
      {
        onSuccess: () => {
          showToast(t("campaigns.desk.done", { code }), "success");
          onDone();
        },
      },
    );
  return (
    <ChangeDialog
      title={`${verb}: ${code} · ${words["EN"]?.title ?? ""}`}
      changes={[]}
      tone={act === "stop" ? "danger" : act === "approve" || act === "submit" ? "success" : "primary"}
      {...asking(command, { verb, hint: t("settings.reasonHint") })}
      onConfirm={submit}
      onCancel={onDone}
    />
  );
}
