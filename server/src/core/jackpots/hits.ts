import { sql } from "kysely";
import { contentDigest, siblingId } from "../../platform/ids.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { closeRound } from "../wallet/entries.ts";
import { postMovement, type LedgerMoment } from "../wallet/wallet.ts";
import { listPooled, lockPool, seedPool, type Pool } from "./pools.ts";

/** So many rounds have never waited for one pool at once; what is left is paid by the next look. */
const HITS_AT_ONCE_MAX = 50;

/** What a jackpot changes for whoever took it. */
const MOVED = ["wallet.balance", "bonuses.rewards", "rewards.summary", "rounds.mine", "rounds.totals"] as const;

/** A round that took a jackpot and waits for its money. */
interface Hit {
  readonly id: string;
  readonly walletId: bigint;
  readonly accountId: bigint;
  readonly stake: bigint;
  /** What was chosen and drawn. */
  readonly detail: object;
}

/**
 * Pays the jackpots that were hit, in the order of the rounds' ids: the first takes what is in the pool, the next the new seed and what came since. Each is paid in a
 * transaction of its own that holds the pool, so any number of processes may do it, and a round is paid once.
 */
export async function payJackpots({ database, clock, timeZone }: Pick<Platform, "database" | "clock" | "timeZone">): Promise<void> {
  for (const pooled of listPooled()) {
    const { gameId } = pooled.game;
    for (let paid = 0; paid < HITS_AT_ONCE_MAX && (await findHit(database.db, gameId)) !== undefined; paid += 1) {
      await database.begin(async (tx) => {
        const moment = { now: clock.now(), timeZone };
        const pool = await lockPool(tx, moment, pooled);
        const hit = await findHit(tx, gameId);
        if (hit !== undefined) await payHit(tx, moment, { pool, hit });
      });
    }
  }
}

/** The first round of a game that waits for its jackpot. */
async function findHit(db: Db | Tx, gameId: number): Promise<Hit | undefined> {
  const { rows } = await sql<Hit>`
    select o.id, o.wallet_id as "walletId", w.account_id as "accountId", o.stake, o.state as detail from open_round o join wallet w on w.id = o.wallet_id
    where o.game_id = ${gameId} and not o.stepped and o.draw_id is null order by o.id limit 1`.execute(db as Tx);
  return rows[0];
}

async function payHit(tx: Tx, moment: LedgerMoment, { pool, hit }: { pool: Pool; hit: Hit }): Promise<void> {
  const { game, jackpot, walletId, balanceMinor } = pool;
  const paid = { id: hit.id, walletId: hit.walletId, gameId: game.gameId, contra: "transit:jackpot" } as const;
  const out = { ref: siblingId(hit.id, "jackpot"), walletId, contra: "transit:jackpot", kind: "jackpot", amountMinor: -balanceMinor } as const;
  await postMovement(tx, moment, out);
  const detail = { ...hit.detail, jackpot: String(balanceMinor) };
  const digest = contentDigest(`jackpot ${hit.id}`);
  await closeRound(tx, moment, { ...paid, stakeMinor: 0n, winMinor: balanceMinor, validMinor: hit.stake, detail, digest });
  await seedPool(tx, moment, { walletId, seedMinor: jackpot.seedMinor, after: hit.id });
  await tx
    .insertInto("jackpot_win")
    .values({ round_id: hit.id, wallet_id: hit.walletId, game_id: game.gameId, amount: balanceMinor, at: moment.now })
    .execute();
  await tx.updateTable("jackpot").set({ last_added: 0n }).where("game_id", "=", game.gameId).execute();
  staleOnCommit(tx, MOVED, [`member:${hit.accountId}`]);
  staleOnCommit(tx, ["jackpots.list", "jackpots.winners"], ["everyone"]);
}
