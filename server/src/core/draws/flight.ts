import { refuse } from "@laro/contract/core/errors";
import { validOf } from "@laro/engines/engine";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { closeTickets, listMyTickets, type OpenTicket, type Ticket, type TicketClosing } from "../wallet/entries.ts";
import { findRound, readDetail } from "../wallet/rounds.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { computeResult, findDraw, flightEnd, flightOf, tableOf, type Draw } from "./draws.ts";

/** How many tickets that have come to their own end are paid at once. */
const TICKETS_AT_ONCE = 256;
const FLIGHTS_KEPT_MAX = 64;

/** What a flight comes to: known to the server alone until it is over. */
interface Foreseen {
  readonly result: unknown;
  readonly endsAt: Date;
}

/** By the draw's promise, which no two draws share: every cash-out of a flight asks. */
const foreseen = new LRUCache<string, Foreseen>({ max: FLIGHTS_KEPT_MAX });

/** What a draw in flight comes to, and when it ends; for the server's own eyes, as `computeResult` is. */
export async function foresee(db: Db | Tx, keys: Keys, draw: Draw): Promise<Foreseen> {
  const name = draw.commitment!.toString("hex");
  const known = foreseen.get(name);
  if (known !== undefined) return known;
  const { result } = await computeResult(db, keys, draw);
  const flight = { result, endsAt: flightEnd(draw, result) };
  foreseen.set(name, flight);
  return flight;
}

/** A ticket that was cashed out, by its owner or by itself: at how many hundredths of its stake, and what that paid in minor units. */
export interface Cashed {
  readonly drawId: bigint;
  readonly cashed: number;
  readonly winMinor: bigint;
}

/**
 * Cashes a member's ticket out at the value of `moment`, when the call was received. Whatever closes a ticket closes it once: asked again, or beaten by the ticket's own
 * multiple, this answers what was paid. Refuses with `rounds.not_found`, and with `rounds.not_open` where the draw does not fly yet or did not at that moment any more.
 */
export async function cashOut(
  { begin }: Pick<Database, "begin">,
  keys: Keys,
  moment: LedgerMoment,
  { walletId, id }: { walletId: bigint; id: string },
): Promise<Cashed> {
  return begin(async (tx) => {
    const [ticket] = await listMyTickets(tx, { walletId, id });
    if (ticket !== undefined)
      await closeTickets(tx, moment, [(await endTicket(tx, keys, { ticket, at: moment.now })) ?? refuse("rounds.not_open", { field: "ticketId" })]);
    const round = (await findRound(tx, { walletId, id })) ?? refuse("rounds.not_found", { field: "ticketId" });
    const { cashed } = readDetail(round).outcome as { readonly cashed?: number };
    if (cashed === undefined || round.draw === null) refuse("rounds.not_open", { field: "ticketId" });
    return { drawId: round.draw.id, cashed, winMinor: round.win };
  });
}

/**
 * Cashes out whatever of a wallet's tickets flew at a moment that has passed, at the value it had then: their owner may not come back to them. What did not fly then, or
 * has come to its end since, is left as it is. Answers whether anything was paid.
 */
export async function cashOutAll(
  { begin }: Pick<Database, "begin">,
  keys: Keys,
  moment: LedgerMoment,
  { walletId, at }: { walletId: bigint; at: Date },
): Promise<boolean> {
  return begin(async (tx) => {
    const ends: TicketClosing[] = [];
    for (const ticket of await listMyTickets(tx, { walletId })) {
      const end = await endTicket(tx, keys, { ticket, at });
      if (end !== undefined) ends.push(end);
    }
    if (ends.length > 0) await closeTickets(tx, moment, ends);
    return ends.length > 0;
  });
}

/** What a ticket is closed with that ends at a moment; undefined where it did not fly then. */
async function endTicket(tx: Tx, keys: Keys, { ticket, at }: { ticket: OpenTicket; at: Date }): Promise<TicketClosing | undefined> {
  const flight = flightOf(ticket);
  if (flight === undefined) return undefined;
  const draw = (await findDraw(tx, ticket.drawId))!;
  // A flight that is over by now still pays who was in time, until it is settled.
  if (draw.state !== "acting" && draw.state !== "drawn") return undefined;
  const { result } = await foresee(tx, keys, draw);
  const end = flight.cashOut({ bets: ticket.state.choice, result, elapsedMs: at.getTime() - draw.actsAt!.getTime() });
  return end && closingOf(draw, ticket, end);
}

/** The result stays out of what is kept of a ticket that ends in flight: its owner reads it at once. */
function closingOf(draw: Draw, ticket: Ticket, { winMinor, cashed }: { winMinor: bigint; cashed: number }): TicketClosing {
  const { choice } = ticket.state;
  const validMinor = validOf(tableOf(draw), { choice, stakeMinor: ticket.stake, winMinor });
  return { ...ticket, stakeMinor: 0n, winMinor, validMinor, detail: { choice, outcome: { cashed } } };
}

/** Pays tickets that have come to their own end in a flight that goes on, some at a time, and answers whose they were; what is left over is paid by the next call, or by the settlement. */
export async function payReached({ begin }: Pick<Database, "begin">, keys: Keys, moment: LedgerMoment, draw: Draw): Promise<readonly bigint[]> {
  const flight = flightOf(draw)!;
  const elapsedMs = moment.now.getTime() - draw.actsAt!.getTime();
  return begin(async (tx) => {
    const { result } = await foresee(tx, keys, draw);
    if (elapsedMs < 0 || elapsedMs >= flight.lastsMs(result)) return [];
    const reached = await listReached(tx, { drawId: draw.id, value: flight.valueAt(elapsedMs) });
    const ends = reached.flatMap((ticket) => {
      const end = flight.cashOut({ bets: ticket.state.choice, result, elapsedMs });
      return end === undefined ? [] : [closingOf(draw, ticket, end)];
    });
    if (ends.length > 0) await closeTickets(tx, moment, ends);
    return [...new Set(ends.map(({ walletId }) => walletId))];
  });
}

/** Open tickets whose own multiple the value has reached, in the order of their wallets; in a flight the spot is that multiple. */
async function listReached(tx: Tx, { drawId, value }: { drawId: bigint; value: number }): Promise<readonly Ticket[]> {
  const { rows } = await sql<Ticket>`
    select o.id, o.wallet_id as "walletId", o.game_id as "gameId", o.stake, o.state
    from open_round o cross join lateral jsonb_object_keys(o.state->'choice'->'bets') spot
    where o.draw_id = ${drawId} and spot::integer <= ${value} order by o.wallet_id, o.id limit ${TICKETS_AT_ONCE}`.execute(tx);
  return rows;
}
