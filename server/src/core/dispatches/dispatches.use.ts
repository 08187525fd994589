import type { LetterAlert, LetterUse } from "@laro/contract/dispatches";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { codeTemplates } from "./texts.ts";

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 7;
const PREFIXES_MAX = 20;
const ALERT_DAYS = 30;
const ALERTS_MAX = 50;

type Since = { readonly now: Date; readonly timeZone: string };

/** How many codes went out by telephone in the last seven calendar days, and how many of them were used. One that was sent again counts once. */
export async function readLetterUse(db: Db, { now, timeZone }: Since): Promise<LetterUse> {
  const sent = sql`from dispatch where channel = 'sms' and template = any(${codeTemplates}::text[]) and state in ('sent', 'delivered')
    and created_at >= ((${now}::timestamptz at time zone ${timeZone})::date - ${DAYS - 1}::int)::timestamp at time zone ${timeZone}`;
  const { rows: days } = await sql<LetterUse["days"][number]>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*) filter (where again_of is null)::int as sent, count(used_at)::int as used,
      coalesce(sum(cost), 0)::bigint as cost ${sent} group by 1 order by 1 desc`.execute(db);
  const { rows: prefixes } = await sql<LetterUse["prefixes"][number]>`
    select prefix, count(*) filter (where again_of is null)::int as sent, count(used_at)::int as used ${sent} and prefix is not null
    group by 1 order by 2 desc, 1 limit ${PREFIXES_MAX}`.execute(db);
  return { days, prefixes };
}

/** What officers are told of text messages, the newest first. */
export async function listLetterAlerts(db: Db, now: Date): Promise<{ list: LetterAlert[] }> {
  const rows = await db
    .selectFrom("code_alert")
    .selectAll()
    .where("at", ">", new Date(now.getTime() - ALERT_DAYS * DAY_MS))
    .orderBy("id", "desc")
    .limit(ALERTS_MAX)
    .execute();
  const describe = ({ kind, sent, used, at, until, ...row }: (typeof rows)[number]): LetterAlert => ({
    ...row,
    kind: kind as LetterAlert["kind"],
    sent: Number(sent),
    used: Number(used),
    at: at.toISOString(),
    until: until.toISOString(),
    isOpen: until > now,
  });
  return { list: rows.map(describe) };
}
