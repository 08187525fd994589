import { useEffect } from "react";

const SITE = document.title;

/** Names the page in the tab and in the history: the page first, then the site; without a page the site alone. `null` leaves the name as it is. */
export function useTitle(page: string | null | undefined): void {
  useEffect(() => {
    if (page !== null) document.title = page === undefined ? SITE : `${page} · ${SITE}`;
  }, [page]);
}
