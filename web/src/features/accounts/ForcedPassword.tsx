import { accounts } from "@laro/contract/accounts";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePermission } from "../../api/permission.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { strengthOf } from "./passwordStrength.ts";
import { faultOfField, hintOf, rulesOfForm, type Typed } from "./registerRules.ts";

const labelOf = { password: "accounts.newPassword", confirmPassword: "accounts.confirmNewPassword" } as const;
/** The change's own names for the two fields of registration, as refusals spell them. */
const wireNameOf = { password: "newPassword", confirmPassword: "confirmNewPassword" } as const;
type Field = keyof typeof labelOf;
const isField = (field: string): field is Field => field in labelOf;

/** All a session with a given or expired password may do: choose another, or leave. */
export function ForcedPassword({ onDone, onSignOut }: { onDone: () => void; onSignOut: () => void }) {
  const t = useT();
  const faultOf = useFault();
  const rules = rulesOfForm(usePermission().registerRules).filter(({ field }) => isField(field));
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setTried] = useState(false);
  const change = useApiCommand(accounts.changePassword, { stale: [accounts.me] });
  const fault = change.error === null ? undefined : faultOf(change.error);
  /** Not by a callback of `mutate`: the dialog may be gone before it would run. */
  const save = async (newPassword: string, confirmNewPassword: string): Promise<void> => {
    try {
      await change.mutateAsync({ newPassword, confirmNewPassword });
    } catch {
      return; // The refusal is shown from `change.error`.
    }
    showToast(t("accounts.passwordChanged"), "success");
    onDone();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const { password = "", confirmPassword = "" } = typed;
    if (rules.some((rule) => faultOfField(rule, typed, t) !== undefined)) return;
    void save(password, confirmPassword);
  };
  const footer = (
    <>
      <Button tone="ghost" onClick={onSignOut} disabled={change.isPending}>
        {t("sessions.signOut")}
      </Button>
      <Button type="submit" form="forcedPassword" busy={change.isPending} className="flex-1">
        {t("accounts.changePasswordNow")}
      </Button>
    </>
  );
  return (
    <Dialog open id="changePasswordModal" title={t("accounts.forcedTitle")} closeLabel={t("ui.close")} footer={footer}>
      <form id="forcedPassword" noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-muted">{t("accounts.forcedText")}</p>
        {rules.map((rule) => {
          const field = rule.field as Field;
          const value = typed[field] ?? "";
          const own = isTried ? faultOfField(rule, typed, t) : undefined;
          const error = own ?? (fault?.field === wireNameOf[field] && fault.text);
          return (
            <PasswordField
              key={field}
              label={t(labelOf[field])}
              name={wireNameOf[field]}
              labels={{ show: t("ui.show"), hide: t("ui.hide") }}
              autoComplete="new-password"
              required
              data-autofocus={field === "password" || undefined}
              hint={field === "password" && hintOf(rule, t)}
              error={error}
              strength={
                field === "password" && value !== "" && !error
                  ? { level: strengthOf(value), text: t("accounts.strength", { level: strengthOf(value) }) }
                  : undefined
              }
              value={value}
              onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            />
          );
        })}
        <FormFault error={change.error} fields={Object.values(wireNameOf)} />
      </form>
    </Dialog>
  );
}
