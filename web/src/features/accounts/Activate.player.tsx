import { accounts } from "@laro/contract/accounts";
import type { Entered } from "@laro/contract/sessions";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";

const nothing = { username: "", code: "", birthday: "", password: "", confirmPassword: "", paymentPassword: "", confirmPaymentPassword: "" };
type Field = keyof typeof nothing;
const fields = Object.keys(nothing) as readonly Field[];
const PIN_DIGITS = 6;

/** Takes an account that an agent opened: its name and code, and what its owner alone shall know. */
export function Activate({ onEntered }: { onEntered: (entered: Entered) => void }) {
  const t = useT();
  const faultOf = useFault();
  const take = useApiCommand(accounts.activate);
  const [typed, setTyped] = useState(nothing);
  const [hasAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const fault = take.error === null ? undefined : faultOf(take.error);
  const errorOf = (field: Field) => (isTried && typed[field].trim() === "" ? t("sessions.required") : fault?.field === field ? fault.text : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.some((field) => typed[field].trim() === "") || !hasAgreed || take.isPending) return;
    take.mutate({ ...typed, agreed: true }, { onSuccess: onEntered });
  };
  const of = (field: Field) => ({
    name: field,
    required: true,
    value: typed[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
  });
  const shown = { show: t("ui.show"), hide: t("ui.hide") };
  const pin = { inputMode: "numeric", autoComplete: "off", maxLength: PIN_DIGITS, labels: shown } as const;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-md border border-line bg-card p-4 sm:p-6">
      <header className="grid gap-1">
        <h1 className="text-xl font-bold">{t("accounts.activate.title")}</h1>
        <p className="text-sm text-muted">{t("accounts.activate.text")}</p>
      </header>
      <TextField label={t("sessions.username")} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} {...of("username")} />
      <TextField
        label={t("accounts.activate.code")}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        {...of("code")}
      />
      <TextField type="date" label={t("accounts.activate.birthday")} autoComplete="bday" {...of("birthday")} />
      <PasswordField label={t("accounts.newPassword")} autoComplete="new-password" maxLength={128} labels={shown} {...of("password")} />
      <PasswordField label={t("accounts.confirmPassword")} autoComplete="new-password" maxLength={128} labels={shown} {...of("confirmPassword")} />
      <PasswordField label={t("accounts.registerPaymentPassword")} {...pin} {...of("paymentPassword")} />
      <PasswordField label={t("accounts.confirmPaymentPassword")} {...pin} {...of("confirmPaymentPassword")} />
      <Checkbox
        label={t("accounts.activate.agreed")}
        name="agreed"
        checked={hasAgreed}
        error={isTried && !hasAgreed && t("sessions.notAgreed")}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <FormFault error={take.error} fields={fields} />
      <Button type="submit" size="lg" block busy={take.isPending}>
        {t("accounts.activate.submit")}
      </Button>
    </form>
  );
}
