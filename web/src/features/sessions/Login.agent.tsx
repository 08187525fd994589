import { sessions, type Entered } from "@laro/contract/sessions";
import { useState } from "react";
import { useT } from "../../api/language.ts";
import { useApiCommand } from "../../api/query.ts";
import { EntryForm } from "./EntryForm.tsx";
import { asksFactor, type Outcomes } from "./sessions.api.ts";
import { Verify } from "./Verify.tsx";

/** A second factor takes the place of the form until it is given or left. */
export function LoginAgent({ onEntered }: { onEntered: (entered: Entered) => void }) {
  const [isChallenged, setChallenged] = useState(false);
  if (!isChallenged) return <AgentForm onEntered={onEntered} onChallenged={() => setChallenged(true)} />;
  return (
    <main id="main" className="mx-auto grid min-h-dvh w-full max-w-120 content-center px-4 py-10">
      <Verify onEntered={onEntered} onLeave={() => setChallenged(false)} />
    </main>
  );
}

function AgentForm({ onEntered, onChallenged }: Outcomes) {
  const t = useT();
  const login = useApiCommand(sessions.login);
  return (
    <EntryForm
      title={t("agents.loginTitle")}
      text={t("agents.loginText")}
      site="agent"
      busy={login.isPending}
      error={login.error}
      onEnter={(attempt, onError) =>
        login.mutate(
          { ...attempt, type: "username", entry: "agent" },
          { onSuccess: onEntered, onError: (refusal) => (asksFactor(refusal) ? onChallenged() : onError(refusal)) },
        )
      }
      foot={<a href="/">{t("console.toSite")}</a>}
    />
  );
}
