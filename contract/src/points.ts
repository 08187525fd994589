import { z } from "zod";
import { command, contract, download, query } from "./core/endpoint.ts";
import { gameCategories } from "./core/gameCategories.ts";
import { Day, Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance, Share } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { PublicPicture } from "./core/pictures.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

/** How many points one conversion must be a multiple of, and what so many are worth, in minor units: the points ratio 100 : 1.00. */
export const POINTS_STEP = 100;
export const POINTS_STEP_MINOR = 1_00n;
/** What a member converts on one Manila day at most. */
export const CONVERTED_DAY_MAX = 50_000;
export const REDEEM_QUANTITY_MAX = 10;
export const ITEMS_MAX = 500;

/** inProcess → approved (goods on their way) or rejected (points and stock come back); what was approved is still rejected as long as nobody carries it. */
export const redeemStates = ["inProcess", "approved", "rejected"] as const;
export type RedeemState = (typeof redeemStates)[number];

/** How officers look at redeems: what waits for a decision, what is to be sent, what is on its way, what was rejected. */
export const redeemQueues = ["inProcess", "toSend", "sent", "rejected"] as const;

/** Why points changed: earned by play of a day, won by a draw, converted to money, redeemed for goods, given back by a rejected redeem. */
export const pointsKinds = ["earned", "won", "converted", "redeemed", "returned"] as const;
export type PointsKind = (typeof pointsKinds)[number];

/** draft: officers alone see it; open: members can redeem it; closed: no more. */
export const itemStates = ["draft", "open", "closed"] as const;

/** In which language names are asked for; the brand's own where nothing is said. */
const language = compared(8).optional();
const Points = z.int().min(0).max(1_000_000_000);
const Quantity = z.int().min(1).max(REDEEM_QUANTITY_MAX);
/** By language, as the brand has them. */
const Worded = z.record(z.string().regex(/^[A-Z]{2}$/), z.object({ name: text({ min: 0, max: 80 }), description: text({ min: 0, max: 400 }) }));

/** An item of the mall as a member sees it, in the language asked for or the brand's own. */
export const MallItem = z.object({
  id: Uuid,
  name: z.string(),
  description: z.string(),
  /** Several of a kind stand together. */
  group: z.string(),
  picture: PublicPicture.nullable(),
  pointsRequirement: Points,
  /** What must have been bet (valid bets) in the last 30 closed days; 0.00 for nothing. */
  amountRequirement: Balance,
  /** What one of it is: "piece", "pair". */
  units: z.string(),
  /** How many are left; null where it is not counted. */
  stock: z.int().nullable(),
  /** How many one member may have, and has asked for; null where nobody counts. */
  perMember: z.int().nullable(),
  mine: z.int(),
});
export type MallItem = z.infer<typeof MallItem>;

/** A redeem with all that stands in a member's history (ENTITY-49). */
export const Redeem = z.object({
  id: Uuid,
  /** The transaction reference number, such as R-1001. */
  reference: z.string(),
  applyTime: Moment,
  type: z.literal("goods"),
  name: z.string(),
  quantity: z.int(),
  /** Of one. */
  pointsRequirement: Points,
  amountRequirement: Balance,
  status: z.enum(redeemStates),
  /** What it cost in all. */
  points: Points,
  units: z.string(),
  /** The officer's words: why not, or how it travels. */
  remark: z.string(),
  /** Who carries it, and under which number; empty until it is sent. */
  carrier: z.string(),
  trackingNumber: z.string(),
  decidedAt: Moment.nullable(),
  sentAt: Moment.nullable(),
});
export type Redeem = z.infer<typeof Redeem>;

/** One line of a member's points. */
export const PointsLine = z.object({
  reference: z.string(),
  at: Moment,
  type: z.enum(pointsKinds),
  /** The item redeemed, or what it was won in; empty where the type says all. */
  name: z.string(),
  /** Where the points were earned by play: the category, and the day. */
  category: z.enum(gameCategories).nullable(),
  day: Day.nullable(),
  changedPoints: z.int(),
  pointsBalance: z.int(),
  /** What it was converted to, and at which ratio; null but for a conversion. */
  amount: Balance.nullable(),
  pointsRatio: z.string(),
  remark: z.string(),
});
export type PointsLine = z.infer<typeof PointsLine>;

