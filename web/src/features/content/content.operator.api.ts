import { content, type ContentItem, type ContentText, type ContentVersion } from "@laro/contract/content";
import type { ContentKind, Detail } from "@laro/contract/core/contentKinds";
import { RefusedCall } from "@laro/contract/core/call";
import type { DraftPlace } from "../../api/drafts.ts";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What all others are made from. */
export const SOURCE = "EN";
/** As many as one order names. */
const LIST_ROWS = 100;
const PAGE_ROWS = 50;

/** What an officer's roles allow about content; the server decides. */
export interface ContentRights {
  readonly officer: string;
  readonly canWrite: boolean;
}

const stale = [content.list, content.overview, content.get, content.history];

export const useItems = (kind: ContentKind) => useApiPages(content.list, { kind, limit: LIST_ROWS });
export const useOverview = (only: "all" | "gaps" | "timed") => useApiPages(content.overview, { only, limit: PAGE_ROWS });
export const useItem = (id: string) => useApiQuery(content.get, { id });
export const useVersion = (id: string, no: number) => useApiQuery(content.version, { id, no });
export const useHistory = (id: string) => useApiPages(content.history, { id, limit: 20 });
export const usePictures = () => useApiPages(content.pictures, { limit: PAGE_ROWS });
export const useCreate = () => useApiCommand(content.create, { stale });
export const useSave = () => useApiCommand(content.save, { stale });
export const usePublish = () => useApiCommand(content.publish, { stale });
export const useRetire = () => useApiCommand(content.retire, { stale });
export const useRollback = () => useApiCommand(content.rollback, { stale });
/** A first draft goes with its item, of which nothing is left to be read. */
export const useDiscard = (isWhole: boolean) => useApiCommand(content.discard, { stale: isWhole ? [content.list, content.overview] : stale });
export const useOrder = () => useApiCommand(content.order, { stale });
export const useSanitise = () => useApiCommand(content.sanitise);
export const usePreviewTicket = () => useApiCommand(content.previewTicket);
export const useUploadPicture = () => useApiCommand(content.uploadPicture, { stale: [content.pictures] });
export const useSetFocus = () => useApiCommand(content.setFocus, { stale: [content.pictures] });

/** What an officer writes: a version without its number, its state and who made it. */
export interface Draft {
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly detail: Detail;
  readonly texts: readonly ContentText[];
}

const nothing: Omit<ContentText, "language"> = { title: "", summary: "", html: "", alt: "", seo: { title: "", description: "" } };

/** A version as it is edited: one text for each language of the brand, in their order. */
export const draftOf = ({ startsAt, endsAt, detail, texts }: ContentVersion, languages: readonly string[]): Draft => ({
  startsAt,
  endsAt,
  detail,
  texts: languages.map((language) => texts.find((text) => text.language === language) ?? { language, ...nothing }),
});

/** Two drafts say the same, in whatever order their fields were written. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]));
};

/** The version that was read: whoever saves or publishes says so. */
export const stampOf = ({ row: { id }, version: { no, revision } }: ContentItem) => ({ id, no, revision });

/** Somebody else saved since it was read. */
export const isChanged = (error: Error | null): boolean => error instanceof RefusedCall && error.code === "content.changed";

/** The field a refusal is about: `texts.TY.title`, `detail.url`. */
export const fieldOf = (error: Error | null): string | undefined => (error instanceof RefusedCall ? error.field : undefined);

/** An item under an officer's hands. */
export interface Editing {
  /** What was read. */
  readonly base: ContentItem;
  readonly draft: Draft;
  /** The other of two texts that met: nothing of it is lost until the officer saves. */
  readonly aside?: Draft | undefined;
}

/** Where the draft of an item is kept. */
export const placeOf = (officer: string, id: string): DraftPlace => ({ officer, of: `content ${id}` });

/** What a new item of a kind begins with; `slug` is the end of its address where it has one. */
export function emptyDetail(kind: ContentKind, { slug, today }: { slug: string; today: string }): Detail {
  const link = { linkageType: 0, url: "" };
  const details: { readonly [Kind in ContentKind]: Detail } = {
    banner: { kind: "banner", groupName: "w_home", gameType: "", ...link, pictureId: null, phonePictureId: null, audience: "all" },
    notice: { kind: "notice", platform: "W" },
    popup: { kind: "popup", platform: "W", execution: "A", ...link, pictureId: null },
    promotion: { kind: "promotion", platform: "W", slug, ...link, images: [], clearance: "" },
    help: { kind: "help", section: "account", slug },
    term: { kind: "term", section: "term", slug, document: "terms", consentNeeded: true, bindingFrom: null, twoOfficers: true },
    post: { kind: "post", slug, pictureId: null, day: today },
    news: { kind: "news", slug, pictureId: null, day: today },
    guide: { kind: "guide", guide: "Android", slug, pictureId: null, steps: [] },
    text: { kind: "text" },
    video: { kind: "video", urls: {}, pictureId: null },
    match: { kind: "match", homeTeam: "", awayTeam: "", homePictureId: null, awayPictureId: null, matchTime: `${today}T12:00:00.000Z`, url: "/sports" },
    agentNotice: { kind: "agentNotice" },
    agentLetter: { kind: "agentLetter" },
    resource: { kind: "resource", type: "SOCIALMEDIA", labelNameEn: "", url: "" },
  };
  return details[kind];
}
