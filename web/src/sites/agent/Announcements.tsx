import { useT } from "../../api/language.ts";
import { AgentNotices } from "../../features/content/AgentNotices.agent.tsx";
import { Page } from "./Page.tsx";

export function Announcements() {
  const t = useT();
  return (
    <Page title={t("agents.menu.announcement")} text={t("content.agentNotices.text")}>
      <AgentNotices />
    </Page>
  );
}
