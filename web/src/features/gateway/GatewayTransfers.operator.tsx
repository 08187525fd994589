import type { VendorTransfer } from "@laro/contract/core/gatewayDesk";
import { moveStates } from "@laro/contract/core/moveStates";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Money } from "../../ui/Money.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type GatewayRights, useConfirmTransfer, useDeclineTransfer, useLookedAt, useProposeTransfer, useTransfersOnTheWay } from "./gateway.operator.api.ts";

/** Those that wait for officers first. */
const STATES = ["held", ...moveStates.filter((state) => state !== "held")] as const;

type Step = "done" | "refused" | "confirm" | "decline";
interface Deciding {
  transfer: VendorTransfer;
  step: Step;
}

/** Members' money on its way to vendors and home; what is held waits for two officers. */
export function GatewayTransfersOperator({ rights }: { rights: GatewayRights }) {
  const t = useT();
  const refusal = useRefusal();
  const { params, show } = useLookedAt();
  const state = STATES.find((one) => one === params.get("state")) ?? "held";
  const asked = useTransfersOnTheWay({ state });
  const [deciding, setDeciding] = useState<Deciding>();
  const more = asked.hasNextPage && (
    <Button tone="secondary" size="sm" busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
      {t("ui.more")}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">{t("gateway.transfersText")}</p>
      <Tabs
        label={t("gateway.transferStates")}
        items={STATES.map((id) => ({ id, label: t("gateway.transferState", { state: id }) }))}
        value={state}
        onChange={(next) => show({ part: "transfers", state: next })}
      />
      <DataTable
        caption={t("gateway.transferState", { state })}
        columns={useColumns(rights, setDeciding)}
        rows={asked.rows}
        rowKey={({ id }) => id}
        face={faceOf(asked, asked.rows.length)}
        empty={<EmptyState text={t("gateway.noTransfers")} />}
        refused={<RefusedState {...refusal(asked)} />}
        footer={more}
      />
      {deciding && <DecideDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </div>
  );
}

function useColumns(rights: GatewayRights, onDecide: (deciding: Deciding) => void): readonly Column<VendorTransfer>[] {
  const t = useT();
  return [
    {
      key: "transfer",
      label: t("gateway.transfer"),
      primary: true,
      render: ({ reference, vendorName, direction }) => (
        <span className="grid">
          <span className="figures font-semibold">{reference}</span>
          <span className="text-xs text-muted">{t("gateway.transferWay", { direction, name: vendorName })}</span>
        </span>
      ),
    },
    { key: "member", label: t("gateway.member"), render: ({ memberName }) => memberName },
    { key: "amount", label: t("gateway.amount"), align: "end", render: ({ amount }) => <Money minor={amount} className="font-semibold" /> },
    { key: "at", label: t("gateway.at"), render: ({ at }) => <DateTime at={at} /> },
    { key: "sends", label: t("gateway.sends"), align: "end", className: "md:max-lg:hidden", render: ({ sends }) => <span className="figures">{sends}</span> },
    { key: "word", label: t("gateway.vendorsWord"), render: (transfer) => <Words transfer={transfer} /> },
    {
      key: "act",
      label: t("gateway.decide"),
      align: "end",
      render: (transfer) => (transfer.state === "held" && rights.canDecideTransfers ? <Acts {...{ transfer, rights, onDecide }} /> : "–"),
    },
  ];
}

/** What officers heard of it. */
function Words({ transfer: { proposal, decision } }: { transfer: VendorTransfer }) {
  const t = useT();
  if (proposal === null) return "–";
  return (
    <span className="grid gap-0.5 text-xs md:max-lg:max-w-44 md:max-lg:whitespace-normal">
      <span className="font-semibold">{t("gateway.outcome", { outcome: proposal.outcome })}</span>
      <span>{proposal.reason}</span>
      <span className="text-muted">
        {proposal.by} · <DateTime at={proposal.at} />
      </span>
      {decision && (
        <span className="text-muted">
          {decision.by} · <DateTime at={decision.at} /> · {decision.reason}
        </span>
      )}
    </span>
  );
}

function Acts({ transfer, rights, onDecide }: { transfer: VendorTransfer; rights: GatewayRights; onDecide: (deciding: Deciding) => void }) {
  const t = useT();
  const { proposal, reference } = transfer;
  const others = proposal?.by === rights.officer ? (["decline"] as const) : (["confirm", "decline"] as const);
  const steps: readonly Step[] = proposal === null ? ["done", "refused"] : others;
  return (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {steps.map((step) => (
        <Button
          key={step}
          tone={step === "confirm" ? "success" : "secondary"}
          size="sm"
          aria-label={t("gateway.decideTransfer", { step, reference })}
          onClick={() => onDecide({ transfer, step })}
        >
          {t("gateway.decideStep", { step })}
        </Button>
      ))}
    </span>
  );
}

function DecideDialog({ transfer, step, onDone }: Deciding & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const [propose, confirm, decline] = [useProposeTransfer(), useConfirmTransfer(), useDeclineTransfer()];
  const { id, reference, proposal } = transfer;
  const command = step === "confirm" ? confirm : step === "decline" ? decline : propose;
  const outcome = step === "done" || step === "refused" ? step : proposal?.outcome;
  const done = {
    onSuccess: () => {
      showToast(t("gateway.transferDecided", { step, reference }), "success");
      onDone();
    },
  };
  const submit = (reason: string) => {
    if (step === "confirm") confirm.mutate({ id, reason }, done);
    else if (step === "decline") decline.mutate({ id, reason }, done);
    else propose.mutate({ id, outcome: step, reason }, done);
  };
  const after = step === "decline" || outcome === undefined ? t("gateway.transferState", { state: "held" }) : t("gateway.outcome", { outcome });
  return (
    <ChangeDialog
      title={t("gateway.decideTransfer", { step, reference })}
      changes={[{ label: t("gateway.transfer"), before: t("gateway.transferState", { state: "held" }), after }]}
      tone={step === "decline" ? "danger" : "success"}
      {...asking(command, { verb: t("gateway.decideStep", { step }), hint: t("gateway.wordHint") })}
      onConfirm={submit}
      onCancel={onDone}
    >
      <p className="text-sm text-muted">{t("gateway.decideText", { direction: transfer.direction, outcome: outcome ?? "done" })}</p>
    </ChangeDialog>
  );
}
