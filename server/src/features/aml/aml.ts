import { alertStates, amlRules, type aml, type AmlAlert } from "@laro/contract/aml";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { Day } from "@laro/contract/core/ids";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { countStates, cutPage } from "../../platform/pages.ts";
import { type AmlRule, amlRulesInForce, type Found } from "./rules.ts";

type State = AmlAlert["state"];

const selectAlerts = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("aml_alert as l")
    .innerJoin("account as a", "a.id", "l.account_id")
    .select(["l.id", "l.number", "l.account_id as memberId", "a.name as memberName", "l.rule", "l.rule_version as ruleVersion", "l.amount", "l.figures"])
    .select([sql<string>`l.day::text`.as("day"), sql<string>`l.due_on::text`.as("dueOn"), "l.state", "l.opened_at as openedAt"])
    .select(["l.decided_by as decidedBy", "l.reason", "l.closed_at as closedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectAlerts>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, rule, figures, state, openedAt, closedAt, ...row }: Row): AmlAlert => ({
  ...row,
  reference: `M-${number}`,
  rule: amlRules.find((known) => known === rule)!,
  figures: figures as Record<string, string>,
  state: state as State,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

const CURSOR = /^(\S{10})_([0-9]{1,18})$/;

/** Alerts by state, those due first at the top. */
export async function listAlerts(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof aml)["alerts"]>,
): Promise<OutputOf<(typeof aml)["alerts"]>> {
  const [, dueOn, number] = CURSOR.exec(cursor ?? "") ?? [];
  const isAfter = Day.safeParse(dueOn).success;
  const [rows, counts] = await Promise.all([
    selectAlerts(db)
      .where("l.state", "=", state)
      .$if(isAfter, (query) => query.where(sql<boolean>`(l.due_on, l.number) > (${dueOn}::date, ${number}::bigint)`))
      .orderBy("l.due_on")
      .orderBy("l.number")
      .limit(limit + 1)
      .execute(),
    countStates(db, "aml_alert", alertStates),
  ]);
  return { ...cutPage(rows, { limit, describe, cursorOf: (last) => `${last.dueOn}_${last.number}` }), counts };
}

/** The rules in force, with the words of their versions. */
export const listRules = (pack: JurisdictionPack): OutputOf<(typeof aml)["rules"]> => ({
  list: amlRulesInForce.map(({ rule, version, says, thresholdMinor }) => ({ rule, version, says, threshold: thresholdMinor(pack) })),
});

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Makes an open alert a case. The member is not told, by anything. */
export async function openCase(tx: Tx, decision: Decision): Promise<AmlAlert> {
  return decide(tx, decision, { from: ["open"], change: { state: "case" } });
}

/** Closes an alert or a case with what was found. */
export async function closeAlert(tx: Tx, decision: Decision): Promise<AmlAlert> {
  return decide(tx, decision, { from: ["open", "case"], change: { state: "closed", closed_at: decision.now } });
}

interface Move {
  readonly from: readonly State[];
  readonly change: { readonly state: State; readonly closed_at?: Date };
}

async function decide(tx: Tx, { id, reason, officer }: Decision, { from, change }: Move): Promise<AmlAlert> {
  const moved = await tx
    .updateTable("aml_alert")
    .set({ ...change, reason, decided_by: officer.name })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning("id")
    .executeTakeFirst();
  const row = await selectAlerts(tx).where("l.id", "=", id).executeTakeFirst();
  if (row === undefined) refuse("aml.not_found");
  if (moved === undefined) refuse("aml.not_open");
  staleOnCommit(tx, ["aml.alerts"], ["operators"]);
  return describe(row);
}

interface Looking {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

/** The first look goes back so far. */
const LOOKS_BACK_DAYS = 30;
/** One run looks at so many days; after a longer night the next one goes on. */
const DAYS_AT_ONCE_MAX = 31;

/**
 * Looks with every rule at each day from the last one looked at, at yesterday and at today, oldest first and each in a transaction of its own, so that no day is left out
 * over which no worker ran. May run as often as it likes: a member, a rule and a day are one alert.
 */
export async function lookForLaundering({ db, begin }: Pick<Database, "db" | "begin">, looking: Looking): Promise<void> {
  for (const day of await listDays(db, looking)) await begin((tx) => lookAtDay(tx, day, looking));
}

async function listDays(db: Db, { now, timeZone }: Looking): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    select d.day::date::text as day from (select (${now}::timestamptz at time zone ${timeZone})::date as day) today
    cross join lateral generate_series(
      least(coalesce((select l.day from aml_look l), today.day - ${LOOKS_BACK_DAYS}::integer), today.day - 1)::timestamp, today.day::timestamp, '1 day'
    ) d (day) order by d.day limit ${DAYS_AT_ONCE_MAX}`.execute(db as Tx);
  return rows.map(({ day }) => day);
}

async function lookAtDay(tx: Tx, day: string, { now, timeZone, pack }: Looking): Promise<void> {
  // Two at once would make one alert twice: the second waits here and then finds it made.
  await sql`select pg_advisory_xact_lock(hashtext('aml'))`.execute(tx);
  for (const rule of amlRulesInForce) {
    const found = (await rule.find({ day, timeZone, pack }).execute(tx)).rows;
    if (found.length > 0) await keepAlerts(tx, { rule, day, found, now, timeZone, pack });
  }
  await sql`insert into aml_look as l (day) values (${day}::date) on conflict (is_one) do update set day = greatest(l.day, excluded.day)`.execute(tx);
}

interface Seen {
  readonly rule: AmlRule;
  readonly day: string;
  readonly found: readonly Found[];
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

/**
 * Makes what is new an alert, and raises what grew and is not closed. What was closed is a case again where it must be one and was closed before it had to, or where
 * as much as is reported came since: one officer's word is about what there was to see. Who closed it and why stands on it until the next word.
 */
async function keepAlerts(tx: Tx, { rule: { rule, version }, day, found, now, timeZone, pack: { aml } }: Seen): Promise<void> {
  const list = JSON.stringify(
    found.map(({ accountId, amount, ...rest }) => ({ ...rest, id: newId(now), accountId: String(accountId), amount: String(amount) })),
  );
  const seen = sql`jsonb_to_recordset(${list}::jsonb) as f(id uuid, "accountId" bigint, amount bigint, figures jsonb, "isCase" boolean)`;
  const { numAffectedRows: raised = 0n } = await sql`
    update aml_alert l set amount = f.amount, figures = f.figures, rule_version = ${version}, closed_at = null,
           state = case when f."isCase" or l.state = 'closed' then 'case' else l.state end
    from ${seen} where l.account_id = f."accountId" and l.rule = ${rule} and l.day = ${day} and f.amount > l.amount
      and (l.state <> 'closed' or (f."isCase" and l.amount <= ${aml.reportingMinor}::bigint) or f.amount - l.amount >= ${aml.reportingMinor}::bigint)`.execute(
    tx,
  );
  const { numAffectedRows: made = 0n } = await sql`
    insert into aml_alert (id, account_id, rule, rule_version, day, amount, figures, state, due_on, opened_at)
    select f.id, f."accountId", ${rule}, ${version}, ${day}, f.amount, f.figures, case when f."isCase" then 'case' else 'open' end, due.day, ${now}
    from ${seen} cross join (
      select d.day from (
        select ((${now}::timestamptz at time zone ${timeZone})::date + ahead) as day from generate_series(1, 2 * ${aml.dueWorkingDays}::integer + 2) ahead
      ) d where extract(isodow from d.day) < 6 order by d.day limit 1 offset ${aml.dueWorkingDays - 1}
    ) due
    where not exists (select from aml_alert l where l.account_id = f."accountId" and l.rule = ${rule} and l.day = ${day}::date)
    order by f."accountId"`.execute(tx);
  if (raised + made > 0n) staleOnCommit(tx, ["aml.alerts"], ["operators"]);
}
