import { z } from "zod";
import { CampaignCard } from "./campaigns.ts";
import { Gift, Prize, seatGames } from "./core/campaignRules.ts";
import { command, contract, query } from "./core/endpoint.ts";
import { Moment, RequestId } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** The most chips of one round: with the highest multiple of its games, and the most rounds, a seat stays far below what a number holds exactly. */
export const SEAT_STAKE_MAX = 1_000_000;

const language = compared(8).optional();
const Code = compared(16);
/** What was chosen, or what fell, in the shape of the game. */
const Played = z.record(z.string(), z.unknown());

/** A member's seat: its chips, and how many of its rounds are played. */
export const Seat = z.object({
  chips: z.int(),
  played: z.int(),
  /** SHA-256 of its seed, hex: fixed when the seat was taken, before the member's own seed was. */
  serverSeedHash: z.string(),
  /** Shown once its last round is played or the tournament is over. */
  serverSeed: z.string().nullable(),
  /** Null before the first round. */
  clientSeed: z.string().nullable(),
});
export type Seat = z.infer<typeof Seat>;

/** A round for chips. It is computed again from the seat's seeds and its number. */
export const SeatRound = z.object({
  n: z.int(),
  stake: z.int(),
  win: z.int(),
  choice: Played,
  outcome: Played,
  /** Of the game's mathematics. */
  version: z.int(),
  at: Moment,
});
export type SeatRound = z.infer<typeof SeatRound>;

/** A place: the name masked, the chips, the rounds they took, and what it got once the tournament is over. */
export const SeatPlace = z.object({ place: z.int(), name: z.string(), chips: z.int(), rounds: z.int(), gift: Gift.nullable(), isMine: z.boolean() });
export type SeatPlace = z.infer<typeof SeatPlace>;

/** A tournament: a seat costs nothing, everybody's is the same, and the most chips at the end win; of equal ones who took fewer rounds, then who was there first. */
export const Tournament = CampaignCard.extend({
  prizes: z.array(Prize),
  gameCode: z.enum(seatGames),
  gameName: z.string(),
  /** What a seat begins with. */
  chips: z.int(),
  rounds: z.int(),
  /** Least time between two rounds of a seat. */
  cycleMs: z.int(),
  /** Seats that were played. */
  seats: z.int(),
  seat: Seat.nullable(),
});
export type Tournament = z.infer<typeof Tournament>;

export const tournaments = contract("tournaments", {
  list: query({
    for: "guest",
    says: "The tournaments that run, are to come or just ended, with the member's seats.",
    input: z.object({ language }),
    output: z.object({ list: z.array(Tournament) }),
  }),
  enter: command({
    for: "member",
    says: "Takes a seat, which costs nothing; whoever has one keeps it as it is. The masked name is listed from the first round on.",
    rate: { count: 30, windowMs: 60_000 },
    input: z.object({ code: Code, language }),
    output: Tournament,
    errors: [
      "tournaments.none",
      "campaigns.not_found",
      "campaigns.not_open",
      "campaigns.not_eligible",
      "campaigns.already_in",
      "campaigns.needs_application",
      "rewards.closed",
    ],
  }),
  play: command({
    for: "member",
    says: "Plays one round for chips, which are no money; the member's own seed is taken with the first. The same requestId answers the same round.",
    rate: { count: 600, windowMs: 60_000 },
    input: z.object({
      requestId: RequestId,
      code: Code,
      stake: z.int().min(1).max(SEAT_STAKE_MAX),
      choice: Played,
      clientSeed: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
    }),
    output: z.object({ round: SeatRound, seat: Seat }),
    errors: [
      "tournaments.none",
      "tournaments.not_seated",
      "tournaments.not_open",
      "tournaments.rounds_over",
      "tournaments.chips_short",
      "rounds.too_soon",
      "rounds.choice_invalid",
      "games.closed",
      "wallet.closed",
      "countries.closed",
      "limits.kyc_required",
      "limits.time_reached",
      "protection.excluded",
      "protection.reality_check",
    ],
  }),
  rank: query({
    for: "guest",
    says: "A tournament place by place, and the member's own: exact up to 1,000.",
    input: PageInput.extend({ code: Code }),
    output: page(SeatPlace).extend({ mine: SeatPlace.extend({ place: z.int().nullable() }).nullable() }),
    errors: ["tournaments.none"],
  }),
  rounds: query({
    for: "member",
    says: "The member's rounds in a tournament, newest first, with the seat's seeds.",
    input: PageInput.extend({ code: Code }),
    output: page(SeatRound).extend({ seat: Seat.nullable() }),
    errors: ["tournaments.none"],
  }),
});
