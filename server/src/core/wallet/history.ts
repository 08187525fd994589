import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { wallet, Movement } from "@laro/contract/wallet";
import type { InputOf } from "@laro/contract/core/endpoint";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { kindNumber, kindOf } from "./posting.ts";

type Filter = InputOf<(typeof wallet)["history"]>;

/** A wallet's journal lines, newest first, paged by seq so that page 1,000 costs what page 1 does. Days are the pack's calendar days. */
export async function listMovements(
  db: Db,
  { walletId, timeZone, cursor, limit = PAGE_LIMIT_DEFAULT, kind, from, to }: Filter & { walletId: bigint; timeZone: string },
): Promise<{ list: Movement[]; next: string | null }> {
  const rows = await db
    .selectFrom("transfer")
    .select(["seq", "kind", "amount", "balance_after as balanceAfter", "ref as reference", "round_id as roundId", "at"])
    .where("wallet_id", "=", walletId)
    .$if(/^[0-9]{1,18}$/.test(cursor ?? ""), (query) => query.where("seq", "<", BigInt(cursor!)))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kindNumber[kind!]))
    .$if(from !== undefined, (query) => query.where("at", ">=", dayStart(from!, timeZone)))
    .$if(to !== undefined, (query) => query.where("at", "<", dayEnd(to!, timeZone)))
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
  const list = rows.slice(0, limit).map((row) => ({ ...row, seq: String(row.seq), kind: kindOf[row.kind]!, at: row.at.toISOString() }));
  return { list, next: rows.length > limit ? list.at(-1)!.seq : null };
}

/** The first moment of a calendar day in a time zone, computed in SQL. */
export const dayStart = (day: string, timeZone: string) => sql<Date>`(${day}::date::timestamp at time zone ${timeZone})`;

/** The first moment after a calendar day. */
export const dayEnd = (day: string, timeZone: string) => sql<Date>`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
