import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { brand } from "../settings/packs.ts";

/** When a job works, and whose calendar days it means. */
export interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Opens the days up to this one that are not open yet, the first that of the first account: each keeps what a member must bet to be active, and what of a stake
 * its games count, as both are now. A day that is open keeps what it has.
 */
export async function openDays(tx: Tx, { day, timeZone }: { readonly day: string; readonly timeZone: string }): Promise<void> {
  await sql`
    with opened as (
      insert into activity_day (day, state, active_minimum)
      select d::date, 'open', ${brand.activeMinimum.dayMinor}::bigint
      from generate_series(
        coalesce((select max(day) + 1 from activity_day), least((select min(created_at) at time zone ${timeZone} from account)::date, ${day}::date))::timestamp,
        ${day}::timestamp, '1 day') d
      on conflict do nothing returning day
    )
    insert into activity_percent (day, game_id, percent) select o.day, g.id, g.valid_percent from opened o join game g on g.valid_percent <> 100`.execute(tx);
}

/** Sums of a line, in minor units. The house's result is `stake - win`. */
export interface LinePlay {
  readonly rounds: bigint;
  readonly valid: bigint;
  readonly stake: bigint;
  readonly win: bigint;
}

/** `active` is a sum over days: somebody active on two of them counts twice. */
export interface LineDays extends LinePlay {
  readonly ahead: bigint;
  readonly behind: bigint;
  readonly joined: bigint;
  readonly active: bigint;
  readonly firstDeposits: bigint;
  readonly deposits: bigint;
  readonly withdrawals: bigint;
  readonly bonuses: bigint;
  readonly fees: bigint;
  readonly commission: bigint;
}

/** What everyone below an agent did on the frozen days of a span, both included. */
export async function readLine(db: Db | Tx, { agentId, from, to }: { agentId: bigint; from: string; to: string }): Promise<LineDays> {
  const sums = (
    ["rounds", "valid", "stake", "win", "ahead", "behind", "joined", "active", "deposits", "withdrawals", "bonuses", "fees", "commission"] as const
  ).map((column) => sql`coalesce(sum(l.${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`);
  const { rows } = await sql<LineDays>`
    select ${sql.join(sums)}, coalesce(sum(l.first_deposits), 0)::bigint as "firstDeposits"
    from line_day l join activity_day d on d.day = l.day and d.state = 'frozen'
    where l.agent_id = ${agentId} and l.day >= ${from}::date and l.day <= ${to}::date`.execute(db as Tx);
  return rows[0]!;
}

/** What everyone below an agent played on the running day, and up to when that is counted; null before its first five minutes are. */
export async function readToday(db: Db | Tx, { agentId, now, timeZone }: Moment & { agentId: bigint }): Promise<LinePlay & { readonly asOf: Date | null }> {
  const { rows } = await sql<LinePlay & { asOf: Date | null }>`
    with day as (select date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone} as start)
    select coalesce(sum(h.rounds), 0)::bigint as rounds, coalesce(sum(h.valid), 0)::bigint as valid, coalesce(sum(h.stake), 0)::bigint as stake,
           coalesce(sum(h.win), 0)::bigint as win, (select max(w.starts_at) + interval '5 minutes' from activity_window w, day where w.starts_at >= day.start) as "asOf"
    from day left join line_hour h on h.agent_id = ${agentId} and h.hour >= day.start`.execute(db as Tx);
  return rows[0]!;
}

/** The newest day whose facts are checked and never change; undefined before there is one. Every day before it is frozen too. */
export async function findFrozenDay(db: Db | Tx): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from activity_day where state = 'frozen'`.execute(db as Tx);
  return rows[0]!.day ?? undefined;
}
