import type { MemberInfo } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { Languages } from "lucide-react";
import { Suspense, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { useSpeech, useT, type Language } from "../../api/language.ts";
import { useLive } from "../../api/live.ts";
import { useFlags } from "../../api/permission.ts";
import { useApiCommand } from "../../api/query.ts";
import { leaveSession } from "../../api/session.ts";
import { ContractRequests } from "../../features/agentContracts/Requests.agent.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { LoaderOverlay, LoadingBar } from "../../ui/Loading.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { useTitle } from "../../ui/title.ts";
import { AgentShell } from "./AgentShell.tsx";
import { agentPages, LANDING } from "./pages.tsx";

export function AgentHome({ agent }: { agent: MemberInfo }) {
  const t = useT();
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const logout = useApiCommand(sessions.logout);
  const [path] = useLocation();
  const isOn = useFlags();
  const pages = agentPages.filter(({ flag }) => flag === undefined || isOn(flag));
  useLive("liveTicket");
  useTitle(t("agents.home"));
  const signOut = () => {
    // Leaving must work even where the server gives no answer: the tab forgets the token either way.
    const leave = () => {
      leaveSession();
      client.clear();
    };
    logout.mutate({}, { onSettled: leave });
  };
  return (
    <AgentShell
      labels={{ home: t("agents.home"), nav: t("agents.nav"), signOut: t("agents.signOut"), skip: t("ui.skip") }}
      homeTo="/agentHome"
      entries={pages.map(({ key, label, icon }) => ({ label: t(label), icon, to: `/agentHome/${key}`, active: path === `/agentHome/${key}` }))}
      agent={agent}
      tools={<Tools />}
      onSignOut={() => setLeaving(true)}
    >
      <Suspense fallback={<LoadingBar label={t("ui.loading")} />}>
        <Switch>
          {pages.map(({ key, view }) => (
            <Route key={key} path={`/agentHome/${key}`} component={view} />
          ))}
          <Redirect to={`/agentHome/${LANDING}`} replace />
        </Switch>
      </Suspense>
      <ContractRequests />
      <ConfirmDialog
        open={isLeaving && !logout.isPending}
        title={t("agents.signOut")}
        body={t("agents.signOutText")}
        confirmLabel={t("agents.signOut")}
        cancelLabel={t("ui.cancel")}
        onConfirm={signOut}
        onCancel={() => setLeaving(false)}
      />
      {logout.isPending && <LoaderOverlay label={t("agents.signingOut")} />}
    </AgentShell>
  );
}

const languageNames = { EN: "English", TY: "Tagalog" } as const satisfies Record<Language, string>;

function Tools() {
  const { t, setLanguage } = useSpeech();
  const languages = Object.keys(languageNames) as Language[];
  return (
    <div className="flex items-center">
      <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} className="max-sm:hidden" />
      <Menu
        label={t("agents.language")}
        trigger={<Languages className="m-2.5 size-5 text-muted" />}
        entries={languages.map((language) => ({ label: languageNames[language], onSelect: () => void setLanguage(language) }))}
      />
    </div>
  );
}
