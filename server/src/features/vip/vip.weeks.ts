import type { FileAnswer, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { vip, VipWeek } from "@laro/contract/vip";
import { sql } from "kysely";
import { csvLine } from "../../platform/csv.ts";
import type { Db } from "../../platform/db.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";

interface WeekRow extends Omit<VipWeek, "state" | "reference"> {
  readonly accountId: bigint;
  readonly state: string;
  readonly number: bigint | null;
}

const selectWeeks = (db: Db) =>
  db
    .selectFrom("vip_week as w")
    .leftJoin("bonus as b", "b.id", "w.bonus_id")
    .select(["w.week", "w.level", "w.stake", "w.win", "w.rebate", "w.base", "w.bonus_bps as bonusBps", "w.week_max as weekMax", "w.bonus", "w.state"])
    .select(["w.account_id as accountId", "b.number"]);

const describe = ({ accountId: _, state, number, ...row }: WeekRow): VipWeek => ({
  ...row,
  state: state as VipWeek["state"],
  reference: number === null ? "" : `B-${number}`,
});

const DAY = /^(\d{4}-\d{2}-\d{2})$/;

/** A member's weeks, newest first. */
export async function listWeeks(
  db: Db,
  { accountId, cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput & { readonly accountId: bigint },
): Promise<OutputOf<(typeof vip)["weeks"]>> {
  const [before] = readTimeCursor(DAY, cursor);
  const rows = await selectWeeks(db)
    .where("w.account_id", "=", accountId)
    .$if(before !== undefined, (query) => query.where("w.week", "<", before!))
    .orderBy("w.week", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ week }) => week });
}

/** The settled weeks, newest first, with what each came to. */
export async function listPayouts(db: Db, { cursor, limit = PAGE_LIMIT_DEFAULT }: PageInput): Promise<OutputOf<(typeof vip)["payouts"]>> {
  const [before] = readTimeCursor(DAY, cursor);
  const rows = await db
    .selectFrom("vip_settlement")
    .select(["week", "members", "given", "amount", "settled_at as settledAt"])
    .where("settled_at", "is not", null)
    .$if(before !== undefined, (query) => query.where("week", "<", before!))
    .orderBy("week", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: ({ settledAt, ...row }) => ({ ...row, settledAt: settledAt!.toISOString() }),
    cursorOf: ({ week }) => week,
  });
}

const LINES_AT_ONCE = 1_000;
const columns = ["week", "member", "name", "level", "stake", "win", "rebate", "base", "rate", "maximum", "bonus", "state", "reference"] as const;

/** A settled week of all members; only its head where none was. */
export function exportWeek(db: Db, { week }: InputOf<(typeof vip)["weekCsv"]>): FileAnswer {
  async function* content(): AsyncIterable<string> {
    yield csvLine(columns);
    for (let [after, isLast] = [0n, false]; !isLast;) {
      const rows = await selectWeeks(db)
        .innerJoin("account as a", "a.id", "w.account_id")
        .select("a.name")
        .where("w.week", "=", week)
        .where("w.account_id", ">", after)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom("vip_settlement as s")
              .select(sql`1`.as("one"))
              .whereRef("s.week", "=", "w.week")
              .where("s.settled_at", "is not", null),
          ),
        )
        .orderBy("w.account_id")
        .limit(LINES_AT_ONCE)
        .execute();
      for (const { name, ...row } of rows) yield lineOf(name, row);
      [after, isLast] = [rows.at(-1)?.accountId ?? after, rows.length < LINES_AT_ONCE];
    }
  }
  return { name: `vip-week-${week}.csv`, content: content() };
}

function lineOf(name: string, row: WeekRow): string {
  const { week, level, stake, win, rebate, base, bonusBps, weekMax, bonus, state, reference } = describe(row);
  const money = [stake, win, rebate, base].map(formatAmount);
  // 5.00 % is 5.00.
  const rate = formatAmount(BigInt(bonusBps));
  return csvLine([
    week,
    String(row.accountId),
    name,
    level,
    ...money,
    rate,
    weekMax === null ? "" : formatAmount(weekMax),
    formatAmount(bonus),
    state,
    reference,
  ]);
}
