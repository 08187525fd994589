import type { ContractKind } from "@laro/contract/core/contractKinds";
import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { packs } from "../../core/settings/packs.ts";
import { results, walletKinds } from "../../core/wallet/posting.ts";
import { POSTED_AT_ONCE_MAX, postMany } from "../../core/wallet/wallet.ts";
import { crashPoint } from "../../platform/crash.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { derivedId, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tellAll } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { holdApproved } from "./settlements.holds.ts";

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: (typeof packs)[keyof typeof packs];
}

/** One line of the journal: a pay, or what an agent's hours or windows of a kind come to together. */
interface Line {
  readonly ref: OwnId;
  readonly agentId: bigint;
  readonly walletId: bigint;
  readonly kind: ContractKind;
  readonly pays: readonly string[];
  readonly amountMinor: bigint;
}

interface Waiting {
  readonly id: string;
  readonly number: bigint;
  readonly agentId: bigint;
  readonly walletId: bigint;
  readonly kind: ContractKind;
  readonly pay: bigint;
  readonly isDue: boolean;
  readonly leastCredit: bigint;
}

/** Where the next batch begins. */
interface Place {
  readonly agentId: bigint;
  readonly number: bigint;
}

const BATCHES_AT_ONCE_MAX = 10_000;
/** Who has a line for each of two kinds. */
const AGENTS_AT_ONCE_MAX = POSTED_AT_ONCE_MAX / 2;
/** After a full batch, as a multiple of the time it took. */
const RESTS = 2;

/**
 * Pays everything that is approved and due, five hundred lines of the journal a transaction, in the order of the agents; any number of processes share the work. A pay
 * whose wallet is held elsewhere waits for the next call. Two thirds of the time are left to whoever plays meanwhile. Answers how many lines were posted.
 */
export async function payDue({ database, clock, timeZone, config }: Pick<Platform, "database" | "clock" | "timeZone" | "config">): Promise<number> {
  const moment = (): Moment => ({ now: clock.now(), timeZone, pack: packs[config.pack] });
  await database.begin((tx) => holdApproved(tx, moment()));
  let posted = 0;
  for (const find of [findWhole, findSmall]) {
    let after: Place | undefined = { agentId: 0n, number: 0n };
    for (let batches = 0; after !== undefined && batches < BATCHES_AT_ONCE_MAX; batches++) {
      const [from, begunAt]: [Place, number] = [after, performance.now()];
      const done: Done = await database.begin((tx) => payBatch(tx, moment(), find, from));
      posted += done.lines;
      after = done.next;
      if (done.isFull) await sleep(RESTS * (performance.now() - begunAt));
    }
  }
  await closeRuns(database, moment());
  return posted;
}

type Find = (tx: Tx, moment: Moment, after: Place) => Promise<readonly Waiting[]>;

interface Done {
  readonly lines: number;
  readonly next: Place | undefined;
  /** Whether more may wait. */
  readonly isFull: boolean;
}

async function payBatch(tx: Tx, moment: Moment, find: Find, after: Place): Promise<Done> {
  const found = await find(tx, moment, after);
  if (found.length === 0) return { lines: 0, next: undefined, isFull: false };
  // All of them take minutes where there are many: what was decided about an agent meanwhile holds.
  const held = await holdApproved(
    tx,
    moment,
    found.map(({ id }) => id),
  );
  const waiting = found.filter(({ id }) => !held.has(id));
  const lines = find === findWhole ? waiting.map((pay) => lineOf([pay])) : gatherSmall(waiting);
  const movements = lines.map(({ ref, walletId, amountMinor }) => ({ ref, walletId, contra: "commission", kind: "commission", amountMinor }) as const);
  const codes = await postMany(tx, moment, movements);
  crashPoint("settlements.after_post");
  const paid = lines.filter((_line, at) => codes[at] === results.applied || codes[at] === results.repeat);
  if (paid.length > 0) await markPaid(tx, moment, paid);
  crashPoint("settlements.before_commit");
  return { lines: paid.length, next: found.at(-1), isFull: found.length >= AGENTS_AT_ONCE_MAX };
}

const lineOf = (pays: readonly Waiting[]): Line => ({
  ref: derivedId("commission", pays[0]!.id),
  agentId: pays[0]!.agentId,
  walletId: pays[0]!.walletId,
  kind: pays[0]!.kind,
  pays: pays.map(({ id }) => id),
  amountMinor: pays.reduce((sum, { pay }) => sum + pay, 0n),
});

/** What an agent's hours, and its windows, come to together, where that is enough or their day is over. */
const gatherSmall = (waiting: readonly Waiting[]): readonly Line[] =>
  [...Map.groupBy(waiting, ({ agentId, kind }) => `${agentId} ${kind}`).values()]
    .filter((pays) => pays.some(({ isDue }) => isDue) || pays.reduce((sum, { pay }) => sum + pay, 0n) >= pays[0]!.leastCredit)
    .map(lineOf);

const today = ({ now, timeZone }: Pick<Moment, "now" | "timeZone">) => sql`(${now}::timestamptz at time zone ${timeZone})::date`;

