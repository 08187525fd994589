import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { LEAVES_MAX, type TicketProof, type tickets } from "@laro/contract/tickets";
import { leafAt, pathOf } from "../../core/draws/merkle.ts";
import { readLeaves, ticketLeaf } from "../../core/draws/root.ts";
import { describeTicket, findTicket, type TicketRow } from "../../core/draws/tickets.ts";
import { getMainWalletId } from "../../core/wallet/wallet.ts";
import type { Db } from "../../platform/db.ts";
import { isNumberCursor } from "../../platform/pages.ts";
import { placeOf, Trees, type ClosedDraw, type TicketTree } from "./tickets.trees.ts";

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

const kept = new WeakMap<Db, Trees>();

function treeOfDraw(db: Db, draw: ClosedDraw): Promise<TicketTree> {
  const trees = kept.get(db) ?? new Trees((one) => readLeaves(db, one));
  kept.set(db, trees);
  return trees.of(draw);
}

async function proofOf(db: Db, row: TicketRow, root: Buffer): Promise<TicketProof> {
  const draw = { id: row.drawId, series: row.series, number: row.number };
  const tree = await treeOfDraw(db, draw);
  const place = placeOf(tree, row.id);
  const leaf = ticketLeaf(draw, row);
  if (place === undefined || !leafAt(tree, place).equals(leaf)) throw new Error(`Ticket ${row.id} is not among those of its draw.`);
  const path = pathOf(tree, place).map(({ hash, side }) => ({ hash: hash.toString("hex"), side }));
  return { leaf: leaf.toString("hex"), place, size: tree.size, path, root: root.toString("hex") };
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
  const tree = await treeOfDraw(db, draw);
  const { size } = tree;
  const asked = isNumberCursor(cursor) ? Number(cursor) : 0;
  // A page says where it ends by a place: by a ticket's id, which no one can guess, whoever reads it could try picks until one gives the leaf.
  const from = asked < size ? asked : 0;
  const end = Math.min(from + limit, size);
  return {
    list: Array.from({ length: end - from }, (_, at) => leafAt(tree, from + at).toString("hex")),
    next: end < size ? String(end) : null,
    root: draw.root.toString("hex"),
    size,
  };
}
