import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { GatewayReturn, HeldPrize, heldPrizeStates, roundOutcomes, VendorTransfer, WaitingRound } from "./core/gatewayDesk.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Amount, Balance, Share } from "./core/money.ts";
import { moveStates } from "./core/moveStates.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";
import { vendorStates } from "./vendors.ts";

/** theirs: verifies what the vendor sends. ours: signs what we send. */
export const keyUses = ["theirs", "ours"] as const;
export type KeyUse = (typeof keyUses)[number];
/** waiting for a second officer → live → ending, while another takes its place → ended; or declined. */
export const keyStates = ["waiting", "live", "ending", "ended", "declined"] as const;
/** refund: a round nobody can tell of is given back. hold: officers decide. */
export const roundRules = ["refund", "hold"] as const;
export const walletActions = [
  "identify",
  "balance",
  "play",
  "bet",
  "win",
  "rollback",
  "close",
  "prize",
  "finishIssue",
  "round",
  "freeRounds",
  "brake",
  "transfer",
] as const;
export const stepTypes = ["bet", "win", "rollback", "prize", "freeBet", "never"] as const;

/** After so long in which its vendor says nothing of it, officers decide an open round. */
export const SILENT_HOURS = 72;
/** Over how many days a game's return may be looked at. */
export const returnDays = ["7", "30", "90"] as const;
/** With fewer rounds chance hides everything, so no band is told. */
export const RETURN_ROUNDS_MIN = 1_000;

/** How long an old key counts beside a new one: usually, and at most. */
export const OVERLAP_HOURS = 24;
export const OVERLAP_HOURS_MAX = 168;
/** How long what went wrong is kept. */
export const FAULTS_KEPT_DAYS = 30;

