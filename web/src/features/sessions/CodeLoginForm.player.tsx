import { sessions } from "@laro/contract/sessions";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useDialingCountries } from "../../api/phones.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { PhoneField } from "../../ui/PhoneField.tsx";
import { SendAgain } from "../../ui/SendAgain.tsx";
import { asksCaptcha } from "./Credentials.tsx";
import { EntryCaptcha, newCaptcha } from "./EntryCaptcha.tsx";
import { asksFactor, type Outcomes, useLogin } from "./sessions.api.ts";

const MINUTE_MS = 60_000;
const CODE_DIGITS = 6;
const fields = ["mobileNum", "verificationCode", "captcha"];

interface CodeLoginFormProps extends Outcomes {
  agreement: (isTried: boolean) => ReactNode;
  hasAgreed: boolean;
}

/** A mobile number and the code that is sent to it. */
export function CodeLoginForm({ agreement, hasAgreed, onEntered, onChallenged }: CodeLoginFormProps) {
  const t = useT();
  const faultOf = useFault();
  const [number, setNumber] = useState({ countryDialingCode: "", mobileNum: "" });
  const [code, setCode] = useState("");
  const [isTried, setTried] = useState(false);
  const [captcha, setCaptcha] = useState(newCaptcha);
  const [isCaptchaAsked, setCaptchaAsked] = useState(false);
  const [send, login] = [useApiCommand(sessions.sendCode), useLogin()];
  const error = [login.error, send.error].find((one) => one !== null && !asksFactor(one)) ?? null;
  const fault = error === null ? undefined : faultOf(error);
  const errorOf = (field: string, isMissing: boolean, missing: string) => (isTried && isMissing ? missing : fault?.field === field ? fault.text : undefined);
  const sendCode = async (): Promise<number | undefined> => {
    login.reset();
    const solved = isCaptchaAsked ? { captcha: captcha.answer.trim(), verification: { captchaKey: captcha.key } } : {};
    const sent = await send.mutateAsync({ ...number, ...solved }).catch((refusal: Error) => void (asksCaptcha(refusal) && setCaptchaAsked(true)));
    // One picture is read once, whatever became of it.
    setCaptcha(newCaptcha());
    if (sent) setCaptchaAsked(false);
    return sent && sent.expiredMinutes * MINUTE_MS;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (number.mobileNum.trim() === "" || code.length < CODE_DIGITS || !hasAgreed) return;
    send.reset();
    const { mobileNum: username, countryDialingCode } = number;
    login.mutate(
      { username, countryDialingCode, password: code, type: "sms", entry: "player" },
      { onSuccess: onEntered, onError: (refusal) => asksFactor(refusal) && onChallenged() },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <PhoneField
        labels={{ country: t("phones.country"), number: t("phones.number") }}
        countries={useDialingCountries()}
        value={number}
        error={errorOf("mobileNum", number.mobileNum.trim() === "", t("errors.codes.phone_missing"))}
        onChange={setNumber}
      />
      {isCaptchaAsked && <EntryCaptcha value={captcha} error={fault?.field === "captcha" ? fault.text : undefined} onChange={setCaptcha} />}
      <SendAgain
        labels={{ send: t("sessions.sendCode"), again: t("sessions.sendAgain"), wait: t("sessions.nextCode") }}
        busy={send.isPending}
        onSend={sendCode}
      />
      <OtpField
        label={t("sessions.code")}
        value={code}
        error={errorOf("verificationCode", code.length < CODE_DIGITS, t("accounts.local_please_enter_code"))}
        onChange={setCode}
      />
      {agreement(isTried)}
      <FormFault error={error} fields={fields} />
      <Button type="submit" size="lg" block busy={login.isPending}>
        {t("sessions.logIn")}
      </Button>
    </form>
  );
}
