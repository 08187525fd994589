import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useAddPayoutAccount, usePayoutAccounts } from "./payoutAccounts.api.ts";

const NUMBER = /^[0-9]{8,20}$/;
const HOLDER_LENGTH_MIN = 2;
const PAYMENT_PASSWORD_LENGTH = 6;

const FIELDS = ["bank", "holder", "number", "paymentPassword"];

interface Draft {
  readonly bank: string;
  readonly holder: string;
  readonly number: string;
  readonly paymentPassword: string;
}

const isComplete = ({ bank, holder, number, paymentPassword }: Draft): boolean =>
  bank !== "" && holder.trim().length >= HOLDER_LENGTH_MIN && NUMBER.test(number) && paymentPassword.length === PAYMENT_PASSWORD_LENGTH;

/** Binds a bank or wallet that withdrawals can go to; the payment password says it is really the member. */
export function PayoutAccountForm({ onDone }: { onDone: (account: PayoutAccount) => void }) {
  const t = useT();
  const fault = useFault();
  const { data, error } = usePayoutAccounts();
  const add = useAddPayoutAccount();
  const [draft, setDraft] = useState<Draft>({ bank: "", holder: "", number: "", paymentPassword: "" });
  const refused = add.error ? fault(add.error) : undefined;
  const errorOf = (field: string) => (refused?.field === field ? refused.text : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete(draft)) return;
    const added = (account: PayoutAccount) => {
      showToast(t("payoutAccounts.added"), "success");
      onDone(account);
    };
    add.mutate({ ...draft, holder: draft.holder.trim() }, { onSuccess: added, onError: () => setDraft({ ...draft, paymentPassword: "" }) });
  };
  const offered = (data?.banks ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Select
        label={t("payoutAccounts.bank")}
        value={draft.bank}
        onChange={(event) => setDraft({ ...draft, bank: event.target.value })}
        options={[{ value: "", label: t("payoutAccounts.chooseBank"), disabled: true }, ...offered]}
        error={errorOf("bank")}
        required
      />
      <TextField
        label={t("payoutAccounts.holder")}
        hint={t("payoutAccounts.holder.hint")}
        value={draft.holder}
        onChange={(event) => setDraft({ ...draft, holder: event.target.value })}
        autoComplete="name"
        maxLength={80}
        error={errorOf("holder")}
        required
      />
      <TextField
        label={t("payoutAccounts.number")}
        hint={t("payoutAccounts.number.hint")}
        value={draft.number}
        onChange={(event) => setDraft({ ...draft, number: event.target.value.replace(/\D/g, "") })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        error={errorOf("number")}
        required
      />
      <OtpField
        masked
        label={t("payoutAccounts.paymentPassword")}
        value={draft.paymentPassword}
        onChange={(paymentPassword) => setDraft({ ...draft, paymentPassword })}
        error={errorOf("paymentPassword")}
      />
      <FormFault error={add.error ?? (data === undefined ? error : null)} fields={FIELDS} />
      <Button type="submit" size="lg" block busy={add.isPending} disabled={!isComplete(draft)}>
        {t("payoutAccounts.add")}
      </Button>
    </form>
  );
}
