import type { ShownCredential } from "@laro/contract/core/credential";
import { RefusedCall } from "@laro/contract/core/call";
import { useT } from "../../api/language.ts";
import { usePasskeyAnswer } from "../../api/passkeyAnswer.ts";
import { PasskeyAnswer } from "../../ui/PasskeyAnswer.tsx";
import { useFault } from "../../api/query.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/Field.tsx";

/** Whether a refusal was about the passkey that alone is bound to the account. */
const isAboutPasskey = (error: Error | null): boolean => error instanceof RefusedCall && (error.field === "passkey" || error.code === "passkeys.wrong");

/** Whether a refusal was about the authenticator that is bound to the account. */
const isAboutFactor = (error: Error | null): boolean => error instanceof RefusedCall && error.field === "factor";

interface FactorFieldProps {
  value: string;
  /** What the last attempt was refused with. */
  error: Error | null;
  onChange: (value: string) => void;
}

/** Stands only where the account has an authenticator, which the server says once it knows whose it is. */
export function FactorField({ value, error, onChange }: FactorFieldProps) {
  const t = useT();
  const faultOf = useFault();
  if (value === "" && !isAboutFactor(error)) return null;
  return (
    <TextField
      label={t("sessions.method.totp.field")}
      name="factor"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={32}
      required
      error={isAboutFactor(error) ? faultOf(error).text : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface SetPasswordProps {
  error: Error | null;
  busy: boolean;
  onSet: (passkey: ShownCredential) => void;
}

/** Sends the form; where the account has a passkey, which the server says once it knows whose it is, with that. */
export function SetPassword({ error, busy, onSet }: SetPasswordProps) {
  const t = useT();
  const answer = usePasskeyAnswer(onSet);
  if (isAboutPasskey(error)) return <PasskeyAnswer label={t("recoveries.setByPasskey")} busy={busy} {...answer} />;
  return (
    <Button type="submit" block busy={busy}>
      {t("recoveries.set")}
    </Button>
  );
}
