import { accounts } from "@laro/contract/accounts";
import { isWeakPin } from "@laro/contract/core/passwords";
import { withdrawals } from "@laro/contract/withdrawals";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { showToast } from "../../ui/Toast.tsx";

const LENGTH = 6;
const isWhole = (digits: string): boolean => digits.length === LENGTH;

/** Sets the six digits withdrawals ask for; the login password says it is really the member. Who replaces them says the old ones, or waits. */
export function PaymentPasswordForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const fault = useFault();
  const set = useApiCommand(accounts.setPaymentPassword, { stale: [accounts.me, withdrawals.terms] });
  const isReplaced = useApiQuery(accounts.me, {}).data?.hasPaymentPassword === true;
  const [password, setPassword] = useState("");
  const [oldPaymentPassword, setOldPaymentPassword] = useState("");
  const [paymentPassword, setPaymentPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const isDifferent = isWhole(repeated) && repeated !== paymentPassword;
  const isWeak = isWhole(paymentPassword) && isWeakPin(paymentPassword);
  const isOldSaid = oldPaymentPassword === "" || isWhole(oldPaymentPassword);
  const isComplete = password !== "" && !isWeak && isWhole(paymentPassword) && repeated === paymentPassword && isOldSaid;
  const refused = set.error ? fault(set.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    set.mutate(
      { password, paymentPassword, oldPaymentPassword: oldPaymentPassword || undefined },
      {
        onSuccess: () => {
          showToast(t("accounts.payment.saved"), "success");
          onDone();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-muted">{t("accounts.payment.text")}</p>
      {isReplaced && (
        <OtpField
          masked
          label={t("accounts.payment.old")}
          hint={t("accounts.payment.oldHint")}
          value={oldPaymentPassword}
          onChange={setOldPaymentPassword}
          error={refused?.field === "oldPaymentPassword" ? refused.text : undefined}
        />
      )}
      <OtpField
        masked
        label={t("accounts.payment.new")}
        value={paymentPassword}
        onChange={setPaymentPassword}
        error={isWeak ? t("errors.accounts.pin_weak") : undefined}
        autoFocus
      />
      <OtpField
        masked
        label={t("accounts.payment.again")}
        value={repeated}
        onChange={setRepeated}
        error={isDifferent ? t("accounts.secure.different") : undefined}
      />
      <PasswordField
        label={t("accounts.payment.login")}
        labels={{ show: t("ui.show"), hide: t("ui.hide") }}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={refused?.field === "password" ? refused.text : undefined}
        required
      />
      <FormFault error={set.error} fields={["password", "oldPaymentPassword"]} />
      <Button type="submit" size="lg" block busy={set.isPending} disabled={!isComplete}>
        {t("ui.save")}
      </Button>
    </form>
  );
}
