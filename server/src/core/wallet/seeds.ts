import { createHash, randomBytes } from "node:crypto";
import type { Commitment, Revealed } from "@laro/contract/seeds";
import type { Db, Tx } from "../../platform/db.ts";

const SERVER_SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 8;

/** The commitment shown before any bet: SHA-256 over the server seed's 32 bytes. */
export const hashSeed = (serverSeed: Uint8Array): Buffer => createHash("sha256").update(serverSeed).digest();

export const randomClientSeed = (): string => randomBytes(CLIENT_SEED_BYTES).toString("hex");

/** Makes a fresh server seed the wallet's seed in force; its rounds count from nonce 0. */
export async function commitSeed(tx: Tx, { walletId, clientSeed, now }: { walletId: bigint; clientSeed: string; now: Date }): Promise<void> {
  const serverSeed = randomBytes(SERVER_SEED_BYTES);
  const seed = await tx
    .insertInto("seed")
    .values({ wallet_id: walletId, server_seed: serverSeed, server_seed_hash: hashSeed(serverSeed), client_seed: clientSeed, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.updateTable("wallet").set({ seed_id: seed.id, nonce: 0n }).where("id", "=", walletId).execute();
}

/** The commitment in force for a wallet. */
export async function getCommitment(db: Db | Tx, walletId: bigint): Promise<Commitment> {
  const row = await (db as Db)
    .selectFrom("wallet as w")
    .innerJoin("seed as s", "s.id", "w.seed_id")
    .select(["s.id", "s.server_seed_hash as hash", "s.client_seed as clientSeed", "w.nonce"])
    .where("w.id", "=", walletId)
    .executeTakeFirstOrThrow();
  return { seedId: String(row.id), serverSeedHash: row.hash.toString("hex"), clientSeed: row.clientSeed, nextNonce: String(row.nonce) };
}

/** Retires the seed in force, shows it, and commits to a new one. The wallet's lock keeps a running bet from using the shown seed. */
export async function rotateSeed(
  tx: Tx,
  { walletId, clientSeed, now }: { walletId: bigint; clientSeed: string; now: Date },
): Promise<{ revealed: Revealed; commitment: Commitment }> {
  const wallet = await tx.selectFrom("wallet").select(["seed_id as seedId", "nonce"]).where("id", "=", walletId).forUpdate().executeTakeFirstOrThrow();
  const seed = await tx
    .updateTable("seed")
    .set({ rounds: wallet.nonce, revealed_at: now })
    .where("id", "=", wallet.seedId)
    .returning(["id", "server_seed as serverSeed", "server_seed_hash as hash", "client_seed as clientSeed"])
    .executeTakeFirstOrThrow();
  await commitSeed(tx, { walletId, clientSeed, now });
  const revealed = {
    seedId: String(seed.id),
    serverSeed: seed.serverSeed.toString("hex"),
    serverSeedHash: seed.hash.toString("hex"),
    clientSeed: seed.clientSeed,
    rounds: String(wallet.nonce),
  };
  return { revealed, commitment: await getCommitment(tx, walletId) };
}
