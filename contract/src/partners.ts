import { z } from "zod";
import { command, contract, download, query } from "./core/endpoint.ts";
import { Day, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";
import { keyUses, OVERLAP_HOURS_MAX, VendorKey } from "./gateway.ts";
import { Commitment, Revealed } from "./seeds.ts";

/** The games of the house a partner may take: one stake, one choice, one draw; no jackpots, rooms or rounds that wait. */
export const partnerGames = ["DICE", "LIMBO", "PLINKO", "WHEEL"] as const;
export type PartnerGame = (typeof partnerGames)[number];
export const partnerStates = ["off", "live"] as const;
/** asked: the partner is being asked for the stake. staked: it took it. drawn: it owes the player what was won. void: the bet did not count. */
export const partnerRoundStates = ["asked", "staked", "drawn", "closed", "refused", "void"] as const;
export type PartnerRoundState = (typeof partnerRoundStates)[number];
/** Why a partner did not take a stake, as far as its player is told. */
export const partnerRefusals = ["insufficient_funds", "limit_reached", "stake_too_high", "player_closed", "game_closed", "other"] as const;
export type PartnerRefusal = (typeof partnerRefusals)[number];

/** issued: can be played, or will expire. ending: their end is told until the partner takes it. Those of which none was played are cancelled or expire. */
export const partnerFreeStates = ["issued", "ending", "closed", "cancelled", "expired"] as const;
export type PartnerFreeState = (typeof partnerFreeStates)[number];

/** So long after the first question a win that is not taken waits for an officer, and so does a bet that cannot be given back. */
export const PARTNER_HELD_HOURS = 24;
export const PARTNER_DAYS_MAX = 92;

const Code = z.string().regex(/^[A-Z][A-Z0-9_]{1,19}$/);
const ADDRESS_MAX = 512;

/** What officers set of a partner. */
export const PartnerRules = z.object({
  name: text({ max: 60 }),
  state: z.enum(partnerStates),
  /** Where its wallet is called: https, and on this machine http outside production. */
  baseUrl: compared(ADDRESS_MAX, { min: 1 }),
  /** What we are called there. */
  casinoId: compared(64, { min: 1 }),
  /** The sites that may frame our games, as `https://casino.example`. */
  frameOrigins: z.array(compared(ADDRESS_MAX, { min: 1 })).max(20),
  currencies: z
    .array(z.string().regex(/^[A-Z][A-Z0-9_]{2,31}$/))
    .min(1)
    .max(50),
  games: z.array(z.enum(partnerGames)).max(partnerGames.length),
  /** Null: the games' own. */
  stakeMax: Amount.nullable(),
});
export type PartnerRules = z.output<typeof PartnerRules>;

/** A partner in the list. In its figures 1,000 means as many or more. */
export const PartnerLine = z.object({
  code: z.string(),
  name: z.string(),
  state: z.enum(partnerStates),
  /** Whether it is played by a simulator. */
  simulated: z.boolean(),
  games: z.array(z.enum(partnerGames)),
  players: z.int(),
  /** Rounds that are not over, and what waits for an officer: rounds and ends of free rounds. */
  openRounds: z.int(),
  held: z.int(),
});
export type PartnerLine = z.infer<typeof PartnerLine>;

/** What one officer wants to be staked at a partner beyond its rules, and another decides: what is not there stays. */
export const PartnerProposal = z.object({
  id: Uuid,
  /** Null: the games' own. */
  stakeMax: Amount.nullable().optional(),
  /** Those that would be added. */
  currencies: z.array(z.string()).optional(),
  games: z.array(z.enum(partnerGames)).optional(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
});
export type PartnerProposal = z.output<typeof PartnerProposal>;

/** What a partner is held to. The wallet and the sites of a simulated one are its simulator's, whatever is set. */
export const Partner = z.object({
  code: z.string(),
  simulated: z.boolean(),
  rules: PartnerRules,
  keys: z.array(VendorKey),
  /** What waits for a second officer. */
  proposal: PartnerProposal.nullable(),
});
export type Partner = z.output<typeof Partner>;

/** A round as officers see it. */
export const PartnerRoundLine = z.object({
  id: Uuid,
  code: z.string(),
  /** The partner's name of its player. */
  player: z.string(),
  currency: z.string(),
  gameCode: z.string(),
  state: z.enum(partnerRoundStates),
  isGivenBack: z.boolean(),
  stake: Balance,
  win: Balance.nullable(),
  sends: z.int(),
  at: Moment,
  lookAt: Moment.nullable(),
  heldAt: Moment.nullable(),
  /** What the partner answered a win with that it did not take. */
  refusal: z.string().nullable(),
});
export type PartnerRoundLine = z.infer<typeof PartnerRoundLine>;

/** Free rounds as officers see them. */
export const PartnerFreeLine = z.object({
  id: Uuid,
  code: z.string(),
  /** The partner's name of them, and of its player. */
  issue: z.string(),
  player: z.string(),
  currency: z.string(),
  gameCode: z.string(),
  state: z.enum(partnerFreeStates),
  rounds: z.int(),
  used: z.int(),
  /** Of each round. */
  stake: Balance,
  won: Balance,
  until: Moment,
  sends: z.int(),
  at: Moment,
  heldAt: Moment.nullable(),
  /** What the partner answered their end with that it did not take. */
  refusal: z.string().nullable(),
});
export type PartnerFreeLine = z.infer<typeof PartnerFreeLine>;

/** Free rounds as their player sees them: what is left of them, and what they won so far. */
export const PartnerFree = z.object({ id: Uuid, rounds: z.int(), used: z.int(), stake: Balance, won: Balance, until: Moment });
export type PartnerFree = z.infer<typeof PartnerFree>;

const Token = compared(64, { min: 1 });
const Played = z.record(z.string(), z.unknown());

/** A round as its player sees it. Until it is drawn there is neither win nor outcome. */
export const PartnerRound = z.object({
  id: Uuid,
  gameCode: z.enum(partnerGames),
  version: z.int(),
  state: z.enum(partnerRoundStates),
  refusal: z.enum(partnerRefusals).nullable(),
  /** One of free rounds: its stake is the partner's, and its win is told when all of them are played. */
  isFree: z.boolean(),
  stake: Balance,
  win: Balance,
  choice: Played,
  outcome: Played,
  /** Empty in a demo, which nobody keeps. */
  seedId: z.string(),
  nonce: z.string(),
  at: Moment,
});
export type PartnerRound = z.infer<typeof PartnerRound>;

/** What a partner's page opens with. */
export const PartnerTable = z.object({
  token: z.string(),
  gameCode: z.enum(partnerGames),
  displayName: z.string(),
  partner: z.string(),
  mode: z.enum(["real", "demo"]),
  language: z.string(),
  currency: z.string(),
  stakeMin: Balance,
  stakeMax: Balance,
  stakeStep: Balance,
  cycleMs: z.int(),
  /** What the partner's wallet holds; null in a demo, and where it does not say. */
  balance: Balance.nullable(),
  /** Free rounds that wait in this game, the oldest first given. */
  free: PartnerFree.nullable(),
});
export type PartnerTable = z.output<typeof PartnerTable>;

const sessionErrors = ["partners.session_over", "partners.closed"] as const;

export const partners = contract("partners", {
  list: query({
    for: "operator",
    personal: false,
    says: "The partners by their codes, and how many rounds of theirs are not over.",
    input: PageInput,
    output: page(PartnerLine),
  }),
  get: query({
    for: "operator",
    personal: false,
    says: "A partner: what it is held to, and its keys without their secrets.",
    input: z.object({ code: Code }),
    output: Partner,
    errors: ["partners.not_found"],
  }),
  save: command({
    for: "operator",
    says: "Adds a partner, or sets what one is held to. Without keys that two officers put in force nothing is played there; once there are, what narrows holds at once, and a higher stake, another currency or another game waits for a second officer.",
    input: z.object({ code: Code, rules: PartnerRules, reason: Reason }),
    output: Partner,
    errors: ["partners.address_wrong", "partners.origin_wrong", "partners.currency_needed", "gateway.already_proposed"],
  }),
  confirmRules: command({
    for: "operator",
    says: "Sets the stake, the currencies and the games that another officer proposed for a partner.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Partner,
    errors: ["gateway.proposal_not_found", "gateway.not_proposed", "gateway.own_proposal"],
  }),
  declineRules: command({
    for: "operator",
    says: "Declines what was proposed for a partner, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Partner,
    errors: ["gateway.proposal_not_found", "gateway.not_proposed"],
  }),
  proposeKey: command({
    for: "operator",
    sealed: true,
    says: "Proposes a key: one we make of 32 random bytes, whose secret is in this answer and nowhere else, or the partner's own. It counts once another officer confirmed it.",
    input: z.object({ code: Code, use: z.enum(keyUses), secret: compared(8_192, { min: 16 }).optional(), reason: Reason }),
    output: z.object({ key: VendorKey, secret: z.string().nullable() }),
    errors: ["partners.not_found", "gateway.key_waits", "gateway.key_known"],
  }),
  confirmKey: command({
    for: "operator",
    says: "Puts a key in force that another officer proposed, by its fingerprint; the one before it counts on for 24 hours, or as long as is said.",
    input: z.object({ id: Uuid, fingerprint: compared(16), overlapHours: z.int().min(0).max(OVERLAP_HOURS_MAX).optional(), reason: Reason }),
    output: Partner,
    errors: ["gateway.key_not_found", "gateway.key_not_waiting", "gateway.own_proposal", "gateway.fingerprint_other", "gateway.keys_two"],
  }),
  endKey: command({
    for: "operator",
    says: "Ends a key now, or declines one that waits.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: Partner,
    errors: ["gateway.key_not_found", "gateway.key_ended"],
  }),
  rounds: query({
    for: "operator",
    personal: false,
    says: "Rounds of partners' players that are not over, oldest first: those that go on by themselves, or those that wait for an officer.",
    input: PageInput.extend({ code: Code, held: z.enum(["true", "false"]).optional() }),
    output: page(PartnerRoundLine),
    errors: ["partners.not_found"],
  }),
  sendAgain: command({
    for: "operator",
    says: "Sends what a round that waits for an officer could not be rid of once more, under the same id.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: PartnerRoundLine,
    errors: ["partners.round_not_held"],
  }),
  freeRounds: query({
    for: "operator",
    personal: false,
    says: "Free rounds of partners' players that are not over, oldest first.",
    input: PageInput.extend({ code: Code }),
    output: page(PartnerFreeLine),
    errors: ["partners.not_found"],
  }),
  tellAgain: command({
    for: "operator",
    says: "Tells the end of free rounds that waits for an officer once more, under the same name.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: PartnerFreeLine,
    errors: ["partners.free_not_held"],
  }),
  totalsCsv: download({
    for: "operator",
    says: "What partners' players staked and won, by partner, currency, day and game: for the invoice.",
    file: "text/csv",
    input: z.object({ from: Day, to: Day, code: Code.optional() }),
    errors: ["partners.days_wrong"],
  }),
  open: command({
    for: "guest",
    transaction: "own",
    says: "Uses up the ticket a partner opened a game with, and answers what its page is played with.",
    input: z.object({ code: Code, ticket: Token }),
    output: PartnerTable,
    errors: ["partners.ticket_over", "partners.closed"],
    rate: { count: 120, windowMs: 60_000 },
  }),
  play: command({
    for: "guest",
    transaction: "own",
    says: "Plays a round: the partner's wallet is asked for the stake, then it is drawn, then its wallet is told. The same id goes on where the round stands. One of free rounds, for their stake, is drawn at once, and the wallet is told when all of them are played.",
    input: z.object({ token: Token, requestId: RequestId, stake: Amount, choice: Played, free: Uuid.optional() }),
    output: z.object({ round: PartnerRound, balance: Balance.nullable(), free: PartnerFree.nullable() }),
    errors: [
      ...sessionErrors,
      "partners.rounds_open",
      "partners.free_over",
      "rounds.below_minimum",
      "rounds.above_maximum",
      "rounds.stake_step",
      "rounds.choice_invalid",
      "rounds.too_soon",
      "request.id_reused",
    ],
    rate: { count: 240, windowMs: 60_000 },
  }),
  fairness: command({
    for: "guest",
    transaction: "own",
    quiet: true,
    says: "The commitment in force of a partner's player, and the last rounds drawn.",
    input: z.object({ token: Token }),
    output: z.object({ commitment: Commitment.nullable(), rounds: z.array(PartnerRound) }),
    errors: [...sessionErrors],
  }),
  rotate: command({
    for: "guest",
    transaction: "own",
    says: "Retires the seed in force of a partner's player and shows it, as `seeds.rotate` does for a member.",
    input: z.object({ token: Token, clientSeed: z.string().regex(/^[\x21-\x7e]{1,64}$/) }),
    output: z.object({ revealed: Revealed, commitment: Commitment }),
    errors: [...sessionErrors, "seeds.unused"],
  }),
});
