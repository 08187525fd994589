import { refuse } from "@laro/contract/core/errors";
import type { Flight, SharedEngine, Shown, Turns } from "@laro/engines/engine";
import { fairStream } from "@laro/engines/fair";
import { findSeries } from "@laro/engines/registry";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db, Tx } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import type { Keys } from "../../platform/keys.ts";
import { findGameById } from "../catalogue/catalogue.ts";
import { commitmentOf, findChain, linkOf, type Chain } from "./chain.ts";
import { hashTickets } from "./root.ts";

/** Where a draw may go from where it stands; each move happens from exactly one state. */
export const drawMoves = {
  scheduled: ["open", "void"],
  open: ["closed", "void"],
  closed: ["acting", "drawn", "void"],
  // Void only in turns, see `voidDraw`.
  acting: ["drawn", "void"],
  // A result that was shown stands: nobody may drop it.
  drawn: ["settled"],
  settled: [],
  void: [],
} as const satisfies Record<string, readonly string[]>;
export type DrawState = keyof typeof drawMoves;

export interface Draw {
  readonly id: bigint;
  readonly series: string;
  readonly number: string;
  readonly gameId: number;
  readonly link: number;
  readonly state: DrawState;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly drawsAt: Date;
  /** When its flight or its turns began, where it has them. */
  readonly actsAt: Date | null;
  /** What everybody sees in the turn it is at, and when that is over. */
  readonly shown: Shown | null;
  readonly turnUntil: Date | null;
  readonly memberMax: bigint;
  /** 32 bytes: what the seed will hash to. Of a lottery null before the draw below it is drawn, whose seed it is. */
  readonly commitment: Buffer | null;
  readonly salt: string;
  /** Once it is drawn, or void. */
  readonly seed: Buffer | null;
  readonly result: unknown;
  readonly drawnAt: Date | null;
  /** Whether its tickets are hashed before its seed is opened, and what they hash to. */
  readonly rooted: boolean;
  readonly ticketsRoot: Buffer | null;
}

const draws = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("draw")
    .select([
      "id",
      "series",
      "number",
      "game_id as gameId",
      "link",
      "state",
      "opens_at as opensAt",
      "closes_at as closesAt",
      "draws_at as drawsAt",
      "acts_at as actsAt",
    ])
    .select(["shown", "turn_until as turnUntil"])
    .select(["member_max as memberMax", "commitment", "salt", "seed", "result", "drawn_at as drawnAt"])
    .select(["rooted", "tickets_root as ticketsRoot"])
    .$castTo<Draw>();

export const findDraw = (db: Db | Tx, id: bigint): Promise<Draw | undefined> => draws(db).where("id", "=", id).executeTakeFirst();

/** What of a draw never changes. */
export type KnownDraw = Pick<Draw, "id" | "rooted" | "series" | "number" | "gameId" | "closesAt" | "drawsAt">;

const DRAWS_KNOWN_MAX = 1_000;
const known = new WeakMap<Db, LRUCache<bigint, KnownDraw>>();

/** A draw by what of it never changes, read once per process: what moves is asked where its tickets are bought. */
export async function knowDraw(db: Db, id: bigint): Promise<KnownDraw | undefined> {
  const remembered = known.get(db) ?? new LRUCache<bigint, KnownDraw>({ max: DRAWS_KNOWN_MAX });
  known.set(db, remembered);
  const draw = remembered.get(id) ?? (await findDraw(db, id));
  if (draw !== undefined) {
    const { rooted, series, number, gameId, closesAt, drawsAt } = draw;
    remembered.set(id, { id, rooted, series, number, gameId, closesAt, drawsAt });
  }
  return draw;
}

/** The newest draw of a series: the one under way, or the last that was. */
export const findLatestDraw = (db: Db | Tx, series: string): Promise<Draw | undefined> =>
  draws(db).where("series", "=", series).orderBy("id", "desc").limit(1).executeTakeFirst();

