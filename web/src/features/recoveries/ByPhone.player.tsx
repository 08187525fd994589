import type { ShownCredential } from "@laro/contract/core/credential";
import { recoveries } from "@laro/contract/recoveries";
import type { Entered } from "@laro/contract/sessions";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useDialingCountries } from "../../api/phones.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { OtpField } from "../../ui/OtpField.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { PhoneField } from "../../ui/PhoneField.tsx";
import { SendAgain } from "../../ui/SendAgain.tsx";
import { FactorField, SetPassword } from "./FactorField.player.tsx";
import { type CaptchaField, useCaptcha } from "./recoveries.api.ts";

const MINUTE_MS = 60_000;
const CODE_DIGITS = 6;
const fields = ["mobileNum", "verificationCode", "newPassword", "factor", "passkey", "captcha"];

/** A number, the code that is sent to it, and the new password. */
export function ByPhone({ captcha: Captcha, onEntered }: { captcha: CaptchaField; onEntered: (entered: Entered) => void }) {
  const t = useT();
  const faultOf = useFault();
  const captcha = useCaptcha();
  const [number, setNumber] = useState({ countryDialingCode: "", mobileNum: "" });
  const [typed, setTyped] = useState({ verificationCode: "", newPassword: "", factor: "" });
  const [tried, setTried] = useState<"send" | "reset">();
  const [send, reset] = [useApiCommand(recoveries.sendCode), useApiCommand(recoveries.byPhone)];
  const error = reset.error ?? send.error;
  const fault = error === null ? undefined : faultOf(error);
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined);
  const noNumber = number.mobileNum.trim() === "";
  const sendCode = async (): Promise<number | undefined> => {
    setTried("send");
    if (noNumber || captcha.isMissing) return undefined;
    reset.reset();
    const sent = await send.mutateAsync({ ...number, ...captcha.sent }).catch(() => undefined);
    captcha.renew();
    setTried(undefined);
    return sent && sent.expiredMinutes * MINUTE_MS;
  };
  const set = (passkey?: ShownCredential) => reset.mutate({ ...number, ...typed, passkey }, { onSuccess: onEntered });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried("reset");
    if (noNumber || typed.verificationCode.length < CODE_DIGITS || typed.newPassword === "") return;
    send.reset();
    set();
  };
  const missing = (isMissing: boolean, text = t("sessions.required")) => (tried === "reset" && isMissing ? text : undefined);
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <PhoneField
        labels={{ country: t("phones.country"), number: t("phones.number") }}
        countries={useDialingCountries()}
        value={number}
        error={tried !== undefined && noNumber ? t("errors.codes.phone_missing") : faultAt("mobileNum")}
        onChange={setNumber}
      />
      <Captcha value={captcha.value} error={tried === "send" && captcha.isMissing ? t("sessions.required") : faultAt("captcha")} onChange={captcha.setValue} />
      <SendAgain
        labels={{ send: t("sessions.sendCode"), again: t("sessions.sendAgain"), wait: t("sessions.nextCode") }}
        busy={send.isPending}
        onSend={sendCode}
      />
      <OtpField
        label={t("sessions.code")}
        value={typed.verificationCode}
        error={missing(typed.verificationCode.length < CODE_DIGITS, t("accounts.local_please_enter_code")) ?? faultAt("verificationCode")}
        onChange={(verificationCode) => setTyped({ ...typed, verificationCode })}
      />
      <PasswordField
        label={t("accounts.newPassword")}
        name="newPassword"
        autoComplete="new-password"
        labels={{ show: t("ui.show"), hide: t("ui.hide") }}
        maxLength={128}
        required
        value={typed.newPassword}
        error={missing(typed.newPassword === "") ?? faultAt("newPassword")}
        onChange={(event) => setTyped({ ...typed, newPassword: event.target.value })}
      />
      <FactorField value={typed.factor} error={reset.error} onChange={(factor) => setTyped({ ...typed, factor })} />
      <FormFault error={error} fields={fields} />
      <SetPassword error={reset.error} busy={reset.isPending} onSet={set} />
    </form>
  );
}