const Ratios = z.object(Object.fromEntries(gameCategories.map((category) => [category, Amount])) as Record<(typeof gameCategories)[number], typeof Amount>);

/** What another officer decides: the whole table of what is bet for one point. */
export const RatiosProposal = z.object({ id: Uuid, ratios: Ratios, reason: z.string(), proposedBy: z.string(), proposedAt: Moment });

/** An item as officers keep it. */
export const DeskItem = z.object({
  id: Uuid,
  state: z.enum(itemStates),
  words: Worded,
  group: z.string(),
  pictureId: Uuid.nullable(),
  picture: PublicPicture.nullable(),
  pointsRequirement: Points,
  amountRequirement: Balance,
  units: z.string(),
  /** How many there are in all, those that were redeemed included. */
  stock: z.int().nullable(),
  perMember: z.int().nullable(),
  /** The number of the market's permit for giving goods; empty where there is none. */
  permit: z.string(),
  sort: z.int(),
  redeemed: z.int(),
  version: z.int(),
});
export type DeskItem = z.infer<typeof DeskItem>;

export const QueuedRedeem = Redeem.extend({ memberId: Id, memberName: z.string(), address: z.string(), mobile: z.string(), decidedBy: z.string().nullable() });
export type QueuedRedeem = z.infer<typeof QueuedRedeem>;

