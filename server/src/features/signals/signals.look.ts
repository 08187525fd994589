import { sql } from "kysely";
import { findLeastEdge } from "../../core/catalogue/edge.ts";
import { dayEnd } from "../../core/wallet/history.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import type { Looked, SignalRule } from "./rule.ts";
import { signalRulesInForce } from "./rules.ts";

/** One look writes so many signals of a rule; the rest are found by the next. */
const FOUND_AT_ONCE_MAX = 500;
/** The first look, and one after a long night, goes back so far. */
const LOOKS_BACK_DAYS = 30;
/** What was committed late is seen by the next look. */
const OVERLAP_MINUTES = 60;

type Moment = Pick<Looked, "now" | "timeZone" | "edge">;

/** Looks with every rule, each in a transaction of its own; one that fails keeps no other from looking. May run as often as it likes: a rule and a key are one signal. */
export async function lookForSignals({ database, clock, timeZone, log }: Pick<Platform, "database" | "clock" | "timeZone" | "log">): Promise<void> {
  const moment = { now: clock.now(), timeZone, edge: (await findLeastEdge(database.db)).edge };
  for (const rule of signalRulesInForce) {
    await database
      .begin((tx) => lookWith(tx, rule, moment))
      .catch((error: unknown) => log.error({ rule: rule.rule, error }, "a rule of signals could not look"));
  }
}

async function lookWith(tx: Tx, rule: SignalRule, moment: Moment): Promise<void> {
  // Whoever comes while another looks with this rule leaves it to them.
  const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`signals ${rule.rule}`}, 0)) as "isMine"`.execute(tx);
  if (!rows[0]!.isMine) return;
  if (rule.looksAt === "changes") return lookAtChanges(tx, rule, moment);
  for (const day of await listDays(tx, rule, moment)) {
    if (!(await keep(tx, rule, { ...moment, day, since: moment.now }))) return;
    await mark(tx, rule, dayEnd(day, moment.timeZone));
  }
}

async function lookAtChanges(tx: Tx, rule: SignalRule, moment: Moment): Promise<void> {
  const { rows } = await sql<{ since: Date; day: string }>`
    select greatest((select l.upto from signal_look l where l.rule = ${rule.rule}), ${moment.now}::timestamptz - ${LOOKS_BACK_DAYS} * interval '1 day')
             - ${OVERLAP_MINUTES} * interval '1 minute' as since, (${moment.now}::timestamptz at time zone ${moment.timeZone})::date::text as day`.execute(tx);
  if (await keep(tx, rule, { ...moment, ...rows[0]! })) await mark(tx, rule, sql`${moment.now}::timestamptz`);
}

/** The frozen days a rule has not looked at, oldest first; of the first look the last of them. */
async function listDays(db: Db | Tx, { rule }: SignalRule, { now, timeZone }: Moment): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day from activity_day d
    where d.state = 'frozen' and d.day >= (${now}::timestamptz at time zone ${timeZone})::date - ${LOOKS_BACK_DAYS}::integer
      and d.day >= coalesce((select (l.upto at time zone ${timeZone})::date from signal_look l where l.rule = ${rule}), (select max(f.day) from activity_day f where f.state = 'frozen'))
    order by d.day`.execute(db as Tx);
  return rows.map(({ day }) => day);
}

const mark = (tx: Tx, { rule }: SignalRule, upto: ReturnType<typeof sql>): Promise<unknown> =>
  sql`insert into signal_look (rule, upto) values (${rule}, ${upto}) on conflict (rule) do update set upto = excluded.upto`.execute(tx);

/** Writes what is new, and what grew and is not decided. True where that was all there is. */
async function keep(tx: Tx, { rule, version, holds, find }: SignalRule, looked: Looked): Promise<boolean> {
  const holdsPay = holds === "proved" ? sql`f."isProved"` : sql`${holds}::boolean`;
  const { numAffectedRows = 0n } = await sql`
    insert into signal as s (id, rule, rule_version, key, account_id, subjects, figures, day, holds, opened_at)
    select derived_id('signal', ${rule}, f.key), ${rule}, ${version}::smallint, f.key, f."accountId", f.subjects, f.figures, ${looked.day}::date, ${holdsPay}, ${looked.now}::timestamptz
    from (${find(looked)}) f left join signal k on k.rule = ${rule} and k.key = f.key
    where k.id is null or (k.state in ('open', 'seen') and (k.subjects, k.figures) is distinct from (f.subjects, f.figures))
    limit ${FOUND_AT_ONCE_MAX}
    on conflict (rule, key) do update set subjects = excluded.subjects, figures = excluded.figures, rule_version = excluded.rule_version
      where s.state in ('open', 'seen')`.execute(tx);
  if (numAffectedRows > 0n) staleOnCommit(tx, ["signals.list"], ["operators"]);
  return numAffectedRows < BigInt(FOUND_AT_ONCE_MAX);
}
