import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, RequestId, Uuid } from "./core/ids.ts";
import { DrawPhase, TableCashed, TableChosen, TableSums } from "./core/watching.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** The most tickets a member may have on one draw. */
export const TICKETS_MAX = 20;
/** The same where a ticket is cashed out in flight: two hands have two buttons. */
export const FLIGHT_TICKETS_MAX = 2;
/** The same where tickets decide in turns: everybody has one hand. */
export const TURN_TICKETS_MAX = 1;
/** So many draws of a series stand in its roads, which then begin anew. */
export const ROAD_DRAWS = 70;

const Series = compared(32);

/** What was laid on a draw in one confirmation: final, and a round of its own once the draw is settled. */
export const Ticket = z.object({
  id: Uuid,
  series: z.string(),
  drawId: Id,
  /** The draw's number, such as 20261122-0713. */
  number: z.string(),
  stake: Amount,
  /** An amount on each spot. */
  bets: z.record(z.string(), z.string()),
  /** What its owner decided, in order; empty where nothing is decided. The next one names how many there are. */
  actions: z.array(z.record(z.string(), z.unknown())),
});
export type Ticket = z.infer<typeof Ticket>;

/** A live table as a list shows it. */
export const TableTile = z.object({
  series: z.string(),
  /** The number of its game: what it is opened by. */
  nodeId: z.string(),
  displayName: z.string(),
  /** Whether draws are held now. */
  isRunning: z.boolean(),
  stakeMin: Amount,
  /** The most a member may stake on one draw. */
  memberMax: Amount,
  phase: DrawPhase.nullable(),
});
export type TableTile = z.infer<typeof TableTile>;

/** What fell in one draw. */
export const Fallen = z.object({ number: z.string(), link: z.int(), result: z.record(z.string(), z.unknown()) });
export type Fallen = z.infer<typeof Fallen>;

/** A live table as officers see it: what lies on its draw, and what the house could come to owe. */
export const TableDesk = z.object({
  series: z.string(),
  displayName: z.string(),
  /** Null before the first draw. */
  draw: z
    .object({
      id: Id,
      number: z.string(),
      link: z.int(),
      state: z.string(),
      opensAt: Moment,
      closesAt: Moment,
      drawsAt: Moment,
      tickets: z.int(),
      members: z.int(),
      staked: Balance,
      /** Whether officers can still give it back. */
      mayVoid: z.boolean(),
    })
    .nullable(),
  /** The most the tickets can pay at once, what a draw may come to owe at most, and what is left of it. */
  worstCase: Balance,
  liabilityMax: Balance,
  margin: Balance,
  /** The connection that holds the table's lock; null while nobody leads it. */
  leader: z.object({ name: z.string(), since: Moment }).nullable(),
});
export type TableDesk = z.infer<typeof TableDesk>;

/** A draw of a series as officers see it; sums only once it is settled. */
export const DeskDraw = z.object({
  id: Id,
  number: z.string(),
  link: z.int(),
  state: z.string(),
  closesAt: Moment,
  tickets: z.int().nullable(),
  staked: Balance.nullable(),
  paid: Balance.nullable(),
  voidReason: z.string().nullable(),
});
export type DeskDraw = z.infer<typeof DeskDraw>;

/** The chain of seeds a table draws from: its anchor was shown before its salt was known. */
export const TableChain = z.object({ anchor: z.string(), length: z.int(), salt: z.string(), saltSource: z.string() });

export const tables = contract("tables", {
  list: query({
    for: "guest",
    says: "The live tables, with the draw each is at.",
    trial: true,
    sharedForMs: 1_000,
    input: Empty,
    output: z.object({ list: z.array(TableTile) }),
  }),
  get: query({
    for: "guest",
    says: "A live table as it stands: the draw under way, what lies on it, what fell last, its limits and the server's clock. It serves whoever joins in the middle.",
    trial: true,
    input: z.object({ series: Series }),
    output: z.object({
      series: z.string(),
      displayName: z.string(),
      /** Null while no draws are held. */
      phase: DrawPhase.nullable(),
      sums: TableSums.nullable(),
      /** Null where tickets are not cashed out. */
      cashed: TableCashed.nullable(),
      /** Null where nothing is being decided. */
      chosen: TableChosen.nullable(),
      /** Newest first. */
      last: z.array(Fallen).max(ROAD_DRAWS),
      chain: TableChain.nullable(),
      memberMax: Amount,
      at: Moment,
    }),
    errors: ["games.not_found"],
  }),
  clock: query({
    for: "guest",
    says: "The server's clock, by which tables close.",
    trial: true,
    input: Empty,
    output: z.object({ at: Moment }),
  }),
  bet: command({
    for: "member",
    says: "Buys a ticket on an open draw: all its bets, in one confirmation, final. The same requestId answers the same ticket.",
    money: "batched",
    rate: { count: 240, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, series: Series, drawId: Id, bets: z.record(z.string(), z.unknown()) }),
    output: Ticket.extend({ balance: Balance }),
    errors: [
      "games.not_found",
      "games.closed",
      "draws.not_found",
      "draws.closed",
      "rounds.below_minimum",
      "rounds.above_maximum",
      "rounds.above_liability",
      "rounds.choice_invalid",
      "tables.above_maximum",
      "tables.above_spot",
      "tables.too_many",
      "tables.full",
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
  desk: query({
    for: "operator",
    personal: false,
    says: "The live tables as they stand: draw, tickets, what the house could come to owe for it, and who leads each.",
    input: z.object({}),
    output: z.object({ list: z.array(TableDesk) }),
  }),
  draws: query({
    for: "operator",
    personal: false,
    says: "The draws of a series, newest first, with what they took and paid.",
    input: PageInput.extend({ series: Series }),
    output: page(DeskDraw),
    errors: ["games.not_found"],
  }),
  cashOut: command({
    for: "member",
    says: "Cashes a ticket out of a draw that flies, at the value of the moment it is asked. Asked again it answers what was paid, as it does where the ticket's own multiple came first.",
    transaction: "own",
    whileClosed: true,
    rate: { count: 240, windowMs: 60_000 },
    input: z.object({ ticketId: Uuid }),
    output: z.object({ id: Uuid, drawId: Id, /** In hundredths of the stake. */ cashed: z.int(), win: Amount, balance: Balance }),
    errors: ["rounds.not_found", "rounds.not_open"],
  }),
  act: command({
    for: "member",
    says: "Decides for a ticket of a draw that goes in turns; what it adds to the stake is taken with it. `step` is how many decisions its owner saw; the same at the same step answers the ticket as it stands.",
    transaction: "own",
    whileClosed: true,
    rate: { count: 240, windowMs: 60_000 },
    input: z.object({ ticketId: Uuid, step: z.int().min(0).max(100), action: z.record(z.string(), z.unknown()) }),
    output: Ticket.extend({ balance: Balance }),
    errors: [
      "rounds.not_found",
      "rounds.step_taken",
      "rounds.action_invalid",
      "tables.turn_over",
      "wallet.insufficient_funds",
      "wallet.closed",
      "limits.loss_reached",
      "limits.stake_reached",
    ],
  }),
  mine: query({
    for: "member",
    says: "The member's tickets that wait for their draw, oldest first.",
    input: z.object({ series: Series.optional() }),
    output: z.object({ list: z.array(Ticket) }),
    errors: ["games.not_found"],
  }),
});
