import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, RequestId, Uuid } from "./core/ids.ts";
import { LotterySpots, LotteryTicket } from "./core/lotteries.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** The most tickets a member may have on one draw. */
export const LOTTERY_TICKETS_MAX = 100;
/** More leaves than this are another page. */
export const LEAVES_MAX = 1_000;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** How a ticket's leaf leads to its draw's root: each step is the neighbour's hash and the side it stands on. */
export const TicketProof = z.object({
  leaf: Hash,
  /** Its place among the draw's tickets in the order of their ids, and how many there are. */
  place: z.int(),
  size: z.int(),
  path: z.array(z.object({ hash: Hash, side: z.enum(["left", "right"]) })),
  root: Hash,
});
export type TicketProof = z.infer<typeof TicketProof>;

export const tickets = contract("tickets", {
  buy: command({
    for: "member",
    says: "Buys a ticket of a draw that takes them: all its picks, in one confirmation, final. The same requestId answers the same ticket.",
    money: "batched",
    rate: { count: 60, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, gameCode: compared(32), drawId: Id, bets: LotterySpots, cost: Amount }),
    output: LotteryTicket.pick({ ticketId: true, gameCode: true, drawId: true, number: true, stake: true, bets: true, closesAt: true, drawsAt: true }).extend({
      balance: Balance,
    }),
    errors: [
      "games.not_found",
      "games.closed",
      "draws.not_found",
      "draws.closed",
      "tickets.pick_invalid",
      "tickets.cost_differs",
      "tickets.number_full",
      "tickets.draw_full",
      "tickets.too_large",
      "tickets.too_many",
      "rounds.choice_invalid",
      "rounds.stake_step",
      "rounds.below_minimum",
      "rounds.above_maximum",
      "rounds.above_liability",
      "tables.above_maximum",
      "wallet.insufficient_funds",
      "wallet.closed",
      "limits.loss_reached",
      "limits.stake_reached",
      "countries.closed",
      "limits.kyc_required",
      "request.id_reused",
      "server.busy",
      "server.pending",
    ],
  }),
  list: query({
    for: "member",
    says: "The member's tickets of lotteries, newest first; those that wait for their draw, or those that are over, where that is asked.",
    input: PageInput.extend({ state: z.enum(["open", "over"]).optional() }),
    output: page(LotteryTicket),
  }),
  get: query({
    for: "member",
    says: "One ticket of the member's, with what proves its draw and that it was sold before it.",
    input: z.object({ ticketId: Uuid }),
    output: LotteryTicket.extend({
      /** The draw's place in its chain, what its seed hashes to (null before the draw below it is drawn), its salt and, once drawn, its seed. */
      link: z.int(),
      anchor: Hash,
      commitment: Hash.nullable(),
      salt: z.string(),
      seed: Hash.nullable(),
      ticketsRoot: Hash.nullable(),
      /** Null as long as tickets are sold. */
      proof: TicketProof.nullable(),
    }),
    errors: ["tickets.not_found"],
  }),
  leaves: query({
    for: "guest",
    says: "The leaves of all tickets of a closed draw in the order of their tickets' ids, without names and picks: whoever hashes them has its root.",
    trial: true,
    sharedForMs: 1_000,
    input: z.object({
      gameCode: compared(32),
      number: compared(32),
      cursor: compared(40).optional(),
      limit: z.coerce.number().int().min(1).max(LEAVES_MAX).optional(),
    }),
    output: page(Hash).extend({ root: Hash, size: z.int() }),
    errors: ["draws.not_found", "draws.selling"],
  }),
});
