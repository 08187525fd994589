import type { ExclusionCase } from "@laro/contract/protection";
import { UserRoundX } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { nowMs } from "../../api/clock.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { More } from "../../ui/More.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { ExcludeDialogOperator } from "./ExcludeDialog.operator.tsx";
import { periodWords } from "./periodWords.ts";
import { useCases, useEndExclusion } from "./protection.api.ts";

const views = ["inForce", "over", "all"] as const;
type View = (typeof views)[number];
const filters = { inForce: "yes", over: "no", all: undefined } as const satisfies Record<View, unknown>;

interface CasesProps {
  canExclude: boolean;
  canEnd: boolean;
  /** Asks for the money of a member whose login is closed. */
  onPayOut?: ((one: ExclusionCase) => void) | undefined;
}

/** Who is excluded, by whom and until when; where an officer excludes a member, ends what is no longer firm or sees to the money. */
export function CasesOperator({ canExclude, canEnd, onPayOut }: CasesProps) {
  const t = useT();
  const refusal = useRefusal();
  const [params, setParams] = useSearchParams();
  const view = views.find((known) => known === params.get("view")) ?? "inForce";
  const asked = useCases(filters[view]);
  const { rows } = asked;
  const [ending, setEnding] = useState<ExclusionCase>();
  const [isExcluding, setExcluding] = useState(false);
  const columns = useColumns({ onEnd: canEnd ? setEnding : undefined, onPayOut });
  return (
    <div className="grid grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-xl font-bold">{t("protection.cases.title")}</h1>
          <p className="text-muted">{t("protection.cases.text")}</p>
        </div>
        {canExclude && (
          <Button tone="secondary" icon={<UserRoundX />} onClick={() => setExcluding(true)}>
            {t("protection.cases.exclude")}
          </Button>
        )}
      </header>
      <Tabs
        label={t("protection.cases.views")}
        items={views.map((id) => ({ id, label: t(`protection.cases.${id}`) }))}
        value={view}
        onChange={(next) => setParams({ view: next })}
      />
      <DataTable
        caption={t("protection.cases.title")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, rows.length)}
        empty={<EmptyState text={t("protection.cases.empty")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {ending && <EndDialog one={ending} onClose={() => setEnding(undefined)} />}
      {isExcluding && <ExcludeDialogOperator onClose={() => setExcluding(false)} />}
    </div>
  );
}

const tones = { timeout: "info", self: "primary", family: "accent", operator: "neutral" } as const;

const isInForce = ({ endedAt, until }: ExclusionCase): boolean => endedAt === null && Date.parse(until) > nowMs();
const isFirm = ({ firmUntil }: ExclusionCase): boolean => Date.parse(firmUntil) > nowMs();

interface Acts extends Pick<CasesProps, "onPayOut"> {
  onEnd: ((one: ExclusionCase) => void) | undefined;
}

function useColumns({ onEnd, onPayOut }: Acts): readonly Column<ExclusionCase>[] {
  const t = useT();
  const columns: readonly Column<ExclusionCase>[] = [
    { key: "member", label: t("protection.cases.member"), primary: true, render: (one) => <Member one={one} /> },
    { key: "kind", label: t("protection.cases.kind"), render: (one) => <Kind one={one} /> },
    { key: "from", label: t("protection.cases.from"), className: "md:max-lg:hidden", render: ({ from }) => <DateTime at={from} /> },
    { key: "until", label: t("protection.cases.until"), render: (one) => <Until one={one} /> },
    { key: "by", label: t("protection.cases.by"), render: (one) => <MadeBy one={one} /> },
  ];
  if (onEnd === undefined && onPayOut === undefined) return columns;
  const act: Column<ExclusionCase> = {
    key: "act",
    label: t("protection.cases.act"),
    align: "end",
    render: (one) =>
      isInForce(one) && (
        <span className="inline-flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {onPayOut && one.kind !== "timeout" && <PayOutButton one={one} onPayOut={onPayOut} />}
          {onEnd && <EndButton one={one} onEnd={onEnd} />}
        </span>
      ),
  };
  return [...columns, act];
}

interface Cell {
  one: ExclusionCase;
}

const Member = ({ one: { memberName, memberId } }: Cell) => (
  <>
    {memberName} <span className="figures text-xs font-normal text-muted">{String(memberId)}</span>
  </>
);

function Kind({ one: { kind, period } }: Cell) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2 md:justify-start">
      <Badge tone={tones[kind]}>{t(`protection.kind.${kind}`)}</Badge>
      {periodWords(t, period)}
    </span>
  );
}

function Until({ one: { until, firmUntil, endedAt } }: Cell) {
  const t = useT();
  if (endedAt === null)
    return (
      <span className="grid">
        <DateTime at={until} />
        <span className="text-xs whitespace-normal text-muted md:max-lg:max-w-36">
          {t("protection.cases.firmUntil")} <DateTime at={firmUntil} />
        </span>
      </span>
    );
  return (
    <>
      {t("protection.cases.ended")} <DateTime at={endedAt} />
    </>
  );
}

const MadeBy = ({ one: { madeBy, reason } }: Cell) => (
  <span className="grid">
    <span>{madeBy}</span>
    {reason !== null && <span className="max-w-60 text-xs whitespace-normal text-muted">{reason}</span>}
  </span>
);

function PayOutButton({ one, onPayOut }: Cell & { onPayOut: (one: ExclusionCase) => void }) {
  const t = useT();
  const label = t("protection.cases.payOut");
  return (
    <Button size="sm" tone="secondary" aria-label={`${label}: ${one.memberName}`} onClick={() => onPayOut(one)}>
      {label}
    </Button>
  );
}

function EndButton({ one, onEnd }: Cell & { onEnd: (one: ExclusionCase) => void }) {
  const t = useT();
  return (
    <Button
      size="sm"
      tone="secondary"
      disabled={isFirm(one)}
      aria-label={`${t("protection.cases.end")}: ${one.memberName}`}
      title={isFirm(one) ? t("errors.protection.still_firm") : undefined}
      onClick={() => onEnd(one)}
    >
      {t("protection.cases.end")}
    </Button>
  );
}

function EndDialog({ one, onClose }: { one: ExclusionCase; onClose: () => void }) {
  const t = useT();
  const asking = useAsking();
  const end = useEndExclusion();
  const told = () => {
    showToast(t("protection.cases.endedToast", { member: one.memberName }), "success");
    onClose();
  };
  return (
    <ChangeDialog
      title={t("protection.cases.endTitle", { member: one.memberName })}
      changes={[{ label: t("protection.cases.until"), before: formatManila(one.until), after: t("protection.cases.now") }]}
      warning={t("protection.cases.endWarning")}
      tone="danger"
      {...asking(end, { verb: t("protection.cases.end"), hint: t("protection.cases.reasonHint") })}
      onConfirm={(reason) => end.mutate({ id: one.id, reason }, { onSuccess: told })}
      onCancel={onClose}
    />
  );
}
