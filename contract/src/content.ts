import { z } from "zod";
import { ContentCode, contentKinds, Detail } from "./core/contentKinds.ts";
import { AgentNotice, Announcement, Article, ContentResource, DueConsent, HotMatch, Post, PostHead, postKinds, SiteText, Video } from "./core/contentShown.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { announcementTypes, helpSections } from "./core/contentKinds.ts";
import { Moment, Uuid } from "./core/ids.ts";
import { ImageUpload, takesImage } from "./core/images.ts";
import { shownLanguage } from "./core/languages.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

export const TITLE_MAX = 140;
export const SUMMARY_MAX = 300;
/** So many items of one kind there may be. */
export const CONTENT_MAX = 500;
/** So many announcements for agents stand on a page. */
export const AGENT_NOTICES_A_PAGE = 9;
/** So many versions of one item: what was published is never thrown away. */
export const VERSIONS_MAX = 200;
/** So many pictures one officer uploads in a day. */
export const PICTURES_PER_DAY = 100;
/** Both texts of 50,000 signs, in any script, with what stands around them. */
const SAVE_BODY_BYTES_MAX = 1_000_000;

/** Formatted text as an editor sends it: the server reduces it to the list of `core/html.ts`, and says what fell away. */
const html = z.string().max(120_000).meta({ "x-text": "html" });

/** One language of a version. */
export const ContentText = z.object({
  language: z.string().regex(/^[A-Z]{2}$/),
  title: text({ min: 0, max: TITLE_MAX }),
  summary: text({ min: 0, max: SUMMARY_MAX }),
  html,
  /** What the picture shows; asked for where there is one. */
  alt: text({ min: 0, max: 200 }),
  seo: z.object({ title: text({ min: 0, max: 60 }), description: text({ min: 0, max: 155 }) }),
  /** Sent with a translation that fits the English as it is now, though it did not change. */
  reviewed: z.boolean().optional(),
});
export type ContentText = z.infer<typeof ContentText>;

/** draft → published → retired; of the published one is live, some come later, some are over. */
export const versionStates = ["draft", "scheduled", "live", "over", "retired"] as const;
export type VersionState = (typeof versionStates)[number];
export const textStates = ["complete", "older", "missing"] as const;

const Languages = z.array(z.object({ language: z.string(), state: z.enum(textStates) }));

/** A version's number, and how often its draft was saved: who saves or publishes says what they read. */
const stamp = { no: z.int().min(1).max(100_000), revision: z.int().min(1).max(1_000_000) };

/** One version of an item with all its texts. */
export const ContentVersion = z.object({
  no: z.int(),
  revision: z.int(),
  state: z.enum(versionStates),
  startsAt: Moment.nullable(),
  endsAt: Moment.nullable(),
  detail: Detail,
  texts: z.array(ContentText),
  madeBy: z.string(),
  madeAt: Moment,
  publishedBy: z.string().nullable(),
  publishedAt: Moment.nullable(),
  reason: z.string().nullable(),
});
export type ContentVersion = z.infer<typeof ContentVersion>;

/** An item as the desk lists it. */
export const ContentRow = z.object({
  id: Uuid,
  kind: z.enum(contentKinds),
  code: z.string(),
  position: z.int(),
  /** The English title of the newest version. */
  title: z.string(),
  /** Of the newest version. */
  state: z.enum(versionStates),
  /** What visitors see now; null for nothing. */
  liveNo: z.int().nullable(),
  lastNo: z.int(),
  startsAt: Moment.nullable(),
  endsAt: Moment.nullable(),
  languages: Languages,
  changedAt: Moment,
});
export type ContentRow = z.infer<typeof ContentRow>;

/** An item with its newest version, and the live one it is held against. */
export const ContentItem = z.object({ row: ContentRow, version: ContentVersion, live: ContentVersion.nullable(), publishedPath: z.string() });
export type ContentItem = z.infer<typeof ContentItem>;

export const RemovedPart = z.object({ language: z.string(), what: z.string(), count: z.int() });

/** A picture of the library. */
export const KeptPicture = z.object({
  id: Uuid,
  width: z.int(),
  height: z.int(),
  focusX: z.int(),
  focusY: z.int(),
  /** What its 780 px form weighs; over 120,000 bytes a telephone waits. */
  bytes: z.int(),
  madeBy: z.string(),
  at: Moment,
});
export type KeptPicture = z.infer<typeof KeptPicture>;

const OfContent = z.object({ id: Uuid });
const OfVersion = z.object({ id: Uuid, ...stamp });
const focus = { focusX: z.int().min(0).max(100), focusY: z.int().min(0).max(100) };
const shared = { for: "guest", trial: true, unfinished: true, sharedForMs: 2_000 } as const;
const language = shownLanguage;
const TYPES = /^(?:B|PL|PU|PR|H)(?:,(?:B|PL|PU|PR|H)){0,4}$/;
/** In one order, each once: the same question has one answer. */
const types = z
  .string()
  .max(13)
  .regex(TYPES)
  .overwrite((asked) => announcementTypes.filter((type) => asked.split(",").includes(type)).join());
