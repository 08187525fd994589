import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "./Button.tsx";

export interface PagerProps {
  /** Counted from 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  labels: { pages: string; previous: string; next: string };
}

export function Pager({ page, pageCount, onPage, labels }: PagerProps) {
  return (
    <nav aria-label={labels.pages} className="flex items-center justify-end gap-2">
      <IconButton label={labels.previous} size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <span className="figures text-sm text-muted">
        <span aria-current="page" className="font-semibold text-text">
          {page}
        </span>{" "}
        / {pageCount}
      </span>
      <IconButton label={labels.next} size="sm" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
