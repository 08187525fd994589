import { feedbackTypeName, type Thread } from "@laro/contract/feedback";
import { ChevronRight, MessageSquare, MessageSquareReply, Send } from "lucide-react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { More } from "../../ui/More.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { type PictureOf, useThreads } from "./feedback.api.ts";
import { OpenThreadView } from "./OpenThread.player.tsx";
import { StateBadge } from "./StateBadge.tsx";

/** What the member wrote to customer service, the newest first; the address keeps which is open. */
export function Threads({ picture, onWrite }: { picture: PictureOf; onWrite: () => void }) {
  const [search, setSearch] = useSearchParams();
  const openId = search.get("thread");
  const open = (id: string | undefined) => setSearch({ part: "threads", ...(id === undefined ? {} : { thread: id }) }, { replace: true });
  if (openId !== null) return <OpenThreadView key={openId} id={openId} picture={picture} onBack={() => open(undefined)} />;
  return <ThreadList onOpen={open} onWrite={onWrite} />;
}

function ThreadList({ onOpen, onWrite }: { onOpen: (id: string) => void; onWrite: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const threads = useThreads();
  const face = faceOf(threads, threads.rows.length);
  const write = (
    <Button icon={<Send />} onClick={onWrite} className={face === "ready" ? "justify-self-start" : undefined}>
      {t("feedback.newThread")}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {face === "ready" && write}
      <section aria-label={t("feedback.threads")} aria-busy={face === "loading"} className="overflow-clip rounded-md border border-line bg-card">
        {face === "loading" && <Skeleton className="h-40" />}
        {face === "empty" && <EmptyState text={t("feedback.none")} action={write} />}
        {face === "refused" && <RefusedState {...refusal(threads)} />}
        {face === "ready" && (
          <ul>
            {threads.rows.map((thread) => (
              <li key={thread.id} className="border-b border-line last:border-b-0">
                <ThreadRow thread={thread} onOpen={() => onOpen(thread.id)} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <More {...threads} label={t("ui.more")} size="md" className="justify-self-center" />
    </div>
  );
}

function ThreadRow({ thread: { reference, type, state, begins, unread, lastAt }, onOpen }: { thread: Thread; onOpen: () => void }) {
  const t = useT();
  const isNew = unread > 0;
  const Icon = isNew ? MessageSquareReply : MessageSquare;
  return (
    <button type="button" onClick={onOpen} className="flex w-full items-center gap-3 px-4 py-3.5 text-start transition hover:bg-text/4">
      <span
        className={cx("relative grid size-10 shrink-0 place-items-center rounded-pill", isNew ? "bg-primary/16 text-primary-text" : "bg-text/6 text-muted")}
      >
        <Icon aria-hidden="true" className="size-5" />
        {isNew && <span className="absolute end-0 top-0 size-2.5 rounded-pill bg-accent ring-2 ring-card" />}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={cx("truncate text-sm", isNew ? "font-semibold" : "text-muted")}>
          {begins}
          {isNew && <span className="sr-only"> · {t("feedback.unread", { count: unread })}</span>}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          <span className="figures">{reference}</span>
          <span>{t(`feedback.type.${feedbackTypeName(type)}`)}</span>
          <DateTime at={lastAt} />
        </span>
      </span>
      <StateBadge state={state} />
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </button>
  );
}