const savedErrors = [
  "content.not_found",
  "content.changed",
  "content.too_long",
  "content.code_taken",
  "content.picture_unknown",
  "content.video_invalid",
] as const;
const publishErrors = [
  "content.not_found",
  "content.changed",
  "content.not_draft",
  "content.text_missing",
  "content.window_invalid",
  "content.link_dead",
  "content.picture_unknown",
  "content.clearance_missing",
  "content.own_publication",
] as const;

/** As many items as one order names. */
const OrderedIds = z.array(Uuid).min(1).max(100);

export const content = contract("content", {
  announcements: query({
    ...shared,
    says: "What stands on the site now of the types asked for (B banners, PL notices, PU popups, PR promotions, H help), in the operator's order.",
    input: z.strictObject({ types, platform: z.literal("W"), language }),
    output: z.object({ list: z.array(Announcement) }),
  }),
  help: query({
    ...shared,
    says: "The help centre: its sections with their articles.",
    input: z.strictObject({ lang: language, device: z.literal("WEB") }),
    output: z.object({ sections: z.array(z.object({ section: z.enum(helpSections), articles: z.array(Article) })) }),
  }),
  helpCenter: query({
    ...shared,
    says: "The ways to reach us.",
    input: z.strictObject({ lang: language }),
    output: z.object({ channels: z.array(ContentResource), article: Article.nullable() }),
  }),
  texts: query({
    ...shared,
    says: "The texts of the sites by their codes: footer, disclaimer, home.",
    input: z.object({ language }),
    output: z.object({ list: z.array(SiteText) }),
  }),
  videos: query({
    ...shared,
    says: "The videos of the home page, of which one whose address is no video of YouTube is left out, and the hot matches before them: those not over, the soonest first, twelve at most.",
    /** A video may be in a language the sites are not in. */
    input: z.object({ language: compared(8) }),
    output: z.object({ list: z.array(Video), matches: z.array(HotMatch) }),
  }),
  resources: query({
    ...shared,
    says: "Where else the operator is: communities, applications.",
    input: z.object({ language }),
    output: z.object({ list: z.array(ContentResource) }),
  }),
  posts: query({
    ...shared,
    says: "Posts, news or guides, the newest first.",
    input: PageInput.extend({ kind: z.enum(postKinds), language }),
    output: page(PostHead),
  }),
  post: query({
    ...shared,
    says: "One post, piece of news or guide.",
    input: z.object({ kind: z.enum(postKinds), slug: compared(80, { min: 1 }), language }),
    output: Post,
    errors: ["content.not_found"],
  }),
  preview: query({
    for: "guest",
    trial: true,
    unfinished: true,
    says: "What a preview ticket shows: one version of one item as the site will show it, drafts too.",
    input: z.object({ ticket: compared(64, { min: 1 }), language }),
    output: z.object({
      announcement: Announcement.nullable(),
      article: Article.nullable(),
      text: SiteText.nullable(),
      video: Video.nullable(),
      match: HotMatch.nullable(),
      resource: ContentResource.nullable(),
      post: Post.nullable(),
    }),
    errors: ["content.preview_over"],
  }),
  agentNotices: query({
    for: "agent",
    says: "The announcements for agents that stand now, nine a page in the operator's order, with what the caller has not read.",
    input: z.object({ page: z.coerce.number().int().min(1).max(CONTENT_MAX).optional(), language }),
    output: z.object({ list: z.array(AgentNotice), pages: z.int(), unread: z.int() }),
  }),
  readAgentNotice: command({
    for: "agent",
    whileClosed: true,
    says: "Marks an announcement for agents as read, in the version that stands now.",
    input: z.object({ id: Uuid }),
    output: Empty,
    errors: ["content.not_found"],
  }),
  consentsDue: query({
    for: "member",
    says: "The documents the member has still to agree to, in the version that counts now.",
    input: z.object({ language }),
    output: z.object({ list: z.array(DueConsent) }),
  }),
  accept: command({
    for: "member",
    says: "Agrees to one version of a document; an older one than counts now is refused.",
    whileClosed: true,
    input: z.object({ id: Uuid, no: stamp.no }),
    output: Empty,
    errors: ["content.not_found", "content.changed"],
  }),
  list: query({
    for: "operator",
    personal: false,
    says: "The items of a kind in their order, with the state of their newest version and of their languages.",
    input: PageInput.extend({ kind: z.enum(contentKinds) }),
    output: page(ContentRow),
  }),
  overview: query({
    for: "operator",
    personal: false,
    readsMuch: true,
    says: "Every item by its languages: complete, older than its English, missing; or the published versions that begin or end in time to come, the next first.",
    input: PageInput.extend({ only: z.enum(["all", "gaps", "timed"]) }),
    output: page(ContentRow),
  }),
  get: query({
    for: "operator",
    personal: false,
    says: "One item: its newest version, and the one that is live.",
    input: OfContent,
    output: ContentItem,
    errors: ["content.not_found"],
  }),
  version: query({
    for: "operator",
    personal: false,
    says: "One version of an item, however old.",
    input: z.object({ id: Uuid, no: z.coerce.number().int().min(1).max(100_000) }),
    output: ContentVersion,
    errors: ["content.not_found"],
  }),
  history: query({
    for: "operator",
    personal: false,
    says: "The versions of an item, the newest first.",
    input: PageInput.extend({ id: Uuid }),
    output: page(ContentVersion.omit({ detail: true, texts: true })),
    errors: ["content.not_found"],
  }),
  create: command({
    for: "operator",
    says: "Makes an item with an empty draft; visitors see nothing of it yet.",
    input: z.object({ code: ContentCode, detail: Detail }),
    output: ContentItem,
    errors: ["content.code_taken", "content.picture_unknown", "content.video_invalid", "content.full"],
  }),
  save: command({
    for: "operator",
    says: "Saves the draft of an item, or makes one beside what is published; refused where somebody saved since it was read. Says what fell away.",
    transaction: "own",
    bodyLimitBytes: SAVE_BODY_BYTES_MAX,
    rate: { count: 60, windowMs: 60_000 },
    input: OfVersion.extend({
      startsAt: Moment.nullable(),
      endsAt: Moment.nullable(),
      detail: Detail,
      texts: z.array(ContentText).min(1).max(40),
    }),
    output: z.object({ item: ContentItem, removed: z.array(RemovedPart) }),
    errors: [...savedErrors, "content.full"],
  }),
  publish: command({
    for: "operator",
    says: "Publishes the draft as it was read, now or from the moment it names; terms need somebody other than their author.",
    transaction: "own",
    input: OfVersion.extend({ reason: Reason }),
    output: ContentItem,
    errors: publishErrors,
  }),
  retire: command({
    for: "operator",
    says: "Takes an item off the sites: what is live and what was to come.",
    input: OfContent.extend({ reason: Reason }),
    output: ContentItem,
    errors: ["content.not_found", "content.not_live", "content.term_stays"],
  }),
  rollback: command({
    for: "operator",
    says: "Makes a new version of an old one and publishes it; of terms it makes the draft, which somebody else publishes.",
    transaction: "own",
    input: z.object({ id: Uuid, no: stamp.no, reason: Reason }),
    output: ContentItem,
    errors: [...publishErrors, "content.draft_open", "content.code_taken"],
  }),
  discard: command({
    for: "operator",
    says: "Throws a draft away; an item that was never published goes with it.",
    input: OfVersion.extend({ reason: Reason }),
    output: Empty,
    errors: ["content.not_found", "content.changed", "content.not_draft"],
  }),
  order: command({
    for: "operator",
    says: "Puts items of a kind in this order; those not named follow as they were. `seen` is how the first of them stood when the officer looked.",
    input: z.object({ kind: z.enum(contentKinds), ids: OrderedIds, seen: OrderedIds, reason: Reason }),
    output: Empty,
    errors: ["content.not_found", "content.changed"],
  }),
  sanitise: command({
    for: "operator",
    quiet: true,
    transaction: "own",
    bodyLimitBytes: SAVE_BODY_BYTES_MAX,
    rate: { count: 120, windowMs: 60_000 },
    says: "Shows what would be kept of a formatted text, and what would fall away.",
    input: z.object({ html }),
    output: z.object({ html: z.string(), removed: z.array(RemovedPart.omit({ language: true })) }),
    errors: ["content.too_long"],
  }),
  previewTicket: command({
    for: "operator",
    quiet: true,
    says: "Gives a ticket that shows one version, a draft too, for ten minutes.",
    input: z.object({ id: Uuid, no: stamp.no }),
    output: z.object({ ticket: z.string(), until: Moment }),
    errors: ["content.not_found"],
  }),
  pictures: query({
    for: "operator",
    personal: false,
    says: "The pictures of the library, the newest first.",
    input: PageInput,
    output: page(KeptPicture),
  }),
  uploadPicture: command({
    for: "operator",
    ...takesImage,
    says: "Takes a picture into the library: drawn anew without metadata, in four widths and two formats. The same picture again is the one that is there.",
    input: z.object({ picture: ImageUpload, ...focus }),
    output: KeptPicture,
    errors: ["images.not_an_image", "images.too_large", "server.busy", "content.pictures_full"],
  }),
  setFocus: command({
    for: "operator",
    says: "Sets what of a picture a narrower frame keeps.",
    input: z.object({ id: Uuid, ...focus }),
    output: KeptPicture,
    errors: ["content.picture_unknown"],
  }),
});
