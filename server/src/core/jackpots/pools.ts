import type { Jackpot } from "@laro/engines/engine";
import { jackpotOf } from "@laro/engines/engine";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";
import { addJob } from "../../platform/outbox.ts";
import { engineOf, listHouseGames, type CatalogueGame } from "../catalogue/catalogue.ts";
import { brand } from "../settings/packs.ts";
import { openPool } from "../wallet/funds.ts";
import { postMovement, type LedgerMoment } from "../wallet/wallet.ts";

/** Nothing commits so long after its moment: statements end after ten seconds. */
const COUNTED_AFTER_MS = 60_000;
const MILLION = 1_000_000n;

/** A game with a jackpot. */
export interface Pooled {
  readonly game: CatalogueGame;
  readonly jackpot: Jackpot;
}

/** The games that have a jackpot. */
export const listPooled = (): readonly Pooled[] =>
  listHouseGames().flatMap((game) => {
    const jackpot = jackpotOf(engineOf(game));
    return jackpot === undefined ? [] : [{ game, jackpot }];
  });

/** A pool whose row the transaction holds: whoever moves its money comes one after the other. */
export interface Pool extends Pooled {
  readonly walletId: bigint;
  readonly balanceMinor: bigint;
  readonly countedUntil: Date;
}

/** Locks a game's pool; one that is not there yet is opened and seeded. */
export async function lockPool(tx: Tx, moment: LedgerMoment, pooled: Pooled): Promise<Pool> {
  return (await findPool(tx, pooled)) ?? openJackpot(tx, moment, pooled);
}

async function findPool(tx: Tx, pooled: Pooled): Promise<Pool | undefined> {
  // The lock before the look at the balance, in two statements: whoever held it before has moved the balance.
  const row = await tx.selectFrom("jackpot").select(["wallet_id", "counted_until"]).where("game_id", "=", pooled.game.gameId).forUpdate().executeTakeFirst();
  if (row === undefined) return undefined;
  const { balance } = await tx.selectFrom("wallet").select("balance").where("id", "=", row.wallet_id).executeTakeFirstOrThrow();
  return { ...pooled, walletId: row.wallet_id, balanceMinor: balance, countedUntil: row.counted_until };
}

async function openJackpot(tx: Tx, moment: LedgerMoment, { game, jackpot }: Pooled): Promise<Pool> {
  await sql`select pg_advisory_xact_lock(hashtext('jackpots:open'))`.execute(tx);
  const known = await findPool(tx, { game, jackpot });
  if (known !== undefined) return known;
  const walletId = await openPool(tx, { gameId: game.gameId, currency: brand.currency });
  const { seedMinor: seed, ratePpm: rate_ppm, oneIn, code } = jackpot;
  const { now } = moment;
  await tx
    .insertInto("jackpot")
    .values({ game_id: game.gameId, code, wallet_id: walletId, seed, rate_ppm, one_in: BigInt(oneIn), opened_at: now, counted_until: now })
    .execute();
  await seedPool(tx, moment, { walletId, seedMinor: seed, after: "opening" });
  return { game, jackpot, walletId, balanceMinor: seed, countedUntil: now };
}

/** Puts the house's seed into a pool, once after each win, and once at its opening. */
export async function seedPool(
  tx: Tx,
  moment: LedgerMoment,
  { walletId, seedMinor, after }: { walletId: bigint; seedMinor: bigint; after: string },
): Promise<void> {
  const ref = derivedId("jackpot-seed", String(walletId), after);
  await postMovement(tx, moment, { ref, walletId, contra: "promotion", kind: "jackpot", amountMinor: seedMinor });
}

const COUNT_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;

/** Queues the counts of the minute that begins: the clock of jobs knows whole minutes only. */
export async function queueCounts(tx: Tx, now: Date): Promise<void> {
  for (let after = 0; after < MINUTE_MS; after += COUNT_EVERY_MS)
    await addJob(tx, "jackpots:count", {}, { key: `jackpots:count:${after}`, runAt: new Date(now.getTime() + after) });
}

/** Puts into every pool its part of what was staked since the last count. Any number of processes may do it, as often as they like. */
export async function countJackpots({ database, clock, timeZone }: Pick<Platform, "database" | "clock" | "timeZone">): Promise<void> {
  for (const pooled of listPooled()) {
    await database.begin(async (tx) => {
      const moment = { now: clock.now(), timeZone };
      await countStakes(tx, moment, await lockPool(tx, moment, pooled));
    });
  }
}

async function countStakes(tx: Tx, moment: LedgerMoment, { game, jackpot, walletId, countedUntil }: Pool): Promise<void> {
  const until = new Date(moment.now.getTime() - COUNTED_AFTER_MS);
  if (until <= countedUntil) return;
  const { rows } = await sql<{ staked: bigint }>`
    select coalesce(sum(stake), 0)::bigint as staked from round where game_id = ${game.gameId} and at >= ${countedUntil} and at < ${until}`.execute(tx);
  const amountMinor = (rows[0]!.staked * jackpot.ratePpm) / MILLION; // Exact: the stake's step makes it whole.
  // Below zero where more was given back than staked.
  if (amountMinor !== 0n) {
    const ref = derivedId("jackpot-count", String(walletId), countedUntil.toISOString());
    await postMovement(tx, moment, { ref, walletId, contra: { gameId: game.gameId }, kind: "jackpot", amountMinor });
  }
  await tx.updateTable("jackpot").set({ counted_until: until, last_added: amountMinor }).where("game_id", "=", game.gameId).execute();
}
