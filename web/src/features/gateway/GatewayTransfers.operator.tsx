import type { VendorTransfer } from "@laro/contract/core/gatewayDesk";
import { moveStates } from "@laro/contract/core/moveStates";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { HeldDesk, OfficersWords, StepButtons, stepsOf, useShownState } from "./GatewayHeld.operator.tsx";
import { type GatewayRights, useConfirmTransfer, useDeclineTransfer, useProposeTransfer, useTransfersOnTheWay } from "./gateway.operator.api.ts";

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
  const state = useShownState(STATES);
  const asked = useTransfersOnTheWay({ state });
  const [deciding, setDeciding] = useState<Deciding>();
  return (
    <HeldDesk
      part="transfers"
      text={t("gateway.transfersText")}
      label={t("gateway.transferStates")}
      sayState={(one) => t("gateway.transferState", { state: one })}
      empty={t("gateway.noTransfers")}
      states={STATES}
      columns={useColumns(rights, setDeciding)}
      {...{ state, asked }}
    >
      {deciding && <DecideDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </HeldDesk>
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
    {
      key: "word",
      label: t("gateway.vendorsWord"),
      render: (transfer) => <OfficersWords {...transfer} sayHead={({ outcome }) => t("gateway.outcome", { outcome })} />,
    },
    {
      key: "act",
      label: t("gateway.decide"),
      align: "end",
      render: (transfer) =>
        transfer.state === "held" && rights.canDecideTransfers ? (
          <StepButtons<Step>
            steps={stepsOf(transfer, rights.officer, ["done", "refused"])}
            sayStep={(step) => t("gateway.decideStep", { step })}
            sayWhole={(step) => t("gateway.decideTransfer", { step, reference: transfer.reference })}
            onStep={(step) => onDecide({ transfer, step })}
          />
        ) : (
          "–"
        ),
    },
  ];
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
    if (step === "decline") decline.mutate({ id, reason }, done);
    else if (outcome !== undefined) (step === "confirm" ? confirm : propose).mutate({ id, outcome, reason }, done);
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
