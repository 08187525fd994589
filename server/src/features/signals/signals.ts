import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type Signal, SIGNAL_PEOPLE_MAX, signalRules, signalStates, type signals } from "@laro/contract/signals";
import { type RawBuilder, sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { countStates, cutPage } from "../../platform/pages.ts";
import { signalRulesInForce } from "./rules.ts";

interface Row extends Omit<Signal, "reference" | "rule" | "account" | "openedAt" | "seenAt" | "decidedAt"> {
  readonly number: bigint;
  readonly rule: string;
  readonly accountId: bigint;
  readonly accountName: string;
  readonly openedAt: Date;
  readonly seenAt: Date | null;
  readonly decidedAt: Date | null;
}

/** Who a signal is about are named in the order of their numbers; bigints of JSON come as texts. */
const select = (which: RawBuilder<unknown>) => sql<Row>`
  select s.id, s.number, s.rule, s.rule_version as "ruleVersion", s.account_id as "accountId", a.name as "accountName", coalesce(n.invitation_code is not null, false) as "isAgent",
         coalesce((
           select jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name) order by p.id)
           from (select p.id, p.name from account p where p.id = any(s.subjects) order by p.id limit ${SIGNAL_PEOPLE_MAX}) p
         ), '[]') as people, cardinality(s.subjects) as "peopleCount", s.day::text as day, s.figures, s.holds, s.state, s.opened_at as "openedAt",
         s.seen_by as "seenBy", s.seen_at as "seenAt", s.decided_by as "decidedBy", s.decided_at as "decidedAt", s.reason
  from signal s join account a on a.id = s.account_id left join agent_node n on n.account_id = s.account_id ${which}`;

const describe = ({ number, rule, accountId, accountName, people, openedAt, seenAt, decidedAt, ...row }: Row): Signal => ({
  ...row,
  reference: `S-${number}`,
  rule: signalRules.find((known) => known === rule)!,
  account: { id: accountId, name: accountName },
  people: people.map(({ id, name }) => ({ id: BigInt(id), name })),
  openedAt: openedAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  decidedAt: decidedAt?.toISOString() ?? null,
});

const CURSOR = /^(true|false)_([0-9]{1,18})$/;

/** Signals by state, those that hold pay first and then the newest. */
export async function listSignals(
  db: Db,
  { state, rule, accountId, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof signals)["list"]>,
): Promise<OutputOf<(typeof signals)["list"]>> {
  const [, holds, number] = CURSOR.exec(cursor ?? "") ?? [];
  const [{ rows }, counts] = await Promise.all([
    select(sql`
      where s.state = ${state} and ${rule === undefined ? sql`true` : sql`s.rule = ${rule}`} and ${accountId === undefined ? sql`true` : sql`s.account_id = ${accountId}`}
        and ${number === undefined ? sql`true` : sql`(s.holds, s.number) < (${holds}::boolean, ${number}::bigint)`}
      order by s.holds desc, s.number desc limit ${limit + 1}`).execute(db as Tx),
    countStates(db, "signal", signalStates),
  ]);
  return { ...cutPage(rows, { limit, describe, cursorOf: (last) => `${last.holds}_${last.number}` }), counts };
}

/** The rules in force, in the order they are looked with. */
export const listRules = (): OutputOf<(typeof signals)["rules"]> => ({
  list: signalRulesInForce.map(({ rule, version, holds }) => ({ rule, version, holds: holds !== false })),
});

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Says who looks into an open signal. Refuses with `signals.not_found` or `signals.not_open`; nobody it is about is told, by anything. */
export const seeSignal = (tx: Tx, { id, officer, now }: Omit<Decision, "reason">): Promise<Signal> =>
  move(tx, id, { from: ["open"], change: sql`state = 'seen', seen_by = ${officer.name}, seen_at = ${now}` });

const decided = (state: "dismissed" | "acted", { reason, officer, now }: Decision) =>
  sql`state = ${state}, reason = ${reason}, decided_by = ${officer.name}, decided_at = ${now}`;

/** Dismisses a signal that nobody decided. Pay it holds meanwhile stays held until two officers release it. Refuses as `seeSignal` does. */
export const dismissSignal = (tx: Tx, decision: Decision): Promise<Signal> =>
  move(tx, decision.id, { from: ["open", "seen"], change: decided("dismissed", decision) });

/** Closes a signal with what was done about it. Refuses as `seeSignal` does. */
export const actOnSignal = (tx: Tx, decision: Decision): Promise<Signal> =>
  move(tx, decision.id, { from: ["open", "seen"], change: decided("acted", decision) });

/** Opens a dismissed signal again, with the reason, in the hands of whoever did. Refuses as `seeSignal` does. */
export const reopenSignal = (tx: Tx, { id, reason, officer, now }: Decision): Promise<Signal> =>
  move(tx, id, {
    from: ["dismissed"],
    change: sql`state = 'seen', seen_by = ${officer.name}, seen_at = ${now}, reason = ${reason}, decided_by = null, decided_at = null`,
  });

interface Move {
  readonly from: readonly Signal["state"][];
  readonly change: RawBuilder<unknown>;
}

async function move(tx: Tx, id: string, { from, change }: Move): Promise<Signal> {
  const { numAffectedRows } = await sql`update signal set ${change} where id = ${id} and state = any(${[...from]}::text[])`.execute(tx);
  const { rows } = await select(sql`where s.id = ${id}`).execute(tx);
  if (rows[0] === undefined) refuse("signals.not_found");
  if (numAffectedRows === 0n) refuse("signals.not_open");
  staleOnCommit(tx, ["signals.list"], ["operators"]);
  return describe(rows[0]);
}
