import { type OfficePay, payStates } from "@laro/contract/commissions";
import { type Run, settlements } from "@laro/contract/settlements";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useDownload, useDownloadWords } from "../../api/download.ts";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Count } from "../../ui/Count.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Figures } from "../../ui/Figures.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Select } from "../../ui/Select.tsx";
import { PayDialogOperator } from "./PayDialog.operator.tsx";
import { OfficePayTable } from "./OfficePayTable.operator.tsx";
import { ApproveDialog, DiscardDialog } from "./RunDialogs.operator.tsx";
import { type Explain, type SettlementRights, usePays, useRun } from "./settlements.operator.api.ts";
import { RunState, writeDays } from "./settlementWords.operator.tsx";

interface RunProps {
  id: string;
  rights: SettlementRights;
  explain: Explain;
  onBack: () => void;
}

/** One settlement: its totals against the period before, what changed most, every pay, and what an officer decides about it. */
export function RunOperator({ id, rights, explain, onBack }: RunProps) {
  const t = useT();
  const refusal = useRefusal();
  const [params, setParams] = useSearchParams();
  const [seen, setSeen] = useState<Run>();
  const asked = useRun(id, seen);
  const run = asked.data?.run;
  if (run !== seen && run !== undefined) setSeen(run);
  const open = (pay: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (pay === undefined) next.delete("open");
      else next.set("open", pay);
      return next;
    });
  const opened = params.get("open");
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button tone="ghost" size="sm" icon={<ArrowLeft />} className="justify-self-start" onClick={onBack}>
        {t("settlements.allRuns")}
      </Button>
      {run === undefined ? (
        <section className="rounded-md border border-line bg-card p-4">
          {asked.error === null ? <Skeleton className="h-60 w-full" /> : <RefusedState {...refusal(asked)} />}
        </section>
      ) : (
        <>
          <Head run={run} rights={rights} />
          <Totals run={run} />
          {run.state === "paying" && (
            <Meter
              label={t("settlements.paying")}
              value={run.paid}
              max={run.figures.paying}
              text={t("settlements.paidOf", { paid: run.paid, all: run.figures.paying })}
            />
          )}
          <Changes list={asked.data?.changes ?? []} onOpen={open} />
          <Pays runId={id} onOpen={open} />
        </>
      )}
      {opened !== null && <PayDialogOperator id={opened} rights={rights} explain={explain} onClose={() => open(undefined)} />}
    </div>
  );
}

function Head({ run, rights }: { run: Run; rights: SettlementRights }) {
  const t = useT();
  const [asking, setAsking] = useState<"approve" | "discard">();
  const isWaiting = run.state === "preview";
  const isMine = run.approvals.some(({ name }) => name === rights.officer);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-3 text-lg font-bold">
          {t("commissions.kind", { kind: run.kind })}, {writeDays(run)} <RunState state={run.state} />
        </h2>
        <p className="text-sm text-muted">
          {t("settlements.made")} <DateTime at={run.madeAt} />
          {run.attempt > 1 && `, ${t("settlements.attempt", { attempt: run.attempt })}`}
        </p>
        {run.approvalsNeeded > 0 && (
          <p className="text-sm text-muted">
            {t("settlements.approvals", { given: run.approvals.length, needed: run.approvalsNeeded })}
            {run.approvals.length > 0 && `: ${run.approvals.map(({ name }) => name).join(", ")}`}
          </p>
        )}
      </div>
      {isWaiting && (
        <div className="flex flex-wrap gap-2">
          {rights.canDiscard && (
            <Button tone="secondary" onClick={() => setAsking("discard")}>
              {t("settlements.discard")}
            </Button>
          )}
          {rights.canApprove && (
            <Button tone="success" disabled={isMine} onClick={() => setAsking("approve")}>
              {t("settlements.approve")}
            </Button>
          )}
        </div>
      )}
      {asking === "approve" && <ApproveDialog run={run} onClose={() => setAsking(undefined)} />}
      {asking === "discard" && <DiscardDialog run={run} onClose={() => setAsking(undefined)} />}
    </header>
  );
}

