import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import { tellAll } from "../../platform/outbox.ts";
import { rollUpPlay } from "../wallet/playDays.ts";
import { countHours } from "./activity.gather.ts";
import { openDays, type Moment } from "./activity.ts";
import { carryOutMoves } from "../agents/agents.moves.ts";

/** As in `rollUpPlay`: what began before midnight may commit after it. */
const SETTLED_AFTER_MINUTES = 10;
const ACCOUNTS_PER_SLICE = 200_000;
const STEPS_AT_ONCE_MAX = 1_000;
/** What a frozen day says whose hours were counted before all of its rounds had come; its facts are whole. */
const LATE = "lateRounds";

interface Pace {
  readonly accountsPerSlice: number;
  readonly stepsMax: number;
}

/** A day that does not add up: nobody is paid by it before a person has looked. */
export interface DayFault {
  readonly day: string;
  readonly fault: string;
}

/**
 * Writes the facts of each calendar day that is over, the oldest first, and freezes it: play as it was written down, members in slices, then their lines, which are
 * checked before they stand. Each step is a transaction of its own; safe to run at any time, by any number of processes, and to be cut off anywhere. Answers the
 * fault of a day that does not add up, at which it stops.
 */
export async function closeDays(
  database: Pick<Database, "begin">,
  moment: Moment,
  { accountsPerSlice = ACCOUNTS_PER_SLICE, stepsMax = STEPS_AT_ONCE_MAX }: Partial<Pace> = {},
): Promise<DayFault | undefined> {
  await database.begin((tx) => openPast(tx, moment));
  await rollUpPlay(database, moment);
  for (let steps = 0; steps < stepsMax; steps++) {
    const done = await database.begin((tx) => closeStep(tx, moment, accountsPerSlice));
    if (done === undefined) return undefined;
    if (done.fault !== null) return { day: done.day, fault: done.fault };
  }
  return undefined;
}

async function openPast(tx: Tx, { now, timeZone }: Moment): Promise<void> {
  const { rows } = await sql<{ day: string }>`select ((${now}::timestamptz at time zone ${timeZone})::date)::text as day`.execute(tx);
  // Before anything of a day is written: a move that is due belongs to it, and leaves the days before alone.
  await carryOutMoves(tx, rows[0]!.day);
  await openDays(tx, { day: rows[0]!.day, timeZone });
}

interface OpenDay {
  readonly day: string;
  readonly state: "open" | "written";
  readonly upto: bigint;
}

/** One step of the oldest day that is over and not frozen; undefined when there is none, or another process is at it. */
async function closeStep(tx: Tx, moment: Moment, accountsPerSlice: number): Promise<{ day: string; fault: string | null } | undefined> {
  const open = await findOpenDay(tx, moment);
  if (open === undefined) return undefined;
  const { day } = open;
  if (open.state === "open") {
    await writeMembers(tx, { ...open, timeZone: moment.timeZone, accounts: accountsPerSlice });
    return { day, fault: null };
  }
  await sql`savepoint lines`.execute(tx);
  await writeLines(tx, { day, timeZone: moment.timeZone });
  const fault = await findFault(tx, { day, timeZone: moment.timeZone });
  if (fault !== null) {
    await sql`rollback to savepoint lines`.execute(tx);
    await tx.updateTable("activity_day").set({ fault }).where("day", "=", day).execute();
    return { day, fault };
  }
  await freeze(tx, { day, late: await mendHours(tx, { day, timeZone: moment.timeZone }), now: moment.now });
  await tellUncounted(tx, day);
  return { day, fault: null };
}

