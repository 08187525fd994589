import type { OutputOf } from "@laro/contract/core/endpoint";
import { sessions } from "@laro/contract/sessions";
import { useT } from "../../api/language.ts";
import { useApiCommand } from "../../api/query.ts";
import { EntryForm } from "./EntryForm.tsx";

export function LoginOperator({ onEntered }: { onEntered: (entered: OutputOf<typeof sessions.loginOperator>) => void }) {
  const t = useT();
  const login = useApiCommand(sessions.loginOperator);
  return (
    <EntryForm
      title={t("console.loginTitle")}
      text={t("console.loginText")}
      site="console"
      busy={login.isPending}
      error={login.error}
      onEnter={(attempt, onError) => login.mutate(attempt, { onSuccess: onEntered, onError })}
      foot={<a href="/">{t("console.toSite")}</a>}
    />
  );
}
