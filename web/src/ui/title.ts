import { useEffect } from "react";

// The page may come with its own name already, and the site's beside it.
const SITE = document.querySelector<HTMLMetaElement>("meta[name=application-name]")?.content ?? document.title;

/** Names the page in the tab and in the history: the page first, then the site; without a page the site alone. `null` leaves the name as it is. */
export function useTitle(page: string | null | undefined): void {
  useEffect(() => {
    if (page !== null) document.title = page === undefined ? SITE : `${page} · ${SITE}`;
  }, [page]);
}
