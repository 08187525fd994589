import { accounts, type RegistrationUser } from "@laro/contract/accounts";
import type { Entered } from "@laro/contract/sessions";
import { useState } from "react";
import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useFlag, usePermission } from "../../api/permission.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { strengthOf } from "./passwordStrength.ts";
import { type RegisterField, type Typed, faultOfField, hintOf, rulesOfForm } from "./registerRules.ts";

const inputs: Readonly<Partial<Record<RegisterField, ComponentProps<"input">>>> = {
  username: { autoComplete: "username", autoCapitalize: "none", spellCheck: false },
  payeeName: { autoComplete: "name" },
  email: { type: "email", autoComplete: "email" },
  mobileNum: { type: "tel", autoComplete: "tel-national" },
  verificationCode: { inputMode: "numeric", autoComplete: "one-time-code" },
  paymentPassword: { type: "password", inputMode: "numeric", autoComplete: "off" },
};

export interface Invitation {
  affiliateCode?: string;
  referralCode?: string;
}

export interface RegisterDialogProps {
  invitation: Invitation;
  /** The sentence of age and terms that must be agreed to. */
  agreement: ReactNode;
  onClose: () => void;
  onLogIn: () => void;
  onEntered: (entered: Entered) => void;
}

/** Opens an account, or says that nobody can at the moment. */
export function RegisterDialog(props: RegisterDialogProps) {
  return useFlag("usernameRegister") ? <RegistrationForm {...props} /> : <RegistrationClosed {...props} />;
}

function RegistrationClosed({ onClose, onLogIn }: RegisterDialogProps) {
  const t = useT();
  const { customerService } = usePermission();
  const footer = (
    <Button size="lg" block onClick={onLogIn}>
      {t("sessions.logIn")}
    </Button>
  );
  return (
    <Dialog open id="registerPopupModal" title={t("accounts.closedTitle")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <p>{t("accounts.closedText")}</p>
      <p className="mt-3">
        <Anchor to={customerService.url} onClick={onClose} className="font-semibold text-primary-text underline underline-offset-4">
          {t("site.customerService")}
        </Anchor>
      </p>
    </Dialog>
  );
}

/** Which fields there are, and how each is checked, is the server's word. */
function RegistrationForm({ invitation, agreement, onClose, onLogIn, onEntered }: RegisterDialogProps) {
  const t = useT();
  const faultOf = useFault();
  const rules = rulesOfForm(usePermission().registerRules);
  const [typed, setTyped] = useState<Typed>(invitation.affiliateCode === undefined ? {} : { affiliateCode: invitation.affiliateCode });
  const [hasAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const register = useApiCommand(accounts.register);
  const fault = register.error === null ? undefined : faultOf(register.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!hasAgreed || rules.some((rule) => faultOfField(rule, typed, t) !== undefined)) return;
    register.mutate(registrationOf(typed, invitation), { onSuccess: onEntered });
  };
  const change = (field: RegisterField, value: string) => {
    setTyped({ ...typed, [field]: value });
    if (fault?.field === field) register.reset();
  };
  const footer = (
    <div className="grid w-full gap-3">
      <Button type="submit" form="register" size="lg" block busy={register.isPending}>
        {t("sessions.register")}
      </Button>
      <p className="text-center text-sm text-muted">
        {t("sessions.haveAccount")}{" "}
        <button type="button" onClick={onLogIn} className="font-semibold text-primary-text underline underline-offset-4">
          {t("sessions.logIn")}
        </button>
      </p>
    </div>
  );
  return (
    <Dialog open id="registerPopupModal" title={t("accounts.registerTitle")} onClose={onClose} closeLabel={t("ui.close")} footer={footer}>
      <form id="register" noValidate onSubmit={submit} className="grid gap-4">
        {rules.map((rule) => (
          <RuledField
            key={rule.field}
            rule={rule}
            value={typed[rule.field] ?? ""}
            error={(isTried ? faultOfField(rule, typed, t) : undefined) ?? (fault?.field === rule.field ? fault.text : undefined)}
            onChange={(value) => change(rule.field, value)}
          />
        ))}
        <Checkbox
          label={agreement}
          name="agreed"
          checked={hasAgreed}
          error={isTried && !hasAgreed && t("sessions.notAgreed")}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <FormFault error={register.error} fields={rules.map(({ field }) => field)} />
      </form>
    </Dialog>
  );
}

interface RuledFieldProps {
  rule: ReturnType<typeof rulesOfForm>[number];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function RuledField({ rule, value, error, onChange }: RuledFieldProps) {
  const t = useT();
  const { field, required } = rule;
  const label = field === "paymentPassword" ? t("accounts.registerPaymentPassword") : t(`accounts.${field}`);
  const shared = {
    label,
    name: field,
    required,
    hint: hintOf(rule, t),
    error,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field !== "password" && field !== "confirmPassword")
    return <TextField {...inputs[field]} {...shared} data-autofocus={field === "username" || undefined} />;
  const level = strengthOf(value);
  // A password that is refused is not praised.
  const strength = field === "password" && value !== "" && error === undefined ? { level, text: t("accounts.strength", { level }) } : undefined;
  return <PasswordField {...shared} labels={{ show: t("ui.show"), hide: t("ui.hide") }} autoComplete="new-password" strength={strength} />;
}

function registrationOf(typed: Typed, { referralCode }: Invitation): RegistrationUser {
  const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ""));
  const { username = "", password = "", confirmPassword = "", ...rest } = filled;
  return {
    ...rest,
    ...(referralCode === undefined ? {} : { referralCode }),
    username: username.trim(),
    password,
    confirmPassword,
    domain: location.hostname,
    registerUrl: `${location.origin}${location.pathname}`,
    registerMethod: "WEB",
    agreed: true,
  };
}
