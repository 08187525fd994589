import type { AgentNotice } from "@laro/contract/core/contentShown";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "wouter";
import { faceOf, useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { cx } from "../../ui/cx.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RichText } from "../../ui/RichText.tsx";
import { useAgentNotices, useReadAgentNotice } from "./content.api.ts";

/** Announcements for agents, nine a page; opening one marks it as read. The address keeps page and which is open. */
export function AgentNotices() {
  const t = useT();
  const refusal = useRefusal();
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const openId = search.get("id");
  const notices = useAgentNotices(page);
  const read = useReadAgentNotice();
  const list = notices.data?.list ?? [];
  const pages = notices.data?.pages ?? 1;
  const show = (next: { page?: number; id?: string }) =>
    setSearch(
      { ...(next.page === undefined || next.page === 1 ? {} : { page: String(next.page) }), ...(next.id === undefined ? {} : { id: next.id }) },
      { replace: true },
    );
  const toggle = ({ id, unread }: AgentNotice) => {
    show({ page, ...(id === openId ? {} : { id }) });
    if (unread) read.mutate({ id });
  };
  const face = faceOf(notices, list.length);
  return (
    <section aria-label={t("content.agentNotices")} aria-busy={face === "loading"} className="grid gap-4">
      {face === "loading" && <Skeleton className="h-96 w-full" />}
      {face === "empty" && <EmptyState drawing="banca" text={t("content.agentNotices.none")} />}
      {face === "refused" && <RefusedState {...refusal(notices)} />}
      {face === "ready" && (
        <ul className="grid gap-2">
          {list.map((notice) => (
            <Fold key={notice.id} notice={notice} isOpen={notice.id === openId} onToggle={() => toggle(notice)} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Pager
          page={Math.min(page, pages)}
          pageCount={pages}
          onPage={(next) => show({ page: next })}
          labels={{ pages: t("content.pages"), previous: t("ui.previous"), next: t("ui.next") }}
        />
      )}
    </section>
  );
}

function Fold({ notice: { title, content, time, unread }, isOpen, onToggle }: { notice: AgentNotice; isOpen: boolean; onToggle: () => void }) {
  const t = useT();
  const id = useId();
  return (
    <li className="rounded-sm border border-line bg-card">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-3 text-start transition hover:bg-text/4"
      >
        <span aria-hidden="true" className={cx("size-2.5 shrink-0 rounded-pill", unread ? "bg-accent" : "bg-transparent")} />
        <span className={cx("min-w-0 flex-1 break-words", unread ? "font-semibold" : "text-muted")}>
          {title}
          {unread && <span className="sr-only"> · {t("messages.unread")}</span>}
        </span>
        <DateTime at={time} shape="date" className="shrink-0 text-xs text-muted" />
        <ChevronDown aria-hidden="true" className={cx("size-5 shrink-0 text-muted transition", isOpen && "rotate-180")} />
      </button>
      <div id={id} hidden={!isOpen} className="border-t border-line px-4 py-3 ps-9.5 text-sm">
        <RichText html={content} />
      </div>
    </li>
  );
}
