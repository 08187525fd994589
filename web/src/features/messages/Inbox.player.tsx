import type { Message } from "@laro/contract/messages";
import { ChevronDown, Flag, Mail, MailOpen } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { type Key, useT } from "../../api/language.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { More } from "../../ui/More.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { useInbox, useReadMessage, useReportLetter } from "./messages.api.ts";

const LOADING_ROWS = 5;
/** The template of an agent's letter. */
const LETTER = "letter";

/** The inbox, newest first; opening a message marks it as read, and the URL keeps which is open. */
export function Inbox({ homeTo = "/" }: { homeTo?: string }) {
  const t = useT();
  const refusal = useRefusal();
  const inbox = useInbox();
  const read = useReadMessage();
  const [search, setSearch] = useSearchParams();
  const openId = search.get("id");
  const toggle = ({ id, readAt }: Message) => {
    setSearch(id === openId ? {} : { id }, { replace: true });
    if (readAt === null) read.mutate({ id });
  };
  const face = faceOf(inbox, inbox.rows.length);
  return (
    <div className="grid gap-4">
      <section aria-label={t("messages.inbox")} aria-busy={face === "loading"} className="overflow-clip rounded-md border border-line bg-card">
        {face === "loading" && Array.from({ length: LOADING_ROWS }, (_, at) => <LoadingRow key={at} />)}
        {face === "empty" && (
          <EmptyState
            text={t("messages.empty")}
            action={
              <ButtonLink to={homeTo} tone="secondary">
                {t("messages.home")}
              </ButtonLink>
            }
          />
        )}
        {face === "refused" && <RefusedState {...refusal(inbox)} />}
        {face === "ready" && (
          <ul>
            {inbox.rows.map((message) => (
              <li key={message.id} className="border-b border-line last:border-b-0">
                <MessageRow message={message} isOpen={message.id === openId} onToggle={() => toggle(message)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <More {...inbox} label={t("ui.more")} size="md" className="justify-self-center" />
    </div>
  );
}

function MessageRow({ message, isOpen, onToggle }: { message: Message; isOpen: boolean; onToggle: () => void }) {
  const { template, values, readAt, at } = message;
  const t = useT();
  const bodyId = useId();
  const say = (part: "title" | "text") => t(`messages.${template}.${part}` as Key, Object.fromEntries(values.entries()));
  const Icon = readAt === null ? Mail : MailOpen;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={onToggle}
        className="flex w-full items-center gap-3 px-4 py-3.5 text-start transition hover:bg-text/4"
      >
        <span
          className={cx(
            "relative grid size-10 shrink-0 place-items-center rounded-pill",
            readAt === null ? "bg-primary/16 text-primary-text" : "bg-text/6 text-muted",
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
          {readAt === null && <span className="absolute end-0 top-0 size-2.5 rounded-pill bg-accent ring-2 ring-card" />}
        </span>
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className={cx("truncate text-sm", readAt === null ? "font-semibold" : "text-muted")}>
            {say("title")}
            {readAt === null && <span className="sr-only"> · {t("messages.unread")}</span>}
          </span>
          <DateTime at={at} className="text-xs text-muted" />
        </span>
        <ChevronDown aria-hidden="true" className={cx("size-4 shrink-0 text-muted transition-transform", isOpen && "rotate-180")} />
      </button>
      <div id={bodyId} hidden={!isOpen} className="ps-17 pe-4 pt-2 pb-4 text-sm">
        {say("text")}
        {template === LETTER && <Report message={message} />}
      </div>
    </>
  );
}

/** A letter of the member's agent can be shown to customer service. */
function Report({ message: { id, reportedAt } }: { message: Message }) {
  const t = useT();
  const report = useReportLetter();
  return (
    <div className="mt-3 grid justify-items-start gap-2 border-t border-line pt-3">
      {reportedAt !== null ? (
        <p className="text-muted">{t("messages.reported")}</p>
      ) : (
        <Button tone="secondary" size="sm" icon={<Flag />} busy={report.isPending} onClick={() => report.mutate({ id })}>
          {t("messages.report")}
        </Button>
      )}
      <FormFault error={report.error} />
    </div>
  );
}

const LoadingRow = () => (
  <div className="flex items-center gap-3 border-b border-line px-4 py-3.5 last:border-b-0">
    <Skeleton className="size-10 rounded-pill" />
    <div className="grid flex-1 gap-2">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-3 w-28" />
    </div>
  </div>
);
