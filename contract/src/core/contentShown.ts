import { z } from "zod";
import { type AnnouncementType, audiences, bannerGroups, contentPlatforms, executions, helpSections, resourceTypes } from "./contentKinds.ts";
import { Day, Moment, Uuid } from "./ids.ts";
import { PublicPicture } from "./pictures.ts";

/** What the sites show of the operator's content; `content` is formatted text, already reduced to the list of `core/html.ts`. */
const item = {
  id: Uuid,
  title: z.string(),
  content: z.string(),
  platform: z.enum(contentPlatforms),
  /** When it was published. */
  time: Moment,
  /** The language it stands in: English where the one asked for is missing. */
  language: z.string(),
};
const linkage = { linkageType: z.int(), url: z.string() };
const type = <Type extends AnnouncementType>(value: Type) => z.literal(value);

export const Banner = z.object({
  ...item,
  ...linkage,
  type: type("B"),
  summary: z.string(),
  groupName: z.enum(bannerGroups),
  gameType: z.string(),
  audience: z.enum(audiences),
  picture: PublicPicture.nullable(),
  phonePicture: PublicPicture.nullable(),
});
export type Banner = z.infer<typeof Banner>;

export const Notice = z.object({ ...item, type: type("PL") });
export type Notice = z.infer<typeof Notice>;

export const Popup = z.object({ ...item, ...linkage, type: type("PU"), execution: z.enum(executions), picture: PublicPicture.nullable() });
export type Popup = z.infer<typeof Popup>;

export const Promotion = z.object({
  ...item,
  ...linkage,
  type: type("PR"),
  slug: z.string(),
  summary: z.string(),
  until: Moment.nullable(),
  /** In order of `sequence`; `url` is the widest form, `picture` says the rest. */
  announcementImages: z.array(z.object({ sequence: z.int(), url: z.string(), picture: PublicPicture })),
  /** The regulator's number of it; empty without. */
  clearance: z.string(),
});
export type Promotion = z.infer<typeof Promotion>;

export const HelpAnnouncement = z.object({ ...item, type: type("H"), section: z.enum(helpSections), slug: z.string() });

export const Announcement = z.discriminatedUnion("type", [Banner, Notice, Popup, Promotion, HelpAnnouncement]);
export type Announcement = z.infer<typeof Announcement>;

/** One text of the help centre; `/help#slug` opens it. */
export const Article = z.object({
  id: Uuid,
  section: z.enum(helpSections),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  content: z.string(),
  language: z.string(),
  time: Moment,
  /** Members agree to it. */
  isTerm: z.boolean(),
  /** What a member agrees to is this version of it; empty where there is nothing to agree to. */
  version: z.string(),
});
export type Article = z.infer<typeof Article>;

/** An announcement for agents, as one of them reads it; `unread` until they opened this version of it. */
export const AgentNotice = z.object({ id: Uuid, title: z.string(), content: z.string(), language: z.string(), time: Moment, unread: z.boolean() });
export type AgentNotice = z.infer<typeof AgentNotice>;

/** A text of the sites by its code, such as `footer.licence`. */
export const SiteText = z.object({ code: z.string(), title: z.string(), summary: z.string(), content: z.string(), language: z.string() });
export type SiteText = z.infer<typeof SiteText>;

export const Video = z.object({
  id: Uuid,
  title: z.string(),
  summary: z.string(),
  /** The address of the video in the language asked for, else the English one. */
  url: z.string(),
  /** Its eleven signs at YouTube. */
  videoId: z.string(),
  picture: PublicPicture.nullable(),
});
export type Video = z.infer<typeof Video>;

/** A match the operator puts on the home page. */
export const HotMatch = z.object({
  id: Uuid,
  title: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** The teams' pictures; empty where a drawn shield stands for one. */
  homeTeamImageUrl: z.string(),
  awayTeamImageUrl: z.string(),
  matchTime: Moment,
  /** The page of ours it leads to. */
  url: z.string(),
});
export type HotMatch = z.infer<typeof HotMatch>;

export const ContentResource = z.object({ type: z.enum(resourceTypes), labelNameEn: z.string(), label: z.string(), url: z.string() });
export type ContentResource = z.infer<typeof ContentResource>;

export const postKinds = ["post", "news", "guide"] as const;

/** A post, a piece of news or a guide, as a list shows it. */
export const PostHead = z.object({
  id: Uuid,
  kind: z.enum(postKinds),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The day it is dated; empty for a guide. */
  day: z.union([Day, z.literal("")]),
  /** Which telephone a guide is for. */
  guide: z.enum(["iOS", "Android"]).nullable(),
  picture: PublicPicture.nullable(),
  language: z.string(),
  time: Moment,
});
export type PostHead = z.infer<typeof PostHead>;

export const Post = PostHead.extend({
  content: z.string(),
  /** What to do, one after the other; a guide's. */
  steps: z.array(z.string()),
  seo: z.object({ title: z.string(), description: z.string() }),
});
export type Post = z.infer<typeof Post>;

/** A document a member has still to agree to. */
export const DueConsent = z.object({
  id: Uuid,
  no: z.int(),
  document: z.enum(["terms", "privacy"]),
  slug: z.string(),
  title: z.string(),
  /** What changed. */
  summary: z.string(),
  content: z.string(),
  language: z.string(),
  version: z.string(),
  bindingFrom: Moment.nullable(),
  /** Deposits and launches wait for it. */
  isBinding: z.boolean(),
});
export type DueConsent = z.infer<typeof DueConsent>;
