import { createHash, randomInt, randomUUID } from "node:crypto";
import { type Digests, verifyDraw, verifyRound } from "@laro/engines/verify";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import { findGameById } from "../catalogue/catalogue.ts";
import { readDetail, roundStatuses } from "../wallet/rounds.ts";

const digests: Digests = { hmac: hmacSha256, sha256: (bytes) => createHash("sha256").update(bytes).digest() };

const NO_ID = "00000000-0000-0000-0000-000000000000";
/** As many faults are named. */
const FAULTS_MAX = 20;

/** How much a run draws again, so that it takes a minute or so, however much there is. */
export const redrawBounds = {
  readAtOnce: 500,
  /** A member of a million rounds does not use up a run: of a seed with more, those from a moment anywhere in its time. */
  ofASeedMax: 1_000,
  seedsMax: 10_000,
  roundsMax: 50_000,
  drawsMax: 20_000,
};
type Bounds = typeof redrawBounds;

/** What was drawn again, and the ids of what came out differently, at most twenty. */
export interface Redrawn {
  readonly drawn: number;
  readonly wrong: readonly string[];
}

/** Takes rows of a table by number from anywhere in it to its end and from its beginning to there, so that one run after the other comes to all of it, until `take` says that it is enough. */
async function walk<Row extends { readonly id: bigint }>(
  { db, table, list }: { db: Db; table: "seed" | "partner_seed" | "draw"; list: (after: bigint) => Promise<readonly Row[]> },
  take: (row: Row) => Promise<boolean>,
): Promise<void> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.coalesce(fn.max("id"), sql<bigint>`0::bigint`).as("last"))
    .executeTakeFirstOrThrow();
  const start = (last * BigInt(randomInt(1_000_000))) / 1_000_000n;
  for (const [from, to] of [
    [start, last],
    [0n, start],
  ] as const)
    for (let rows = await list(from); rows.length > 0 && rows[0]!.id <= to; rows = await list(rows.at(-1)!.id))
      for (const row of rows) {
        if (row.id > to) break;
        if (!(await take(row))) return;
      }
}

/** Those that rounds were drawn from: a member may retire many a day without any. */
const listShownSeeds = (db: Db, limit: number) => (after: bigint) =>
  db
    .selectFrom("seed")
    .select(["id", "wallet_id as walletId", "server_seed as serverSeed", "server_seed_hash as hash", "client_seed as clientSeed", "rounds"])
    .select(["created_at as createdAt", "revealed_at as shownAt"])
    .where("revealed_at", "is not", null)
    .where(sql<boolean>`rounds > 0`)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
type Seed = Awaited<ReturnType<ReturnType<typeof listShownSeeds>>>[number];

