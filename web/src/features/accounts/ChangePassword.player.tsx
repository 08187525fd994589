import { accounts } from "@laro/contract/accounts";
import { type FormEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { showToast } from "../../ui/Toast.tsx";

const empty = { oldPassword: "", newPassword: "", confirmNewPassword: "" } as const;
type Field = keyof typeof empty;
const fields = Object.keys(empty) as readonly Field[];

/** Changes the login password; the server checks it by the rules of registration and ends the other sessions. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const fault = useFault();
  const rule = usePermission().registerRules.find(({ field }) => field === "password");
  const change = useApiCommand(accounts.changePassword, { stale: [accounts.me] });
  const [typed, setTyped] = useState<Record<Field, string>>(empty);
  const isDifferent = typed.confirmNewPassword.length >= typed.newPassword.length && typed.confirmNewPassword !== typed.newPassword;
  const refused = change.error ? fault(change.error) : undefined;
  /** What was refused was the text before: it says nothing of the new one. */
  const type = (next: typeof typed) => {
    setTyped(next);
    change.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(typed, {
      onSuccess: () => {
        showToast(t("accounts.secure.changed"), "success");
        onDone();
      },
    });
  };
  const field = (name: Field, more: { hint?: string | undefined; error?: string | undefined } = {}) => (
    <PasswordField
      label={t(`accounts.secure.${name}`)}
      labels={{ show: t("ui.show"), hide: t("ui.hide") }}
      value={typed[name]}
      onChange={(event) => type({ ...typed, [name]: event.target.value })}
      autoComplete={name === "oldPassword" ? "current-password" : "new-password"}
      required
      {...more}
      error={refused?.field === name ? refused.text : more.error}
    />
  );
  return (
    <form onSubmit={submit} className="grid gap-4">
      {field("oldPassword")}
      {field("newPassword", { hint: rule && t("accounts.secure.length", { minimum: rule.minLength, maximum: rule.maxLength }) })}
      {field("confirmNewPassword", { error: isDifferent ? t("accounts.secure.different") : undefined })}
      <FormFault error={change.error} fields={fields} />
      <Button
        type="submit"
        size="lg"
        block
        busy={change.isPending}
        disabled={fields.some((name) => typed[name] === "") || typed.confirmNewPassword !== typed.newPassword}
      >
        {t("accounts.secure.change")}
      </Button>
    </form>
  );
}