/** Pays of days and periods, each a line of its own. Another worker's are skipped. */
const findWhole: Find = async (tx, moment, { agentId, number }) => {
  const { rows } = await sql<Waiting>`
    with chosen as materialized (
      select id, number, agent_id, kind, pay from settlement_pay
      where state = 'approved' and kind in ('dividend', 'daily') and coalesce(pays_on <= ${today(moment)}, true) and (agent_id, number) > (${agentId}, ${number})
      order by agent_id, number limit ${POSTED_AT_ONCE_MAX} for update skip locked
    )
    select p.id, p.number, p.agent_id as "agentId", w.id as "walletId", p.kind, p.pay, true as "isDue", 0::bigint as "leastCredit"
    from chosen p join wallet w on w.account_id = p.agent_id and w.kind = ${walletKinds.main} order by p.agent_id, p.number`.execute(tx);
  return rows;
};

/** All that waits of hours and windows of so many agents, who have a line for each kind. */
const findSmall: Find = async (tx, moment, { agentId }) => {
  const { rows } = await sql<Waiting>`
    with chosen as materialized (
      select id, number, agent_id, contract_id, kind, pay, starts_on from settlement_pay
      where state = 'approved' and kind in ('hourly', 'realTime') and agent_id in (
        select distinct s.agent_id from settlement_pay s where s.state = 'approved' and s.kind in ('hourly', 'realTime') and s.agent_id > ${agentId}
        order by s.agent_id limit ${AGENTS_AT_ONCE_MAX}
      ) for update skip locked
    )
    select p.id, p.number, p.agent_id as "agentId", w.id as "walletId", p.kind, p.pay, p.starts_on < ${today(moment)} as "isDue",
      coalesce((t.limits ->> 'leastCredit')::bigint, 0) as "leastCredit"
    from chosen p join wallet w on w.account_id = p.agent_id and w.kind = ${walletKinds.main}
    join agent_contract c on c.id = p.contract_id join agent_contract_template t on t.id = c.template_id order by p.agent_id, p.number`.execute(tx);
  return rows;
};

/** A notice holds so many at most. */
const TOLD_AT_ONCE = 100;
const STALE = ["wallet.balance", "wallet.history", "commissions.mine", "commissions.statement", "reports.statement"] as const;

/** Marks the pays of posted lines, counts them in their runs, and writes to each agent once for a kind and a day. */
async function markPaid(tx: Tx, { now, timeZone }: Pick<Moment, "now" | "timeZone">, lines: readonly Line[]): Promise<void> {
  const news = await findUntold(tx, { now, timeZone }, lines);
  const ids = lines.flatMap(({ pays }) => pays);
  const refs = lines.flatMap(({ ref, pays }) => pays.map(() => ref));
  const { rows } = await sql<{ runId: string; paid: string }>`
    with paid as (
      update settlement_pay p set state = 'paid', paid_with = l.ref, paid_at = ${now}
      from unnest(${ids}::uuid[], ${refs}::uuid[]) l(id, ref) where p.id = l.id and p.state = 'approved' returning p.run_id
    )
    select run_id as "runId", count(*)::text as paid from paid group by run_id order by run_id`.execute(tx);
  for (const { runId, paid } of rows) {
    await sql`update settlement_run set state = 'paying' where id = ${runId} and state = 'approved'`.execute(tx);
    await sql`select settlement_count(${runId}::uuid, ${JSON.stringify({ paid })}::jsonb)`.execute(tx);
  }
  await tellAll(tx, "settlements.paid", news);
  const paid = [...new Set(lines.map(({ agentId }) => `member:${agentId}` as const))];
  for (let from = 0; from < paid.length; from += TOLD_AT_ONCE) staleOnCommit(tx, STALE, paid.slice(from, from + TOLD_AT_ONCE));
  staleOnCommit(tx, ["settlements.runs", "settlements.run", "settlements.pays"], ["operators"]);
}

interface News {
  readonly letterId: string;
  readonly accountId: string;
  readonly kind: ContractKind;
}

/** Whom nothing of the kind was paid today: they are written to, once. */
async function findUntold(tx: Tx, moment: Pick<Moment, "now" | "timeZone">, lines: readonly Line[]): Promise<readonly News[]> {
  const { rows } = await sql<News>`
    select l.kind || ' ' || ${today(moment)} as "letterId", l.agent_id::text as "accountId", l.kind from (
      select distinct * from unnest(${lines.map(({ agentId }) => agentId)}::bigint[], ${lines.map(({ kind }) => kind)}::text[]) l(agent_id, kind)
    ) l where not exists (
      select from settlement_pay p where p.agent_id = l.agent_id and p.kind = l.kind and p.state = 'paid' and p.paid_at >= period_start(${moment.now}, 'day', ${moment.timeZone})
    )`.execute(tx);
  return rows;
}

/** A run of which nothing waits any more is paid; that of hours and windows when its day is frozen too. What is held is no part of it. */
async function closeRuns({ begin }: Database, { now }: Moment): Promise<void> {
  await begin((tx) =>
    sql`
      update settlement_run r set state = 'paid', paid_at = ${now}
      where r.state in ('approved', 'paying') and not exists (select from settlement_pay p where p.run_id = r.id and p.state = 'approved')
        and (r.kind in ('dividend', 'daily') or exists (select from activity_day d where d.day = r.starts_on and d.state = 'frozen'))`.execute(tx),
  );
}
