import type { Margin, Template } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { formatRate, type Limits } from "@laro/contract/core/contractTerms";
import { useEffect, useEffectEvent, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { More } from "../../ui/More.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type ContractRights, usePublishTemplate, useSimulateTemplate, useTemplates } from "./agentContracts.operator.api.ts";
import { limitWords, namesOfLimits, ProposeTemplateDialog, writeLimit } from "./ProposeTemplate.operator.tsx";
import { kindWords } from "./contractWords.tsx";
import { CostOfVersion } from "./Simulated.tsx";

type Deciding = { readonly row: Template; readonly act: "publish" | "decline" };

/** The versions of a kind's limits, what the games leave for salaries, and what waits for another officer. */
export function TemplatesOperator({ kind, rights }: { kind: ContractKind; rights: ContractRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useTemplates(kind);
  const [deciding, setDeciding] = useState<Deciding>();
  const [proposing, setProposing] = useState<Limits>();
  const columns = useColumns(rights, setDeciding);
  const inForce = asked.rows.find((row) => row.inForce);
  const before = (of: Template) => asked.rows.find((row) => row.inForce && row.id !== of.id);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        {asked.first !== undefined && kind !== "dividend" ? (
          <MarginBar margin={asked.first.margin} />
        ) : (
          <p className="text-sm text-muted">{t("agentContracts.templatesText")}</p>
        )}
        {rights.canPropose && inForce && <Button onClick={() => setProposing(inForce.limits)}>{t("agentContracts.newVersion")}</Button>}
      </div>
      <DataTable
        caption={t("agentContracts.templates")}
        columns={columns}
        rows={asked.rows}
        rowKey={({ id }) => String(id)}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("agentContracts.noTemplates")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {deciding && <DecideDialog {...deciding} before={before(deciding.row)?.limits} onDone={() => setDeciding(undefined)} />}
      {proposing && <ProposeTemplateDialog kind={kind} limits={proposing} onClose={() => setProposing(undefined)} />}
    </div>
  );
}

/** How much of what the least edge leaves the salaries take together. */
function MarginBar({ margin: { game, edge, maximum, rebates, used } }: { margin: Margin }) {
  const t = useT();
  return (
    <div className="w-full max-w-140">
      <Meter
        label={t("agentContracts.margin", { game, edge: formatRate(edge) })}
        value={used}
        max={maximum}
        text={t("agentContracts.marginUsed", { used: formatRate(used), maximum: formatRate(maximum), rebates: formatRate(rebates) })}
        tone={used > maximum ? "accent" : "win"}
      />
    </div>
  );
}

const tones = { proposed: "primary", published: "win", declined: "neutral" } as const;

function useColumns({ officer, canPublish }: ContractRights, onDecide: (deciding: Deciding) => void): readonly Column<Template>[] {
  const t = useT();
  return [
    {
      key: "version",
      label: t("agentContracts.version"),
      primary: true,
      className: "md:whitespace-normal",
      render: ({ id, reason, limits, kind }) => (
        <span className="grid gap-0.5 text-start md:min-w-60 md:whitespace-normal">
          {t("agentContracts.versionNo", { no: String(id) })}
          <span className="text-sm font-normal">{reason}</span>
          <span className="grid gap-x-6 gap-y-0.5 pt-1 text-xs font-normal text-muted sm:max-md:grid-cols-2 lg:grid-cols-2">
            {namesOfLimits(kind).map((name) => (
              <span key={name} className="flex justify-between gap-3">
                {t(limitWords[name])} <span className="figures text-text">{writeLimit(name, limits)}</span>
              </span>
            ))}
          </span>
        </span>
      ),
    },
    {
      key: "state",
      label: t("agentContracts.stateTitle"),
      render: ({ state, inForce }) => <Badge tone={tones[state]}>{inForce ? t("agentContracts.inForce") : t("agentContracts.templateState", { state })}</Badge>,
    },
    {
      key: "contracts",
      label: t("agentContracts.contracts"),
      align: "end",
      className: "md:max-lg:hidden",
      render: ({ contracts }) => <span className="figures">{contracts}</span>,
    },
    {
      key: "by",
      label: t("agentContracts.proposedBy"),
      className: "md:whitespace-normal",
      render: ({ proposedBy, proposedAt, decidedBy, decidedAt }) => (
        <span className="grid gap-1">
          <Who name={proposedBy} at={proposedAt} />
          {decidedAt !== null && <Who name={`${t("agentContracts.decidedBy")} ${decidedBy ?? ""}`} at={decidedAt} />}
        </span>
      ),
    },
    {
      key: "act",
      label: t("agentContracts.act"),
      align: "end",
      render: (row) =>
        row.state === "proposed" &&
        canPublish && (
          <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
            {row.proposedBy !== officer && (
              <Button tone="success" size="sm" onClick={() => onDecide({ row, act: "publish" })}>
                {t("agentContracts.publish")}
              </Button>
            )}
            <Button tone="secondary" size="sm" onClick={() => onDecide({ row, act: "decline" })}>
              {t("agentContracts.declineVersion")}
            </Button>
          </span>
        ),
    },
  ];
}

const Who = ({ name, at }: { name: string; at: string }) => (
  <span className="grid">
    {name}
    <DateTime at={at} className="text-xs text-muted" />
  </span>
);

function DecideDialog({ row, act, before, onDone }: Deciding & { before: Limits | undefined; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const publish = usePublishTemplate();
  const cost = useSimulateTemplate();
  const askFirst = useEffectEvent(() => {
    if (act === "publish") cost.mutate({ kind: row.kind, limits: row.limits });
  });
  useEffect(() => askFirst(), []);
  const changed = namesOfLimits(row.kind).filter((name) => before === undefined || before[name] !== row.limits[name]);
  const title = `${t(kindWords[row.kind])}: ${t("agentContracts.versionNo", { no: String(row.id) })}`;
  return (
    <ChangeDialog
      title={title}
      changes={changed.map((name) => ({
        label: t(limitWords[name]),
        before: before === undefined ? "" : writeLimit(name, before),
        after: writeLimit(name, row.limits),
      }))}
      tone={act === "publish" ? "success" : "danger"}
      {...asking(publish, { verb: t(act === "publish" ? "agentContracts.publish" : "agentContracts.declineVersion"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) =>
        publish.mutate(
          { id: row.id, act, reason },
          {
            onSuccess: () => {
              showToast(t("agentContracts.decidedVersion", { act }), "success");
              onDone();
            },
          },
        )
      }
      onCancel={onDone}
    >
      {act === "publish" && <CostOfVersion asked={cost} />}
    </ChangeDialog>
  );
}
