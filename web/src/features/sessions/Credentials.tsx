import { RefusedCall } from "@laro/contract/core/call";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { TextField } from "../../ui/Field.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { EntryCaptcha, newCaptcha } from "./EntryCaptcha.tsx";

export interface Attempt {
  username: string;
  password: string;
  captcha?: string;
  verification?: { captchaKey: string };
}

/** Whether a refusal asks for a captcha with the next try. */
export const asksCaptcha = (error: Error): boolean => error instanceof RefusedCall && error.values["captcha"] === true;

/** What stands in the field of a browser that is remembered: no password is behind it. */
const DOTS = "••••••••";

/** What every way in types: a name, a password, and a captcha from the moment the server asks for one. `remembered` is the name that this browser fills in, `chosen` what somebody picked. */
export function useCredentials(remembered?: string, chosen?: { username: string; password: string }) {
  const [given, setTyped] = useState(chosen);
  // Until somebody types, the form shows who is remembered.
  const isKept = given === undefined && remembered !== undefined;
  const typed = given ?? { username: remembered ?? "", password: isKept ? DOTS : "" };
  const [captcha, setCaptcha] = useState(newCaptcha);
  const [isCaptchaAsked, setCaptchaAsked] = useState(false);
  const [isTried, setTried] = useState(false);
  const isComplete = typed.username.trim() !== "" && typed.password !== "" && (!isCaptchaAsked || captcha.answer.trim() !== "");
  return {
    typed,
    setTyped,
    /** Untouched: the browser's own token is used instead of a password. */
    isKept,
    captcha,
    setCaptcha,
    isCaptchaAsked,
    isTried,
    /** The attempt to send; undefined, with the empty fields marked, while something is missing. */
    attempt: (): Attempt | undefined => {
      setTried(true);
      if (!isComplete) return undefined;
      const solved = isCaptchaAsked ? { captcha: captcha.answer.trim(), verification: { captchaKey: captcha.key } } : {};
      return { username: typed.username.trim(), password: typed.password, ...solved };
    },
    /** A refused attempt used its captcha up, and may ask for one from now on. */
    refused: (error: Error): void => {
      setTyped((now) => now ?? { username: remembered ?? "", password: "" });
      setCaptchaAsked(asksCaptcha(error));
      setCaptcha(newCaptcha());
      setTried(false);
    },
  };
}

const withoutDots = (text: string): string => text.replaceAll("•", "");

export const credentialFields = ["username", "password", "captcha"];

/** The fields of a way in, with the last refusal under the field it belongs to. */
export function CredentialFields({ credentials, error }: { credentials: ReturnType<typeof useCredentials>; error: Error | null }) {
  const t = useT();
  const faultOf = useFault();
  const { typed, setTyped, captcha, setCaptcha, isCaptchaAsked, isTried, isKept } = credentials;
  const fault = error === null ? undefined : faultOf(error);
  const errorOf = (field: string, value: string) => {
    if (isTried && value.trim() === "") return t("sessions.required");
    return fault?.field === field ? fault.text : undefined;
  };
  return (
    <>
      <TextField
        label={t("sessions.username")}
        name="username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
        data-autofocus
        value={typed.username}
        error={errorOf("username", typed.username)}
        onChange={(event) => setTyped({ username: event.target.value, password: withoutDots(typed.password) })}
      />
      <PasswordField
        label={t("sessions.password")}
        name="password"
        labels={{ show: t("ui.show"), hide: t("ui.hide") }}
        maxLength={128}
        required
        value={typed.password}
        error={errorOf("password", typed.password)}
        onFocus={(event) => isKept && event.target.select()}
        onChange={(event) => setTyped({ ...typed, password: withoutDots(event.target.value) })}
      />
      {isTried && typed.username.trim() === "" && typed.password === "" && (
        <p role="alert" className="rounded-sm bg-accent/14 px-4 py-3 text-sm">
          {t("sessions.enterBoth")}
        </p>
      )}
      {isCaptchaAsked && <EntryCaptcha value={captcha} error={errorOf("captcha", captcha.answer)} onChange={setCaptcha} />}
    </>
  );
}
