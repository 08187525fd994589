import { recoveries } from "@laro/contract/recoveries";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";
import { type CaptchaField, useCaptcha } from "./recoveries.api.ts";

const fields = ["username", "email", "captcha"];

/** Name and address; whether or not there is such an account, what comes is the same. */
export function ByEmail({ captcha: Captcha }: { captcha: CaptchaField }) {
  const t = useT();
  const faultOf = useFault();
  const captcha = useCaptcha();
  const send = useApiCommand(recoveries.byEmail);
  const [typed, setTyped] = useState({ username: "", email: "" });
  const [isTried, setTried] = useState(false);
  const fault = send.error === null ? undefined : faultOf(send.error);
  const errorOf = (field: string, isMissing: boolean) => (isTried && isMissing ? t("sessions.required") : fault?.field === field ? fault.text : undefined);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.username.trim() === "" || typed.email.trim() === "" || captcha.isMissing) return;
    setTried(false);
    send.mutate({ ...typed, ...captcha.sent }, { onError: captcha.renew });
  };
  if (send.isSuccess)
    return (
      <p role="status" className="rounded-md border border-line bg-card p-4">
        {t("recoveries.in_been_out")}
      </p>
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-muted">{t("recoveries.emailText")}</p>
      <TextField
        label={t("sessions.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
        value={typed.username}
        error={errorOf("username", typed.username.trim() === "")}
        onChange={(event) => setTyped({ ...typed, username: event.target.value })}
      />
      <TextField
        label={t("recoveries.email.field")}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        value={typed.email}
        error={errorOf("email", typed.email.trim() === "")}
        onChange={(event) => setTyped({ ...typed, email: event.target.value })}
      />
      <Captcha value={captcha.value} error={errorOf("captcha", captcha.isMissing)} onChange={captcha.setValue} />
      <FormFault error={send.error} fields={fields} />
      <Button type="submit" block busy={send.isPending}>
        {t("recoveries.sendLink")}
      </Button>
    </form>
  );
}