/** The settled rounds of a seed after one of them: those of its wallet in its time are a range of the primary key. What corrected one was drawn from no seed. */
const listRounds = (db: Db, { id, walletId, shownAt }: Seed, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom("round_settled")
    .select(["id", "round_id as roundId", "game_id as gameId", "status", "stake", "win", "nonce", "detail"])
    .where("wallet_id", "=", walletId)
    .where("seed_id", "=", id)
    .where("status", "in", roundStatuses)
    .where("id", ">", after)
    .where("id", "<", sql<string>`uuid_floor(${shownAt}::timestamptz + interval '1 minute')`)
    .orderBy("id")
    .limit(limit)
    .execute();
type Round = Awaited<ReturnType<typeof listRounds>>[number];

async function firstId(db: Db, { createdAt, shownAt, rounds }: Seed, { ofASeedMax }: Bounds): Promise<string> {
  const from =
    rounds !== null && rounds > ofASeedMax
      ? createdAt.getTime() + randomInt(1_000) * ((shownAt!.getTime() - createdAt.getTime()) / 1_000)
      : createdAt.getTime();
  const { rows } = await sql<{ id: string }>`select uuid_floor(${new Date(from)}::timestamptz - interval '1 minute') as id`.execute(db);
  return rows[0]!.id;
}

/** The same of partners' players. */
const listShownPartnerSeeds = (db: Db, limit: number) => (after: bigint) =>
  db
    .selectFrom("partner_seed")
    .select(["id", "player_id as playerId", "server_seed as serverSeed", "server_seed_hash as hash", "client_seed as clientSeed", "rounds"])
    .where("revealed_at", "is not", null)
    .where(sql<boolean>`rounds > 0`)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
type PartnerSeed = Awaited<ReturnType<ReturnType<typeof listShownPartnerSeeds>>>[number];

const listPartnerRounds = (db: Db, { id, playerId }: PartnerSeed, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom("partner_round")
    .select(["id", "game_code as gameCode", "version", "stake", "win", "nonce", "choice", "outcome"])
    .where("player_id", "=", playerId)
    .where("seed_id", "=", id)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
type PartnerRound = Awaited<ReturnType<typeof listPartnerRounds>>[number];

/** Where rounds come from: seeds of one table, and of each its rounds. */
interface Source<Shown extends { readonly id: bigint }, Played extends { readonly id: string | null }> {
  readonly table: "seed" | "partner_seed";
  readonly seeds: (after: bigint) => Promise<readonly Shown[]>;
  /** Behind which of a seed's rounds a run begins. */
  readonly first: (seed: Shown) => Promise<string>;
  readonly rounds: (seed: Shown, after: string) => Promise<readonly Played[]>;
  /** The round's id where it does not follow from its seed. */
  readonly findWrong: (seed: Shown, round: Played) => string | undefined;
}

async function redraw<Shown extends { readonly id: bigint }, Played extends { readonly id: string | null }>(
  db: Db,
  { table, seeds: list, first, rounds, findWrong }: Source<Shown, Played>,
  bounds: Bounds,
): Promise<Redrawn> {
  const wrong: string[] = [];
  let [drawn, seeds] = [0, 0];
  await walk({ db, table, list }, async (seed) => {
    let ofSeed = 0;
    for (let rows = await rounds(seed, await first(seed)); rows.length > 0; rows = await rounds(seed, rows.at(-1)!.id!)) {
      for (const row of rows) {
        const id = wrong.length < FAULTS_MAX ? findWrong(seed, row) : undefined;
        if (id !== undefined) wrong.push(id);
      }
      ofSeed += rows.length;
      if (ofSeed >= bounds.ofASeedMax) break;
    }
    drawn += ofSeed;
    seeds += 1;
    return drawn < bounds.roundsMax && seeds < bounds.seedsMax;
  });
  return { drawn, wrong };
}

/** Draws rounds of seeds that were shown again from seed, client seed and number: so many of so many seeds, from anywhere among them. */
export const redrawRounds = (db: Db, bounds: Bounds = redrawBounds): Promise<Redrawn> =>
  redraw(
    db,
    {
      table: "seed",
      seeds: listShownSeeds(db, bounds.readAtOnce),
      first: (seed) => firstId(db, seed, bounds),
      rounds: (seed, after) => listRounds(db, seed, { after, limit: bounds.readAtOnce }),
      findWrong: (seed, round) => (isAsDrawn(seed, round) ? undefined : round.roundId!),
    },
    bounds,
  );

/** The same of partners' players, whose rounds have ids in no order of time: of a seed with too many a run takes those from an id anywhere among them. */
export const redrawPartnerRounds = (db: Db, bounds: Bounds = redrawBounds): Promise<Redrawn> =>
  redraw(
    db,
    {
      table: "partner_seed",
      seeds: listShownPartnerSeeds(db, bounds.readAtOnce),
      first: async ({ rounds }) => (rounds !== null && rounds > bounds.ofASeedMax ? randomUUID() : NO_ID),
      rounds: (seed, after) => listPartnerRounds(db, seed, { after, limit: bounds.readAtOnce }),
      findWrong: (seed, round) => (isPartnersAsDrawn(seed, round) ? undefined : round.id),
    },
    bounds,
  );

const shownOf = ({ serverSeed, hash, clientSeed }: Pick<Seed, "serverSeed" | "hash" | "clientSeed">) => ({
  serverSeed: serverSeed!.toString("hex"),
  serverSeedHash: hash.toString("hex"),
  clientSeed,
});

function isAsDrawn(seed: Seed, { gameId, status, stake, win, nonce, detail }: Round): boolean {
  const { isVoid, ...played } = readDetail({ status: status!, stake: stake!, win: win!, detail });
  const gameCode = findGameById(gameId!)?.gameCode;
  const claim = { ...played, ...shownOf(seed), state: isVoid ? ("void" as const) : ("settled" as const), stake: stake!, win: win!, nonce: String(nonce) };
  return gameCode !== undefined && verifyRound({ ...claim, gameCode }, digests) === "true";
}

/** A partner's round is one stake and one answer; one that was undone has no number and is not among them. */
const isPartnersAsDrawn = (seed: PartnerSeed, { stake, win, nonce, ...played }: PartnerRound): boolean =>
  verifyRound({ ...played, ...shownOf(seed), state: "settled", stake, firstStake: stake, win: win!, nonce: String(nonce), actions: [] }, digests) === "true";

const listShownDraws = (db: Db, limit: number) => (after: bigint) =>
  db
    .selectFrom("draw")
    .select(["id", "series", "number", "link", "salt", "seed", "commitment", "result"])
    .where("seed", "is not", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Draws results of tables and lotteries again from their chains' seeds, salts and links: so many, from anywhere among them. That each seed is the link above the one before is A16's. */
export async function redrawResults(db: Db, { readAtOnce, drawsMax }: Bounds = redrawBounds): Promise<Redrawn> {
  const wrong: string[] = [];
  let drawn = 0;
  await walk({ db, table: "draw", list: listShownDraws(db, readAtOnce) }, async ({ series, number, link, salt, seed, commitment, result }) => {
    const claim = { series, link, salt, seed: seed!.toString("hex"), promise: commitment?.toString("hex") ?? "", result };
    if (wrong.length < FAULTS_MAX && verifyDraw(claim, digests) !== "true") wrong.push(`${series} ${number}`);
    drawn += 1;
    return drawn < drawsMax;
  });
  return { drawn, wrong };
}
