import { hash } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import { ticketText } from "@laro/contract/core/lotteries";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { leafOf, rootOf } from "./merkle.ts";

/** A ticket as its leaf is made of it. */
export interface SoldTicket {
  readonly id: string;
  /** Minor units. */
  readonly stake: bigint;
  readonly bets: Readonly<Record<string, string>>;
}

interface OfDraw {
  readonly id: bigint;
  readonly series: string;
  readonly number: string;
}

/** A ticket's leaf: its id, which nobody can guess, and what was bought; so a leaf shows neither. */
export function ticketLeaf({ series, number }: OfDraw, { id, stake, bets }: SoldTicket): Buffer {
  const text = ticketText({ gameCode: series, number, bets, cost: formatAmount(stake) });
  return leafOf(bytesOfId(id), hash("sha256", text, "buffer"));
}

/** A ticket's id as its 16 bytes, whose order is the database's. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/** The leaves of a draw's tickets and the tickets' ids, both in the order of the ids. */
export interface Leaves {
  readonly ids: readonly Buffer[];
  readonly leaves: readonly Buffer[];
}

const SOLD_AT_ONCE = 1_000;

/** The leaves of all tickets that were sold on a draw, in the order of their ids, whether they wait, are settled or were given back. */
export async function readLeaves(db: Db | Tx, draw: OfDraw): Promise<Leaves> {
  const [ids, leaves]: [Buffer[], Buffer[]] = [[], []];
  for (let after: string | undefined; ;) {
    const page = await listSold(db, { drawId: draw.id, after, limit: SOLD_AT_ONCE });
    for (const ticket of page) {
      ids.push(bytesOfId(ticket.id));
      leaves.push(ticketLeaf(draw, ticket));
    }
    after = page.at(-1)?.id;
    if (page.length < SOLD_AT_ONCE) return { ids, leaves };
  }
}

/** The next tickets that were sold on a draw, in the order of their ids. */
async function listSold(db: Db | Tx, { drawId, after, limit }: { drawId: bigint; after: string | undefined; limit: number }): Promise<readonly SoldTicket[]> {
  const { rows } = await sql<SoldTicket>`
    select r.id, r.stake, coalesce(o.state -> 'choice', c.detail -> 'choice') as bets
    from round r
    left join open_round o on o.wallet_id = r.wallet_id and o.id = r.id
    left join round c on c.wallet_id = r.wallet_id and c.part_of = r.id and c.part_of is not null and c.status = 4
    where r.draw_id = ${drawId} and r.status = 2 and (${after ?? null}::uuid is null or r.id > ${after ?? null}::uuid)
    order by r.id limit ${limit}`.execute(db as Tx);
  return rows;
}

/**
 * Writes down what a draw's tickets hash to. The draw's lock is held by the caller and it takes no more tickets; its seed is opened in a later transaction, which the
 * database sees to.
 */
export async function hashTickets(tx: Tx, draw: OfDraw): Promise<void> {
  const { leaves } = await readLeaves(tx, draw);
  const root = await rootOf(leaves);
  await tx.updateTable("draw").set({ tickets_root: root }).where("id", "=", draw.id).execute();
}

/** Logs that a draw's seed is going to be opened. */
export async function logOpening(tx: Tx, { id, reason, now }: { id: bigint; reason: "drawn" | "void"; now: Date }): Promise<void> {
  await sql`
    insert into draw_seed_opening (draw_id, tickets_root, tickets, reason, at)
    select d.id, d.tickets_root, (select count(*) from round r where r.draw_id = d.id and r.status = 2), ${reason}, ${now} from draw d where d.id = ${id} and d.tickets_root is not null
    on conflict (draw_id) do nothing`.execute(tx);
}
