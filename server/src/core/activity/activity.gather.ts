import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import { carryOutMovesOfToday } from "../agents/agents.moves.ts";
import { openDays, type Moment } from "./activity.ts";

const WINDOW_MINUTES = 5;
/** A round is dated before it is committed; hardly any takes longer, and the close of the day finds those that did. */
const SETTLED_AFTER_SECONDS = 60;
const WINDOWS_AT_ONCE_MAX = 1_000;
const HOURS_KEPT_DAYS = 8;

/** Five minutes of play: from `startsAt` on, before `endsAt`. */
export interface Window {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The calendar day it belongs to. */
  readonly day: string;
}

/**
 * What others do with a window in which somebody played, in the transaction that gathers it, so once for each: its rounds are `activity_play(startsAt, endsAt, timeZone)`, and the tree they
 * count in is `agent_of_day(day)`.
 */
export type AfterWindow = (tx: Tx, window: Window) => Promise<void>;

interface Gathering {
  readonly afterWindow?: readonly AfterWindow[];
  readonly windowsMax?: number;
}

/**
 * Adds the play of every five minutes that are over and not yet gathered to the hours of members and of lines, the oldest first, each in a transaction of its own;
 * the first of all is that of the day it is called on. Safe to run at any time and by any number of processes.
 */
export async function gatherPlay(
  { begin }: Pick<Database, "begin">,
  moment: Moment,
  { afterWindow = [], windowsMax = WINDOWS_AT_ONCE_MAX }: Gathering = {},
): Promise<void> {
  for (let windows = 0; windows < windowsMax; windows++) if (!(await begin((tx) => gatherNext(tx, moment, afterWindow)))) break;
  await begin((tx) => forgetHours(tx, moment));
}

async function gatherNext(tx: Tx, moment: Moment, afterWindow: readonly AfterWindow[]): Promise<boolean> {
  const window = await findWindow(tx, moment);
  if (window === undefined) return false;
  await carryOutMovesOfToday(tx, moment);
  await openDays(tx, { day: window.day, timeZone: moment.timeZone });
  const { rounds, wasPlayed } = await countHours(tx, { ...window, timeZone: moment.timeZone });
  await tx.insertInto("activity_window").values({ starts_at: window.startsAt, rounds, gathered_at: moment.now }).execute();
  if (!wasPlayed) await passIdle(tx, moment, window);
  else for (const work of afterWindow) await work(tx, window);
  return true;
}

/** Where nobody plays, nothing is to be added: the windows up to the next round, of a day at most, are gathered at once. */
async function passIdle(tx: Tx, { now }: Moment, { endsAt }: Window): Promise<void> {
  await sql`
    with length as (select ${WINDOW_MINUTES} * interval '1 minute' as minutes, ${endsAt}::timestamptz as start), span as (
      select start, minutes, least(date_bin(minutes, ${now}::timestamptz - ${SETTLED_AFTER_SECONDS} * interval '1 second', start), start + interval '1 day') as stop from length
    ), idle as (
      select start, minutes, coalesce(date_bin(minutes, (
        select min(at) from (
          select s.at from round_settled s where s.at >= span.start and s.at < span.stop
          union all
          select v.at from reversal v where v.at >= span.start and v.at < span.stop
        ) next
      ), start), stop) as stop from span
    )
    insert into activity_window (starts_at, rounds, gathered_at)
    select at, 0, ${now} from idle, generate_series(idle.start, idle.stop - idle.minutes, idle.minutes) at`.execute(tx);
}

