import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Amount, Balance, Share } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/** writeOff: the house bears it. adjust: it is taken from the member, but for what was deposited since. */
export const shortfallEnds = ["writeOff", "adjust"] as const;
export type ShortfallEnd = (typeof shortfallEnds)[number];
/** open until two officers ended it. */
export const shortfallStates = ["open", "writtenOff", "adjusted"] as const;

export const houseProposalKinds = ["stakes", "voidRound", "voidDraw", "salt", "correctRound", "shortfall"] as const;
/** proposed by one officer → confirmed by another, or declined by anyone who may decide. */
export const houseProposalStates = ["proposed", "confirmed", "declined"] as const;

/**
 * Of stakes: the bounds, null for the game's own; of a round: whose, what comes back, and the step it stands at; of a draw: which; of a salt: the chain's anchor, the value and where it can be read;
 * of a correction: whose round, its stake and win, and its win from then on, none where all of it is given back; of what is owed: whose, how much, and how it ends.
 */
const HouseDetail = z.object({
  stakeMin: z.string().nullable().optional(),
  stakeMax: z.string().nullable().optional(),
  memberId: z.string().optional(),
  memberName: z.string().optional(),
  stake: z.string().optional(),
  step: z.string().optional(),
  series: z.string().optional(),
  number: z.string().optional(),
  anchor: z.string().optional(),
  salt: z.string().optional(),
  source: z.string().optional(),
  win: z.string().optional(),
  toWin: z.string().optional(),
  /** How many corrections the round has then. */
  version: z.string().optional(),
  missing: z.string().optional(),
  end: z.enum(shortfallEnds).optional(),
});

