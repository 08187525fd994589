import { parseAmount } from "@laro/contract/core/money";
import { useId, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { REASON_MIN, ReasonField } from "../../ui/ReasonField.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { usePropose } from "./adjustments.operator.api.ts";

type Kind = "credit" | "debit";
const FIELDS = ["memberName", "amount", "reason"] as const;

/** Proposes to give a member money or to take it. */
export function ProposeDialogOperator({ onClose }: { onClose: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const formId = useId();
  const { submit, isPending, error } = usePropose();
  const [memberName, setMemberName] = useState("");
  const [kind, setKind] = useState<Kind>("credit");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const minor = parseAmount(amount) ?? 0n;
  const isReady = memberName.trim() !== "" && minor > 0n && reason.trim().length >= REASON_MIN;
  const fault = error && faultOf(error);
  const errorOf = (field: (typeof FIELDS)[number]) => (fault?.field === field ? fault.text : undefined);
  const propose = () =>
    submit({ memberName: memberName.trim(), kind, amount: minor, reason: reason.trim() }, ({ reference }) => {
      showToast(t("adjustments.proposedToast", { reference }), "success");
      onClose();
    });
  const footer = (
    <>
      <Button tone="secondary" onClick={onClose} disabled={isPending} className="flex-1 sm:flex-none">
        {t("ui.cancel")}
      </Button>
      <Button type="submit" form={formId} busy={isPending} disabled={!isReady} className="flex-1 sm:flex-none">
        {t("adjustments.propose")}
      </Button>
    </>
  );
  return (
    <Dialog open title={t("adjustments.proposeTitle")} size="md" onClose={isPending ? undefined : onClose} closeLabel={t("ui.cancel")} footer={footer}>
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) propose();
        }}
      >
        <p className="text-sm text-muted">{t("adjustments.proposeText")}</p>
        <FormFault error={error} fields={FIELDS} />
        <Whom {...{ memberName, setMemberName, kind, setKind, error: errorOf("memberName") }} />
        <AmountField label={t("adjustments.amount")} error={errorOf("amount")} required value={amount} onChange={setAmount} />
        <ReasonField label={t("ui.reason")} hint={t("adjustments.reasonHint")} error={errorOf("reason")} value={reason} onChange={setReason} />
      </form>
    </Dialog>
  );
}

interface WhomProps {
  memberName: string;
  setMemberName: (name: string) => void;
  kind: Kind;
  setKind: (kind: Kind) => void;
  error: string | undefined;
}

/** Whose balance, and in which direction. */
function Whom({ memberName, setMemberName, kind, setKind, error }: WhomProps) {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_1.3fr]">
      <TextField
        label={t("adjustments.member")}
        error={error}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={memberName}
        onChange={(event) => setMemberName(event.target.value)}
        data-autofocus
      />
      <Select
        label={t("adjustments.kind")}
        value={kind}
        options={[
          { value: "credit", label: t("adjustments.give") },
          { value: "debit", label: t("adjustments.take") },
        ]}
        onChange={(event) => setKind(event.target.value === "debit" ? "debit" : "credit")}
      />
    </div>
  );
}
