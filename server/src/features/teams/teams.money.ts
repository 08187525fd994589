import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type MoneyLine, TEAM_LEVEL_MAX, type teams } from "@laro/contract/teams";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, readTimeCursor } from "../../platform/pages.ts";
import { isLevelSmall } from "./teams.report.ts";
import { describeFlow, type FlowRow, levelDays, sumLine } from "./teams.sums.ts";
import { checkSpan, closedDays, describeMate, readCalendar, type Reader, seeAccount } from "./teams.ts";

type Asked = Omit<InputOf<(typeof teams)["money"]>, "limit">;

interface MoneyRow extends FlowRow {
  readonly day: string;
  readonly id: bigint;
  readonly kind: "member" | "branch";
  readonly name: string;
  readonly type: number;
  readonly isHere: boolean;
}

const CURSOR = /^([0-9]{4}-[0-9]{2}-[0-9]{2})_([0-9]{1,18})_(member|branch)$/;

/** The money of a level, each account's own and that of its line, day by day. Refuses with `teams.level_too_large` what is too much to sort. */
export async function listMoney(
  db: Db,
  reader: Reader,
  { id, cursor, limit = PAGE_LIMIT_DEFAULT, ...span }: Asked & { limit?: number | undefined },
): Promise<OutputOf<(typeof teams)["money"]>> {
  checkSpan(span);
  const seen = await seeAccount(db, reader, id);
  if (!(await isLevelSmall(db, seen.id, TEAM_LEVEL_MAX))) refuse("teams.level_too_large", { maximum: TEAM_LEVEL_MAX });
  const calendar = await readCalendar(db, reader);
  const days = { id: seen.id, ...closedDays(span, calendar, seen.since) };
  const [day, account, kind] = readTimeCursor(CURSOR, cursor);
  const upTo = day !== undefined && day < days.to ? day : days.to;
  const after = day === undefined ? sql`true` : sql`(p.day < ${day}::date or (p.id, p.kind) > (${account}::bigint, ${kind}))`;
  const { rows } = await sql<MoneyRow>`
    select p.day::text as day, p.id, p.kind, p.deposits, p.withdrawals, p.bonuses, p."firstDeposits", a.name, a.type, coalesce(n.parent_id = ${seen.id}, false) as "isHere"
    from (
      select * from (${levelDays({ ...days, to: upTo })}) p
      where (p.deposits <> 0 or p.withdrawals <> 0 or p.bonuses <> 0 or p."firstDeposits" <> 0) and ${after}
      order by p.day desc, p.id, p.kind limit ${limit + 1}
    ) p join account a on a.id = p.id left join agent_node n on n.account_id = p.id
    order by p.day desc, p.id, p.kind`.execute(db as Tx);
  const describe = ({ isHere, ...row }: MoneyRow): MoneyLine => ({
    ...describeMate(reader, { ...row, isDirect: isHere && seen.id === reader.agentId }),
    day: row.day,
    kind: row.kind,
    isHere,
    ...describeFlow(row),
  });
  return {
    trail: seen.trail,
    frozenTo: calendar.frozenTo,
    totals: describeFlow(await sumLine(db, days)),
    ...cutPage(rows, { limit, describe, cursorOf: (row) => `${row.day}_${row.id}_${row.kind}` }),
  };
}
