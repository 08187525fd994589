import { type ChallengeMethod, type Entered, sessions } from "@laro/contract/sessions";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { hasPasskeys } from "../../api/authenticator.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { type Key, useT } from "../../api/language.ts";
import { usePasskeyAnswer } from "../../api/passkeyAnswer.ts";
import { PasskeyAnswer } from "../../ui/PasskeyAnswer.tsx";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SendAgain } from "../../ui/SendAgain.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useChallenge } from "./sessions.api.ts";

const MINUTE_MS = 60_000;

const methodNames = {
  passkey: "sessions.method.passkey",
  totp: "sessions.method.totp",
  email: "sessions.method.email",
  sms: "sessions.method.sms",
  password: "sessions.method.password",
  bankName: "sessions.method.bankName",
} as const satisfies Record<ChallengeMethod, Key>;

interface VerifyProps {
  onEntered: (entered: Entered) => void;
  /** Back to the form: the check is over, or somebody would rather begin anew. */
  onLeave: () => void;
}

/** The second factor of a login from a place that is new to the account; it survives a reload, for the browser holds it. */
export function Verify({ onEntered, onLeave }: VerifyProps) {
  const t = useT();
  const { data, error } = useChallenge();
  return (
    <Panel isPage title={t("sessions.verifyTitle")} text={t("sessions.verifyText")}>
      {data === undefined && error === null && <Skeleton className="h-56 w-full" />}
      {data === undefined && error !== null && <Over onLeave={onLeave} />}
      {data !== undefined && <Methods methods={offered(data.methods)} onEntered={onEntered} onLeave={onLeave} />}
    </Panel>
  );
}

const Over = ({ onLeave }: { onLeave: () => void }) => {
  const t = useT();
  return (
    <div role="alert" className="grid gap-4">
      <p>{t("errors.sessions.challenge_over")}</p>
      <Button onClick={onLeave}>{t("sessions.logIn")}</Button>
    </div>
  );
};

interface Method {
  method: ChallengeMethod;
  target: string | null;
}

/** A browser that cannot show a passkey is asked for what else there is. */
const offered = (methods: readonly Method[]): readonly Method[] => {
  const others = methods.filter(({ method }) => method !== "passkey");
  return hasPasskeys() || others.length === 0 ? methods : others;
};

function Methods({ methods, ...rest }: VerifyProps & { methods: readonly Method[] }) {
  const t = useT();
  const [chosen, setChosen] = useState(methods[0]?.method ?? "password");
  const { method, target } = methods.find((one) => one.method === chosen) ?? { method: chosen, target: null };
  const form = method === "passkey" ? <PasskeyForm {...rest} /> : <AnswerForm key={method} method={method} target={target} {...rest} />;
  if (methods.length < 2) return form;
  return (
    <Tabs
      label={t("sessions.verifyWays")}
      items={methods.map((one) => ({ id: one.method, label: t(methodNames[one.method]) }))}
      value={chosen}
      onChange={setChosen}
      fill
    >
      <div className="pt-4">{form}</div>
    </Tabs>
  );
}

const CODE_DIGITS = 6;

function PasskeyForm({ onEntered, onLeave }: VerifyProps) {
  const t = useT();
  const answer = useApiCommand(sessions.answerChallenge);
  const [trustDevice, setTrust] = useState(false);
  const shown = usePasskeyAnswer((passkey) => answer.mutate({ method: "passkey", passkey, trustDevice }, { onSuccess: onEntered }));
  return (
    <div className="grid gap-4">
      <Checkbox label={t("sessions.trustDevice")} checked={trustDevice} onChange={(event) => setTrust(event.target.checked)} />
      <PasskeyAnswer label={t("passkeys.show")} busy={answer.isPending} {...shown} />
      <FormFault error={answer.error} fields={[]} />
      <Button type="button" tone="ghost" onClick={onLeave}>
        {t("sessions.verifyLeave")}
      </Button>
    </div>
  );
}

type Typed = Exclude<ChallengeMethod, "passkey">;

function AnswerForm({ method, target, onEntered, onLeave }: VerifyProps & { method: Typed; target: string | null }) {
  const t = useT();
  const faultOf = useFault();
  const answer = useApiCommand(sessions.answerChallenge);
  const [typed, setTyped] = useState("");
  const [trustDevice, setTrust] = useState(false);
  const [isTried, setTried] = useState(false);
  const isCode = method === "email" || method === "sms";
  const isMissing = isCode ? typed.length < CODE_DIGITS : typed.trim() === "";
  const fault = answer.error === null ? undefined : faultOf(answer.error);
  const missing = isCode ? t("accounts.local_please_enter_code") : t("sessions.required");
  const error = isTried && isMissing ? missing : fault?.field === "answer" ? fault.text : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) answer.mutate({ method, answer: typed, trustDevice }, { onSuccess: onEntered });
  };
  const field = { value: typed, error, onChange: setTyped };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {isCode && <SendCode method={method} target={target ?? ""} />}
      <AnswerField method={method} {...field} />
      {method !== "bankName" && <Checkbox label={t("sessions.trustDevice")} checked={trustDevice} onChange={(event) => setTrust(event.target.checked)} />}
      {method === "bankName" && <p className="text-sm text-muted">{t("sessions.bankNameText")}</p>}
      <FormFault error={answer.error} fields={["answer"]} />
      <div className="flex flex-wrap gap-3">
        <Button type="button" tone="ghost" onClick={onLeave}>
          {t("sessions.verifyLeave")}
        </Button>
        <Button type="submit" busy={answer.isPending} className="flex-1">
          {t("sessions.verifyGo")}
        </Button>
      </div>
    </form>
  );
}

interface AnswerFieldProps {
  method: Typed;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function AnswerField({ method, value, error, onChange }: AnswerFieldProps): ReactNode {
  const t = useT();
  const words = { label: t(`${methodNames[method]}.field`), error };
  if (method === "email" || method === "sms") return <OtpField {...words} value={value} onChange={onChange} />;
  const field = {
    ...words,
    name: "answer",
    required: true,
    maxLength: 255,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (method === "password") return <PasswordField {...field} labels={{ show: t("ui.show"), hide: t("ui.hide") }} />;
  return <TextField {...field} autoComplete={method === "totp" ? "one-time-code" : "name"} spellCheck={false} />;
}

function SendCode({ method, target }: { method: "email" | "sms"; target: string }) {
  const t = useT();
  const send = useApiCommand(sessions.sendChallengeCode);
  const onSend = async (): Promise<number | undefined> => {
    const sent = await send.mutateAsync({ method }).catch(() => undefined);
    return sent && sent.expiredMinutes * MINUTE_MS;
  };
  return (
    <div className="grid gap-3">
      <SendAgain
        labels={{ send: t("sessions.sendCodeTo", { target }), again: t("sessions.sendAgain"), wait: t("sessions.nextCode") }}
        busy={send.isPending}
        onSend={onSend}
      />
      <FormFault error={send.error} fields={[]} />
    </div>
  );
}