/** A key between us and a vendor, without its secret. */
export const VendorKey = z.object({
  id: Uuid,
  use: z.enum(keyUses),
  state: z.enum(keyStates),
  /** The first 16 hex digits of the secret's SHA-256. */
  fingerprint: z.string(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  confirmedBy: z.string().nullable(),
  from: Moment.nullable(),
  until: Moment.nullable(),
});
export type VendorKey = z.infer<typeof VendorKey>;

/** What a vendor's calls are held to. */
export const VendorRules = z.object({
  /** Where calls may come from, as CIDR; none is anywhere. */
  addresses: z.array(compared(49)).max(100),
  callsPerS: z.int().min(1).max(100_000),
  callsAtOnce: z.int().min(1).max(1_000),
  answerWithinMs: z.int().min(100).max(8_000),
  /** Null: the games' own. */
  stakeMax: Amount.nullable(),
  /** What members may win of a vendor in an hour, net; null: no bound. */
  hourLossMax: Amount.nullable(),
  /** What free rounds may come to where nobody knows what their game pays at most. */
  grantWinMax: Amount,
  /** What the vendor may give of its own in a day. */
  prizeDayMax: Amount,
  roundRule: z.enum(roundRules),
});
export type VendorRules = z.output<typeof VendorRules>;

/** Bounds that would let more money move, or calls come from elsewhere; only those that would change are there. */
export const RulesProposal = z.object({
  id: Uuid,
  addresses: VendorRules.shape.addresses.optional(),
  stakeMax: Amount.nullable().optional(),
  hourLossMax: Amount.nullable().optional(),
  grantWinMax: Amount.optional(),
  prizeDayMax: Amount.optional(),
  roundRule: z.enum(roundRules).optional(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
});
export type RulesProposal = z.output<typeof RulesProposal>;

/** A vendor as its calls know it. */
export const GatewayVendor = z.object({
  vendorCode: z.string(),
  name: z.string(),
  state: z.enum(vendorStates),
  simulated: z.boolean(),
  protocol: z.string(),
  rules: VendorRules,
  /** Newest first. */
  keys: z.array(VendorKey),
  proposal: RulesProposal.nullable(),
});
export type GatewayVendor = z.output<typeof GatewayVendor>;

/** How a vendor does just now. */
export const GatewayLine = z.object({
  vendorCode: z.string(),
  name: z.string(),
  state: z.enum(vendorStates),
  simulated: z.boolean(),
  /** Over the last five minutes, with one decimal. */
  callsPerMinute: z.string(),
  /** Of the last hour. */
  faults: z.int(),
  p95Ms: z.int().nullable(),
  /** Up to 1,000. */
  openRounds: z.int(),
  /** Those of them that wait for officers. */
  waitingRounds: z.int(),
  /** Stakes less wins of the rounds that were settled today; counted every five minutes. */
  ggr: Balance,
});
export type GatewayLine = z.output<typeof GatewayLine>;

/** An hour of a vendor's calls. */
export const GatewayHour = z.object({
  actions: z.array(
    z.object({
      action: z.enum(walletActions),
      calls: z.int(),
      refused: z.int(),
      p50Ms: z.int().nullable(),
      p95Ms: z.int().nullable(),
      p99Ms: z.int().nullable(),
    }),
  ),
  refusals: z.array(z.object({ action: z.enum(walletActions), code: z.string(), calls: z.int() })),
  /** Every minute, the oldest first. */
  minutes: z.array(z.object({ at: Moment, calls: z.int(), refused: z.int() })),
});
export type GatewayHour = z.output<typeof GatewayHour>;

/** What went wrong between a vendor and us. */
export const VendorFault = z.object({
  id: Uuid,
  vendorCode: z.string(),
  direction: z.enum(["in", "out"]),
  action: z.string(),
  code: z.string(),
  memberName: z.string().nullable(),
  theirId: z.string().nullable(),
  requestId: z.string().nullable(),
  theirRequestId: z.string().nullable(),
  /** What was said, without what nobody may read; null where nobody signed it. */
  body: z.string().nullable(),
  at: Moment,
});
export type VendorFault = z.infer<typeof VendorFault>;

/** A round of a vendor, as its calls made it. */
export const GatewayRound = z.object({
  vendorCode: z.string(),
  vendorName: z.string(),
  gameCode: z.string(),
  displayName: z.string(),
  memberId: Id,
  memberName: z.string(),
  /** Null where nothing moved: what was taken back before it came. */
  roundId: Uuid.nullable(),
  /** What the vendor calls it; null where only its transactions are known by name. */
  theirRound: z.string().nullable(),
  state: z.enum(["open", "closed", "given", "nothing"]),
  at: Moment,
  stake: Balance,
  win: Balance,
  /** Oldest first, 500 at most. */
  steps: z.array(
    z.object({
      type: z.enum(stepTypes),
      amount: Balance,
      balanceAfter: Balance,
      theirId: z.string(),
      ourId: Uuid,
      /** What a rollback takes back, by the vendor's name. */
      ofTheirId: z.string().nullable(),
      /** What of the amount went into the vendor's jackpot, and what came out of it; null where it says nothing of one. */
      jackpot: z.object({ contribution: z.string().nullable(), win: z.string().nullable() }).nullable(),
      at: Moment,
    }),
  ),
});
export type GatewayRound = z.output<typeof GatewayRound>;

const VendorCode = compared(16);
/** A vendor's own secret: signs and line ends, as a key file has them. */
const Secret = z
  .string()
  .regex(/^[\x20-\x7e\r\n]{16,8192}$/)
  .meta({ "x-text": "compared" });

export const gateway = contract("gateway", {
  list: query({
    for: "operator",
    personal: false,
    says: "The vendors and how they do just now: calls, faults, answering times, open rounds and today's result.",
    input: z.object({}),
    output: z.object({ list: z.array(GatewayLine) }),
  }),
  get: query({
    for: "operator",
    personal: false,
    says: "A vendor's rules, its keys without their secrets, and what waits for a second officer.",
    input: z.object({ vendorCode: VendorCode }),
    output: GatewayVendor,
    errors: ["vendors.not_found"],
  }),
  hour: query({
    for: "operator",
    personal: false,
    says: "The last hour of a vendor's calls: by minute, by action with their answering times, and what was refused for what.",
    input: z.object({ vendorCode: VendorCode }),
    output: GatewayHour,
    errors: ["vendors.not_found"],
  }),
  faults: query({
    for: "operator",
    personal: true,
    says: "What went wrong between vendors and us in the last 30 days, newest first.",
    input: PageInput.extend({
      vendorCode: VendorCode.optional(),
      code: compared(40).optional(),
      action: compared(20).optional(),
      from: Moment.optional(),
      until: Moment.optional(),
    }),
    output: page(VendorFault),
  }),
  search: query({
    for: "operator",
    personal: true,
    says: "Rounds and faults by any id of either side: of a transaction or a round, the vendor's or ours, or of a request that went wrong.",
    input: z.object({ id: compared(255, { min: 1 }) }),
    output: z.object({ rounds: z.array(GatewayRound), faults: z.array(VendorFault) }),
    rate: { count: 60, windowMs: 60_000 },
  }),
  proposeKey: command({
    for: "operator",
    sealed: true,
    says: "Proposes a key: one we make of 32 random bytes, whose secret is in this answer and nowhere else, or the vendor's own, which alone is one where its protocol signs by pairs of keys. It counts once another officer confirmed it.",
    input: z.object({ vendorCode: VendorCode, use: z.enum(keyUses), secret: Secret.optional(), reason: Reason }),
    output: z.object({ key: VendorKey, secret: z.string().nullable() }),
    errors: ["vendors.not_found", "vendors.house", "gateway.key_waits", "gateway.key_known", "gateway.key_not_made", "gateway.key_wrong"],
  }),
  confirmKey: command({
    for: "operator",
    says: "Puts a key in force that another officer proposed, by its fingerprint; the one before it counts on for 24 hours, or as long as is said.",
    input: z.object({ id: Uuid, fingerprint: compared(16), overlapHours: z.int().min(0).max(OVERLAP_HOURS_MAX).optional(), reason: Reason }),
    output: GatewayVendor,
    errors: ["gateway.key_not_found", "gateway.key_not_waiting", "gateway.own_proposal", "gateway.fingerprint_other", "gateway.keys_two"],
  }),
  endKey: command({
    for: "operator",
    says: "Ends a key now, or declines one that waits.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: GatewayVendor,
    errors: ["gateway.key_not_found", "gateway.key_ended"],
  }),
  setRules: command({
    for: "operator",
    says: "Sets what a vendor's calls are held to. What lets more money move waits for another officer, all else holds within a second.",
    input: z.object({ vendorCode: VendorCode, rules: VendorRules, reason: Reason }),
    output: GatewayVendor,
    errors: ["vendors.not_found", "vendors.house", "gateway.address_wrong", "gateway.as_it_is", "gateway.already_proposed"],
  }),
  confirmRules: command({
    for: "operator",
    says: "Sets the bounds that another officer proposed.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: GatewayVendor,
    errors: ["gateway.proposal_not_found", "gateway.not_proposed", "gateway.own_proposal"],
  }),
  transfers: query({
    for: "operator",
    personal: true,
    says: "Members' money on its way to vendors with a wallet of their own, and home, in one state, newest first.",
    input: PageInput.extend({ state: z.enum(moveStates), vendorCode: VendorCode.optional() }),
    output: page(VendorTransfer),
  }),
  proposeTransfer: command({
    for: "operator",
    says: "Says what a vendor told of a held transfer: that it was done, or that it was not. Nothing moves before another officer confirms it.",
    input: z.object({ id: Uuid, outcome: z.enum(["done", "refused"]), reason: Reason }),
    output: VendorTransfer,
    errors: ["gateway.transfer_not_found", "gateway.transfer_not_held", "gateway.already_proposed"],
  }),
  confirmTransfer: command({
    for: "operator",
    says: "Ends a held transfer as another officer proposed, where that is still what was seen: its money goes on, or back.",
    input: z.object({ id: Uuid, outcome: z.enum(["done", "refused"]), reason: Reason }),
    output: VendorTransfer,
    errors: ["gateway.transfer_not_found", "gateway.transfer_not_held", "gateway.not_proposed", "gateway.own_proposal", "gateway.proposal_other"],
  }),
  declineTransfer: command({
    for: "operator",
    says: "Takes off the table what was proposed of a held transfer, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: VendorTransfer,
    errors: ["gateway.transfer_not_found", "gateway.transfer_not_held", "gateway.not_proposed"],
  }),
  prizes: query({
    for: "operator",
    personal: true,
    says: "What vendors say was won without a stake and is beyond its bound: what waits for officers, or what they decided, newest first.",
    input: PageInput.extend({ state: z.enum(heldPrizeStates), vendorCode: VendorCode.optional() }),
    output: page(HeldPrize),
  }),
  proposePrize: command({
    for: "operator",
    says: "Proposes what is paid of a held prize, from nothing to all of it. Nothing moves before another officer confirms it.",
    input: z.object({ id: Uuid, pays: Share, reason: Reason }),
    output: HeldPrize,
    errors: ["gateway.prize_not_found", "gateway.prize_not_held", "gateway.pays_more", "gateway.already_proposed"],
  }),
  confirmPrize: command({
    for: "operator",
    says: "Pays of a held prize what another officer proposed, where that is still what was seen.",
    input: z.object({ id: Uuid, pays: Share, reason: Reason }),
    output: HeldPrize,
    errors: ["gateway.prize_not_found", "gateway.prize_not_held", "gateway.not_proposed", "gateway.own_proposal", "gateway.proposal_other"],
  }),
  declinePrize: command({
    for: "operator",
    says: "Takes off the table what was proposed of a held prize, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: HeldPrize,
    errors: ["gateway.prize_not_found", "gateway.prize_not_held", "gateway.not_proposed"],
  }),
  declineRules: command({
    for: "operator",
    says: "Declines bounds that were proposed, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: GatewayVendor,
    errors: ["gateway.proposal_not_found", "gateway.not_proposed"],
  }),
  returns: query({
    for: "operator",
    personal: false,
    says: "What a vendor's games paid back over some days beside what they declare, with the band chance keeps it in; and all of them together.",
    input: PageInput.extend({ vendorCode: VendorCode, days: z.enum(returnDays) }),
    output: page(GatewayReturn).extend({ whole: GatewayReturn.nullable() }),
    errors: ["vendors.not_found"],
  }),
  rounds: query({
    for: "operator",
    personal: true,
    says: "A vendor's open rounds that wait for officers, those that wait longest first.",
    input: PageInput.extend({ vendorCode: VendorCode }),
    output: page(WaitingRound),
    errors: ["vendors.not_found"],
  }),
  proposeRound: command({
    for: "operator",
    says: "Proposes what becomes of an open round that waits: it ends as it stands, or its stakes come back. Another officer decides.",
    input: z.object({ vendorCode: VendorCode, roundId: Uuid, outcome: z.enum(roundOutcomes), reason: Reason }),
    output: WaitingRound,
    errors: ["vendors.not_found", "gateway.round_not_waiting", "gateway.round_proposed", "gateway.round_won"],
  }),
  confirmRound: command({
    for: "operator",
    says: "Ends an open round as another officer proposed. What the vendor sends of it later is still taken.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Empty,
    errors: ["gateway.proposal_not_found", "gateway.not_proposed", "gateway.own_proposal", "gateway.round_not_waiting", "gateway.round_won"],
  }),
  declineRound: command({
    for: "operator",
    says: "Declines what was proposed of an open round, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Empty,
    errors: ["gateway.proposal_not_found", "gateway.not_proposed"],
  }),
});
