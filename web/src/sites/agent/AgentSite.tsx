import { accounts, type MemberInfo } from "@laro/contract/accounts";
import { RefusedCall } from "@laro/contract/core/call";
import { useQueryClient } from "@tanstack/react-query";
import { lazy } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { useApiQuery } from "../../api/query.ts";
import { enterSession, leaveSession, useIsLoggedIn } from "../../api/session.ts";
import { ForcedPassword } from "../../features/accounts/ForcedPassword.tsx";
import { LoginAgent } from "../../features/sessions/Login.agent.tsx";
import { AnchorProvider, type AnchorProps } from "../../ui/Anchor.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { LoadingBar } from "../../ui/Loading.tsx";
import { PagePart } from "../PagePart.tsx";

const AgentHome = lazy(() => import("./AgentHome.tsx").then(({ AgentHome: view }) => ({ default: view })));

/** What is not the back office is a site of its own, and loads as a page. */
function AgentLink({ to, ...rest }: AnchorProps) {
  if (/^\/agent/i.test(to)) return <Link to={to} {...rest} />;
  return <a href={to} rel="noreferrer" target={to.startsWith("https:") ? "_blank" : undefined} {...rest} />;
}

/** One page to log in and one behind it; who the session belongs to decides which of the two stands. */
export function AgentSite() {
  const t = useT();
  const refusal = useRefusal();
  const [path] = useLocation();
  const isLoggedIn = useIsLoggedIn();
  const { data: member, error, refetch } = useApiQuery(accounts.me, {}, { enabled: isLoggedIn });
  const isHome = /^\/agentHome\b/i.test(path);
  if (isLoggedIn && member === undefined && !(error instanceof RefusedCall)) {
    if (error === null) return <LoadingBar label={t("ui.loading")} />;
    return (
      <main id="main" className="grid min-h-dvh place-content-center">
        <RefusedState {...refusal({ error, refetch })} />
      </main>
    );
  }
  const agent = isLoggedIn && member?.isAgent === true ? member : undefined;
  const isReady = agent !== undefined && !agent.mustChangePassword;
  if (isHome !== isReady) return <Redirect to={isReady ? "/agentHome" : "/agent"} replace />;
  return isReady ? (
    <AnchorProvider value={AgentLink}>
      <PagePart>
        <AgentHome agent={agent} />
      </PagePart>
    </AnchorProvider>
  ) : (
    <Entry agent={agent} />
  );
}

function Entry({ agent }: { agent: MemberInfo | undefined }) {
  const client = useQueryClient();
  const enter = (token: string) => {
    enterSession(token);
    void client.resetQueries();
  };
  return (
    <>
      <LoginAgent onEntered={({ token }) => enter(token)} />
      {agent?.mustChangePassword && <ForcedPassword onDone={() => undefined} onSignOut={leaveSession} />}
    </>
  );
}
