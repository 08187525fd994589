import type { FileAnswer, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { rebates } from "@laro/contract/rebates";
import { sql } from "kysely";
import { csvLine } from "../../platform/csv.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";
import { findThinGames } from "./rebates.games.ts";
import { findProposal, readRates } from "./rebates.rates.ts";

/** The newest table with the moment its first day begins, what of the games that keep little counts with it, and what waits for another officer. */
export async function readTable(db: Db, timeZone: string): Promise<OutputOf<(typeof rebates)["rates"]>> {
  const newest = await db
    .selectFrom("rebate_table")
    .select(["version", "rates"])
    .select(sql<Date | null>`case when confirmed_at is not null then from_day::timestamp at time zone ${timeZone} end`.as("since"))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const [games, proposal] = await Promise.all([findThinGames(db, newest.version), findProposal(db)]);
  return {
    rates: readRates(newest.rates),
    games: games && [...games],
    version: newest.version,
    since: newest.since?.toISOString() ?? null,
    proposal: proposal ?? null,
  };
}

const DAY = /^(\d{4}-\d{2}-\d{2})$/;

/** The days that were given, newest first: what is paid is what is no longer open. */
export async function listDays(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<(typeof rebates)["days"]>> {
  const [before = null] = readTimeCursor(DAY, cursor);
  const { rows } = await sql<{ day: string; members: number; amount: bigint; paid: bigint }>`
    select d.day::text as day, d.members::integer as members, d.amount,
           (d.amount - coalesce((select sum(r.amount) from rebate r where r.day = d.day and r.claim_id is null), 0))::bigint as paid
    from rebate_day d where d.given and d.done_at is not null and (${before}::date is null or d.day < ${before}::date) order by d.day desc limit ${limit + 1}`.execute(
    db as unknown as Tx,
  );
  return cutPage(rows, { limit, describe: (row) => row, cursorOf: ({ day }) => day });
}

const MEMBERS_AT_ONCE = 500;
const columns = ["day", "member", "name", "label", "category", "valid", "rate", "rebate", "paid"] as const;

/** A day of all members, by category; only its head where none was. */
export function exportDay(db: Db, { day }: InputOf<(typeof rebates)["dayCsv"]>): FileAnswer {
  async function* content(): AsyncIterable<string> {
    yield csvLine(columns);
    for (let [after, isLast] = [0n, false]; !isLast;) {
      const rows = await db
        .selectFrom("rebate as r")
        .innerJoin("account as a", "a.id", "r.account_id")
        .leftJoin("rebate_claim as c", "c.id", "r.claim_id")
        .select(["r.account_id as accountId", "a.name", "r.label", "r.category", "r.valid", "r.bps", "r.amount", "c.at as paidAt"])
        .where("r.day", "=", day)
        .where("r.account_id", "in", (of) =>
          of
            .selectFrom("rebate as m")
            .select("m.account_id")
            .distinct()
            .where("m.day", "=", day)
            .where("m.account_id", ">", after)
            .orderBy("m.account_id")
            .limit(MEMBERS_AT_ONCE),
        )
        .orderBy("r.account_id")
        .orderBy("r.category")
        .execute();
      for (const { accountId, name, label, category, valid, bps, amount, paidAt } of rows)
        // 0.30 % is 30 hundredths.
        yield csvLine([
          day,
          String(accountId),
          name,
          label,
          category,
          formatAmount(valid),
          formatAmount(BigInt(bps)),
          formatAmount(amount),
          paidAt?.toISOString() ?? "",
        ]);
      [after, isLast] = [rows.at(-1)?.accountId ?? after, rows.length === 0];
    }
  }
  return { name: `rebates-${day}.csv`, content: content() };
}
