import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

/**
 * issuing: the vendor is told, again and again until it answers → issued → active, once their member opened the game → finished with what they won, cancelled, or expired.
 * held: what their vendor says they won is more than they can come to, and waits for two officers. failed: the vendor refused them, or their time was over before it answered.
 */
export const freeRoundStates = ["issuing", "issued", "active", "held", "finished", "cancelled", "expired", "failed"] as const;
export type FreeRoundState = (typeof freeRoundStates)[number];

export const FREE_ROUNDS_MAX = 200;
export const FREE_ROUNDS_DAYS_MAX = 30;
export const FREE_ROUNDS_WAGERING_MAX = 50;
const FreeRoundGame = z.object({ nodeId: z.string(), gameName: z.string(), vendorName: z.string() });

/** Free rounds as their member sees them. */
export const OwnFreeRounds = FreeRoundGame.extend({
  id: Uuid,
  /** The short reference people read to each other, such as F-1042. */
  reference: z.string(),
  rounds: z.int(),
  stake: Balance,
  /** How often what they win must be staked. */
  wagering: z.int(),
  until: Moment,
  state: z.enum(freeRoundStates),
  won: Balance,
  /** Whether they can be played now. */
  playable: z.boolean(),
  at: Moment,
});
export type OwnFreeRounds = z.infer<typeof OwnFreeRounds>;

/** Free rounds as officers see them. */
export const FreeRounds = OwnFreeRounds.omit({ playable: true }).extend({
  memberId: Id,
  memberName: z.string(),
  vendorCode: z.string(),
  /** Officers take them back, and their vendor has not answered yet. */
  cancelling: z.boolean(),
  tries: z.int(),
  reason: z.string(),
  grantedBy: z.string(),
  confirmedBy: z.string().nullable(),
  cancelledBy: z.string().nullable(),
  endedAt: Moment.nullable(),
});
export type FreeRounds = z.infer<typeof FreeRounds>;

/** Free rounds beyond what one officer gives alone: they wait for another. */
export const FreeRoundsProposal = FreeRoundGame.extend({
  id: Uuid,
  memberId: Id,
  memberName: z.string(),
  rounds: z.int(),
  stake: Balance,
  days: z.int(),
  wagering: z.int(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
});
export type FreeRoundsProposal = z.infer<typeof FreeRoundsProposal>;

/** A game whose vendor can give free rounds. */
export const GivenGame = FreeRoundGame.extend({ stakeMin: Balance.nullable(), stakeMax: Balance.nullable() });
export type GivenGame = z.infer<typeof GivenGame>;

export const freeRounds = contract("freeRounds", {
  mine: query({
    for: "member",
    says: "The member's free rounds, newest first.",
    input: PageInput,
    output: page(OwnFreeRounds),
  }),
  list: query({
    for: "operator",
    personal: true,
    says: "Free rounds that were given, newest first, optionally in one state, of one vendor or one member.",
    input: PageInput.extend({ state: z.enum(freeRoundStates).optional(), vendorCode: compared(16).optional(), memberName: compared(64).optional() }),
    output: page(FreeRounds),
    errors: ["accounts.not_found"],
  }),
  proposals: query({
    for: "operator",
    personal: true,
    says: "Free rounds that wait for a second officer, oldest first.",
    input: PageInput,
    output: page(FreeRoundsProposal),
  }),
  games: query({
    for: "operator",
    personal: false,
    says: "The games free rounds can be given in, by name, 20 at most, and what one officer gives alone.",
    input: z.object({ search: compared(64).optional() }),
    output: z.object({ list: z.array(GivenGame), aloneMember: Amount, aloneDay: Amount }),
  }),
  grant: command({
    for: "operator",
    says: "Gives a member free rounds. Up to the market's figures one officer does it alone; beyond them they wait for another. The same requestId gives once.",
    input: z.object({
      requestId: RequestId,
      memberName: compared(64),
      nodeId: compared(16),
      rounds: z.int().min(1).max(FREE_ROUNDS_MAX),
      stake: Amount,
      days: z.int().min(1).max(FREE_ROUNDS_DAYS_MAX),
      wagering: z.int().min(0).max(FREE_ROUNDS_WAGERING_MAX),
      reason: Reason,
    }),
    output: z.object({ granted: FreeRounds.nullable(), proposed: FreeRoundsProposal.nullable() }),
    errors: ["accounts.not_found", "freeRounds.game_not_possible", "freeRounds.stake_outside", "freeRounds.barred", "request.id_reused"],
  }),
  confirm: command({
    for: "operator",
    says: "Gives free rounds that another officer proposed.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: FreeRounds,
    errors: [
      "freeRounds.proposal_not_found",
      "freeRounds.not_proposed",
      "freeRounds.own_proposal",
      "freeRounds.game_not_possible",
      "freeRounds.stake_outside",
      "freeRounds.barred",
    ],
  }),
  decline: command({
    for: "operator",
    says: "Declines free rounds that were proposed, by anyone's hand who may decide, the proposer's too.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: FreeRoundsProposal,
    errors: ["freeRounds.proposal_not_found", "freeRounds.not_proposed"],
  }),
  cancel: command({
    for: "operator",
    says: "Takes free rounds back that were not played yet: at once where no vendor knows of them, else as soon as it says so.",
    input: z.object({ id: Uuid, reason: Reason }),
    output: FreeRounds,
    errors: ["freeRounds.not_found", "freeRounds.over"],
  }),
});
