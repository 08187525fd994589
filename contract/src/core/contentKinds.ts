import { z } from "zod";
import { Day, Moment, Uuid } from "./ids.ts";
import { compared, text } from "./text.ts";

/** What an operator writes for the sites, kind by kind. */
export const contentKinds = [
  "banner",
  "notice",
  "popup",
  "promotion",
  "help",
  "term",
  "post",
  "news",
  "guide",
  "text",
  "video",
  "match",
  "resource",
  "agentNotice",
  "agentLetter",
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The announcement types of the specification: banner, player notice, popup, promotion, help. */
export const announcementTypes = ["B", "PL", "PU", "PR", "H"] as const;
export type AnnouncementType = (typeof announcementTypes)[number];

/** Where a banner stands; `w_title` is the head of the page that its `gameType` names, see `listTitlePages`. */
export const bannerGroups = ["w_home", "w_login", "w_register", "w_forget", "w_video", "w_leftmenu", "w_title"] as const;
/** Who sees a popup: A everyone, B before login, F after it. */
export const executions = ["A", "B", "F"] as const;
/** W the web, A everywhere, M a telephone's application. */
export const contentPlatforms = ["W", "A", "M"] as const;
export const audiences = ["all", "guest", "member"] as const;
export const helpSections = ["term", "responsible", "fair", "payments", "account", "privacy", "contact"] as const;
export type HelpSection = (typeof helpSections)[number];
export const resourceTypes = [
  "SOCIALMEDIA",
  "TOURNAMENT",
  "Android",
  "iOS",
  "FACEBOOK",
  "COMMUNITY",
  "TELEGRAM",
  "INSTAGRAM",
  "TIKTOK",
  "WHATSAPP",
  "VIBER",
] as const;
/** What a banner, popup or promotion leads to: 0 nothing, 1 a path of ours, 2 https in a new tab, 3 a game by its node number, 4 a promotion by its slug. */
export const linkageTypes = { none: 0, path: 1, outside: 2, game: 3, promotion: 4 } as const;

export const PROMOTION_IMAGES_MAX = 8;
export const STEPS_MAX = 12;
/** So long is a team's name on a card. */
export const TEAM_MAX = 40;

const Url = z
  .string()
  .max(500)
  .regex(/^[!-~]*$/);
const Linkage = { linkageType: z.int().min(0).max(4), url: Url };
/** Small letters, digits and hyphens: it stands in an address. */
export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
/** What names a text or a document for the sites: `footer.licence`. */
export const ContentCode = z
  .string()
  .max(64)
  .regex(/^[a-z][A-Za-z0-9]*(?:[.-][a-z0-9][A-Za-z0-9]*)*$/);
const picture = Uuid.nullable();

/** What each kind has beside its texts. */
export const Detail = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("banner"),
    groupName: z.enum(bannerGroups),
    /** A category such as LIVE, for a banner of its page, or the page a head is for; empty for none. */
    gameType: compared(16),
    ...Linkage,
    pictureId: picture,
    /** Drawn for a telephone, 4:3; without one the other is cut around its focus. */
    phonePictureId: picture,
    audience: z.enum(audiences),
  }),
  z.object({ kind: z.literal("notice"), platform: z.enum(contentPlatforms) }),
  z.object({ kind: z.literal("popup"), platform: z.enum(contentPlatforms), execution: z.enum(executions), ...Linkage, pictureId: picture }),
  z.object({
    kind: z.literal("promotion"),
    platform: z.enum(contentPlatforms),
    slug: Slug,
    ...Linkage,
    images: z.array(z.object({ sequence: z.int().min(1).max(99), pictureId: Uuid })).max(PROMOTION_IMAGES_MAX),
    /** The regulator's number, where the pack asks for one; empty without. */
    clearance: compared(64),
  }),
  z.object({ kind: z.literal("help"), section: z.enum(helpSections), slug: Slug }),
  z.object({
    kind: z.literal("term"),
    section: z.enum(helpSections),
    slug: Slug,
    /** What members agree to by it. */
    document: z.enum(["terms", "privacy"]),
    /** This version is asked for anew; without it who agreed to the one before need not agree again. */
    consentNeeded: z.boolean(),
    /** From when deposits and launches wait for the agreement; null for never. */
    bindingFrom: Moment.nullable(),
    /** Somebody other than the author publishes it. */
    twoOfficers: z.literal(true),
  }),
  z.object({ kind: z.literal("post"), slug: Slug, pictureId: picture, day: Day }),
  z.object({ kind: z.literal("news"), slug: Slug, pictureId: picture, day: Day }),
  z.object({
    kind: z.literal("guide"),
    guide: z.enum(["iOS", "Android"]),
    slug: Slug,
    pictureId: picture,
    /** Each step in every language of the brand. */
    steps: z.array(z.record(z.string().regex(/^[A-Z]{2}$/), text({ min: 0, max: 300 }))).max(STEPS_MAX),
  }),
  z.object({ kind: z.literal("text") }),
  z.object({ kind: z.literal("video"), urls: z.record(z.string().regex(/^[A-Z]{2}$/), Url), pictureId: picture }),
  z.object({
    kind: z.literal("match"),
    homeTeam: text({ min: 0, max: TEAM_MAX }),
    awayTeam: text({ min: 0, max: TEAM_MAX }),
    /** Without one a drawn shield with the team's initials stands there. */
    homePictureId: picture,
    awayPictureId: picture,
    matchTime: Moment,
    /** A page of ours. */
    url: Url,
  }),
  /** An announcement for agents alone. */
  z.object({ kind: z.literal("agentNotice") }),
  /** A text agents may send their downlines; its summary is what they read. */
  z.object({ kind: z.literal("agentLetter") }),
  z.object({ kind: z.literal("resource"), type: z.enum(resourceTypes), labelNameEn: text({ max: 60 }), url: Url }),
]);
export type Detail = z.infer<typeof Detail>;
export type DetailOf<Kind extends ContentKind> = Extract<Detail, { kind: Kind }>;
