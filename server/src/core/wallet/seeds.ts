import { randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import type { Commitment, Revealed } from "@laro/contract/seeds";
import { type RawBuilder, sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { type KeptSeed, keptColumns, makeServerSeed, openServerSeed, type SeedKeys } from "./seeds.sealed.ts";

const CLIENT_SEED_BYTES = 8;

export const randomClientSeed = (): string => randomBytes(CLIENT_SEED_BYTES).toString("hex");

interface OfWallet {
  readonly walletId: bigint;
  readonly now: Date;
}

/** Makes the server seed that comes next, where there is none: its hash is shown before the client seed it will be mixed with is chosen. */
async function prepareSeed(tx: Tx, keys: SeedKeys | null, { walletId, now }: OfWallet): Promise<void> {
  await tx
    .insertInto("seed")
    .values({ wallet_id: walletId, ...makeServerSeed(keys), client_seed: "", is_next: true, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts the prepared seed into force with a client seed, its rounds counting from nonce 0, and prepares the one after it. */
export async function commitSeed(tx: Tx, keys: SeedKeys | null, { walletId, clientSeed, now }: OfWallet & { clientSeed: string }): Promise<void> {
  await prepareSeed(tx, keys, { walletId, now });
  const seed = await tx
    .updateTable("seed")
    .set({ is_next: false, client_seed: clientSeed })
    .where("wallet_id", "=", walletId)
    .where("is_next", "=", true)
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("wallet").set({ seed_id: seed.id, nonce: 0n }).where("id", "=", walletId).execute();
  await prepareSeed(tx, keys, { walletId, now });
}

/** The commitment in force for a wallet, and the promise of the next. A wallet opened before there were promises gets its first when it is looked at. */
export async function getCommitment({ db, begin }: Pick<Database, "db" | "begin">, keys: SeedKeys, { walletId, now }: OfWallet): Promise<Commitment> {
  const known = await findCommitment(db, walletId);
  if (known !== undefined) return known;
  await begin((tx) => prepareSeed(tx, keys, { walletId, now }));
  return (await findCommitment(db, walletId))!;
}

async function findCommitment(db: Db | Tx, walletId: bigint): Promise<Commitment | undefined> {
  const row = await (db as Db)
    .selectFrom("wallet as w")
    .innerJoin("seed as s", "s.id", "w.seed_id")
    .innerJoin("seed as n", (join) => join.onRef("n.wallet_id", "=", "w.id").on("n.is_next", "=", true))
    .select(["s.id", "s.server_seed_hash as hash", "s.client_seed as clientSeed", "w.nonce", "n.server_seed_hash as nextHash"])
    .where("w.id", "=", walletId)
    .executeTakeFirst();
  return (
    row && {
      seedId: String(row.id),
      serverSeedHash: row.hash.toString("hex"),
      clientSeed: row.clientSeed,
      nextNonce: String(row.nonce),
      nextServerSeedHash: row.nextHash.toString("hex"),
    }
  );
}

/** Seeds without a round that may be retired within a day: each is a row for ever, and says nothing of any bet. */
const UNUSED_A_DAY_MAX = 20;
/** Of somebody's newest: more in a day are beside as many that were played. */
const LOOKED_AT_MAX = 2 * UNUSED_A_DAY_MAX;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Refuses with `seeds.unused` where too many of somebody's seeds, told as a table and whose they are, were retired within a day without a round. The caller holds whom
 * they belong to.
 */
export async function checkUnused(tx: Tx, seeds: RawBuilder<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<{ unused: bigint }>`
    select count(*) as unused from (select rounds, revealed_at from ${seeds} order by id desc limit ${LOOKED_AT_MAX}) newest
    where rounds = 0 and revealed_at > ${new Date(now.getTime() - DAY_MS)}`.execute(tx);
  if (rows[0]!.unused >= UNUSED_A_DAY_MAX) refuse("seeds.unused");
}

/** Retires the seed in force, shows it, and puts the promised one into force. Refuses with `seeds.round_running` while a round drawn from it waits for its player, and with `seeds.unused`. The wallet's lock keeps a running bet from using the shown seed. */
export async function rotateSeed(
  tx: Tx,
  keys: SeedKeys,
  { walletId, clientSeed, now }: OfWallet & { clientSeed: string },
): Promise<{ revealed: Revealed; commitment: Commitment }> {
  const wallet = await tx.selectFrom("wallet").select(["seed_id as seedId", "nonce"]).where("id", "=", walletId).forUpdate().executeTakeFirstOrThrow();
  const open = await tx.selectFrom("open_round").select("id").where("wallet_id", "=", walletId).where("seed_id", "=", wallet.seedId).executeTakeFirst();
  if (open !== undefined) refuse("seeds.round_running");
  if (wallet.nonce === 0n) await checkUnused(tx, sql`seed where wallet_id = ${walletId}`, now);
  const seed = await getKeptSeed(tx, wallet.seedId!);
  const serverSeed = openServerSeed(keys, seed);
  await tx.updateTable("seed").set({ rounds: wallet.nonce, revealed_at: now, server_seed: serverSeed, seed_sealed: null }).where("id", "=", seed.id).execute();
  await commitSeed(tx, keys, { walletId, clientSeed, now });
  const revealed = {
    seedId: String(seed.id),
    serverSeed: serverSeed.toString("hex"),
    serverSeedHash: seed.hash.toString("hex"),
    clientSeed: seed.clientSeed,
    rounds: String(wallet.nonce),
  };
  return { revealed, commitment: (await findCommitment(tx, walletId))! };
}

/** A seed by its number, as the database holds it. */
export const getKeptSeed = (tx: Tx, id: bigint): Promise<KeptSeed> =>
  tx
    .selectFrom("seed as s")
    .select(["s.id", ...keptColumns])
    .where("s.id", "=", id)
    .executeTakeFirstOrThrow();

/** A seed of a wallet that is or was in force; `serverSeed` only once it was shown. */
export interface ListedSeed {
  readonly id: bigint;
  readonly hash: Buffer;
  readonly serverSeed: Buffer | null;
  readonly clientSeed: string;
  /** How many rounds were drawn from it so far. */
  readonly rounds: bigint;
}

const seedsInForce = (db: Db, walletId: bigint) =>
  db.selectFrom("seed as s").innerJoin("wallet as w", "w.id", "s.wallet_id").where("s.wallet_id", "=", walletId).where("s.is_next", "=", false);

/** A wallet's seeds, newest first; the one that comes next is not among them. */
export const listSeeds = (db: Db, { walletId, before, limit }: { walletId: bigint; before: bigint | undefined; limit: number }): Promise<ListedSeed[]> =>
  seedsInForce(db, walletId)
    .select(["s.id", "s.server_seed_hash as hash", "s.client_seed as clientSeed"])
    .select((of) => [
      of.case().when("s.revealed_at", "is not", null).then(of.ref("s.server_seed")).end().as("serverSeed"),
      of.fn.coalesce("s.rounds", "w.nonce").as("rounds"),
    ])
    .$if(before !== undefined, (query) => query.where("s.id", "<", before!))
    .orderBy("s.id", "desc")
    .limit(limit)
    .execute();

export async function countSeeds(db: Db, walletId: bigint): Promise<number> {
  const { count } = await seedsInForce(db, walletId)
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
