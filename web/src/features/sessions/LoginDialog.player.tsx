import { type Entered, sessions } from "@laro/contract/sessions";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { useApiCommand } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { CredentialFields, credentialFields, useCredentials } from "./Credentials.tsx";
import { DemoCard } from "./DemoCard.tsx";

export interface LoginDialogProps {
  /** The sentence of age and terms that must be agreed to. */
  agreement: ReactNode;
  onClose: () => void;
  onRegister: () => void;
  onEntered: (entered: Entered) => void;
}

export function LoginDialog({ agreement, onClose, onRegister, onEntered }: LoginDialogProps) {
  const t = useT();
  const credentials = useCredentials();
  const [hasAgreed, setAgreed] = useState(false);
  const login = useApiCommand(sessions.login);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const attempt = credentials.attempt();
    if (attempt === undefined || !hasAgreed) return;
    login.mutate({ ...attempt, type: "username", entry: "player" }, { onSuccess: onEntered, onError: credentials.refused });
  };
  return (
    <Dialog open id="loginPopupModal" title={t("sessions.welcomeBack")} onClose={onClose} closeLabel={t("ui.close")}>
      <form noValidate onSubmit={submit} className="mb-6 grid gap-4">
        <CredentialFields credentials={credentials} error={login.error} />
        <Checkbox
          label={agreement}
          name="agreed"
          checked={hasAgreed}
          error={credentials.isTried && !hasAgreed && t("sessions.notAgreed")}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <FormFault error={login.error} fields={credentialFields} />
        <Button type="submit" size="lg" block busy={login.isPending}>
          {t("sessions.logIn")}
        </Button>
        <p className="text-center text-sm text-muted">
          {t("sessions.noAccount")}{" "}
          <button type="button" onClick={onRegister} className="font-semibold text-primary-text underline underline-offset-4">
            {t("sessions.register")}
          </button>
        </p>
      </form>
      <DemoCard sites={["player", "agent"]} onChoose={({ name, password }) => credentials.setTyped({ username: name, password })} />
    </Dialog>
  );
}
