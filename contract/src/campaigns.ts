import { z } from "zod";
import { Condition, Gift, Rule, Trigger } from "./core/campaignRules.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { IMAGE_BYTES_MAX, ImageUpload } from "./core/images.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { PublicPicture } from "./core/pictures.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

/** The longest comment of an application (VALID-29, CONST-52). */
export const APPLY_COMMENT_MAX = 140;
/** Pictures of an application (PROMO-09). */
export const APPLY_IMAGES_MAX = 3;

/** What stands on a campaign for whoever looks (PROMO-08). */
export const campaignLabels = ["comingSoon", "join", "applying", "process", "rejected", "signed", "claim", "claimed", "issued", "close"] as const;
export type CampaignLabel = (typeof campaignLabels)[number];

/** Where a campaign is listed; `mine`: what the member is in. */
export const campaignTabs = ["newMembers", "deposit", "vip", "games"] as const;
export type CampaignTab = (typeof campaignTabs)[number];

/** draft → submitted → published ⇄ paused → stopped; whether a published one is scheduled, runs or is over says the clock. */
export const campaignStates = ["draft", "submitted", "published", "paused", "stopped"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** What the application stands at. */
export const applicationStates = ["applying", "process"] as const;

const Code = z.string().regex(/^[A-Z0-9]{2,16}$/);
/** A code as somebody typed it. */
const AskedCode = compared(16);
/** In which language words are asked for; the brand's own where nothing is said. */
const language = compared(8).optional();

/** By language, as the brand has them. */
export const CampaignWords = z.record(
  z.string().regex(/^[A-Z]{2}$/),
  z.object({ title: text({ min: 0, max: 80 }), summary: text({ min: 0, max: 160 }), text: text({ min: 0, max: 2_000 }) }),
);
export type CampaignWords = z.infer<typeof CampaignWords>;

/** A campaign as a card: what it asks and gives is told by its rule, so that no text can lie about it. */
export const CampaignCard = z.object({
  code: z.string(),
  tab: z.enum(campaignTabs),
  title: z.string(),
  summary: z.string(),
  picture: PublicPicture.nullable(),
  trigger: Trigger,
  gift: Gift.nullable(),
  /** An officer looks at applications. */
  reviewed: z.boolean(),
  startsAt: Moment,
  endsAt: Moment,
  label: z.enum(campaignLabels),
  /** What was counted for the member, in minor units or days, and how much it takes; null where nothing is counted. */
  progress: z.string().nullable(),
  target: z.string().nullable(),
  /** Until when what was reached can be claimed. */
  claimUntil: Moment.nullable(),
});
export type CampaignCard = z.infer<typeof CampaignCard>;

/** A campaign whole. */
export const CampaignDetail = CampaignCard.extend({
  text: z.string(),
  /** The version the member joined, else the one in force. */
  rule: Rule,
  budget: Balance,
  clearance: z.string(),
  permit: z.string(),
  /** Why the application was rejected, in the officer's words, or why nothing was given. */
  reason: z.string(),
  /** The member may leave it now. */
  canLeave: z.boolean(),
  /** Counted up to here; null while nothing is. */
  countedUpTo: Moment.nullable(),
});
export type CampaignDetail = z.infer<typeof CampaignDetail>;

/** A condition, what was found of the member, and whether it holds; null where that shows only later. */
export const ExplainedCheck = z.object({ condition: Condition, found: z.string(), holds: z.boolean().nullable() });
export type ExplainedCheck = z.infer<typeof ExplainedCheck>;

/** An application as officers see it. */
export const Application = z.object({
  id: Uuid,
  campaign: z.string(),
  title: z.string(),
  memberId: Id,
  memberName: z.string(),
  comment: z.string(),
  images: z.array(Uuid),
  state: z.enum(applicationStates),
  takenBy: z.string().nullable(),
  /** Until when it is theirs alone; null where nobody has it. */
  takenUntil: Moment.nullable(),
  tries: z.int(),
  at: Moment,
});
export type Application = z.infer<typeof Application>;

/** What an officer writes of a campaign. */
const Draft = z.object({
  code: Code,
  tab: z.enum(campaignTabs),
  pictureId: Uuid.nullable(),
  words: CampaignWords,
  startsAt: Moment,
  endsAt: Moment,
  budget: Balance,
  clearance: text({ min: 0, max: 64 }),
  permit: text({ min: 0, max: 64 }),
  rule: Rule,
});

/** A campaign as the desk sees it: what is in force, and the version that is written on. */
export const DeskCampaign = Draft.extend({
  state: z.enum(campaignStates),
  /** Where it stands by the clock. */
  phase: z.enum(["draft", "scheduled", "running", "over"]),
  version: z.int(),
  /** The version that waits for an officer; null where none does. */
  waiting: z.int().nullable(),
  spent: Balance,
  joined: z.int(),
  issued: z.int(),
  /** Of a rain that was published: how many of its envelopes are taken, what was in those, and how many are still to be paid. */
  rain: z.object({ taken: z.int(), given: Balance, unpaid: z.int() }).nullable(),
  /** Seats of a tournament that were played; null of anything else. */
  seats: z.int().nullable(),
  needsTwo: z.boolean(),
  /** When the version shown was written: who publishes it, or writes on, says which one they looked at. */
  madeAt: Moment,
  madeBy: z.string(),
  approvedBy: z.string().nullable(),
  stopReason: z.string(),
});
export type DeskCampaign = z.infer<typeof DeskCampaign>;

const Asked = z.object({ code: AskedCode, language });
const OfCampaign = z.object({ code: AskedCode, reason: Reason });
/** The version as it was looked at; another one is refused. */
const OfVersion = OfCampaign.extend({ madeAt: Moment });
const OfApplication = z.object({ id: Uuid });
const RATE = { count: 30, windowMs: 60_000 } as const;
/** Three pictures, each a third longer as text, and what stands beside them. */
const APPLY_BODY_MAX = APPLY_IMAGES_MAX * Math.ceil((IMAGE_BYTES_MAX * 4) / 3) + 64 * 1_024;
const notOpen = ["campaigns.not_found", "campaigns.not_open"] as const;
const joinErrors = [...notOpen, "campaigns.not_eligible", "campaigns.already_in", "campaigns.stake_day", "campaigns.budget_spent", "rewards.closed"] as const;

export const campaigns = contract("campaigns", {
  list: query({
    for: "guest",
    says: "What is offered, newest first, with where the caller stands in each: of one tab, or what a member is in.",
    input: PageInput.extend({ tab: z.enum([...campaignTabs, "mine"]).optional(), language }),
    output: page(CampaignCard),
  }),
  get: query({
    for: "guest",
    says: "One campaign with its full terms, and where the caller stands in it.",
    input: Asked,
    output: CampaignDetail,
    errors: ["campaigns.not_found"],
  }),
  join: command({
    for: "member",
    says: "Joins a campaign that asks for no review; counting begins now.",
    rate: RATE,
    input: Asked,
    output: CampaignDetail,
    errors: [...joinErrors, "campaigns.needs_application"],
  }),
  apply: command({
    for: "member",
    transaction: "own",
    bodyLimitBytes: APPLY_BODY_MAX,
    says: "Hands in an application with a comment of at most 140 characters and at most three pictures.",
    rate: { count: 5, windowMs: 60_000 },
    input: Asked.extend({
      comment: text({ min: 0, max: APPLY_COMMENT_MAX }),
      // One more than may be, so that the fourth is refused in words of its own.
      images: z.array(ImageUpload).max(APPLY_IMAGES_MAX + 1),
    }),
    output: CampaignDetail,
    errors: [...joinErrors, "campaigns.not_in", "campaigns.images_too_many", "images.not_an_image", "images.too_large"],
  }),
  leave: command({
    for: "member",
    whileClosed: true,
    says: "Leaves a campaign before anything was reached in it.",
    input: Asked,
    output: CampaignDetail,
    errors: ["campaigns.not_found", "campaigns.not_in"],
  }),
  claim: command({
    for: "member",
    transaction: "own",
    says: "Takes what was reached; a repeat takes nothing twice.",
    rate: RATE,
    input: Asked,
    output: CampaignDetail,
    errors: ["campaigns.not_found", "campaigns.nothing_to_claim", "rewards.closed"],
  }),
  explain: query({
    for: "member",
    says: "Why the member can, or cannot, take part: each condition with what was found.",
    input: z.object({ code: AskedCode }),
    output: z.object({
      checks: z.array(ExplainedCheck),
      /** Of a campaign for newcomers: when the account was made, and whether that was while it runs. */
      registered: z.object({ at: Moment, holds: z.boolean() }).nullable(),
      paused: z.boolean(),
      helpline: z.string().nullable(),
    }),
    errors: ["campaigns.not_found"],
  }),
  all: query({
    for: "operator",
    personal: false,
    says: "All campaigns, newest first, with what they cost so far; optionally in one state.",
    input: PageInput.extend({ state: z.enum(campaignStates).optional() }),
    output: page(DeskCampaign),
  }),
  save: command({
    for: "operator",
    says: "Writes a draft: of a new campaign, or the next version of one there is, from the version that was looked at.",
    /** When what it was written from was made; null of a new campaign. */
    input: Draft.extend({ madeAt: Moment.nullable(), reason: Reason }),
    output: DeskCampaign,
    errors: [
      "campaigns.not_found",
      "campaigns.code_taken",
      "campaigns.version_changed",
      "campaigns.rule_invalid",
      "campaigns.text_missing",
      "campaigns.wrong_state",
    ],
  }),
  submit: command({
    for: "operator",
    says: "Publishes a draft as it was when it was looked at, or has it wait for another officer where its budget asks for two.",
    input: OfVersion,
    output: DeskCampaign,
    errors: [
      "campaigns.not_found",
      "campaigns.not_draft",
      "campaigns.version_changed",
      "campaigns.rule_invalid",
      "campaigns.text_missing",
      "campaigns.wrong_state",
    ],
  }),
  approve: command({
    for: "operator",
    says: "Publishes what another officer submitted, as it was when it was looked at.",
    input: OfVersion,
    output: DeskCampaign,
    errors: [
      "campaigns.not_found",
      "campaigns.not_submitted",
      "campaigns.own_approval",
      "campaigns.version_changed",
      "campaigns.rule_invalid",
      "campaigns.wrong_state",
    ],
  }),
  decline: command({
    for: "operator",
    says: "Gives what was submitted back as a draft.",
    input: OfCampaign,
    output: DeskCampaign,
    errors: ["campaigns.not_found", "campaigns.not_submitted"],
  }),
  pause: command({
    for: "operator",
    says: "Lets nobody new in, until it is resumed; who is in stays.",
    input: OfCampaign,
    output: DeskCampaign,
    errors: ["campaigns.not_found", "campaigns.wrong_state"],
  }),
  resume: command({
    for: "operator",
    says: "Opens a paused campaign again.",
    input: OfCampaign,
    output: DeskCampaign,
    errors: ["campaigns.not_found", "campaigns.wrong_state"],
  }),
  stop: command({
    for: "operator",
    says: "Ends a campaign at once and for good: nothing new is reached in it, what was reached stays.",
    input: OfCampaign,
    output: DeskCampaign,
    errors: ["campaigns.not_found", "campaigns.wrong_state"],
  }),
  applications: query({
    for: "operator",
    personal: true,
    says: "Applications in a state, the oldest first.",
    input: PageInput.extend({ state: z.enum(applicationStates) }),
    output: page(Application).extend({ counts: z.record(z.enum(applicationStates), z.int()) }),
  }),
  take: command({
    for: "operator",
    says: "Takes an application nobody has, or has had for an hour: of two officers at once one gets it.",
    input: OfApplication,
    output: Application,
    errors: ["campaigns.application_not_found", "campaigns.application_taken"],
  }),
  decide: command({
    for: "operator",
    says: "Accepts or rejects an application one has taken; the member reads the reason.",
    input: OfApplication.extend({ accept: z.boolean(), reason: Reason }),
    output: Empty,
    errors: [
      "campaigns.application_not_found",
      "campaigns.application_not_yours",
      "campaigns.not_open",
      "campaigns.not_eligible",
      "campaigns.stake_day",
      "campaigns.alone_full",
      "rewards.closed",
    ],
  }),
  openPicture: command({
    for: "operator",
    transaction: "own",
    says: "Shows one picture of an application with officer and time drawn over it; the look is on record before it is shown.",
    rate: RATE,
    input: OfApplication.extend({ imageId: Uuid }),
    output: z.object({ base64: z.string() }),
    errors: ["campaigns.application_not_found", "images.not_found"],
  }),
});