/** The next window, if its time is over. Two at once would gather it twice: whoever comes second leaves it to the first. */
async function findWindow(tx: Tx, { now, timeZone }: Moment): Promise<Window | undefined> {
  const { rows: locks } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('activity:gather')) as "isMine"`.execute(tx);
  if (!locks[0]!.isMine) return undefined;
  const { rows } = await sql<Window>`
    with length as (select ${WINDOW_MINUTES} * interval '1 minute' as minutes), next as (
      select coalesce(
        (select max(starts_at) + minutes from activity_window), date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}
      ) as start, minutes from length
    )
    select start as "startsAt", start + minutes as "endsAt", (start at time zone ${timeZone})::date::text as day from next
    where start + minutes + ${SETTLED_AFTER_SECONDS} * interval '1 second' <= ${now}::timestamptz`.execute(tx);
  return rows[0];
}

interface Counted {
  readonly rounds: bigint;
  readonly wasPlayed: boolean;
}

/**
 * Adds the play of a span of one day to the hours of its members, and of every line above them as the tree stood on that day; answers how many rounds it was, less
 * those that were voided in it. Only whoever played and stands above them is looked up.
 */
export async function countHours(tx: Tx, { startsAt, endsAt, day, timeZone }: Window & Pick<Moment, "timeZone">): Promise<Counted> {
  const added = (table: string) => sql`rounds = ${sql.ref(`${table}.rounds`)} + excluded.rounds, valid = ${sql.ref(`${table}.valid`)} + excluded.valid,
    stake = ${sql.ref(`${table}.stake`)} + excluded.stake, win = ${sql.ref(`${table}.win`)} + excluded.win`;
  const sums = sql`sum(p.rounds)::bigint as rounds, sum(p.valid)::bigint as valid, sum(p.stake)::bigint as stake, sum(p.win)::bigint as win`;
  const { rows } = await sql<Counted>`
    with play as materialized (
      select date_trunc('hour', p.at, ${timeZone}) as hour, p.account_id, p.category, ${sums}
      from activity_play(${startsAt}::timestamptz, ${endsAt}::timestamptz, ${timeZone}) p group by 1, 2, 3
    ), place as materialized (
      select n.account_id, n.parent_id from agent_of_day(${day}::date) n where n.account_id = any(array(select account_id from play))
    ), members as (
      insert into member_hour (hour, account_id, category, agent_id, rounds, valid, stake, win)
      select p.hour, p.account_id, p.category, n.parent_id, p.rounds, p.valid, p.stake, p.win from play p left join place n on n.account_id = p.account_id
      on conflict (hour, account_id, category) do update set ${added("member_hour")}
    ), direct as materialized (
      select p.hour, n.parent_id as agent_id, ${sums} from play p join place n on n.account_id = p.account_id where n.parent_id is not null group by 1, 2
    ), line as materialized (
      select p.*, n.parent_id, n.path[:cardinality(n.path) - 1] as above
      from direct p join agent_of_day(${day}::date) n on n.account_id = p.agent_id and n.account_id = any(array(select agent_id from direct))
    ), branch as (
      -- Siblings have the same above them.
      select p.hour, min(p.above) as above, ${sums} from line p group by p.hour, p.parent_id
    ), lines as (
      insert into line_hour (hour, agent_id, parent_id, rounds, valid, stake, win)
      select p.hour, p.agent_id, min(p.parent_id), ${sums} from (
        select hour, agent_id, parent_id, rounds, valid, stake, win from line
        union all
        select b.hour, up.id, b.above[up.level - 1], b.rounds, b.valid, b.stake, b.win from branch b cross join unnest(b.above) with ordinality up(id, level)
      ) p group by p.hour, p.agent_id
      on conflict (hour, agent_id) do update set ${added("line_hour")}
    )
    select coalesce(sum(rounds), 0)::bigint as rounds, count(*) > 0 as "wasPlayed" from play`.execute(tx);
  return rows[0]!;
}

/** Hours serve what is shown of today, and the check of their day: when that is frozen and eight days have gone by, they go. */
async function forgetHours(tx: Tx, { now, timeZone }: Moment): Promise<void> {
  const kept = sql`least(${now}::timestamptz - ${HOURS_KEPT_DAYS} * interval '1 day',
    (select min(day)::timestamp at time zone ${timeZone} from activity_day where state <> 'frozen'))`;
  await sql`delete from member_hour where hour < ${kept}`.execute(tx);
  await sql`delete from line_hour where hour < ${kept}`.execute(tx);
}
