/**
 * What a page's first screen asks of calls that anyone may make, in the words both sides use: the server puts the answers into the page, and the browser
 * finds them there by the path of its own call.
 */

/** All types of announcements at once: everything that shows one of them shares the answer (CALL-34). */
export const announcementsInput = (language: string) => ({ types: "B,PL,PU,PR,H", platform: "W" as const, language });

/** Home sections show up to so many (CONST-04). */
export const ROW_MAX = 12;
export const rowInput = (gameType: string) => ({ gameType, pageSize: ROW_MAX });

export const hotInput = ({ merchantCode, language }: { merchantCode: string; language: string }) => ({
  merchantCode,
  isPlatform: "1",
  vassalage: "",
  platform: "WEB",
  language,
});

/** The newest wins of the last day (CALL-36). */
export const boardInput = (language: string) => ({ gameCategory: "ALL", language, limitNum: 20 });

/** The help centre, which its own address opens. */
export const helpInput = (lang: string) => ({ lang, device: "WEB" as const });

/** A game's page, by what its address names it. */
export const infoInput = (code: string, language: string) => ({ code, language });

export const lanesInput = (language: string) => ({ platform: "html5-desktop", language });

/** How wide a banner stands, as `sizes` of a picture says it. */
export const BANNER_SIZES = "(min-width: 768px) 480px, 92vw";

/** The specification's page size (GAME-17). */
export const PAGE_SIZE = 20;
const WEB_CLIENT = 3;

export interface ListFilter {
  readonly gameType?: string | undefined;
  readonly vassalage?: string | undefined;
  readonly gameClassify?: string | undefined;
  readonly isNew?: string | undefined;
}

/** A page of a list: always all ten parameters (CALL-26), with the facets' counts beside the first. */
export const listInput = (filter: ListFilter, { merchant, language, pageNo }: { merchant: string; language: string; pageNo: number }) => ({
  clientType: WEB_CLIENT,
  platform: "WEB",
  merchant,
  vassalage: "",
  gameClassify: "ALL",
  isNew: "",
  ...filter,
  language,
  pageNo,
  pageSize: PAGE_SIZE,
  ...(pageNo === 1 ? { withFacets: "1" } : {}),
});