function Totals({ run: { figures } }: { run: Run }) {
  const t = useT();
  const named = (figure: string) => t("settlements.figure", { figure });
  const count = (value: number) => <Count of={value} />;
  const { before } = figures;
  return (
    <Figures
      label={t("settlements.totals")}
      figures={[
        { label: t("commissions.pay"), figure: <Money minor={figures.pay} /> },
        { label: named("before"), figure: before === null ? <span className="text-muted">–</span> : <Money minor={figures.pay - before} signed /> },
        { label: named("contracts"), figure: count(figures.contracts) },
        { label: named("paying"), figure: count(figures.paying) },
        { label: t("commissions.figure", { figure: "gross" }), figure: <Money minor={figures.gross} /> },
        { label: named("houseGross"), figure: <Money minor={figures.houseGross} /> },
        { label: named("makeup"), figure: <Money minor={figures.makeupOut - figures.makeupIn} signed /> },
        { label: named("held"), figure: count(figures.held) },
      ]}
    />
  );
}

type Change = { readonly pay: OfficePay; readonly before: bigint };

function Changes({ list, onOpen }: { list: readonly Change[]; onOpen: (id: string) => void }) {
  const t = useT();
  if (list.length === 0) return null;
  const columns: readonly Column<Change>[] = [
    { key: "agent", label: t("commissions.agent"), primary: true, render: ({ pay }) => <span className="font-semibold">{pay.agentName}</span> },
    { key: "before", label: t("settlements.periodBefore"), align: "end", render: ({ before }) => <Money minor={before} /> },
    { key: "pay", label: t("commissions.pay"), align: "end", render: ({ pay }) => <Money minor={pay.pay} /> },
    {
      key: "change",
      label: t("settlements.change"),
      align: "end",
      render: ({ pay, before }) => <Money minor={pay.pay - before} signed className="font-semibold" />,
    },
  ];
  return (
    <div className="grid grid-cols-1 gap-3">
      <header className="grid gap-1">
        <h3 className="text-base font-bold">{t("settlements.changes")}</h3>
        <p className="text-sm text-muted">{t("settlements.changesText")}</p>
      </header>
      <DataTable
        caption={t("settlements.changes")}
        columns={columns}
        rows={list}
        rowKey={({ pay }) => pay.id}
        onOpen={({ pay }) => onOpen(pay.id)}
        face="ready"
        empty={null}
        refused={null}
      />
    </div>
  );
}

function Pays({ runId, onOpen }: { runId: string; onOpen: (id: string) => void }) {
  const t = useT();
  const refusal = useRefusal();
  const [state, setState] = useState<OfficePay["state"]>();
  const asked = usePays({ runId, ...(state === undefined ? {} : { state }) });
  const file = useDownload(settlements.paysCsv);
  const { stopLabel, progressOf } = useDownloadWords();
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="text-base font-bold">{t("settlements.pays")}</h3>
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-48">
            <Select
              label={t("commissions.stateLabel")}
              value={state ?? ""}
              options={[
                { value: "", label: t("settlements.allStates") },
                ...payStates.map((value) => ({ value, label: t("commissions.state", { state: value }) })),
              ]}
              onChange={(event) => setState(payStates.find((one) => one === event.target.value))}
            />
          </div>
          <DownloadButton
            label={t("commissions.csvFile")}
            stopLabel={stopLabel}
            progress={progressOf(file.progress)}
            onStart={() => file.start({ runId })}
            onStop={file.stop}
          />
        </div>
      </div>
      <FormFault error={file.error ?? null} />
      <OfficePayTable
        caption={t("settlements.pays")}
        rows={asked.rows}
        onOpen={({ id }) => onOpen(id)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("settlements.noPays")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
    </div>
  );
}
