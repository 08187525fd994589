import { createHash, createHmac } from "node:crypto";
import { fairStream, type Hmac } from "@laro/engines/fair";
import { gintongParol } from "@laro/engines/slots/gintong-parol";
import { countJackpots } from "../core/jackpots/pools.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** The largest stake of the game with the jackpot: of so many spins at it one in 20,000 takes the pool, so a seed is found by trying. */
export const HIT_STAKE = 1_000_00n;
const CLIENT_SEED = "lucky";
const TRIES_MAX = 1_000_000;

const hmac: Hmac = (key, message) => createHmac("sha256", key).update(message).digest();

/** A server seed whose first round takes the jackpot at `HIT_STAKE`; each number finds another. */
export function findHit(number: number): Buffer {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const serverSeed = createHash("sha256").update(`hit ${number} ${tries}`).digest();
    const stream = fairStream({ hmac, serverSeed, clientSeed: CLIENT_SEED, nonce: 0n });
    if (gintongParol.play({ stakeMinor: HIT_STAKE, choice: {}, stream }).staysOpen === true) return serverSeed;
  }
  throw new Error("No seed takes the jackpot.");
}

/** Puts a seed into force for a wallet that has not played, so that its first round is the one the seed was found for. */
export async function plantSeed(databaseUrl: string, { walletId, serverSeed }: { walletId: bigint; serverSeed: Buffer }): Promise<void> {
  const hash = createHash("sha256").update(serverSeed).digest();
  await asOwner(
    databaseUrl,
    `with found as (insert into seed (wallet_id, server_seed, server_seed_hash, client_seed, created_at) select id, $2, $3, $4, now() from wallet where id = $1 and nonce = 0 returning id)
     update wallet set seed_id = (select id from found) where id = $1 and nonce = 0`,
    [walletId, serverSeed, hash, CLIENT_SEED],
  );
}

/** Gives a member who has not played a seed whose first spin at `HIT_STAKE` takes the jackpot. */
export async function plantHit({ open }: World, accountId: bigint): Promise<void> {
  const walletId = await getWalletId(open.platform.database.db, { accountId, kind: "main" });
  await plantSeed(open.url, { walletId, serverSeed: findHit(Number(accountId)) });
}

const COUNTED_AFTER_MS = 61_000;

/** Lets the minute pass after which stakes are counted, and counts them; pools that are not there yet are opened. */
export async function settleJackpots({ clock, open }: World): Promise<void> {
  clock.advance(COUNTED_AFTER_MS);
  await countJackpots(open.platform);
}