/** A day whose play is all written down, or that had none: before the first round of all nothing is. */
async function findOpenDay(tx: Tx, { now, timeZone }: Moment): Promise<OpenDay | undefined> {
  const { rows: locks } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext('activity:close')) as "isMine"`.execute(tx);
  if (!locks[0]!.isMine) return undefined;
  const { rows } = await sql<OpenDay>`
    with next as (select day, state, upto from activity_day where state <> 'frozen' order by day limit 1)
    select day::text as day, state, upto from next
    where day < ((${now}::timestamptz - ${SETTLED_AFTER_MINUTES} * interval '1 minute') at time zone ${timeZone})::date
      and (exists (select from play_day_done d where d.day >= next.day)
        or not exists (select from round r where r.at < (next.day + 1)::timestamp at time zone ${timeZone}))`.execute(tx);
  return rows[0];
}

/** Writes the next accounts of a day; after the last of them its lines can be summed. */
async function writeMembers(tx: Tx, { day, upto: after, timeZone, accounts }: OpenDay & { timeZone: string; accounts: number }): Promise<void> {
  const { rows } = await sql<{ upto: bigint | null; count: bigint }>`
    select max(id) as upto, count(*) as count from (select id from account where id > ${after} order by id limit ${accounts}) next`.execute(tx);
  const { upto, count } = rows[0]!;
  if (upto !== null) await insertMembers(tx, { day, timeZone, after, upto });
  const isLast = count < BigInt(accounts);
  await sql`update activity_day set upto = ${upto ?? after}, state = ${isLast ? "written" : "open"} where day = ${day}::date and state = 'open'`.execute(tx);
}

/** The member facts of a day, of the accounts after one up to another; null for all of them. */
export async function insertMembers(
  tx: Tx,
  { day, timeZone, after, upto }: { day: string; timeZone: string; after: bigint; upto: bigint | null },
): Promise<void> {
  await sql`insert into member_day select * from activity_members(${day}::date, ${timeZone}, ${after}::bigint, coalesce(${upto}::bigint, 9223372036854775807))`.execute(
    tx,
  );
}

/** The facts of every line of a day whose members are written. */
export async function writeLines(tx: Tx, { day, timeZone }: { day: string; timeZone: string }): Promise<void> {
  await sql`insert into line_day select * from activity_lines(${day}::date, ${timeZone})`.execute(tx);
  await sql`insert into line_play_day select * from activity_line_plays(${day}::date, ${timeZone})`.execute(tx);
}

/** What of a day does not add up: its members and the play that was written down, the lines at the top and all members below them. */
async function findFault(tx: Tx, { day, timeZone }: { day: string; timeZone: string }): Promise<string | null> {
  const play = (alias: string) =>
    sql.join(["rounds", "valid", "stake", "win"].map((column) => sql`coalesce(sum(${sql.ref(`${alias}.${column}`)}), 0) as ${sql.ref(column)}`));
  const money = (alias: string) =>
    sql.join(
      ["deposits", "withdrawals", "bonuses", "fees", "commission"].map(
        (column) => sql`coalesce(sum(${sql.ref(`${alias}.${column}`)}), 0) as ${sql.ref(column)}`,
      ),
    );
  const { rows } = await sql<{ members: boolean; lines: boolean; categories: boolean }>`
    with member as (select ${play("m")} from member_day m where m.day = ${day}::date),
    written as (
      select ${play("p")} from (
        select rounds, valid, coalesce(settled_stake, stake) as stake, coalesce(settled_win, win) as win from play_day where day = ${day}::date
        union all
        select v.rounds, v.valid, v.stake, v.win
        from activity_voids(${day}::timestamp at time zone ${timeZone}, (${day}::date + 1)::timestamp at time zone ${timeZone}, ${timeZone}) v
      ) p
    ),
    below as (select ${play("m")}, ${money("m")} from member_day m where m.day = ${day}::date and m.agent_id is not null),
    top as (select ${play("l")}, ${money("l")} from line_day l where l.day = ${day}::date and l.parent_id is null),
    category as (
      select ${play("c")} from line_day l join line_play_day c on c.day = l.day and c.agent_id = l.agent_id where l.day = ${day}::date and l.parent_id is null
    )
    select member = written as members, below = top as lines, (below.rounds, below.valid, below.stake, below.win) = (category.rounds, category.valid, category.stake, category.win) as categories
    from member, written, below, top, category`.execute(tx);
  const { members, lines, categories } = rows[0]!;
  if (!members) return "members are not the play that was written down";
  if (!lines) return "the lines at the top are not all members below them";
  return categories ? null : "the categories of the lines at the top are not their play";
}

/**
 * Where every five minutes of a day were gathered, its hours must be its members. A round that came after its span was gathered is missing there: then the hours are
 * counted anew. Answers how many rounds that brought.
 */
async function mendHours(tx: Tx, { day, timeZone }: { day: string; timeZone: string }): Promise<bigint> {
  const { rows } = await sql<{ startsAt: Date; endsAt: Date; gathered: bigint; differ: boolean; isWhole: boolean }>`
    with span as (select ${day}::timestamp at time zone ${timeZone} as start, (${day}::date + 1)::timestamp at time zone ${timeZone} as stop),
    hours as (
      select h.account_id, sum(h.rounds) as rounds, sum(h.valid) as valid, sum(h.stake) as stake, sum(h.win) as win
      from span join member_hour h on h.hour >= span.start and h.hour < span.stop group by h.account_id
    ), windows as (
      select count(w.*) * interval '5 minutes' = stop - start as whole from span left join activity_window w on w.starts_at >= start and w.starts_at < stop group by start, stop
    )
    select start as "startsAt", stop as "endsAt", windows.whole as "isWhole", (select coalesce(sum(rounds), 0)::bigint from hours) as gathered,
      windows.whole and exists (
        select from hours h full join (select * from member_day where day = ${day}::date) m on m.account_id = h.account_id
        where (coalesce(h.rounds, 0), coalesce(h.valid, 0), coalesce(h.stake, 0), coalesce(h.win, 0)) <> (coalesce(m.rounds, 0), coalesce(m.valid, 0), coalesce(m.stake, 0), coalesce(m.win, 0))
      ) as differ
    from span, windows`.execute(tx);
  const { startsAt, endsAt, gathered, differ } = rows[0]!;
  if (!differ) return 0n;
  await sql`delete from member_hour where hour >= ${startsAt} and hour < ${endsAt}`.execute(tx);
  await sql`delete from line_hour where hour >= ${startsAt} and hour < ${endsAt}`.execute(tx);
  const { rounds } = await countHours(tx, { startsAt, endsAt, day, timeZone });
  return rounds - gathered;
}

async function freeze(tx: Tx, { day, late, now }: { day: string; late: bigint; now: Date }): Promise<void> {
  await sql`
    update activity_day d set state = 'frozen', fault = ${late === 0n ? null : LATE}, late = ${late}, frozen_at = ${now},
      members = m.members, rounds = m.rounds, valid = m.valid, stake = m.stake, win = m.win
    from (
      select count(*) as members, coalesce(sum(rounds), 0)::bigint as rounds, coalesce(sum(valid), 0)::bigint as valid, coalesce(sum(stake), 0)::bigint as stake,
        coalesce(sum(win), 0)::bigint as win
      from member_day where day = ${day}::date
    ) m
    where d.day = ${day}::date and d.state = 'written'`.execute(tx);
}

/**
 * Tells the agent of a member who played again after an exclusion that it earns nobody commission, as of what officers decide and by the same code; once, when the first
 * such day is over. Before it the member looks like anyone who does not play.
 */
async function tellUncounted(tx: Tx, day: string): Promise<void> {
  const { rows } = await sql<{ id: string; agentId: bigint }>`
    select distinct on (m.account_id) e.id, m.agent_id as "agentId" from exclusion e join member_day m on m.account_id = e.account_id and m.day = ${day}::date
    where e.uncounted_until > ${day}::date and e.uncounted_from <= ${day}::date and m.rounds > 0 and m.agent_id is not null
      and not exists (select from member_day d where d.account_id = e.account_id and d.day >= e.uncounted_from and d.day < ${day}::date and d.rounds > 0)
    order by m.account_id, e.id`.execute(tx);
  const told = rows.map(({ id, agentId }) => ({ accountId: String(agentId), notCountedId: id, kind: "houseRule" }) as const);
  await tellAll(tx, "agents.notCounted", told);
}