/** What fell last in a series, newest first; void draws fell nothing. */
export const listDrawn = (db: Db, { series, limit }: { series: string; limit: number }): Promise<Draw[]> =>
  draws(db).where("series", "=", series).where("result", "is not", null).orderBy("id", "desc").limit(limit).execute();

/** The mathematics a draw is decided by. Throws for a game that has no draws. */
export function tableOf({ gameId }: Pick<Draw, "gameId">): SharedEngine<unknown, unknown> {
  const game = findGameById(gameId);
  const table = game && findSeries(game.gameCode);
  if (table === undefined) throw new Error(`Game ${gameId} has no draws.`);
  return table;
}

/** The mathematics of a draw that flies; undefined where its result is there at once. */
export const flightOf = (draw: Pick<Draw, "gameId">): Flight<unknown, unknown> | undefined => tableOf(draw).flight;

/** How the tickets of a draw decide; undefined where they do not. */
export const turnsOf = (draw: Pick<Draw, "gameId">): Turns<unknown, unknown> | undefined => tableOf(draw).turns;

interface NewDraw extends Pick<Draw, "series" | "number" | "gameId" | "opensAt" | "closesAt" | "drawsAt" | "memberMax"> {
  /** Of a lottery, several of whose draws take tickets at once. */
  readonly rooted?: boolean;
}