/** What one officer wants done about the house's games. */
export const HouseProposal = z.object({
  id: Uuid,
  kind: z.enum(houseProposalKinds),
  /** The game's code, or the id of the round, draw or chain. */
  subject: z.string(),
  gameCode: z.string(),
  displayName: z.string(),
  /** What stands in it, as its kind has it. */
  detail: HouseDetail,
  reason: z.string(),
  state: z.enum(houseProposalStates),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type HouseProposal = z.infer<typeof HouseProposal>;

/** A round that waits for its player, as officers see it: nothing that is hidden from its player. */
export const WaitingRound = z.object({
  id: Uuid,
  memberId: Id,
  memberName: z.string(),
  gameCode: z.string(),
  displayName: z.string(),
  stake: Amount,
  step: z.int(),
  at: Moment,
  /** When the clock acts in the player's place. */
  dueAt: Moment,
});
export type WaitingRound = z.infer<typeof WaitingRound>;

/** A settled round as officers see it before they correct it: as it stands now. */
export const SettledRound = z.object({
  id: Uuid,
  memberId: Id,
  memberName: z.string(),
  gameCode: z.string(),
  displayName: z.string(),
  /** Nothing, once it was given back. */
  stake: Balance,
  win: Balance,
  at: Moment,
  /** Oldest first; stake and win are what changed. */
  corrections: z.array(z.object({ stake: Balance, win: Balance, reason: z.string(), at: Moment })),
  /** Whether a jackpot is part of its win: its pool was paid out, so nobody corrects it. */
  tookJackpot: z.boolean(),
});
export type SettledRound = z.infer<typeof SettledRound>;

/** What a member owes after a take-back that their wallet could not bear. */
export const Shortfall = z.object({
  id: Uuid,
  memberId: Id,
  memberName: z.string(),
  gameCode: z.string(),
  displayName: z.string(),
  roundId: Uuid,
  /** What was to be taken back of the win, what the wallet gave, and what is left. */
  asked: Balance,
  taken: Balance,
  missing: Balance,
  state: z.enum(shortfallStates),
  at: Moment,
  endedAt: Moment.nullable(),
});
export type Shortfall = z.infer<typeof Shortfall>;

/** A chain of seeds as officers see it; its seeds are nobody's to see. */
export const HouseChain = z.object({
  id: z.int(),
  series: z.string(),
  displayName: z.string(),
  /** Link 0 as hex digits. */
  anchor: z.string(),
  length: z.int(),
  used: z.int(),
  left: z.int(),
  createdAt: Moment,
  salt: z.string().nullable(),
  saltSource: z.string().nullable(),
  saltedAt: Moment.nullable(),
  /** `unsalted` draws nothing yet; `next` waits until the one before is used up. */
  state: z.enum(["unsalted", "next", "inUse", "usedUp"]),
  /** When the links are used up if draws go on as they did; null where that cannot be said. */
  endsAt: Moment.nullable(),
});
export type HouseChain = z.infer<typeof HouseChain>;

/** So long before a chain ends the next one must be announced. */
export const CHAIN_NOTICE_DAYS = 30;

/** A text nobody could know before its source was published, such as the hash of a block: printable signs without spaces. */
const Salt = z.string().regex(/^[\x21-\x7e]{16,200}$/);

export const house = contract("house", {
  rounds: query({
    for: "operator",
    personal: true,
    says: "The rounds that wait for their players, oldest first, of all house games or of one.",
    input: PageInput.extend({ gameCode: compared(32).optional() }),
    output: page(WaitingRound),
    errors: ["games.not_found"],
  }),
  chains: query({
    for: "operator",
    personal: false,
    says: "The chains tables draw from, newest first in each series, with their links used and left.",
    input: z.object({}),
    output: z.object({
      list: z.array(HouseChain),
      /** The series that can have one. */
      series: z.array(z.object({ series: z.string(), displayName: z.string() })),
    }),
  }),
  proposals: query({
    for: "operator",
    personal: true,
    says: "What officers proposed about the house's games: what waits oldest first, what is decided newest first.",
    input: PageInput.extend({ state: z.enum(houseProposalStates) }),
    output: page(HouseProposal),
  }),
  setStakes: command({
    for: "operator",
    says: "Sets what may be staked on a game, null for the game's own word. What refuses more holds at once; what lets more through waits for another officer, and is answered as a proposal.",
    input: z.object({ gameCode: compared(32), stakeMin: Amount.nullable(), stakeMax: Amount.nullable(), reason: Reason }),
    output: z.object({ proposal: HouseProposal.nullable() }),
    errors: ["games.not_found", "rounds.stake_step", "house.stakes_wrong", "house.as_it_is", "house.already_proposed"],
  }),
  voidRound: command({
    for: "operator",
    says: "Proposes to end a round that waits for its player and give its stake back; another officer confirms it.",
    input: z.object({ memberId: Id, roundId: Uuid, reason: Reason }),
    output: HouseProposal,
    errors: ["accounts.not_found", "rounds.not_found", "house.already_proposed"],
  }),
  settled: query({
    for: "operator",
    personal: true,
    says: "A member's settled round by its id or that of one of its entries, as it stands after its corrections.",
    input: z.object({ memberName: compared(64), roundId: Uuid }),
    output: SettledRound,
    errors: ["accounts.not_found", "rounds.not_found"],
  }),
  correctRound: command({
    for: "operator",
    says: "Proposes to give a settled round another win, or all of it back where win is null; another officer confirms it. The correction is an entry of its own day.",
    input: z.object({ memberId: Id, roundId: Uuid, win: Share.nullable(), reason: Reason }),
    output: HouseProposal,
    errors: [
      "accounts.not_found",
      "rounds.not_found",
      "rounds.above_liability",
      "house.as_it_is",
      "house.jackpot_taken",
      "house.bonus_bet",
      "house.already_proposed",
    ],
  }),
  shortfalls: query({
    for: "operator",
    personal: true,
    says: "What members owe after take-backs: what is open oldest first, what was ended newest first.",
    input: PageInput.extend({ state: z.enum(shortfallStates) }),
    output: page(Shortfall).extend({ open: z.object({ count: z.int(), missing: Balance }) }),
  }),
  endShortfall: command({
    for: "operator",
    says: "Proposes how what a member owes ends: the house bears it, or it is taken from what is no deposit since; another officer confirms it.",
    input: z.object({ id: Uuid, end: z.enum(shortfallEnds), reason: Reason }),
    output: HouseProposal,
    errors: ["house.shortfall_not_found", "house.shortfall_not_open", "house.already_proposed"],
  }),
  voidDraw: command({
    for: "operator",
    says: "Proposes to end a draw before its result and give all its stakes back; another officer confirms it.",
    input: z.object({ drawId: Id, reason: Reason }),
    output: HouseProposal,
    errors: ["draws.not_found", "draws.over", "house.already_proposed"],
  }),
  makeChain: command({
    for: "operator",
    says: "Makes a series' next chain of seeds: its anchor is shown from now on, and it draws nothing before two officers gave it a salt.",
    transaction: "own",
    input: z.object({ series: compared(32), reason: Reason }),
    output: HouseChain,
    errors: ["games.not_found", "house.chain_waits"],
  }),
  saltChain: command({
    for: "operator",
    says: "Proposes a chain's salt: a public value that nobody could know when its anchor was shown, and where it can be read. Another officer confirms it.",
    input: z.object({ chainId: z.int().min(1), salt: Salt, source: Reason, reason: Reason }),
    output: HouseProposal,
    errors: ["draws.not_found", "house.salted", "house.already_proposed"],
  }),
  confirm: command({
    for: "operator",
    says: "Carries out what another officer proposed; decision and effect stand together or not at all.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: HouseProposal,
    errors: [
      "house.proposal_not_found",
      "house.not_proposed",
      "house.own_proposal",
      "house.stakes_changed",
      "rounds.not_open",
      "rounds.step_taken",
      "draws.over",
      "draws.not_found",
      "house.salted",
      "rounds.not_settled",
      "wallet.already_reversed",
      "house.shortfall_not_open",
      "house.shortfall_not_covered",
    ],
  }),
  decline: command({
    for: "operator",
    says: "Declines what was proposed, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: HouseProposal,
    errors: ["house.proposal_not_found", "house.not_proposed"],
  }),
});
