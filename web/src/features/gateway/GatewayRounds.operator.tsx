import { type RoundOutcome, roundOutcomes, type WaitingRound } from "@laro/contract/core/gatewayDesk";
import { SILENT_HOURS } from "@laro/contract/gateway";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type GatewayRights, useConfirmRound, useDeclineRound, useProposeRound, useWaitingRounds } from "./gateway.operator.api.ts";

interface Doing {
  readonly round: WaitingRound;
  readonly act: "propose" | "confirm" | "decline";
}

/** Open rounds that wait for officers: one proposes, another decides. */
export function GatewayRoundsOperator({ vendorCode, rights }: { vendorCode: string; rights: GatewayRights }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useWaitingRounds(vendorCode);
  const [doing, setDoing] = useState<Doing>();
  const done = () => setDoing(undefined);
  return (
    <Panel title={t("gateway.waitingRounds")} text={t("gateway.waitingRoundsText", { hours: SILENT_HOURS })}>
      <DataTable
        caption={`${t("gateway.waitingRounds")}: ${vendorCode}`}
        columns={useColumns(rights, setDoing)}
        rows={asked.rows}
        rowKey={({ roundId }) => roundId}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("gateway.noWaitingRounds")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={<More {...asked} label={t("ui.more")} />}
      />
      {doing?.act === "propose" && <ProposeDialog vendorCode={vendorCode} round={doing.round} onDone={done} />}
      {doing !== undefined && doing.act !== "propose" && <DecideDialog {...doing} isConfirming={doing.act === "confirm"} onDone={done} />}
    </Panel>
  );
}

function useColumns({ officer, canDecideRounds }: GatewayRights, onDo: (doing: Doing) => void): readonly Column<WaitingRound>[] {
  const t = useT();
  return [
    {
      key: "round",
      label: t("gateway.theirRound"),
      primary: true,
      render: ({ theirRound, displayName, memberName }) => (
        <span className="grid">
          <code className="max-w-48 truncate text-xs" title={theirRound}>
            {theirRound}
          </code>
          <span className="text-xs font-normal text-muted">{displayName}</span>
          <span className="hidden text-xs font-normal md:max-lg:block">{memberName}</span>
        </span>
      ),
    },
    { key: "member", label: t("gateway.member"), className: "md:max-lg:hidden", render: ({ memberName }) => memberName },
    { key: "at", label: t("gateway.at"), className: "md:max-lg:hidden", render: ({ at }) => <DateTime at={at} /> },
    {
      key: "why",
      label: t("gateway.why"),
      render: ({ why, since }) => (
        <span className="grid justify-items-end gap-0.5 md:justify-items-start">
          <Badge tone={why === "held" ? "accent" : "info"}>{t("gateway.roundWhy", { why })}</Badge>
          <DateTime at={since} className="text-xs text-muted" />
        </span>
      ),
    },
    { key: "stake", label: t("gateway.stake"), align: "end", render: ({ stake }) => <Money minor={stake} /> },
    { key: "win", label: t("gateway.win"), align: "end", render: ({ win }) => <Money minor={win} /> },
    {
      key: "act",
      label: t("gateway.decision"),
      align: "end",
      render: (round) => <Decision round={round} officer={officer} canDecide={canDecideRounds} onDo={onDo} />,
    },
  ];
}

function Decision({ round, officer, canDecide, onDo }: { round: WaitingRound; officer: string; canDecide: boolean; onDo: (doing: Doing) => void }) {
  const t = useT();
  const { proposal } = round;
  const button = (act: Doing["act"], word: string) => (
    <Button tone={act === "confirm" ? "success" : "secondary"} size="sm" aria-label={`${word}: ${round.theirRound}`} onClick={() => onDo({ round, act })}>
      {word}
    </Button>
  );
  if (proposal === null) return canDecide ? button("propose", t("gateway.propose")) : "–";
  return (
    <span className="grid justify-items-end gap-1">
      <span className="grid gap-0.5 text-xs md:max-w-64 md:whitespace-normal md:max-lg:max-w-40">
        <span className="font-semibold">{t("gateway.roundOutcome", { outcome: proposal.outcome })}</span>
        <span>{proposal.reason}</span>
        <span className="text-muted">
          {proposal.proposedBy} · <DateTime at={proposal.proposedAt} />
        </span>
      </span>
      {canDecide && (
        <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
          {proposal.proposedBy !== officer && button("confirm", t("gateway.confirm"))}
          {button("decline", t("gateway.decline"))}
        </span>
      )}
    </span>
  );
}

function ProposeDialog({ vendorCode, round: { roundId, theirRound, win }, onDone }: { vendorCode: string; round: WaitingRound; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const command = useProposeRound();
  // Who won keeps it: then the round can only end as it stands.
  const outcomes = roundOutcomes.filter((outcome) => outcome === "close" || win === 0n);
  const [outcome, setOutcome] = useState<RoundOutcome>(outcomes.at(-1)!);
  const done = {
    onSuccess: () => {
      showToast(t("gateway.roundProposed"), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("gateway.proposeRoundOf", { id: theirRound })}
      changes={[{ label: t("gateway.decision"), before: t("gateway.openRound"), after: t("gateway.roundOutcome", { outcome }) }]}
      warning={t("gateway.waits")}
      {...asking(command, { verb: t("gateway.propose"), hint: t("settings.reasonHint"), fields: ["outcome"] })}
      onConfirm={(reason) => command.mutate({ vendorCode, roundId, outcome, reason }, done)}
      onCancel={onDone}
    >
      <Select
        label={t("gateway.decision")}
        options={outcomes.map((value) => ({ value, label: t("gateway.roundOutcome", { outcome: value }) }))}
        value={outcome}
        onChange={(event) => setOutcome(outcomes.find((one) => one === event.target.value) ?? "close")}
      />
    </ChangeDialog>
  );
}

function DecideDialog({ round, isConfirming, onDone }: { round: WaitingRound; isConfirming: boolean; onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [confirm, decline] = [useConfirmRound(), useDeclineRound()];
  const command = isConfirming ? confirm : decline;
  const proposal = round.proposal!;
  const [open, after] = [t("gateway.openRound"), t("gateway.roundOutcome", { outcome: proposal.outcome })];
  const done = {
    onSuccess: () => {
      showToast(t("gateway.roundDecided", { decision: isConfirming ? "confirm" : "decline" }), "success");
      onDone();
    },
  };
  return (
    <ChangeDialog
      title={t("gateway.decideRoundOf", { id: round.theirRound })}
      changes={[{ label: t("gateway.decision"), before: open, after: isConfirming ? after : open }]}
      tone={isConfirming ? "success" : "danger"}
      {...asking(command, { verb: t(isConfirming ? "gateway.confirm" : "gateway.decline"), hint: t("settings.reasonHint") })}
      onConfirm={(reason) => command.mutate({ id: proposal.id, reason }, done)}
      onCancel={onDone}
    />
  );
}
