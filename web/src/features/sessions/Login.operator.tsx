import { RefusedCall } from "@laro/contract/core/call";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { useApiCommand, useFault } from "../../api/query.ts";
import { TextField } from "../../ui/Field.tsx";
import { credentialFields } from "./Credentials.tsx";
import { EntryForm } from "./EntryForm.tsx";

const FACTOR_LENGTH_MAX = 32;
const FIELDS = [...credentialFields, "factor"];

const asksFactor = (error: Error | null): boolean => error instanceof RefusedCall && error.code === "sessions.factor_needed";

/** The staff's entrance: name and password, and from then on the authenticator's code of those who have bound one. */
export function LoginOperator({ onEntered }: { onEntered: (entered: OutputOf<typeof sessions.loginOperator>) => void }) {
  const t = useT();
  const faultOf = useFault();
  const login = useApiCommand(sessions.loginOperator);
  const [isAsked, setAsked] = useState(false);
  const [factor, setFactor] = useState("");
  const fault = login.error === null ? undefined : faultOf(login.error);
  return (
    <EntryForm
      title={t("console.loginTitle")}
      text={t("console.loginText")}
      site="console"
      busy={login.isPending}
      error={login.error}
      fields={isAsked ? FIELDS : undefined}
      onEnter={(attempt, onError) =>
        login.mutate(isAsked && factor.trim() !== "" ? { ...attempt, factor: factor.trim() } : attempt, {
          onSuccess: onEntered,
          onError: (error) => {
            if (asksFactor(error)) setAsked(true);
            setFactor("");
            onError(error);
          },
        })
      }
      foot={<a href="/">{t("console.toSite")}</a>}
    >
      {isAsked && (
        <TextField
          label={t("factors.code")}
          hint={t("factors.codeHint")}
          // The first time nothing was wrong: it is only asked for.
          error={fault?.field === "factor" && !asksFactor(login.error) ? fault.text : undefined}
          name="factor"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={FACTOR_LENGTH_MAX}
          required
          ref={(field) => field?.focus()}
          value={factor}
          onChange={(event) => setFactor(event.target.value)}
        />
      )}
    </EntryForm>
  );
}
