import { sessions, type Entered } from "@laro/contract/sessions";
import { useT } from "../../api/language.ts";
import { useApiCommand } from "../../api/query.ts";
import { EntryForm } from "./EntryForm.tsx";

export function LoginAgent({ onEntered }: { onEntered: (entered: Entered) => void }) {
  const t = useT();
  const login = useApiCommand(sessions.login);
  return (
    <EntryForm
      title={t("agents.loginTitle")}
      text={t("agents.loginText")}
      site="agent"
      busy={login.isPending}
      error={login.error}
      onEnter={(attempt, onError) => login.mutate({ ...attempt, type: "username", entry: "agent" }, { onSuccess: onEntered, onError })}
      foot={<a href="/">{t("console.toSite")}</a>}
    />
  );
}
