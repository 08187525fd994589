import type { OfficePay } from "@laro/contract/commissions";
import { commissions } from "@laro/contract/commissions";
import { parseAmount } from "@laro/contract/core/money";
import { useId, useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiQuery, useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Explain, type HeldDecision, type SettlementRights, useHeldDecision, usePropose } from "./settlements.operator.api.ts";
import { writePeriod } from "./settlementWords.operator.tsx";

interface PayDialogProps {
  id: string;
  rights: SettlementRights;
  explain: Explain;
  onClose: () => void;
}

/** A pay with all it is the sum of, and what an officer may propose about it. */
export function PayDialogOperator({ id, rights, explain: Explained, onClose }: PayDialogProps) {
  const t = useT();
  const { data } = useApiQuery(commissions.explainPay, { id }, { enabled: Explained !== undefined });
  const [asking, setAsking] = useState<HeldDecision | "correct">();
  const pay = data?.pay;
  const isHeld = pay?.state === "held";
  const footer = pay && (
    <>
      {rights.canCorrect && (
        <Button tone="ghost" size="sm" className="me-auto" onClick={() => setAsking("correct")}>
          {t("settlements.correct")}
        </Button>
      )}
      {isHeld && rights.canVoid && (
        <Button tone="secondary" size="sm" onClick={() => setAsking("void")}>
          {t("settlements.void")}
        </Button>
      )}
      {isHeld && rights.canRelease && (
        <Button tone="success" size="sm" onClick={() => setAsking("release")}>
          {t("settlements.release")}
        </Button>
      )}
    </>
  );
  if (pay && asking === "correct") return <CorrectDialog pay={pay} onClose={() => setAsking(undefined)} />;
  if (pay && (asking === "release" || asking === "void"))
    return <HeldDialog pay={pay} decision={asking} onDone={onClose} onCancel={() => setAsking(undefined)} />;
  return (
    <Dialog open title={pay?.agentName ?? t("commissions.pay")} size="lg" onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      {Explained === undefined ? <p className="text-muted">{t("settlements.noExplain")}</p> : <Explained id={id} />}
    </Dialog>
  );
}

const heldWords = {
  release: { title: "settlements.releaseTitle", verb: "settlements.release", hint: "settlements.releaseHint", tone: "success", next: "approved" },
  void: { title: "settlements.voidTitle", verb: "settlements.void", hint: "settlements.voidHint", tone: "danger", next: "voided" },
} as const satisfies Record<HeldDecision, object>;

interface HeldDialogProps {
  pay: OfficePay;
  decision: HeldDecision;
  onDone: () => void;
  onCancel: () => void;
}

function HeldDialog({ pay, decision, onDone, onCancel }: HeldDialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useHeldDecision(decision);
  const { title, verb, hint, tone, next } = heldWords[decision];
  const done = () => {
    showToast(t("settlements.proposedToast"), "success");
    onDone();
  };
  return (
    <ChangeDialog
      title={t(title, { name: pay.agentName })}
      changes={[
        { label: writePeriod(pay), before: t("commissions.state", { state: pay.state }), after: t("commissions.state", { state: next }) },
        { label: t("settlements.gets", { name: pay.agentName }), before: <Money minor={0n} />, after: <Money minor={decision === "release" ? pay.pay : 0n} /> },
      ]}
      tone={tone}
      {...asking(command, { verb: t(verb), hint: t(hint) })}
      onConfirm={(reason) => command.mutate({ id: pay.id, reason }, { onSuccess: done })}
      onCancel={onCancel}
    >
      <p className="text-sm text-muted">{t("settlements.another")}</p>
    </ChangeDialog>
  );
}

const FIELDS = ["amount", "reason"] as const;

/** Proposes an amount on the agent's next makeup of the pay's kind. */
function CorrectDialog({ pay, onClose }: { pay: OfficePay; onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const formId = useId();
  const { submit, isPending, error } = usePropose();
  const [side, setSide] = useState<"more" | "less">("more");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const minor = parseAmount(amount) ?? 0n;
  const isReady = minor > 0n && reason.trim().length >= REASON_MIN;
  const fault = error && faultOf(error);
  const errorOf = (field: (typeof FIELDS)[number]) => (fault?.field === field ? fault.text : undefined);
  const propose = () =>
    submit({ agentId: pay.agentId, kind: pay.kind, amount: side === "more" ? minor : -minor, reason: reason.trim() }, () => {
      showToast(t("settlements.proposedToast"), "success");
      onClose();
    });
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isPending}>
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} busy={isPending} disabled={!isReady}>
        {t("settlements.propose")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={t("settlements.correctTitle", { name: pay.agentName })}
      size="md"
      onClose={isPending ? undefined : onClose}
      closeLabel={t("ui.cancel")}
      footer={footer}
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) propose();
        }}
      >
        <p className="text-sm text-muted">{t("settlements.correctText", { kind: pay.kind })}</p>
        <FormFault error={error} fields={FIELDS} />
        <Select
          label={t("settlements.side")}
          value={side}
          options={(["more", "less"] as const).map((value) => ({ value, label: t("settlements.sideOf", { side: value }) }))}
          onChange={(event) => setSide(event.target.value === "less" ? "less" : "more")}
        />
        <AmountField label={t("settlements.amount")} error={errorOf("amount")} required value={amount} onChange={setAmount} />
        <ReasonField label={t("ui.reason")} hint={t("settlements.correctHint")} error={errorOf("reason")} value={reason} onChange={setReason} />
      </form>
    </Dialog>
  );
}