export const points = contract("points", {
  balance: query({
    for: "member",
    says: "The member's points, and about how many the open day has brought so far.",
    input: z.object({}),
    output: z.object({ pointsBalance: Points, today: Points, convertedToday: Points }),
    errors: ["points.closed"],
  }),
  rewards: query({
    for: "member",
    says: "What can be redeemed, in the officers' order, optionally of one group.",
    input: PageInput.extend({ group: compared(40).optional(), language }),
    output: page(MallItem).extend({ groups: z.array(z.string()) }),
    errors: ["points.closed"],
  }),
  redeem: command({
    for: "member",
    sealed: true,
    transaction: "own",
    says: "Takes points for an item: the payment password, where it goes and a mobile number are needed. It waits in process for an officer.",
    input: z.object({
      requestId: RequestId,
      itemId: Uuid,
      /** What one of it costs as the member saw it: at another price nothing is taken. */
      pointsRequirement: Points,
      quantity: Quantity,
      paymentPassword: compared(16),
      address: text({ min: 0, max: 200 }),
      countryDialingCode: compared(8),
      mobileNum: compared(40),
      language,
    }),
    output: Redeem,
    errors: [
      "points.closed",
      "points.password_missing",
      "points.address_missing",
      "codes.phone_missing",
      "codes.phone_invalid",
      "codes.not_allowed",
      "points.item_not_found",
      "points.cost_changed",
      "points.insufficient",
      "points.out_of_stock",
      "points.member_full",
      "points.play_needed",
      "rewards.closed",
    ],
  }),
  redeems: query({
    for: "member",
    says: "The member's redeems, newest first, optionally in one status.",
    input: PageInput.extend({ status: z.enum(redeemStates).optional(), language }),
    output: page(Redeem),
    errors: ["points.closed"],
  }),
  config: query({
    for: "member",
    says: "The points ratio, what a conversion takes at least and a day at most, and the exchange ratio table: what is bet for one point, by category.",
    input: z.object({}),
    output: z.object({
      pointsRatio: z.string(),
      step: Points,
      stepAmount: Balance,
      convertedDayMax: Points,
      ratios: z.array(z.object({ category: z.enum(gameCategories), amount: Balance })),
    }),
    errors: ["points.closed"],
  }),
  details: query({
    for: "member",
    says: "Each change of the member's points, newest first, optionally of one kind.",
    input: PageInput.extend({ kind: z.enum(pointsKinds).optional(), language }),
    output: page(PointsLine),
    errors: ["points.closed"],
  }),
  convert: command({
    for: "member",
    sealed: true,
    transaction: "own",
    says: "Turns points into money of the main wallet by the points ratio, in whole hundreds; the payment password is needed.",
    input: z.object({ requestId: RequestId, points: z.int().min(1).max(1_000_000_000), paymentPassword: compared(16) }),
    output: z.object({ pointsBalance: Points, changedPoints: z.int(), amount: Balance }),
    errors: ["points.closed", "points.password_missing", "points.step", "points.day_full", "points.insufficient", "rewards.closed", "wallet.closed"],
  }),
  items: query({
    for: "operator",
    personal: false,
    says: "The items of the mall in their order, with how many were redeemed.",
    input: PageInput.extend({ state: z.enum(itemStates).optional() }),
    output: page(DeskItem),
  }),
  saveItem: command({
    for: "operator",
    says: "Writes an item, a new one where no id is given; `version` is the one that was read.",
    input: z.object({
      id: Uuid.optional(),
      version: z.int().min(0),
      state: z.enum(itemStates),
      words: Worded,
      group: text({ min: 0, max: 40 }),
      pictureId: Uuid.nullable(),
      pointsRequirement: z.int().min(1).max(1_000_000_000),
      amountRequirement: Share,
      units: text({ max: 20 }),
      stock: z.int().min(0).max(1_000_000).nullable(),
      perMember: z.int().min(1).max(1_000).nullable(),
      permit: text({ min: 0, max: 64 }),
      sort: z.int().min(0).max(9_999),
      reason: Reason,
    }),
    output: DeskItem,
    errors: ["points.item_not_found", "points.item_wrong", "points.item_changed", "points.items_full"],
  }),
  queue: query({
    for: "operator",
    personal: true,
    says: "Redeems by how they stand: what waits for a decision or is to be sent oldest first, the others newest first.",
    input: PageInput.extend({ status: z.enum(redeemQueues) }),
    output: page(QueuedRedeem).extend({ counts: z.record(z.enum(redeemQueues), z.int()) }),
  }),
  approve: command({
    for: "operator",
    says: "Approves a redeem; its goods are to be sent.",
    input: z.object({ id: Uuid, remark: text({ min: 0, max: 200 }) }),
    output: QueuedRedeem,
    errors: ["points.redeem_not_found", "points.not_in_process", "points.own_item"],
  }),
  reject: command({
    for: "operator",
    says: "Rejects a redeem in the state it was seen in, in process or approved and carried by nobody yet; the member reads why, points and stock come back.",
    input: z.object({ id: Uuid, remark: text({ min: 3, max: 200 }), status: z.enum(["inProcess", "approved"]).optional() }),
    output: QueuedRedeem,
    errors: ["points.redeem_not_found", "points.not_in_process"],
  }),
  sent: command({
    for: "operator",
    says: "Says who carries an approved redeem, and under which number.",
    input: z.object({ id: Uuid, carrier: text({ max: 60 }), trackingNumber: text({ max: 60 }) }),
    output: QueuedRedeem,
    errors: ["points.redeem_not_found", "points.not_approved"],
  }),
  ratios: query({
    for: "operator",
    personal: false,
    says: "The exchange ratio table in force, what waits for another officer, and what all points together are worth.",
    input: z.object({}),
    output: z.object({
      ratios: Ratios,
      version: z.int(),
      since: Moment.nullable(),
      proposal: RatiosProposal.nullable(),
      /** All members' points, and what they would be converted to. */
      outstanding: z.string(),
      liability: Balance,
    }),
  }),
  proposeRatios: command({
    for: "operator",
    says: "Proposes another exchange ratio table; another officer confirms it, and it holds for days that begin after that.",
    input: z.object({ ratios: Ratios, reason: Reason }),
    output: RatiosProposal,
    errors: ["points.already_proposed", "points.ratios_wrong"],
  }),
  confirmRatios: command({
    for: "operator",
    says: "Puts a proposed table in force; never one's own.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ version: z.int() }),
    errors: ["points.proposal_not_found", "points.not_proposed", "points.own_proposal", "points.ratios_wrong"],
  }),
  declineRatios: command({
    for: "operator",
    says: "Declines a proposed table, or takes one's own back.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: z.object({ version: z.int() }),
    errors: ["points.proposal_not_found", "points.not_proposed"],
  }),
  redeemsCsv: download({
    for: "operator",
    file: "text/csv",
    readsMuch: true,
    says: "All redeems as a file, oldest first, without addresses.",
    input: z.object({}),
  }),
});
