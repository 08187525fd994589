import { accounts, type RegisterSettings, type RegistrationUser } from "@laro/contract/accounts";
import { RefusedCall } from "@laro/contract/core/call";
import type { RegistrationType } from "@laro/contract/core/registerFields";
import type { RegisterRule } from "@laro/contract/site";
import { useEffect, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { Invitation, RegisterDialogProps } from "./RegisterDialog.player.tsx";
import { faultOfField, type FormRule, type RegisterField, rulesOfForm, sentText, type Typed } from "./registerRules.ts";
import { RuledField } from "./RuledField.tsx";

/** A part of the form that another feature draws. */
export type Part<Value> = (field: { value: Value; error: string | undefined; onChange: (value: Value) => void }) => ReactNode;

interface RegistrationFormProps extends Pick<RegisterDialogProps, "agreement" | "notice" | "captcha" | "venue" | "onEntered"> {
  invitation: Invitation;
  settings: RegisterSettings;
  rules: readonly RegisterRule[];
  onBusy: (isBusy: boolean) => void;
}

const newCaptcha = () => ({ key: crypto.randomUUID(), answer: "" });

/** What stands beside the ruled fields. */
interface Beside {
  readonly agreed: boolean;
  readonly declared: boolean;
  readonly venue: string;
  readonly captcha: { readonly key: string; readonly answer: string };
}

const nothingYet = (): Beside => ({ agreed: false, declared: false, venue: "", captcha: newCaptcha() });

/** Which fields there are, and how each is checked, is the server's word. */
export function RegistrationForm({ invitation, settings, rules, agreement, notice, captcha, venue, onBusy, onEntered }: RegistrationFormProps) {
  const t = useT();
  const faultOf = useFault();
  const [type, setType] = useState<RegistrationType>(settings.types[0] ?? "username");
  const [typed, setTyped] = useState<Typed>(invitation.affiliateCode === undefined ? {} : { affiliateCode: invitation.affiliateCode });
  const [beside, setBeside] = useState(nothingYet);
  const [isTried, setTried] = useState(false);
  const [isCaptchaAsked, setCaptchaAsked] = useState(settings.captcha || rulesOfForm(rules, type).some(isCaptcha));
  const register = useApiCommand(accounts.register);
  useEffect(() => onBusy(register.isPending), [onBusy, register.isPending]);
  const shown = rulesOfForm(rules, type).filter((rule) => !isCaptcha(rule) && !(rule.field === "affiliateCode" && invitation.isValid));
  const fault = register.error === null ? undefined : faultOf(register.error);
  const own = {
    agreed: beside.agreed ? undefined : t("sessions.notAgreed"),
    declared: beside.declared || !settings.declaration ? undefined : t("sessions.notAgreed"),
    venue: beside.venue !== "" || !settings.venue ? undefined : t("errors.accounts.venue_needed"),
    captcha: beside.captcha.answer.trim() !== "" || !isCaptchaAsked ? undefined : t("errors.sessions.captcha_required"),
  };
  const errorOf = (field: keyof typeof own) => (isTried ? own[field] : undefined) ?? (fault?.field === field ? fault.text : undefined);
  const refused = (error: Error) => {
    if (asksCaptcha(error)) setCaptchaAsked(true);
    setBeside((now) => ({ ...now, captcha: newCaptcha() }));
    setTried(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(own).some((text) => text !== undefined) || shown.some((rule) => faultOfField(rule, typed, t) !== undefined)) return;
    register.mutate(registrationOf({ typed, shown, beside, invitation, isCaptchaAsked, settings }), { onSuccess: onEntered, onError: refused });
  };
  const change = (field: RegisterField, value: string) => {
    setTyped({ ...typed, [field]: value });
    if (fault?.field === field) register.reset();
  };
  const words = { username: t("accounts.username"), mobile: t("accounts.mobileNum") };
  return (
    <form id="register" noValidate onSubmit={submit} className="grid gap-4">
      {settings.types.length > 1 && (
        <Tabs fill label={t("accounts.registerType")} items={settings.types.map((id) => ({ id, label: words[id] }))} value={type} onChange={setType} />
      )}
      {shown.map((rule, index) => (
        <RuledField
          key={rule.field}
          rule={rule}
          isFirst={index === 0}
          value={typed[rule.field] ?? ""}
          error={(isTried ? faultOfField(rule, typed, t) : undefined) ?? (fault?.field === rule.field ? fault.text : undefined)}
          onChange={(value) => change(rule.field, value)}
        />
      ))}
      {settings.venue && venue({ value: beside.venue, error: errorOf("venue"), onChange: (chosen) => setBeside({ ...beside, venue: chosen }) })}
      {isCaptchaAsked && captcha({ value: beside.captcha, error: errorOf("captcha"), onChange: (answered) => setBeside({ ...beside, captcha: answered }) })}
      {notice}
      {settings.declaration && (
        <Checkbox
          label={t("accounts.declare")}
          name="declared"
          checked={beside.declared}
          error={errorOf("declared")}
          onChange={(event) => setBeside({ ...beside, declared: event.target.checked })}
        />
      )}
      <Checkbox
        label={agreement}
        name="agreed"
        checked={beside.agreed}
        error={errorOf("agreed")}
        onChange={(event) => setBeside({ ...beside, agreed: event.target.checked })}
      />
      <FormFault error={register.error} fields={[...shown.map(({ field }) => field), ...Object.keys(own)]} />
    </form>
  );
}

const isCaptcha = ({ field }: FormRule): boolean => field === "captcha";
const asksCaptcha = (error: Error): boolean => error instanceof RefusedCall && error.values["captcha"] === true;

interface Filled {
  typed: Typed;
  shown: readonly FormRule[];
  beside: Beside;
  invitation: Invitation;
  isCaptchaAsked: boolean;
  settings: RegisterSettings;
}

function registrationOf({ typed, shown, beside, invitation, isCaptchaAsked, settings }: Filled): RegistrationUser {
  const filled = Object.fromEntries(shown.map(({ field }) => [field, sentText(field, typed[field] ?? "")] as const).filter(([, text]) => text !== ""));
  const { affiliateCode, referralCode, isValid } = invitation;
  const { username = "", password = "", confirmPassword = "", ...rest } = filled;
  return {
    ...rest,
    ...(isValid && affiliateCode !== undefined ? { affiliateCode } : {}),
    ...(referralCode === undefined ? {} : { referralCode }),
    ...(settings.venue ? { venue: beside.venue } : {}),
    ...(settings.declaration ? { declared: beside.declared } : {}),
    ...(isCaptchaAsked ? { captcha: beside.captcha.answer.trim(), verification: { captchaKey: beside.captcha.key } } : {}),
    username,
    password,
    confirmPassword,
    domain: location.hostname,
    registerUrl: `${location.origin}${location.pathname}`,
    registerMethod: "WEB",
    agreed: true,
  };
}
