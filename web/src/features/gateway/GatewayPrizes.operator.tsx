import { type HeldPrize, heldPrizeStates } from "@laro/contract/core/gatewayDesk";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import type { Column } from "../../ui/DataTable.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { HeldDesk, OfficersWords, StepButtons, stepsOf, useShownState } from "./GatewayHeld.operator.tsx";
import { type GatewayRights, useConfirmPrize, useDeclinePrize, useHeldPrizes, useProposePrize } from "./gateway.operator.api.ts";

type Step = "propose" | "confirm" | "decline";
interface Deciding {
  prize: HeldPrize;
  step: Step;
}

/** What vendors say was won without a stake, beyond its bound: two officers say what is paid of it. */
export function GatewayPrizesOperator({ rights }: { rights: GatewayRights }) {
  const t = useT();
  const state = useShownState(heldPrizeStates);
  const asked = useHeldPrizes({ state });
  const [deciding, setDeciding] = useState<Deciding>();
  return (
    <HeldDesk
      part="prizes"
      text={t("gateway.prizesText")}
      label={t("gateway.prizeStates")}
      sayState={(one) => t("gateway.prizeState", { state: one })}
      empty={t("gateway.noPrizes")}
      states={heldPrizeStates}
      columns={useColumns(rights, setDeciding)}
      {...{ state, asked }}
    >
      {deciding && <PrizeDialog {...deciding} onDone={() => setDeciding(undefined)} />}
    </HeldDesk>
  );
}

function useColumns(rights: GatewayRights, onDecide: (deciding: Deciding) => void): readonly Column<HeldPrize>[] {
  const t = useT();
  return [
    {
      key: "prize",
      label: t("gateway.prize"),
      primary: true,
      render: ({ reference, ofGrant, vendorName }) => (
        <span className="grid">
          <span className="figures font-semibold">{reference}</span>
          <span className="text-xs text-muted">{t("gateway.prizeOf", { grant: ofGrant ?? "none", name: vendorName })}</span>
        </span>
      ),
    },
    { key: "member", label: t("gateway.member"), render: ({ memberName }) => memberName },
    { key: "amount", label: t("gateway.amount"), align: "end", render: ({ amount }) => <Money minor={amount} className="font-semibold" /> },
    { key: "bound", label: t("gateway.bound"), align: "end", className: "md:max-xl:hidden", render: ({ bound }) => <Money minor={bound} /> },
    { key: "at", label: t("gateway.at"), className: "md:max-lg:hidden", render: ({ at }) => <DateTime at={at} /> },
    {
      key: "theirId",
      label: t("gateway.theirId"),
      className: "md:max-xl:hidden",
      render: ({ theirId }) => <code className="block max-w-40 truncate text-xs">{theirId}</code>,
    },
    { key: "pays", label: t("gateway.pays"), render: (prize) => <OfficersWords {...prize} sayHead={({ pays }) => <Money minor={pays} />} /> },
    {
      key: "act",
      label: t("gateway.decide"),
      align: "end",
      render: (prize) =>
        prize.state === "held" && rights.canDecidePrizes ? (
          <StepButtons<Step>
            steps={stepsOf(prize, rights.officer, ["propose"])}
            sayStep={(step) => t("gateway.payStep", { step })}
            sayWhole={(step) => t("gateway.decidePrize", { step, reference: prize.reference })}
            onStep={(step) => onDecide({ prize, step })}
          />
        ) : (
          "–"
        ),
    },
  ];
}

/** What was typed, in minor units; undefined where it is no amount from nothing to the most. */
function readPay(typed: string, most: bigint): bigint | undefined {
  const minor = parseAmount(typed);
  return minor === undefined || minor > most ? undefined : minor;
}

function PrizeDialog({ prize, step, onDone }: Deciding & { onDone: () => void }) {
  const t = useT();
  const asking = useAsking();
  const faultOf = useFault();
  const [propose, confirm, decline] = [useProposePrize(), useConfirmPrize(), useDeclinePrize()];
  const { id, reference, amount, memberName, proposal } = prize;
  const [typed, setTyped] = useState(formatAmount(amount));
  const command = step === "confirm" ? confirm : step === "decline" ? decline : propose;
  const pays = step === "propose" ? readPay(typed, amount) : proposal?.pays;
  const fault = propose.error === null ? undefined : faultOf(propose.error);
  const done = {
    onSuccess: () => {
      showToast(t("gateway.prizeDecided", { step, reference }), "success");
      onDone();
    },
  };
  const submit = (reason: string) => {
    if (step === "decline") decline.mutate({ id, reason }, done);
    else if (pays !== undefined) (step === "confirm" ? confirm : propose).mutate({ id, pays, reason }, done);
  };
  const after = step === "decline" || pays === undefined ? t("gateway.prizeState", { state: "held" }) : <Money minor={pays} />;
  return (
    <ChangeDialog
      title={t("gateway.decidePrize", { step, reference })}
      changes={[{ label: memberName, before: t("gateway.prizeState", { state: "held" }), after }]}
      tone={step === "decline" ? "danger" : "success"}
      isBlocked={step === "propose" && pays === undefined}
      {...asking(command, { verb: t("gateway.payStep", { step }), hint: t("gateway.wordHint"), fields: ["pays"] })}
      onConfirm={submit}
      onCancel={onDone}
    >
      {step === "propose" && (
        <AmountField
          label={t("gateway.pays")}
          hint={t("gateway.paysHint", { most: formatAmount(amount) })}
          error={fault?.field === "pays" ? fault.text : undefined}
          value={typed}
          onChange={setTyped}
        />
      )}
    </ChangeDialog>
  );
}
