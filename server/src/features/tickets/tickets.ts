import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { LEAVES_MAX, type TicketProof, type tickets } from "@laro/contract/tickets";
import { LRUCache } from "lru-cache";
import { pathOf } from "../../core/draws/merkle.ts";
import { listSold, readLeaves, ticketLeaf } from "../../core/draws/root.ts";
import { describeTicket, findTicket, type TicketRow } from "../../core/draws/tickets.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db } from "../../platform/db.ts";
import { isIdCursor } from "../../platform/pages.ts";

/** One ticket of a member's, with what proves it. Refuses with `tickets.not_found`, of others' too. */
export async function getTicket(db: Db, { accountId, id }: { accountId: bigint; id: string }): Promise<OutputOf<(typeof tickets)["get"]>> {
  const row = (await findTicket(db, { walletId: await getMainWalletId(db, accountId), id })) ?? refuse("tickets.not_found", { field: "ticketId" });
  const hex = (bytes: Buffer | null): string | null => bytes?.toString("hex") ?? null;
  return {
    ...describeTicket(row),
    link: row.link,
    anchor: row.anchor.toString("hex"),
    commitment: hex(row.commitment),
    salt: row.salt,
    seed: hex(row.seed),
    ticketsRoot: hex(row.ticketsRoot),
    proof: row.ticketsRoot === null ? null : await proofOf(db, row, row.ticketsRoot),
  };
}

/** A draw's leaves never change once it is closed; the largest are some megabytes. */
const DRAWS_KEPT_MAX = 8;
const kept = new WeakMap<Db, LRUCache<bigint, Promise<readonly Buffer[]>>>();

function leavesOf(db: Db, row: TicketRow): Promise<readonly Buffer[]> {
  const cache = kept.get(db) ?? new LRUCache<bigint, Promise<readonly Buffer[]>>({ max: DRAWS_KEPT_MAX });
  kept.set(db, cache);
  const known = cache.get(row.drawId) ?? readLeaves(db, { id: row.drawId, series: row.series, number: row.number });
  cache.set(row.drawId, known);
  known.catch(() => cache.delete(row.drawId));
  return known;
}

async function proofOf(db: Db, row: TicketRow, root: Buffer): Promise<TicketProof> {
  const leaves = await leavesOf(db, row);
  const leaf = ticketLeaf({ id: row.drawId, series: row.series, number: row.number }, row);
  const place = leaves.findIndex((one) => one.equals(leaf));
  if (place === -1) throw new Error(`Ticket ${row.id} is not among those of its draw.`);
  const path = pathOf(leaves, place).map(({ hash, side }) => ({ hash: hash.toString("hex"), side }));
  return { leaf: leaf.toString("hex"), place, size: leaves.length, path, root: root.toString("hex") };
}

interface OfDraw {
  readonly gameCode: string;
  readonly number: string;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The leaves of a closed draw, a page at a time. Refuses with `draws.not_found`, and with `draws.selling` while tickets are sold. */
export async function listLeaves(db: Db, { gameCode, number, cursor, limit = LEAVES_MAX }: OfDraw): Promise<OutputOf<(typeof tickets)["leaves"]>> {
  const draw = await db
    .selectFrom("draw as d")
    .leftJoin("draw_seed_opening as o", "o.draw_id", "d.id")
    .select(["d.id", "d.series", "d.number", "d.tickets_root as root", "o.tickets as size"])
    .where("d.series", "=", gameCode)
    .where("d.number", "=", number)
    .where("d.rooted", "=", true)
    .executeTakeFirst();
  if (draw === undefined) refuse("draws.not_found", { field: "number" });
  if (draw.root === null || draw.size === null) refuse("draws.selling");
  const sold = await listSold(db, { drawId: draw.id, after: isIdCursor(cursor) ? cursor : undefined, limit: limit + 1 });
  const page = sold.slice(0, limit);
  return {
    list: page.map((ticket) => ticketLeaf(draw, ticket).toString("hex")),
    next: sold.length > limit ? cursorFor(page.at(-1)!) : null,
    root: draw.root.toString("hex"),
    size: draw.size,
  };
}

/** An id says when a ticket was bought, and nothing of whose it is. */
const cursorFor = ({ id }: { readonly id: string }): string => id;