/** Schedules a series' next draw on the next link of its chain. Throws where there is no salted chain with a link left. */
export async function scheduleDraw(
  tx: Tx,
  keys: Keys,
  { series, number, gameId, opensAt, closesAt, drawsAt, memberMax, rooted = false }: NewDraw,
): Promise<bigint> {
  await lockSeries(tx, series);
  const chain = await findChain(tx, series);
  if (chain === undefined) throw new Error(`The series ${series} has no chain to draw from.`);
  const link = chain.used + 1;
  const { id } = await tx
    .insertInto("draw")
    .values({
      series,
      number,
      game_id: gameId,
      chain_id: chain.id,
      link,
      commitment: rooted ? await promiseOf(tx, chain, link) : await linkOf(keys, chain, link - 1),
      rooted,
      salt: chain.salt,
      opens_at: opensAt,
      closes_at: closesAt,
      draws_at: drawsAt,
      member_max: memberMax,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Whoever schedules a draw of a series, or writes what the next one is promised by, goes one after the other. */
export const lockSeries = (tx: Tx, series: string) => sql`select pg_advisory_xact_lock(hashtext('draw_series'), hashtext(${series}))`.execute(tx);

/** What a lottery's link is promised by as far as it may be shown: the anchor, or the seed of the draw below once that is drawn. */
async function promiseOf(tx: Tx, chain: Pick<Chain, "id" | "anchor">, link: number): Promise<Buffer | null> {
  if (link === 1) return chain.anchor;
  const below = await tx
    .selectFrom("draw")
    .select("seed")
    .where("chain_id", "=", chain.id)
    .where("link", "=", link - 1)
    .executeTakeFirst();
  return below?.seed ?? null;
}

/** Moves a draw from exactly one state to the next; false where it did not stand there. */
export async function moveDraw<From extends DrawState>(tx: Tx, id: bigint, from: From, to: (typeof drawMoves)[From][number]): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`select draw_move(${id}::bigint, ${from}, ${to}) as moved`.execute(tx);
  return rows[0]!.moved;
}

/** Draws a closed draw, or one whose flight is over, of a table without turns: its seed is shown and its result follows from seed, salt and link alone. Answers the result; undefined where it is not time. */
export async function drawResult(tx: Tx, keys: Keys, { id, now }: { id: bigint; now: Date }): Promise<unknown> {
  await lockDraw(tx, id);
  const draw = await findDraw(tx, id);
  if (draw === undefined || draw.rooted || turnsOf(draw) !== undefined || draw.state !== (flightOf(draw) === undefined ? "closed" : "acting")) return undefined;
  const drawn = await computeResult(tx, keys, draw);
  if (flightOf(draw) !== undefined && now < flightEnd(draw, drawn.result)) return undefined;
  await keepResult(tx, { id, now, ...drawn });
  return drawn.result;
}

/** Writes down what a draw came to, and so shows it; the draw is locked by the caller. */
export async function keepResult(tx: Tx, { id, now, seed, result }: { id: bigint; now: Date; seed: Buffer; result: unknown }): Promise<void> {
  await tx
    .updateTable("draw")
    .set({ seed, result: JSON.stringify(result), drawn_at: now, state: "drawn" satisfies (typeof drawMoves)["closed" | "acting"][number] })
    .where("id", "=", id)
    .execute();
}

/** What a draw comes to, computed from its sealed chain. Before it is drawn this is for the server's own eyes: no answer, message or log may hold any of it, or show it by its timing. */
export async function computeResult(db: Db | Tx, keys: Keys, draw: Draw): Promise<{ readonly seed: Buffer; readonly result: unknown }> {
  const seed = await seedOf(db, keys, draw);
  return { seed, result: tableOf(draw).drawResult(drawStream({ ...draw, seed })) };
}

/** When a flight with this result is over. */
export const flightEnd = (draw: Draw, result: unknown): Date => new Date(draw.actsAt!.getTime() + flightOf(draw)!.lastsMs(result));

/** Whoever changes a draw takes its lock before its row, as `draw_move` does: tickets in flight hold the lock together. */
export const lockDraw = (tx: Tx, id: bigint) => sql`select pg_advisory_xact_lock(7, ${id}::integer)`.execute(tx);

/** The chance of one draw: HMAC-SHA256 under its seed over its chain's salt and its link. */
export const drawStream = ({ seed, salt, link }: { seed: Uint8Array; salt: string; link: number }) =>
  fairStream({ hmac: hmacSha256, serverSeed: seed, clientSeed: salt, nonce: BigInt(link) });

/** The seed of a draw, from its sealed chain. Throws where it is not the one that was promised. */
export async function seedOf(db: Db | Tx, keys: Keys, { id, link, commitment }: Draw): Promise<Buffer> {
  const chain = (await (db as Db)
    .selectFrom("draw as d")
    .innerJoin("draw_chain as c", "c.id", "d.chain_id")
    .select(["c.id", "c.length", "c.top_sealed as topSealed", "c.anchor"])
    .where("d.id", "=", id)
    .executeTakeFirstOrThrow()) satisfies Omit<Chain, "salt" | "saltSource">;
  const seed = await linkOf(keys, chain, link);
  if (commitment === null || !commitmentOf(seed).equals(commitment)) throw new Error(`Draw ${id}: the seed is not the one that was promised.`);
  return seed;
}

/** Whether a draw may be void from where it stands: every moment of a flight says something of its result, so that is flown to its end. */
export function mayVoid(draw: Draw): boolean {
  const moves: readonly DrawState[] = drawMoves[draw.state];
  return moves.includes("void") && (draw.state !== "acting" || flightOf(draw) === undefined);
}

/** Ends a draw before it is drawn and shows its seed, so that no bad result can be dropped unseen; of a lottery once the draws before it are drawn, whose seeds follow from it. Its tickets are given back by `settleDraw`, with what was added to them. Refuses with `draws.over` once there is a result, and in flight. */
export async function voidDraw(tx: Tx, keys: Keys, { id, reason }: { id: bigint; reason: string }): Promise<void> {
  await lockDraw(tx, id);
  const draw = (await findDraw(tx, id)) ?? refuse("draws.not_found");
  if (!mayVoid(draw)) refuse("draws.over");
  if (draw.rooted && draw.ticketsRoot === null) await hashTickets(tx, draw);
  const seed = draw.rooted ? null : await seedOf(tx, keys, draw);
  await tx.updateTable("draw").set({ seed, void_reason: reason, state: "void" }).where("id", "=", id).execute();
}
