import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { insertMembers, writeLines } from "./activity.close.ts";

const facts = ["member_day", "line_day", "line_play_day"] as const;

export interface Difference {
  readonly table: (typeof facts)[number];
  /** Whose facts they are. */
  readonly id: bigint;
  /** The row as it stands, and as it would be; null where there is none. */
  readonly stands: Readonly<Record<string, unknown>> | null;
  readonly found: Readonly<Record<string, unknown>> | null;
}

const DIFFERENCES_MAX = 20;

/**
 * Computes a frozen day anew, from rounds and journal alone, and answers what differs from what stands, twenty of each table at most; undefined for a day that is not
 * frozen. It writes into tables of its own that go with the transaction: a statement that would write anything else fails.
 */
export async function rebuildDay(tx: Tx, { day, timeZone }: { day: string; timeZone: string }): Promise<readonly Difference[] | undefined> {
  const { rows } = await sql`select from activity_day where day = ${day}::date and state = 'frozen'`.execute(tx);
  if (rows.length === 0) return undefined;
  // Temporary tables stand before all others, so the functions that write and read the facts of a day mean these.
  for (const table of ["play_day", ...facts] as const)
    await sql`create temporary table ${sql.ref(table)} (like ${sql.ref(`public.${table}`)} including indexes) on commit drop`.execute(tx);
  await sql`set transaction read only`.execute(tx);
  await sql`
    insert into pg_temp.play_day (wallet_id, day, game_id, rounds, stake, win, settled_stake, settled_win, valid)
    select p.wallet_id, ${day}::date, p.game_id, count(*) filter (where p.rounds > 0), 0, 0, sum(p.stake), sum(p.win), sum(p.valid)
    from activity_play(${day}::timestamp at time zone ${timeZone}, (${day}::date + 1)::timestamp at time zone ${timeZone}, ${timeZone}) p
    where p.rounds >= 0 group by p.wallet_id, p.game_id`.execute(tx);
  await insertMembers(tx, { day, timeZone, after: 0n, upto: null });
  await writeLines(tx, { day, timeZone });
  const found: Difference[] = [];
  for (const table of facts) found.push(...(await compare(tx, table, day)));
  return found;
}

async function compare(tx: Tx, table: Difference["table"], day: string): Promise<readonly Difference[]> {
  const id = sql.ref(table === "member_day" ? "account_id" : "agent_id");
  const category = table === "line_play_day" ? sql`and n.category = s.category` : sql``;
  const { rows } = await sql<Omit<Difference, "table">>`
    select coalesce(n.${id}, s.${id}) as id, to_jsonb(s) as stands, to_jsonb(n) as found
    from pg_temp.${sql.ref(table)} n full join (select * from public.${sql.ref(table)} where day = ${day}::date) s on n.day = s.day and n.${id} = s.${id} ${category}
    where n is distinct from s order by 1 limit ${DIFFERENCES_MAX}`.execute(tx);
  return rows.map((row) => ({ table, ...row }));
}

export interface DayStatus {
  readonly frozen: bigint;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Days that are over or running and not frozen. */
  readonly waiting: bigint;
  readonly gatheredUntil: Date | null;
  readonly late: readonly { readonly day: string; readonly late: bigint }[];
  readonly faults: readonly { readonly day: string; readonly fault: string }[];
}

/** How far the facts of days are, and what does not add up. */
export async function readStatus(db: Db | Tx): Promise<DayStatus> {
  const { rows } = await sql<Omit<DayStatus, "late" | "faults">>`
    select count(*) filter (where state = 'frozen') as frozen, (min(day) filter (where state = 'frozen'))::text as "firstDay",
      (max(day) filter (where state = 'frozen'))::text as "lastDay", count(*) filter (where state <> 'frozen') as waiting,
      (select max(starts_at) + interval '5 minutes' from activity_window) as "gatheredUntil"
    from activity_day`.execute(db as Tx);
  const { rows: late } = await sql<DayStatus["late"][number]>`
    select day::text as day, late from activity_day where late <> 0 order by day desc limit ${DIFFERENCES_MAX}`.execute(db as Tx);
  const { rows: faults } = await sql<DayStatus["faults"][number]>`
    select day::text as day, fault from activity_day where fault is not null and state <> 'frozen' order by day limit ${DIFFERENCES_MAX}`.execute(db as Tx);
  return { ...rows[0]!, late, faults };
}
