import type { PublicPicture } from "@laro/contract/core/pictures";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useT } from "../../api/language.ts";
import { DateTime } from "../../ui/DateTime.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RichText } from "../../ui/RichText.tsx";
import type { Leads } from "./audience.ts";
import { ContentPicture } from "./ContentPicture.player.tsx";

/** Announcements and notices alike (CONST-02, CONST-03). */
const PAGE_SIZE = 9;

interface Item {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly time: string;
  readonly picture?: PublicPicture | null;
  readonly linkageType?: number;
  readonly url?: string;
}

interface AnnouncementListProps {
  items: readonly Item[];
  /** Shows where one leads, below its text. */
  leads?: Leads;
  onFollow?: () => void;
}

/** Titles, nine a page; each opens and folds what it says. */
export function AnnouncementList({ items, leads, onFollow }: AnnouncementListProps) {
  const t = useT();
  const [page, setPage] = useState(1);
  const pageCount = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  const at = Math.min(page, pageCount);
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {items.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE).map((item) => (
          <Fold key={item.id} item={item} leads={leads} onFollow={onFollow} />
        ))}
      </ul>
      {pageCount > 1 && (
        <Pager page={at} pageCount={pageCount} onPage={setPage} labels={{ pages: t("content.pages"), previous: t("ui.previous"), next: t("ui.next") }} />
      )}
    </div>
  );
}

function Fold({ item, leads: Way, onFollow }: { item: Item; leads: Leads | undefined; onFollow: (() => void) | undefined }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="rounded-sm border border-line bg-card">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-3 text-start font-semibold"
      >
        <span className="min-w-0 flex-1 break-words">{item.title}</span>
        <DateTime at={item.time} shape="date" className="shrink-0 text-xs font-normal text-muted" />
        <ChevronDown aria-hidden="true" className={`size-5 shrink-0 text-muted transition ${isOpen ? "rotate-180" : ""}`} />
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-3 border-t border-line px-4 py-3 text-sm">
        {item.picture && <ContentPicture picture={item.picture} sizes="480px" className="w-full rounded-sm" />}
        <RichText html={item.content} />
        {Way && item.linkageType !== undefined && (
          <Way to={{ linkageType: item.linkageType, url: item.url ?? "" }} {...(onFollow === undefined ? {} : { onFollow })} />
        )}
      </div>
    </li>
  );
}
