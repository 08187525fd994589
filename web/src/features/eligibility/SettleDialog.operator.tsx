import type { EligibilityCase } from "@laro/contract/eligibility";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { useState } from "react";
import { useAsking } from "../../api/asking.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { AmountField } from "../../ui/AmountField.tsx";
import { ChangeDialog } from "../../ui/ChangeDialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Money } from "../../ui/Money.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { type Settling, useSettling } from "./eligibility.operator.api.ts";

interface SettleDialogProps {
  row: EligibilityCase;
  settling: Settling;
  onClose: () => void;
}

/** The bounds of the contract's `regulatorReference`. */
const REFERENCE_MIN = 3;
const REFERENCE_MAX = 60;

/** What of the held money goes back, said by one officer and carried out by another. */
export function SettleDialogOperator({ row, settling, onClose }: SettleDialogProps) {
  const t = useT();
  const asking = useAsking();
  const command = useSettling(settling);
  const isFirst = settling === "proposeSettlement";
  const { id, reference: number, held } = row;
  const [amount, setAmount] = useState(formatAmount(row.returned ?? 0n));
  const [reference, setReference] = useState(row.regulatorReference ?? "");
  const returned = parseAmount(amount);
  const isReady = returned !== undefined && returned <= held && reference.trim().length >= REFERENCE_MIN;
  const done = () => {
    showToast(t(isFirst ? "eligibility.proposedToast" : "eligibility.settleToast", { reference: number }), "success");
    onClose();
  };
  const rest = held - (returned ?? 0n);
  return (
    <ChangeDialog
      title={t("eligibility.settleTitle", { reference: number, name: row.memberName })}
      changes={[
        { label: t("eligibility.held"), before: <Money minor={held} />, after: <Money minor={0n} /> },
        { label: t("eligibility.returned"), before: <Money minor={0n} />, after: <Money minor={returned ?? 0n} /> },
        { label: t("eligibility.remitted"), before: <Money minor={0n} />, after: <Money minor={rest > 0n ? rest : 0n} /> },
      ]}
      warning={isFirst ? undefined : t("eligibility.settleWarning")}
      tone={isFirst ? "primary" : "danger"}
      {...asking(command, {
        verb: t(isFirst ? "eligibility.proposeSettlement" : "eligibility.settle"),
        hint: t("eligibility.reasonHint"),
        fields: ["returned", "regulatorReference"],
      })}
      isBlocked={!isReady}
      onConfirm={(reason) => command.mutate({ id, reason, returned: returned ?? 0n, regulatorReference: reference.trim() }, { onSuccess: done })}
      onCancel={onClose}
    >
      {isFirst ? <Figures {...{ amount, setAmount, reference, setReference, held, error: command.error }} /> : <Proposed row={row} />}
    </ChangeDialog>
  );
}

interface FiguresProps {
  amount: string;
  setAmount: (amount: string) => void;
  reference: string;
  setReference: (reference: string) => void;
  held: bigint;
  error: Error | null;
}

function Figures({ amount, setAmount, reference, setReference, held, error }: FiguresProps) {
  const t = useT();
  const faultOf = useFault();
  const fault = error === null ? undefined : faultOf(error);
  const errorOf = (field: string) => (fault?.field === field ? fault.text : undefined);
  const isTooMuch = (parseAmount(amount) ?? 0n) > held;
  return (
    <>
      <AmountField
        label={t("eligibility.returned")}
        hint={t("eligibility.returnedHint")}
        error={isTooMuch ? t("errors.eligibility.more_than_held") : errorOf("returned")}
        required
        value={amount}
        onChange={setAmount}
      />
      <TextField
        label={t("eligibility.regulatorReference")}
        error={errorOf("regulatorReference")}
        required
        autoComplete="off"
        maxLength={REFERENCE_MAX}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
    </>
  );
}

function Proposed({ row: { proposedBy, regulatorReference } }: { row: EligibilityCase }) {
  const t = useT();
  return <p className="text-sm">{t("eligibility.proposal", { name: proposedBy ?? "", reference: regulatorReference ?? "" })}</p>;
}
