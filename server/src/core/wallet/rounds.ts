import type { Db } from "../../platform/db.ts";
import { dayEnd, dayStart } from "./history.ts";
import { sql } from "kysely";

export interface RoundFilter {
  readonly walletId: bigint;
  readonly timeZone: string;
  readonly gameId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const roundColumns = ["id", "game_id as gameId", "stake", "win", "seed_id as seedId", "nonce", "detail", "at"] as const;

/** Rounds of a wallet, newest first. An id begins with its moment, so a span of days is a range of the primary key. */
export async function listRounds(db: Db, { cursor, limit, ...filter }: RoundFilter & { cursor: string | undefined; limit: number }) {
  return matching(db, filter)
    .select(roundColumns)
    .$if(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor ?? ""), (query) => query.where("id", "<", cursor!))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** How many rounds match, and the sums of their stakes and wins in minor units. */
export async function sumRounds(db: Db, filter: RoundFilter): Promise<{ count: number; stake: bigint; win: bigint }> {
  return matching(db, filter)
    .select([
      sql<number>`count(*)::integer`.as("count"),
      sql<bigint>`coalesce(sum(stake), 0)::bigint`.as("stake"),
      sql<bigint>`coalesce(sum(win), 0)::bigint`.as("win"),
    ])
    .executeTakeFirstOrThrow();
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

const matching = (db: Db, { walletId, timeZone, gameId, from, to }: RoundFilter) =>
  db
    .selectFrom("round")
    .where("wallet_id", "=", walletId)
    .$if(gameId !== undefined, (query) => query.where("game_id", "=", gameId!))
    .$if(from !== undefined, (query) => query.where("id", ">=", sql<string>`uuid_floor(${dayStart(from!, timeZone)})`))
    .$if(to !== undefined, (query) => query.where("id", "<", sql<string>`uuid_floor(${dayEnd(to!, timeZone)})`));
