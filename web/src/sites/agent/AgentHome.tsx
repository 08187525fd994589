import { accounts, type MemberInfo } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { Languages } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { useSpeech, useT, type Language } from "../../api/language.ts";
import { useLive } from "../../api/live.ts";
import { useProofAsked } from "../../api/proof.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";
import { leaveSession } from "../../api/session.ts";
import { ContractRequests } from "../../features/agentContracts/Requests.agent.tsx";
import { ConsentDialog } from "../../features/content/ConsentDialog.player.tsx";
import { useAgentNotices, useConsentsDue } from "../../features/content/content.api.ts";
import { useUnread } from "../../features/messages/messages.api.ts";
import { ProofDialog } from "../../features/sessions/ProofDialog.tsx";
import { ConfirmDialog } from "../../ui/Dialog.tsx";
import { LoaderOverlay } from "../../ui/Loading.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { ShellEntry } from "../../ui/SideMenu.tsx";
import { ThemeSwitch } from "../../ui/ThemeSwitch.tsx";
import { useTitle } from "../../ui/title.ts";
import { PagePart } from "../PagePart.tsx";
import { AgentShell } from "./AgentShell.tsx";
import { languageNames } from "./languages.ts";
import { menuOf, thumbOf, useAgentPages } from "./menu.ts";
import type { AgentPage } from "./pages.tsx";
import { HOME, LANDING, pathOf } from "./paths.ts";

export function AgentHome({ agent }: { agent: MemberInfo }) {
  const t = useT();
  const [path] = useLocation();
  const pages = useAgentPages();
  const [leaving, askToLeave] = useLeaving();
  const arrive = useArrival(path);
  const badges = useBadges();
  const answer = useProofAsked();
  const { data: icon } = useApiQuery(accounts.icon, {});
  const key = path.split("/")[2] || LANDING;
  const current = pages.find((page) => page.key === key);
  useLive("liveTicket");
  useTitle(current === undefined ? null : t(current.label));
  const entryOf = (page: AgentPage): ShellEntry => ({
    label: t(page.label),
    icon: page.icon,
    to: pathOf(page.key),
    active: page.key === key,
    badge: badges[page.key],
  });
  return (
    <AgentShell
      labels={{
        home: t("agents.home"),
        nav: t("agents.nav"),
        bar: t("agents.bar"),
        menu: t("agents.openMenu"),
        close: t("ui.close"),
        profile: t("agents.menu.profile"),
        signOut: t("agents.signOut"),
        skip: t("ui.skip"),
      }}
      homeTo={HOME}
      profileTo={pathOf("profile")}
      groups={menuOf(pages).map((group) => group.map(entryOf))}
      bar={thumbOf(pages).map(entryOf)}
      agent={{ ...agent, imgUrl: icon?.imgUrl ?? agent.imgUrl }}
      tools={<Tools />}
      foot={<Theme />}
      onSignOut={askToLeave}
    >
      <PagePart key={key}>
        <Switch>
          {pages.flatMap(({ key: page, view }) => addressesOf(page).map((address) => <Route key={address} path={address} component={view} />))}
          <Redirect to={HOME} replace />
        </Switch>
        <Arrival key={path} onArrive={arrive} />
      </PagePart>
      {answer !== undefined && <ProofDialog onDone={answer} />}
      <Consents onSignOut={askToLeave}>
        <ContractRequests />
      </Consents>
      {leaving}
    </AgentShell>
  );
}

/** Where a page stands, with whatever it shows below its own address; the landing page at the root of the site too. */
const addressesOf = (key: string): readonly string[] => [...(key === LANDING ? [HOME] : []), `${HOME}/${key}/*?`];

/** Whoever came by a link of the menu reads on at the heading of the new page, and from its top. */
function useArrival(path: string): () => void {
  const last = useRef(path);
  return () => {
    if (last.current === path) return;
    last.current = path;
    window.scrollTo(0, 0);
    const main = document.getElementById("main");
    const heading = main?.querySelector("h1");
    if (heading) heading.tabIndex = -1;
    (heading ?? main)?.focus({ preventScroll: true });
  };
}

/** Stands beside a page and tells once that the page is there. */
function Arrival({ onArrive }: { onArrive: () => void }) {
  const arrive = useEffectEvent(onArrive);
  useEffect(() => arrive(), []);
  return null;
}

/** Terms that changed and already bind: without the agent's word neither a deposit nor a round is possible, and nothing else is asked before. */
function Consents({ onSignOut, children }: { onSignOut: () => void; children: ReactNode }) {
  const [isLeft, setLeft] = useState(false);
  const leave = () => setLeft(true);
  const due = useConsentsDue().data;
  if (due === undefined) return null;
  const isDue = due.list.some(({ isBinding }) => isBinding);
  return isDue && !isLeft ? <ConsentDialog onDone={leave} onClose={leave} onSignOut={onSignOut} /> : children;
}

/** What waits to be read, by the key of its page. */
function useBadges(): Readonly<Record<string, ReactNode>> {
  const t = useT();
  const [notices, unread] = [useAgentNotices(1), useUnread({ enabled: true })];
  const badgeOf = (count: number | undefined): ReactNode =>
    count === undefined || count === 0 ? undefined : (
      <>
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t("centre.unread", { count })}</span>
      </>
    );
  return { agentAnnouncement: badgeOf(notices.data?.unread), messages: badgeOf(unread.data?.count) };
}

/** The question before signing out, and how it is asked. */
function useLeaving(): [ReactNode, () => void] {
  const t = useT();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const logout = useApiCommand(sessions.logout);
  const signOut = () => {
    // Leaving must work even where the server gives no answer: the tab forgets the token either way.
    const leave = () => {
      leaveSession();
      client.clear();
    };
    logout.mutate({}, { onSettled: leave });
  };
  const dialog = (
    <>
      <ConfirmDialog
        open={isAsked && !logout.isPending}
        title={t("agents.signOut")}
        body={t("agents.signOutText")}
        confirmLabel={t("agents.signOut")}
        cancelLabel={t("ui.cancel")}
        onConfirm={signOut}
        onCancel={() => setAsked(false)}
      />
      {logout.isPending && <LoaderOverlay label={t("agents.signingOut")} />}
    </>
  );
  return [dialog, () => setAsked(true)];
}

function Theme() {
  const t = useT();
  return <ThemeSwitch labels={{ dark: t("ui.dark"), light: t("ui.light") }} />;
}

function Tools() {
  const { t, setLanguage } = useSpeech();
  const languages = Object.keys(languageNames) as Language[];
  return (
    <div className="flex items-center">
      <span className="max-sm:hidden">
        <Theme />
      </span>
      <Menu
        label={t("agents.language")}
        trigger={<Languages className="m-2.5 size-5 text-muted" />}
        entries={() => languages.map((language) => ({ label: languageNames[language], onSelect: () => void setLanguage(language) }))}
      />
    </div>
  );
}
