import type { ShownCredential } from "@laro/contract/core/credential";
import { recoveries } from "@laro/contract/recoveries";
import { RefusedCall } from "@laro/contract/core/call";
import type { Entered } from "@laro/contract/sessions";
import { type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { FactorField, SetPassword } from "./FactorField.player.tsx";

const fields = ["newPassword", "confirmNewPassword"] as const;

interface ResetFormProps {
  /** What stood in the link; empty where there was none. */
  ticket: string;
  onEntered: (entered: Entered) => void;
  onAskAgain: () => void;
}

/** What the link of the letter opens: a new password, typed twice. */
export function ResetForm({ ticket, onEntered, onAskAgain }: ResetFormProps) {
  const t = useT();
  const faultOf = useFault();
  const reset = useApiCommand(recoveries.byTicket);
  const [typed, setTyped] = useState({ newPassword: "", confirmNewPassword: "", factor: "" });
  const [isTried, setTried] = useState(false);
  const fault = reset.error === null ? undefined : faultOf(reset.error);
  const isOver = ticket === "" || (reset.error instanceof RefusedCall && reset.error.code === "recoveries.ticket_over");
  const set = (passkey?: ShownCredential) => reset.mutate({ ticket, ...typed, passkey }, { onSuccess: onEntered });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.every((field) => typed[field] !== "")) set();
  };
  return (
    <Panel isPage title={t("recoveries.resetTitle")} text={t("recoveries.resetText")}>
      {isOver ? (
        <div role="alert" className="grid gap-4">
          <p>{t("errors.recoveries.ticket_over")}</p>
          <Button onClick={onAskAgain}>{t("recoveries.askAgain")}</Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-4">
          {fields.map((field) => (
            <PasswordField
              key={field}
              label={t(`accounts.${field}`)}
              name={field}
              autoComplete="new-password"
              labels={{ show: t("ui.show"), hide: t("ui.hide") }}
              maxLength={128}
              required
              value={typed[field]}
              error={isTried && typed[field] === "" ? t("sessions.required") : fault?.field === field ? fault.text : undefined}
              onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            />
          ))}
          <FactorField value={typed.factor} error={reset.error} onChange={(factor) => setTyped({ ...typed, factor })} />
          <FormFault error={reset.error} fields={[...fields, "factor", "passkey"]} />
          <SetPassword error={reset.error} busy={reset.isPending} onSet={set} />
        </form>
      )}
    </Panel>
  );
}
