/**
 * What the page `/preview` is to show, as its address says; undefined on every other page. The console frames it and shares its tab with it, so it has no
 * session, keeps no choice of its reader's and ends nothing.
 */
export const readPreview = (): URLSearchParams | undefined => (/^\/preview\/?$/i.test(location.pathname) ? new URLSearchParams(location.search) : undefined);
