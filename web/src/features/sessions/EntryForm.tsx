import type { ReactNode, SubmitEvent } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { hasEnded } from "../../api/session.ts";
import { Banderitas } from "../../ui/art/motifs.tsx";
import { Logo } from "../../ui/art/Parol.tsx";
import { Button } from "../../ui/Button.tsx";
import { useTitle } from "../../ui/title.ts";
import { type Attempt, CredentialFields, credentialFields, useCredentials } from "./Credentials.tsx";
import { DemoCard } from "./DemoCard.tsx";

export interface EntryFormProps {
  title: string;
  text: string;
  /** Whose demo accounts the sandbox offers here. */
  site: "agent" | "console";
  busy: boolean;
  /** What the last attempt threw. */
  error: Error | null;
  onEnter: (attempt: Attempt, onError: (error: Error) => void) => void;
  /** What else is asked for, below the password. */
  children?: ReactNode;
  /** All fields that show their own refusals, where there are more than those of every way in. */
  fields?: readonly string[] | undefined;
  foot: ReactNode;
}

/** The login page of the sites that have no player header: one card on an empty page. */
export function EntryForm({ title, text, site, busy, error, onEnter, children, fields = credentialFields, foot }: EntryFormProps) {
  const t = useT();
  useTitle(title);
  const credentials = useCredentials();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const attempt = credentials.attempt();
    if (attempt !== undefined) onEnter(attempt, credentials.refused);
  };
  return (
    <main id="main" className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-4 py-10">
      <Banderitas
        width={1_440}
        height={120}
        sag={64}
        flags={41}
        className="absolute start-1/2 top-0 -z-10 w-360 min-w-full -translate-x-1/2 rtl:translate-x-1/2"
      />
      <div className="grid w-full max-w-105 gap-4">
        <section className="grid gap-6 rounded-md border border-line bg-raised px-5 py-8 shadow-float sm:px-8">
          <header className="grid justify-items-start gap-2">
            <Logo />
            <h1 className="mt-3 text-xl font-bold">{title}</h1>
            <p className="text-muted">{text}</p>
          </header>
          {hasEnded() && (
            <p role="status" className="rounded-sm bg-text/4 px-4 py-3 text-sm">
              {t("sessions.ended")}
            </p>
          )}
          <form noValidate onSubmit={submit} className="grid gap-4">
            <CredentialFields credentials={credentials} error={error} />
            {children}
            <FormFault error={error} fields={fields} />
            <Button type="submit" size="lg" block busy={busy}>
              {t("sessions.logIn")}
            </Button>
          </form>
          <div className="text-sm text-muted [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-text">{foot}</div>
        </section>
        <DemoCard sites={[site]} onChoose={({ name, password }) => credentials.setTyped({ username: name, password })} />
      </div>
    </main>
  );
}
