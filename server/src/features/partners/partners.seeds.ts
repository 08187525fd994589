import type { Commitment, Revealed } from "@laro/contract/seeds";
import { sql } from "kysely";
import { hashSeed, keptColumns, makeServerSeed, openServerSeed, type SeedKeys } from "../../core/wallet/seeds.sealed.ts";
import { checkUnused, randomClientSeed } from "../../core/wallet/seeds.ts";
import type { Db, Tx } from "../../platform/db.ts";

interface OfPlayer {
  readonly playerId: bigint;
  readonly now: Date;
}

/** A seed as a draw needs it, and the number of the round that is drawn next. */
export interface SeedNow {
  readonly id: bigint;
  readonly serverSeed: Buffer;
  readonly clientSeed: string;
  readonly nonce: bigint;
}

async function makeSeed(tx: Tx, keys: SeedKeys, { playerId, now }: OfPlayer): Promise<bigint> {
  const { id } = await tx
    .insertInto("partner_seed")
    .values({ player_id: playerId, ...makeServerSeed(keys), client_seed: "", created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts the promised seed into force with a client seed, and promises the next. */
async function commit(tx: Tx, keys: SeedKeys, { playerId, clientSeed, now }: OfPlayer & { readonly clientSeed: string }, promised: bigint): Promise<void> {
  await tx.updateTable("partner_seed").set({ client_seed: clientSeed }).where("id", "=", promised).execute();
  const next = await makeSeed(tx, keys, { playerId, now });
  await tx.updateTable("partner_player").set({ seed_id: promised, next_seed_id: next, nonce: 0n }).where("id", "=", playerId).execute();
}

interface NewPlayer {
  readonly partnerId: number;
  readonly foreignId: string;
  readonly currency: string;
  readonly now: Date;
}

/** The player a partner calls so, and its currency; one who comes for the first time gets a seed, and the promise of the next. */
export async function openPlayer(tx: Tx, keys: SeedKeys, { partnerId, foreignId, currency, now }: NewPlayer): Promise<{ id: bigint; currency: string }> {
  const made = await tx
    .insertInto("partner_player")
    .values({ partner_id: partnerId, foreign_id: foreignId, currency })
    .onConflict((conflict) => conflict.columns(["partner_id", "foreign_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made !== undefined) {
    await commit(tx, keys, { playerId: made.id, clientSeed: randomClientSeed(), now }, await makeSeed(tx, keys, { playerId: made.id, now }));
    return { id: made.id, currency };
  }
  return tx
    .selectFrom("partner_player")
    .select(["id", "currency"])
    .where("partner_id", "=", partnerId)
    .where("foreign_id", "=", foreignId)
    .executeTakeFirstOrThrow();
}

/** The seed in force of a player, whose next draw waits until this transaction ends. */
export async function lockSeed(tx: Tx, keys: SeedKeys, playerId: bigint): Promise<SeedNow> {
  const player = await tx.selectFrom("partner_player").select(["seed_id as seedId", "nonce"]).where("id", "=", playerId).forUpdate().executeTakeFirstOrThrow();
  const { id, clientSeed, ...kept } = await tx
    .selectFrom("partner_seed as s")
    .select(["s.id", ...keptColumns])
    .where("s.id", "=", player.seedId)
    .executeTakeFirstOrThrow();
  return { id, serverSeed: openServerSeed(keys, kept), clientSeed, nonce: player.nonce };
}

/** The number of a player's next round moves on. */
export const countNonce = (tx: Tx, playerId: bigint) =>
  tx
    .updateTable("partner_player")
    .set(({ eb }) => ({ nonce: eb("nonce", "+", 1n) }))
    .where("id", "=", playerId)
    .execute();

/** The commitment in force for a player, and the promise of the next. */
export async function readCommitment(given: Db | Tx, playerId: bigint): Promise<Commitment> {
  const row = await (given as Db)
    .selectFrom("partner_player as p")
    .innerJoin("partner_seed as s", "s.id", "p.seed_id")
    .innerJoin("partner_seed as n", "n.id", "p.next_seed_id")
    .select(["s.id", "s.server_seed_hash as hash", "s.client_seed as clientSeed", "p.nonce", "n.server_seed_hash as nextHash"])
    .where("p.id", "=", playerId)
    .executeTakeFirstOrThrow();
  return {
    seedId: String(row.id),
    serverSeedHash: row.hash.toString("hex"),
    clientSeed: row.clientSeed,
    nextNonce: String(row.nonce),
    nextServerSeedHash: row.nextHash.toString("hex"),
  };
}

/** Retires the seed in force, shows it, and puts the promised one into force. Refuses with `seeds.unused`. A draw is one transaction under the same lock, so none is under way. */
export async function rotateSeed(
  tx: Tx,
  keys: SeedKeys,
  of: OfPlayer & { readonly clientSeed: string },
): Promise<{ revealed: Revealed; commitment: Commitment }> {
  const { playerId, now } = of;
  const { id, nonce, serverSeed, clientSeed } = await lockSeed(tx, keys, playerId);
  if (nonce === 0n) await checkUnused(tx, sql`partner_seed where player_id = ${playerId}`, now);
  const { next } = await tx.selectFrom("partner_player").select("next_seed_id as next").where("id", "=", playerId).executeTakeFirstOrThrow();
  await tx.updateTable("partner_seed").set({ rounds: nonce, revealed_at: now, server_seed: serverSeed, seed_sealed: null }).where("id", "=", id).execute();
  await commit(tx, keys, of, next!);
  const revealed = {
    seedId: String(id),
    serverSeed: serverSeed.toString("hex"),
    serverSeedHash: hashSeed(serverSeed).toString("hex"),
    clientSeed,
    rounds: String(nonce),
  };
  return { revealed, commitment: await readCommitment(tx, playerId) };
}
