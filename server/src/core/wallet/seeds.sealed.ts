import { hash as digest, randomBytes } from "node:crypto";
import type { Database, Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Log } from "../../platform/log.ts";
import { workThrough } from "../../platform/rows.ts";
import { openText, sealText } from "../../platform/sealing.ts";
import type { SeedInForce } from "./posting.ts";

const SERVER_SEED_BYTES = 32;
const AT_ONCE_MAX = 200;
/** In a run of any that seals: a minute or so. */
export const SEALED_IN_A_RUN_MAX = 20_000;

/** Of the installation: what opens seeds. */
export type SeedKeys = Pick<Keys, "dataKey">;

/** The commitment shown before any bet: SHA-256 over the server seed's 32 bytes. In one step: an object for each seed that is opened would wait for its collection outside of the heap. */
export const hashSeed = (serverSeed: Uint8Array): Buffer => digest("sha256", serverSeed, "buffer");

/** A seed opens only beside the hash that was promised for it. */
const sealOf = (hash: Buffer) => ({ use: "seed", context: hash.toString("hex") });

/** A server seed as it is kept until it is shown. */
export const sealServerSeed = (keys: SeedKeys, serverSeed: Buffer): Buffer => sealText(keys, sealOf(hashSeed(serverSeed)), serverSeed.toString("hex"));

/** A new server seed as its row holds it. Without the installation's keys, as proofs write beside one that runs, it lies open until the job of `sealOpenSeeds` comes. */
export function makeServerSeed(keys: SeedKeys | null): { server_seed: Buffer | null; seed_sealed: Buffer | null; server_seed_hash: Buffer } {
  const serverSeed = randomBytes(SERVER_SEED_BYTES);
  const kept = keys === null ? { server_seed: serverSeed, seed_sealed: null } : { server_seed: null, seed_sealed: sealServerSeed(keys, serverSeed) };
  return { ...kept, server_seed_hash: hashSeed(serverSeed) };
}

/** A server seed as the database holds it: sealed, or open because it was shown or is of before seeds were sealed. */
export interface Kept {
  readonly hash: Buffer;
  readonly serverSeed: Buffer | null;
  readonly sealed: Buffer | null;
}

/** The server seed of a row. Throws where it is another than its hash promises. */
export function openServerSeed(keys: SeedKeys, { hash, serverSeed, sealed }: Kept): Buffer {
  const opened = serverSeed ?? Buffer.from(openText(keys, sealOf(hash), sealed!), "hex");
  if (!hashSeed(opened).equals(hash)) throw new Error(`A server seed is not the one that ${hash.toString("hex")} promises.`);
  return opened;
}

/** A seed in force as the database holds it; whoever draws from it opens it. */
export interface KeptSeed extends Kept {
  readonly id: bigint;
  readonly clientSeed: string;
}

/** What a `KeptSeed` is read from, where the seed's table is `s`. */
export const keptColumns = ["s.server_seed_hash as hash", "s.server_seed as serverSeed", "s.seed_sealed as sealed", "s.client_seed as clientSeed"] as const;

/** The seed a round is drawn from. */
export const openSeed = (keys: SeedKeys, kept: KeptSeed): SeedInForce => ({ id: kept.id, serverSeed: openServerSeed(keys, kept), clientSeed: kept.clientSeed });

/** Tables of seeds that are shown when they are retired, one per kind of player. */
type SeedTable = "seed" | "partner_seed";

/** Seals the seeds of a table that are not shown and lie open, as all did once: so many, and the next run goes on; later it finds none. Safe at any time, by any number of processes, and to be cut off. */
export async function sealOpenSeeds(
  platform: { readonly database: Database; readonly keys: SeedKeys; readonly log: Log },
  table: SeedTable,
  { atMost = SEALED_IN_A_RUN_MAX }: { readonly atMost?: number } = {},
): Promise<void> {
  const { database, keys } = platform;
  await workThrough(platform, {
    job: `${table}: seal`,
    find: (after) => selectOpen(database.db, table).select("id as number").where("id", ">", after).orderBy("id").limit(AT_ONCE_MAX).execute(),
    each: (tx, { number }) => sealOne(tx, { keys, table, id: number }),
    atMost,
  });
}

const selectOpen = (db: Db | Tx, table: SeedTable) => (db as Db).selectFrom(table).where("revealed_at", "is", null).where("seed_sealed", "is", null);

async function sealOne(tx: Tx, { keys, table, id }: { keys: SeedKeys; table: SeedTable; id: bigint }): Promise<void> {
  const open = await selectOpen(tx, table).select("server_seed as serverSeed").where("id", "=", id).forUpdate().executeTakeFirst();
  if (open === undefined) return;
  await tx
    .updateTable(table)
    .set({ seed_sealed: sealServerSeed(keys, open.serverSeed!), server_seed: null })
    .where("id", "=", id)
    .execute();
}
