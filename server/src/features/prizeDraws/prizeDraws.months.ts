import { sql } from "kysely";
import type { Platform } from "../../platform/routes.ts";
import { giveTickets } from "./prizeDraws.ts";

const GIVEN_AT_ONCE = 1_000;

/**
 * Gives everyone who had a VIP level when the month began its ticket for it, so many members a transaction; what was given stays given. Safe at any time, by any number of processes, and to be cut off.
 */
export async function giveMonthsTickets({ database: { begin }, keys, timeZone }: Pick<Platform, "database" | "keys" | "timeZone">, now: Date): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const from: bigint = after;
    after = await begin(async (tx) => {
      const { rows } = await sql<{ accountId: bigint; month: string }>`
        with began as (select date_trunc('month', ${now}::timestamptz at time zone ${timeZone})::date as month)
        select m.account_id as "accountId", began.month::text as month from began, vip_member m
        where m.account_id > ${from} and m.level >= 1
          and exists (select from vip_level_up u where u.account_id = m.account_id and u.level >= 1 and u.day < began.month)
          and not exists (select from prize_ticket t where t.account_id = m.account_id and t.month = began.month)
        order by m.account_id limit ${GIVEN_AT_ONCE}`.execute(tx);
      await giveTickets(tx, rows, { keys, now });
      return rows.at(-1)?.accountId;
    });
  }
}
