import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { wallet, Movement } from "@laro/contract/wallet";
import type { InputOf } from "@laro/contract/core/endpoint";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { readPassages } from "./passages.ts";
import { kindNumber, kindOf } from "./posting.ts";

type Filter = InputOf<(typeof wallet)["history"]>;
type Reader = Filter & { readonly walletId: bigint; readonly timeZone: string };

/** Every kind but bets, which are nearly all of the journal and stand in no index but its key. */
export const otherKinds: readonly number[] = Object.values(kindNumber).filter((kind) => kind !== kindNumber.bet);

/** A wallet's journal lines, newest first, paged by seq so that page 1,000 costs what page 1 does. Days are the pack's calendar days. */
export async function listMovements(
  db: Db,
  { cursor, limit = PAGE_LIMIT_DEFAULT, kind, ...reader }: Reader,
): Promise<{ list: Movement[]; next: string | null }> {
  const rows = await linesOf(db, reader)
    .select(["seq", "kind", "amount", "balance_after as balanceAfter", "ref as reference", "round_id as roundId", "at", "contra"])
    .$if(isNumberCursor(cursor), (query) => query.where("seq", "<", BigInt(cursor!)))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kindNumber[kind!]))
    .$if(kind !== undefined && kind !== "bet", (query) => query.where(notABet))
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
  const passages = await readPassages(db, reader.walletId, rows);
  return cutPage(rows, {
    limit,
    describe: ({ contra: _, ...row }) => ({
      ...row,
      seq: String(row.seq),
      kind: kindOf[row.kind]!,
      at: row.at.toISOString(),
      between: passages.get(row.seq) ?? null,
    }),
    cursorOf: ({ seq }) => seq,
  });
}

/** How many lines match; bets are counted as what remains, so that only the others are looked at. */
export async function countMovements(db: Db, { kind, ...reader }: Omit<Reader, "cursor" | "limit">): Promise<number> {
  const { walletId, timeZone, from, to } = reader;
  const counted = (kinds: readonly number[]) =>
    linesOf(db, reader)
      .select(sql<number>`count(*)::integer`.as("count"))
      .where("kind", "in", kinds)
      .where(notABet)
      .executeTakeFirstOrThrow();
  if (kind !== undefined && kind !== "bet") return (await counted([kindNumber[kind]])).count;
  const start = from === undefined ? sql`'-infinity'::timestamptz` : dayStart(from, timeZone);
  const end = to === undefined ? sql`'infinity'::timestamptz` : dayEnd(to, timeZone);
  const { rows } = await sql<{ count: number }>`
    select (e.lines - s.lines)::integer as count from journal_before(${walletId}::bigint, ${start}) s, journal_before(${walletId}::bigint, ${end}) e`.execute(
    db as Tx,
  );
  const all = Math.max(0, rows[0]!.count);
  return kind === undefined ? all : all - (await counted(otherKinds)).count;
}

/** Said aloud, so that every plan may use the index that leaves bets out. */
const notABet = sql<boolean>`kind <> ${sql.lit(kindNumber.bet)}`;

/** The lines of a wallet in a span of days: seqs narrow the search, `at` decides (see `0009-records.sql`). */
const linesOf = (db: Db, { walletId, timeZone, from, to }: Pick<Reader, "walletId" | "timeZone" | "from" | "to">) =>
  db
    .selectFrom("transfer")
    .where("wallet_id", "=", walletId)
    .$if(from !== undefined, (query) => {
      const start = dayStart(from!, timeZone);
      return query.where("seq", ">=", sql<bigint>`(select journal_seq(${walletId}::bigint, ${start} - interval '1 minute'))`).where("at", ">=", start);
    })
    .$if(to !== undefined, (query) => {
      const end = dayEnd(to!, timeZone);
      return query.where("seq", "<", sql<bigint>`(select journal_seq(${walletId}::bigint, ${end} + interval '1 minute'))`).where("at", "<", end);
    });

/** The first moment of a calendar day in a time zone, computed in SQL. */
export const dayStart = (day: string, timeZone: string) => sql<Date>`(${day}::date::timestamp at time zone ${timeZone})`;

/** The first moment after a calendar day. */
export const dayEnd = (day: string, timeZone: string) => sql<Date>`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
