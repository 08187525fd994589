import { useEffect } from "react";

const SITE = document.title;

/** Names the page in the tab and in the history: the page first, then the site; without a page the site alone. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page === undefined ? SITE : `${page} · ${SITE}`;
  }, [page]);
}
