import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Day, Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** What was chosen, or what fell, in the shape of its game: `core/plays` has one file for each family. */
const Played = z.record(z.string(), z.unknown());

/** What became of a round: `void` gave the stake back. */
export const roundStates = ["settled", "void"] as const;

/** The draw that decided a round which was a ticket: its seed is link number `link` of the chain of its series. */
export const RoundDraw = z.object({ id: Id, series: z.string(), number: z.string(), link: z.int() });

/** Whose game a round was, where it was not the house's: what fell there is not ours to know. */
export const RoundVendor = z.object({ code: z.string(), name: z.string(), simulated: z.boolean() });

/**
 * A settled round. Of the house: enough to show it again and to compute it again once the seed is shown. Of a vendor: what was staked and won, and no choice, outcome or
 * seed. Of one with steps, `stake` and `win` are all of it.
 */
export const Round = z.object({
  id: Uuid,
  state: z.enum(roundStates),
  gameCode: z.string(),
  /** Of the game's mathematics it was played by: a round is computed again by the same. */
  version: z.int(),
  displayName: z.string(),
  stake: Balance,
  /** What it was opened with: less than `stake` where steps added to it. */
  firstStake: Balance,
  win: Balance,
  /** What of the win came out of a jackpot; null where none was taken. */
  jackpot: Balance.nullable(),
  choice: Played,
  /** What was done after the choice, in order; empty in a game without steps. */
  actions: z.array(Played),
  /** How many of the last actions the clock took, because their player did nothing for too long; absent where it took none. */
  byClock: z.int().optional(),
  /** Empty where nothing was decided, as in a round that was given back. */
  outcome: Played,
  /** The member's own seed; null where a draw decided, which has one for everybody. */
  seedId: z.string().nullable(),
  /** The number of the round under that seed, or of the draw's link in its chain; empty in a vendor's round. */
  nonce: z.string(),
  draw: RoundDraw.nullable(),
  vendor: RoundVendor.nullable(),
  /** Its stake was given: it was played with a bonus bet. */
  bonusBet: z.boolean().optional(),
  at: Moment,
});
export type Round = z.infer<typeof Round>;

/** A line of the betting record: a settled round, or, `corrected`, what officers changed of one on a later day: its stake and win are the differences. */
export const RecordLine = Round.extend({ state: z.enum([...roundStates, "corrected"]) });
export type RecordLine = z.infer<typeof RecordLine>;
/** Whether a line of the record is a round as it was played. */
export const isPlayed = (line: RecordLine): line is Round => line.state !== "corrected";

/** What officers changed of a settled round, and why; stake and win are the differences. */
export const Correction = z.object({ stake: Balance, win: Balance, reason: z.string(), at: Moment });
export type Correction = z.infer<typeof Correction>;

/** A round that waits for its player, or has just ended. */
export const SteppedRound = z.object({
  id: Uuid,
  gameCode: z.string(),
  displayName: z.string(),
  /** How many actions were taken; the next one names it. */
  step: z.int(),
  /** All that was staked so far. */
  stake: Balance,
  choice: Played,
  /** What the player may see, in the shape of the game: never what is still hidden. */
  view: Played,
  /** What may be done now; empty once the round has ended. */
  legal: z.array(Played),
  /** When the clock acts in the player's place. */
  dueAt: Moment,
  seedId: z.string(),
  nonce: z.string(),
  at: Moment,
  /** The balance after what was just done; null where nothing was. */
  balance: Balance.nullable(),
  /** The settled round once it has ended. */
  round: Round.nullable(),
});
export type SteppedRound = z.infer<typeof SteppedRound>;

/** What any round may be refused with. */
const refusals = [
  "games.not_found",
  "games.closed",
  "rounds.below_minimum",
  "rounds.above_maximum",
  "rounds.above_liability",
  "rounds.stake_step",
  "rounds.choice_invalid",
  "wallet.insufficient_funds",
  "wallet.closed",
  "limits.loss_reached",
  "limits.stake_reached",
  "countries.closed",
  "limits.kyc_required",
  "request.id_reused",
  "server.busy",
] as const;

/** `stakedWith` leaves those only that were played so. */
const Filter = { gameCode: compared(32).optional(), from: Day.optional(), to: Day.optional(), stakedWith: z.enum(["bonusBet"]).optional() } as const;

export const rounds = contract("rounds", {
  play: command({
    for: "member",
    says: "Plays one round of a house game: stake, outcome, win and record in one transaction; with `bonusBetId` its stake is a bonus bet's. The same requestId answers the same round.",
    money: "batched",
    rate: { count: 600, windowMs: 60_000 },
    input: z.object({
      requestId: RequestId,
      gameCode: compared(32),
      stake: Amount,
      choice: z.record(z.string(), z.unknown()),
      bonusBetId: Uuid.optional(),
    }),
    output: Round.extend({ balance: Balance }),
    errors: [...refusals, "server.pending", "bonuses.bet_over", "bonuses.bet_elsewhere", "bonuses.bet_stake", "rewards.closed"],
  }),
  open: command({
    for: "member",
    says: "Opens a round of a house game that waits for its player. The same requestId answers the same round, as it stands now.",
    transaction: "own",
    rate: { count: 600, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, gameCode: compared(32), stake: Amount, choice: z.record(z.string(), z.unknown()) }),
    output: SteppedRound,
    errors: [...refusals, "rounds.already_open"],
  }),
  act: command({
    for: "member",
    says: "Takes the next action of an open round. `step` is where the player saw it; the same action at the same step answers what it led to.",
    transaction: "own",
    whileClosed: true,
    rate: { count: 1_200, windowMs: 60_000 },
    input: z.object({ roundId: Uuid, step: z.int().min(0).max(1_000), action: z.record(z.string(), z.unknown()) }),
    output: SteppedRound,
    errors: [
      "rounds.not_found",
      "rounds.step_taken",
      "rounds.action_invalid",
      "rounds.not_open",
      "wallet.insufficient_funds",
      "wallet.closed",
      "limits.loss_reached",
      "limits.stake_reached",
    ],
  }),
  running: query({
    for: "member",
    says: "The member's rounds that wait for an action, on whatever device they were opened; one of a game at most.",
    input: Empty,
    output: z.object({ list: z.array(SteppedRound) }),
  }),
  mine: query({
    for: "member",
    says: "The betting record, newest first.",
    readsMuch: true,
    input: PageInput.extend(Filter),
    output: page(RecordLine),
  }),
  totals: query({
    for: "member",
    says: "How many rounds match, and the sums of their stakes and wins.",
    readsMuch: true,
    input: z.object(Filter),
    output: z.object({ count: z.int(), stake: Balance, win: Balance }),
  }),
  get: query({
    for: "member",
    says: "One of the member's own rounds, for replay; with its seed once that is revealed. Of a ticket: its draw's seed, and the chain's salt in the client seed's place.",
    input: z.object({ id: Uuid }),
    output: Round.extend({
      serverSeed: z.string().nullable(),
      serverSeedHash: z.string(),
      clientSeed: z.string(),
      /** What was changed of it after it was settled, oldest first: the round itself stays as it was played. */
      corrections: z.array(Correction),
    }),
    errors: ["rounds.not_found"],
  }),
});
