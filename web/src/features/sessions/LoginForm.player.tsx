import { type ReactNode, type SubmitEvent, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { CredentialFields, credentialFields, useCredentials } from "./Credentials.tsx";
import { asksFactor, type Outcomes, useLogin, useLoginRemembered, useRemembered } from "./sessions.api.ts";

export interface LoginFormProps extends Outcomes {
  /** The box of age and terms, with its fault once an attempt was made without it. */
  agreement: (isTried: boolean) => ReactNode;
  hasAgreed: boolean;
  /** Hands the way to fill the form in to whoever offers accounts beside it. */
  chosen?: { username: string; password: string } | undefined;
}

/** Name and password; a browser that remembers its member shows the name and dots, and lets them in without typing. */
export function LoginForm({ agreement, hasAgreed, chosen, onEntered, onChallenged }: LoginFormProps) {
  const t = useT();
  const remembered = useRemembered();
  const credentials = useCredentials(remembered.data?.userName, chosen);
  const [ticked, setTicked] = useState<boolean>();
  const isRemembering = ticked ?? credentials.isKept;
  const [login, again] = [useLogin(), useLoginRemembered()];
  const error = [login.error, again.error].find((one) => one !== null && !asksFactor(one)) ?? null;
  const outcomes = {
    onSuccess: onEntered,
    onError: (refusal: Error) => {
      if (asksFactor(refusal)) onChallenged();
      else credentials.refused(refusal);
    },
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const attempt = credentials.attempt();
    if (attempt === undefined || !hasAgreed) return;
    // The last refusal goes with the way it came.
    login.reset();
    again.reset();
    if (credentials.isKept && isRemembering) again.mutate({}, outcomes);
    else login.mutate({ ...attempt, type: "username", entry: "player", remember: isRemembering }, outcomes);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <CredentialFields credentials={credentials} error={error} />
      <Checkbox label={t("sessions.remember")} name="remember" checked={isRemembering} onChange={(event) => setTicked(event.target.checked)} />
      {agreement(credentials.isTried)}
      <FormFault error={error} fields={credentialFields} />
      <Button type="submit" size="lg" block busy={login.isPending || again.isPending}>
        {t("sessions.logIn")}
      </Button>
    </form>
  );
}
