import { formatAmount } from "@laro/contract/core/money";
import { outcomeOf, type SharedEngine, validOfTickets } from "@laro/engines/engine";
import { versionMark } from "@laro/engines/registry";
import { sql } from "kysely";
import { crashPoint } from "../../platform/crash.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { closeTickets, listTickets, type Ticket } from "../wallet/entries.ts";
import { findOwners, type LedgerMoment } from "../wallet/wallet.ts";
import { addJob, tellAll } from "../../platform/outbox.ts";
import { findDraw, lockDraw, tableOf, type Draw } from "./draws.ts";

/** Half a batch of bets: who plays meanwhile does not wait for a draw to be paid. */
const TICKETS_AT_ONCE = 256;

export interface Settled {
  readonly tickets: number;
  /** Whether all of them are paid and the draw says so. */
  readonly isOver: boolean;
}

/**
 * Pays a drawn draw, or gives the stakes of a void one back, page by page. What is open is what is not paid, so there is no cursor to keep. Killed anywhere and begun again,
 * by one process or by several at once, it pays what is left, and each ticket once. `tell` is told after each page whose wallets it closed tickets of. A wallet with a
 * ticket that its game cannot settle is passed over: the others are paid, officers are told, the draw stays drawn, and why is thrown.
 */
export async function settleDraw(
  { begin }: Pick<Database, "begin">,
  moment: () => LedgerMoment,
  id: bigint,
  tell: (walletIds: readonly bigint[]) => void = () => undefined,
): Promise<Settled> {
  const passed: Passed = { after: 0n };
  for (let tickets = 0; ;) {
    const page = await begin((tx) => settlePage(tx, moment(), { id, passed }));
    crashPoint("settle.between_pages");
    if (page === undefined && passed.fault !== undefined) return await leaveUnpaid(begin, id, passed.fault);
    if (page === undefined) return { tickets, isOver: await begin((tx) => endDraw(tx, moment(), id)) };
    tickets += page.length;
    if (page.length > 0) tell([...new Set(page)]);
  }
}

/** How far wallets were passed over, and what the fault of the first is: whatever is open up to there waits for officers. */
interface Passed {
  after: bigint;
  fault?: unknown;
}

/** The draws whose officers were told, by their database: a table asks again every few seconds. */
const toldOf = new WeakMap<Database["begin"], Set<bigint>>();

async function leaveUnpaid(begin: Database["begin"], id: bigint, fault: unknown): Promise<never> {
  const told = toldOf.get(begin) ?? new Set();
  toldOf.set(begin, told);
  if (!told.has(id))
    await begin(async (tx) => {
      const { gameId } = (await findDraw(tx, id))!;
      await addJob(tx, "draws:tellUnpaid", { gameId });
    });
  told.add(id);
  throw fault;
}

/** Closes the next tickets and answers whose they were; undefined where none is open. */
async function settlePage(tx: Tx, moment: LedgerMoment, { id, passed }: { id: bigint; passed: Passed }): Promise<readonly bigint[] | undefined> {
  const draw = (await findDraw(tx, id))!;
  if (draw.state !== "drawn" && draw.state !== "void") return undefined;
  const tickets = await listTickets(tx, { drawId: id, limit: TICKETS_AT_ONCE, after: passed.after });
  if (tickets.length === 0) return undefined;
  const closings = draw.state === "void" ? tickets.map(givenBack) : settled(draw, tickets, passed);
  if (closings.length === 0) return [];
  await closeTickets(tx, moment, closings);
  if (draw.state === "void") await tellVoided(tx, tickets);
  else if (draw.rooted) await tellWon(tx, closings);
  return closings.map(({ walletId }) => walletId);
}

/** Tells of stakes that come back in the transaction that gives them back. */
async function tellVoided(tx: Tx, tickets: readonly Ticket[]): Promise<void> {
  const owners = await findOwners(
    tx,
    tickets.map(({ walletId }) => walletId),
  );
  await tellAll(
    tx,
    "rounds.voided",
    tickets.map(({ id, walletId, stake }) => ({ roundId: id, accountId: String(owners.get(walletId)), kind: "draw", amount: formatAmount(stake) })),
  );
}

/** From so much on a ticket's win is worth a letter: its owner may not be there when it is drawn. Minor units. */
const LETTER_FROM = 100_000n;

/** Tells of large wins in the transaction that pays them. */
async function tellWon(tx: Tx, closings: readonly (Ticket & { readonly winMinor: bigint })[]): Promise<void> {
  const won = closings.filter(({ winMinor }) => winMinor >= LETTER_FROM);
  if (won.length === 0) return;
  const owners = await findOwners(
    tx,
    won.map(({ walletId }) => walletId),
  );
  await tellAll(
    tx,
    "tickets.won",
    won.map(({ id, walletId, winMinor }) => ({ ticketId: id, accountId: String(owners.get(walletId)), amount: formatAmount(winMinor) })),
  );
}

const playedOf = ({ state: { stake: firstStake, choice, actions } }: Ticket): object => (actions.length === 0 ? { choice } : { firstStake, choice, actions });

/** A ticket of a void draw: all of its stake comes back. */
const givenBack = (ticket: Ticket) => ({
  ...ticket,
  stakeMinor: -ticket.stake,
  winMinor: 0n,
  validMinor: 0n,
  detail: { ...playedOf(ticket), outcome: {} },
});

/** Tickets with what they win. A wallet's tickets are all among them or none, and what of them counts is said of them together; a wallet whose cannot be settled is passed over. */
function settled(draw: Draw, tickets: readonly Ticket[], passed: Passed) {
  return [...Map.groupBy(tickets, ({ walletId }) => walletId)].flatMap(([walletId, own]) => {
    try {
      return settledOf(draw, own);
    } catch (error) {
      passed.after = walletId;
      passed.fault ??= error;
      return [];
    }
  });
}

function settledOf(draw: Draw, own: readonly Ticket[]) {
  const table = tableOf(draw);
  const ends = own.map((ticket) => ({ ...ticket, ...endOf(table, draw, ticket), stakeMinor: 0n }));
  const valids = validOfTickets(
    table,
    ends.map(({ stake, state: { choice }, winMinor }) => ({ choice, stakeMinor: stake, winMinor })),
  );
  return ends.map((end, place) => ({ ...end, validMinor: valids[place]! }));
}

/** What a drawn ticket wins, and what is kept of it. */
function endOf(table: SharedEngine<unknown, unknown>, { result }: Draw, ticket: Ticket) {
  const { id, stake, state } = ticket;
  const { winMinor, part, stakeMinor = stake } = table.settle({ bets: state.choice, result, actions: state.actions });
  if (stakeMinor !== stake) throw new Error(`Ticket ${id} has staked ${stake} and not the ${stakeMinor} of its decisions.`);
  return { winMinor, detail: { ...versionMark(table), ...playedOf(ticket), outcome: outcomeOf(result, part) } };
}

/** Says of a draw whose tickets are all closed what they came to. A void one is over as it is. */
async function endDraw(tx: Tx, { now }: LedgerMoment, id: bigint): Promise<boolean> {
  await lockDraw(tx, id);
  const draw = (await findDraw(tx, id))!;
  if (draw.state !== "drawn") return draw.state === "settled" || draw.state === "void";
  await sql`
    update draw d set tickets = r.tickets, staked = r.staked, paid = r.paid, settled_at = ${now}, state = 'settled'
    from (
      select count(*) filter (where status = 2)::integer as tickets, coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(win), 0)::bigint as paid from round where draw_id = ${id} and status < 5
    ) r where d.id = ${id}`.execute(tx);
  return true;
}
