import { formatAmount } from "@laro/contract/core/money";
import { outcomeOf, validOf } from "@laro/engines/engine";
import { versionMark } from "@laro/engines/registry";
import { sql } from "kysely";
import { crashPoint } from "../../platform/crash.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { closeTickets, listTickets, type Ticket } from "../wallet/entries.ts";
import { findOwners, type LedgerMoment } from "../wallet/wallet.ts";
import { tellAll } from "../../platform/outbox.ts";
import { findDraw, lockDraw, tableOf, type Draw } from "./draws.ts";

/** Half a batch of bets: who plays meanwhile does not wait for a draw to be paid. */
const TICKETS_AT_ONCE = 256;

export interface Settled {
  readonly tickets: number;
  /** Whether all of them are paid and the draw says so. */
  readonly isOver: boolean;
}

/**
 * Pays a drawn draw, or gives the stakes of a void one back, page by page. There is no cursor: what is open is what is not paid. Killed anywhere and begun again,
 * by one process or by several at once, it pays what is left, and each ticket once. `tell` is told after each page whose wallets it closed tickets of.
 */
export async function settleDraw(
  { begin }: Pick<Database, "begin">,
  moment: () => LedgerMoment,
  id: bigint,
  tell: (walletIds: readonly bigint[]) => void = () => undefined,
): Promise<Settled> {
  for (let tickets = 0; ;) {
    const page = await begin((tx) => settlePage(tx, moment(), id));
    crashPoint("settle.between_pages");
    if (page === undefined) return { tickets, isOver: await begin((tx) => endDraw(tx, moment(), id)) };
    tickets += page.length;
    tell([...new Set(page)]);
  }
}

/** Closes the next tickets and answers whose they were; undefined where none is open. */
async function settlePage(tx: Tx, moment: LedgerMoment, id: bigint): Promise<readonly bigint[] | undefined> {
  const draw = (await findDraw(tx, id))!;
  if (draw.state !== "drawn" && draw.state !== "void") return undefined;
  const tickets = await listTickets(tx, { drawId: id, limit: TICKETS_AT_ONCE });
  if (tickets.length === 0) return undefined;
  await closeTickets(
    tx,
    moment,
    tickets.map((ticket) => ({ ...ticket, ...endOf(draw, ticket) })),
  );
  if (draw.state === "void") await tellVoided(tx, tickets);
  return tickets.map(({ walletId }) => walletId);
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

/** What closing a ticket moves: its win, or all of its stake where the draw is void. */
function endOf(draw: Draw, { id, stake, state: { stake: firstStake, choice, actions } }: Ticket) {
  const played = actions.length === 0 ? { choice } : { firstStake, choice, actions };
  if (draw.state === "void") return { stakeMinor: -stake, winMinor: 0n, validMinor: 0n, detail: { ...played, outcome: {} } };
  const table = tableOf(draw);
  const { winMinor, part, stakeMinor = stake } = table.settle({ bets: choice, result: draw.result, actions });
  if (stakeMinor !== stake) throw new Error(`Ticket ${id} has staked ${stake} and not the ${stakeMinor} of its decisions.`);
  const validMinor = validOf(table, { choice, stakeMinor: stake, winMinor });
  return { stakeMinor: 0n, winMinor, validMinor, detail: { ...versionMark(table), ...played, outcome: outcomeOf(draw.result, part) } };
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
