import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { isIdCursor } from "../../platform/pages.ts";
import { dayEnd, dayStart } from "./history.ts";

export interface RoundFilter {
  readonly walletId: bigint;
  readonly timeZone: string;
  readonly gameId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const roundColumns = ["id", "game_id as gameId", "stake", "win", "seed_id as seedId", "nonce", "detail", "at"] as const;

/** Rounds of a wallet, newest first. An id is made moments before its round's `at`, so a span of days is nearly a range of the primary key. */
export async function listRounds(db: Db, { walletId, timeZone, gameId, from, to, cursor, limit }: RoundFilter & { cursor: string | undefined; limit: number }) {
  return db
    .selectFrom("round")
    .select(roundColumns)
    .where("wallet_id", "=", walletId)
    .$if(gameId !== undefined, (query) => query.where("game_id", "=", gameId!))
    .$if(from !== undefined, (query) => {
      const start = dayStart(from!, timeZone);
      return query.where("id", ">=", sql<string>`uuid_floor(${start} - interval '1 minute')`).where("at", ">=", start);
    })
    .$if(to !== undefined, (query) => {
      const end = dayEnd(to!, timeZone);
      return query.where("id", "<", sql<string>`uuid_floor(${end} + interval '1 minute')`).where("at", "<", end);
    })
    .$if(isIdCursor(cursor), (query) => query.where("id", "<", cursor!))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** One round of a wallet, with the seed it was drawn from; the server seed only once it is retired. */
export async function findRound(db: Db, { walletId, id }: { walletId: bigint; id: string }) {
  return db
    .selectFrom("round as r")
    .leftJoin("seed as s", "s.id", "r.seed_id")
    .select([
      "r.id",
      "r.game_id as gameId",
      "r.stake",
      "r.win",
      "r.seed_id as seedId",
      "r.nonce",
      "r.detail",
      "r.at",
      "s.server_seed_hash as serverSeedHash",
      "s.client_seed as clientSeed",
    ])
    .select((select) => select.case().when("s.revealed_at", "is not", null).then(select.ref("s.server_seed")).else(null).end().as("serverSeed"))
    .where("r.wallet_id", "=", walletId)
    .where("r.id", "=", id)
    .executeTakeFirst();
}
