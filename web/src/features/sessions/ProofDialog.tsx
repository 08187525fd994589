import { sessions } from "@laro/contract/sessions";
import { type SubmitEvent, useState } from "react";
import { hasPasskeys } from "../../api/authenticator.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { usePasskeyAnswer } from "../../api/passkeyAnswer.ts";
import { PasskeyAnswer } from "../../ui/PasskeyAnswer.tsx";
import { useApiCommand, useApiQuery, useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/Field.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";

/** Asks who sits before the screen, by what they can show. */
export function ProofDialog({ onDone }: { onDone: (isProved: boolean) => void }) {
  const t = useT();
  const faultOf = useFault();
  const proof = useApiQuery(sessions.proof, {});
  const prove = useApiCommand(sessions.prove, { stale: [sessions.proof] });
  const shown = usePasskeyAnswer((passkey) => prove.mutate({ method: "passkey", passkey }, { onSuccess: () => onDone(true) }));
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const methods = proof.data?.methods ?? [];
  const typedMethod = methods.find((one) => one !== "passkey");
  // A browser that cannot show one asks for what else there is.
  const canShow = methods.includes("passkey") && (hasPasskeys() || typedMethod === undefined);
  const fault = prove.error === null ? undefined : faultOf(prove.error);
  const error = isTried && typed.trim() === "" ? t("sessions.required") : fault?.field === "answer" ? fault.text : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.trim() !== "" && typedMethod !== undefined) prove.mutate({ method: typedMethod, answer: typed }, { onSuccess: () => onDone(true) });
  };
  const field = {
    name: "answer",
    required: true,
    maxLength: 255,
    error,
    value: typed,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
  };
  const footer = (
    <>
      <Button tone="ghost" onClick={() => onDone(false)}>
        {t("ui.cancel")}
      </Button>
      {(proof.data === undefined || typedMethod !== undefined) && (
        <Button type="submit" form="proof" busy={prove.isPending} disabled={typedMethod === undefined} className="flex-1">
          {t("sessions.verifyGo")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open id="proofModal" title={t("sessions.proofTitle")} onClose={() => onDone(false)} closeLabel={t("ui.close")} footer={footer}>
      <form id="proof" noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-muted">{t("sessions.proofText")}</p>
        {canShow && <PasskeyAnswer label={t("passkeys.show")} busy={prove.isPending} {...shown} />}
        {typedMethod === "password" && (
          <PasswordField {...field} label={t("sessions.password")} labels={{ show: t("ui.show"), hide: t("ui.hide") }} data-autofocus />
        )}
        {typedMethod === "totp" && (
          <TextField {...field} label={t("sessions.method.totp.field")} autoComplete="one-time-code" data-autofocus={!canShow || undefined} />
        )}
        <FormFault error={prove.error ?? proof.error} fields={["answer"]} />
      </form>
    </Dialog>
  );
}
