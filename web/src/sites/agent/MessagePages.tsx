import { useState } from "react";
import { useSearchParams } from "wouter";
import { type Key, useT } from "../../api/language.ts";
import { DownlinePicker } from "../../features/agents/DownlinePicker.agent.tsx";
import { FeedbackDialog } from "../../features/feedback/FeedbackDialog.player.tsx";
import { Threads } from "../../features/feedback/Threads.player.tsx";
import { MyPicture } from "../../features/images/MyPicture.player.tsx";
import { Inbox } from "../../features/messages/Inbox.player.tsx";
import { Letters } from "../../features/messages/Letters.agent.tsx";
import { EntryCaptcha } from "../../features/sessions/EntryCaptcha.tsx";
import { Contact } from "../../features/site/Contact.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { Page } from "./Page.tsx";
import { HOME } from "./paths.ts";

const parts = { inbox: "feedback.inbox", letters: "messages.letters" } as const satisfies Record<string, Key>;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as readonly Part[];

/** The inbox, and beside it what the agent writes to its downlines. */
export function Messages() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const part = partNames.find((one) => one === search.get("part")) ?? "inbox";
  const account = search.get("to") ?? undefined;
  const choose = (to: string | undefined) => setSearch({ part: "letters", ...(to === undefined ? {} : { to }) }, { replace: true });
  return (
    <Page title={t("agents.menu.messages")}>
      <Tabs
        label={t("feedback.tabs")}
        items={partNames.map((id) => ({ id, label: t(parts[id]) }))}
        value={part}
        onChange={(id) => setSearch(id === "inbox" ? {} : { part: id }, { replace: true })}
      >
        <div className="mt-1">
          {part === "inbox" ? (
            <Inbox homeTo={HOME} />
          ) : (
            <Letters account={account} picker={<DownlinePicker label={t("messages.letterTo")} value={account} onChange={choose} />} onChoose={choose} />
          )}
        </div>
      </Tabs>
    </Page>
  );
}

export function CustomerService() {
  const t = useT();
  const [isWriting, setWriting] = useState(false);
  return (
    <Page title={t("agents.menu.service")}>
      <div className="grid items-start gap-5 lg:grid-cols-[1.6fr_1fr]">
        <Threads picture={MyPicture} onWrite={() => setWriting(true)} />
        <Panel title={t("agents.reach")}>
          <div className="text-sm">
            <Contact />
          </div>
        </Panel>
      </div>
      {isWriting && <FeedbackDialog captcha={EntryCaptcha} onClose={() => setWriting(false)} />}
    </Page>
  );
}
