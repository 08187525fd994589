import { z } from "zod";
import { command, contract, download, query } from "./core/endpoint.ts";
import { Day, Id, Moment, Uuid } from "./core/ids.ts";
import { Balance, Share } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { PublicPicture } from "./core/pictures.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

export const VIP_LEVEL_MAX = 20;
/** The labels of levels, lowest first (`vipLabelName`). */
export const vipLabels = ["Bronze", "Silver", "Gold", "Platinum"] as const;
export type VipLabel = (typeof vipLabels)[number];

/** What a level asks for and gives. */
export const VipLevel = z.object({
  level: z.int().min(0).max(VIP_LEVEL_MAX),
  label: z.enum(vipLabels),
  /** The valid bet of a member's whole life that reaches it. */
  valid: Balance,
  /** Of a week's net loss, in hundredths of a percent: 500 is 5 %. */
  bonusBps: z.int().min(0).max(10_000),
  /** The most a week gives; null where it gives nothing. */
  weekMax: Balance.nullable(),
});
export type VipLevel = z.infer<typeof VipLevel>;

/** Why a week gave nothing, or that it did. `rewards`: not open to the account at the time. */
export const vipWeekStates = ["given", "noLoss", "tooSmall", "rewards"] as const;

/** A week from Monday to Sunday, line by line. */
export const VipWeek = z.object({
  /** Its Monday. */
  week: Day,
  level: z.int(),
  stake: Balance,
  win: Balance,
  /** What of the same days came back as rebate. */
  rebate: Balance,
  /** Stakes less wins and rebates, 0.00 at least. */
  base: Balance,
  bonusBps: z.int(),
  weekMax: Balance.nullable(),
  bonus: Balance,
  state: z.enum(vipWeekStates),
  /** The bonus's reference, such as B-1042; empty where none was given. */
  reference: z.string(),
});
export type VipWeek = z.infer<typeof VipWeek>;

export const VipHost = z.object({
  id: Uuid,
  name: z.string(),
  picture: PublicPicture.nullable(),
  hours: z.string(),
  /** Where one writes: an address of ours, or https at a host the operator allows. */
  url: z.string(),
});
export type VipHost = z.infer<typeof VipHost>;

/** A host as officers keep it. */
export const DeskHost = VipHost.extend({ pictureId: Uuid.nullable(), active: z.boolean(), members: z.int() });
export type DeskHost = z.infer<typeof DeskHost>;

const WantedLevel = z.object({
  level: z.int().min(0).max(VIP_LEVEL_MAX),
  label: z.enum(vipLabels),
  valid: Share,
  bonusBps: z.int().min(0).max(10_000),
  weekMax: Share.nullable(),
});
const WantedLevels = z.array(WantedLevel).length(VIP_LEVEL_MAX + 1);

export const LevelsProposal = z.object({ id: Uuid, levels: z.array(VipLevel), reason: z.string(), proposedBy: z.string(), proposedAt: Moment });
export type LevelsProposal = z.infer<typeof LevelsProposal>;

/** A member as the VIP desk sees it. */
export const VipMember = z.object({
  memberId: Id,
  memberName: z.string(),
  level: z.int(),
  label: z.enum(vipLabels),
  valid: Balance,
  reachedAt: Moment.nullable(),
  host: z.string().nullable(),
  hostId: Uuid.nullable(),
});
export type VipMember = z.infer<typeof VipMember>;

export const vip = contract("vip", {
  mine: query({
    for: "member",
    trial: true,
    says: "Whether the member has VIP, its label and level, how far the next one is, the last week, and the host.",
    input: z.object({}),
    output: z.object({
      /** False while the feature is off, and for a trial account: then nothing of it is shown. */
      hasVip: z.boolean(),
      vipLabelName: z.string(),
      vipRankLevel: z.int(),
      /** The valid bet of the whole life as far as it is counted, and until when. */
      valid: Balance,
      countedUntil: Moment.nullable(),
      next: z.object({ level: z.int(), valid: Balance, left: Balance }).nullable(),
      lastWeek: VipWeek.nullable(),
      host: VipHost.nullable(),
      /** From which level on there is one. */
      hostFrom: z.int(),
    }),
  }),
  levels: query({
    for: "guest",
    says: "The table of levels in force; none while the feature is off.",
    input: z.object({}),
    output: z.object({ list: z.array(VipLevel), hostFrom: z.int() }),
    sharedForMs: 2_000,
  }),
  weeks: query({
    for: "member",
    says: "The member's weeks that were settled, newest first, line by line.",
    input: PageInput,
    output: page(VipWeek),
    errors: ["vip.closed"],
  }),
  table: query({
    for: "operator",
    personal: false,
    says: "The table of levels in force with how many members stand on each, and what waits for another officer.",
    input: z.object({}),
    output: z.object({ version: z.int(), levels: z.array(VipLevel.extend({ members: z.int() })), proposal: LevelsProposal.nullable() }),
  }),
  proposeLevels: command({
    for: "operator",
    says: "Proposes another table; another officer confirms it. It lowers nobody.",
    input: z.object({ levels: WantedLevels, reason: Reason }),
    output: LevelsProposal,
    errors: ["vip.levels_wrong", "vip.already_proposed"],
  }),
  confirmLevels: command({
    for: "operator",
    says: "Puts a proposed table in force; never one's own.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ version: z.int() }),
    errors: ["vip.proposal_not_found", "vip.not_proposed", "vip.own_proposal"],
  }),
  declineLevels: command({
    for: "operator",
    says: "Declines a proposed table, or takes one's own back.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ version: z.int() }),
    errors: ["vip.proposal_not_found", "vip.not_proposed"],
  }),
  members: query({
    for: "operator",
    personal: true,
    says: "Members from a level on, the highest first, optionally those of one host.",
    input: PageInput.extend({ from: z.coerce.number().int().min(1).max(VIP_LEVEL_MAX).optional(), hostId: Uuid.optional() }),
    output: page(VipMember),
  }),
  payouts: query({
    for: "operator",
    personal: false,
    says: "The weeks that were settled, newest first, with how many got a bonus and how much in all.",
    input: PageInput,
    output: page(z.object({ week: Day, members: z.int(), given: z.int(), amount: Balance, settledAt: Moment })),
  }),
  weekCsv: download({
    for: "operator",
    file: "text/csv",
    readsMuch: true,
    says: "A settled week of all members as a file, line by line.",
    input: z.object({ week: Day }),
  }),
  hosts: query({ for: "operator", personal: false, says: "The hosts, with how many members each has.", input: PageInput, output: page(DeskHost) }),
  saveHost: command({
    for: "operator",
    says: "Writes a host, a new one where no id is given; one that is not active gets no new members, and those it has go to others.",
    input: z.object({
      id: Uuid.optional(),
      name: text({ max: 40 }),
      pictureId: Uuid.nullable(),
      hours: text({ max: 60 }),
      url: compared(200),
      active: z.boolean(),
      reason: Reason,
    }),
    output: DeskHost,
    errors: ["vip.host_not_found", "vip.host_link_wrong", "content.picture_unknown"],
  }),
  assign: command({
    for: "operator",
    says: "Gives a member of the host's levels another host than `seen`, the one the officer saw.",
    input: z.object({ memberId: Id, hostId: Uuid, seen: Uuid.nullable(), reason: Reason }),
    output: VipMember,
    errors: ["accounts.not_found", "vip.host_not_found", "vip.no_host_level", "vip.changed"],
  }),
});
