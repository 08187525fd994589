import type { MemberInfo } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { Languages, Users } from "lucide-react";
import { useState } from "react";
import { useSpeech, useT, type Language } from "../../api/language.ts";
import { useLive } from "../../api/live.ts";
import { useApiCommand } from "../../api/query.ts";
import { leaveSession } from "../../api/session.ts";
import { PaymentPasswordForm } from "../../features/accounts/PaymentPassword.player.tsx";
import { TeamAgent } from "../../features/agents/Team.agent.tsx";
import { TransferDownline } from "../../features/transfers/TransferDownline.agent.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { LoaderOverlay } from "../../ui/Loading.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { useTitle } from "../../ui/title.ts";
import { AgentShell } from "./AgentShell.tsx";

export function AgentHome({ agent }: { agent: MemberInfo }) {
  const t = useT();
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const logout = useApiCommand(sessions.logout);
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
      entries={[{ label: t("agents.team"), icon: <Users />, to: "/agentHome", active: true }]}
      agent={agent}
      tools={<Tools />}
      onSignOut={() => setLeaving(true)}
    >
      <div className="grid grid-cols-1 gap-6">
        <TeamAgent />
        <TransferDownline remedy={PaymentPasswordForm} />
      </div>
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
