import type { commissions, ExplainedDay, ExplainedPart, payBases, PricedRounds } from "@laro/contract/commissions";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage } from "../../platform/pages.ts";
import { dayFacts, type Facts, hourFacts, notCounted } from "./commissions.facts.ts";
import { isSeen, PERIOD_DAYS_MAX, type PayRow } from "./commissions.ts";

/** Of what a pay owes, so many parts are named; the rest stand as one. */
const PARTS_MAX = 100;
/** Hours are kept so long. */
const HOURS_KEPT_MS = 8 * 24 * 60 * 60_000;

type Basis = (typeof payBases)[number];

/** How a name is told to whoever asks. */
export type Named = (seen: { readonly accountId: bigint; readonly name: string }) => string;

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** What a pay's figures are the sums of. */
function basisOf({ kind, startsAt }: PayRow, now: Date): Basis {
  if (kind === "realTime") return "rounds";
  if (kind !== "hourly") return "days";
  return now.getTime() - startsAt.getTime() < HOURS_KEPT_MS ? "hour" : "gone";
}

/** The days its contract counts: a period that was cut short ends with it. */
const spanOf = ({ contractId, startsOn, endsOn }: PayRow) => ({
  from: sql`(select greatest(c.starts_on, ${startsOn}::date) from agent_contract c where c.id = ${contractId})`,
  to: sql`(select least(c.ends_on - 1, ${endsOn}::date) from agent_contract c where c.id = ${contractId})`,
});

const factsOf = (pay: PayRow, basis: Basis, timeZone: string): Facts =>
  basis === "hour" ? hourFacts({ from: sql`${pay.startsAt}::timestamptz`, to: sql`${pay.startsAt}::timestamptz` }, timeZone) : dayFacts(spanOf(pay));

const columns = ["bet", "ahead", "behind", "result", "deposits", "bonuses"] as const;
const each = (write: (column: (typeof columns)[number]) => RawBuilder<unknown>) => sql.join(columns.map(write));
const sums = each((column) => sql`sum(${sql.ref(column)})::bigint as ${sql.ref(column)}`);
/** A line's own figure less what in it is not counted, of which `u` are the sums. */
const counted = each((column) => sql`(${sql.ref(`l.${column}`)} - coalesce(${sql.ref(`u.${column}`)}, 0))::bigint as ${sql.ref(column)}`);

/** The days a pay is the sum of, oldest first. */
async function listDays(db: Db, pay: PayRow, basis: Basis, timeZone: string): Promise<ExplainedDay[]> {
  const facts = factsOf(pay, basis, timeZone);
  const { rows } = await sql<ExplainedDay>`
    with u as (select day, ${sums} from ${notCounted(facts, pay.agentId)} m group by day)
    select l.day::text as day, ${counted}, coalesce(u.bet, 0)::bigint as "leftOut"
    from ${facts.lines} l left join u on u.day = l.day where l.agent_id = ${pay.agentId} order by l.day`.execute(db as Tx);
  return rows;
}

/** The rounds of a real-time pay's five minutes, by the tier each reached: whoever is not counted today is left out, so they may have become fewer than what was paid. */
async function priceRounds(db: Db, { agentId, contractId, startsAt, startsOn }: PayRow, timeZone: string): Promise<PricedRounds[]> {
  const { rows } = await sql<PricedRounds>`
    with play as materialized (
      select p.account_id, p.valid, p.rounds, (p.win - p.stake) * case when p.valid < 0 then -1 else 1 end as won
      from activity_play(${startsAt}::timestamptz, ${startsAt}::timestamptz + interval '5 minutes', ${timeZone}) p
    ), line as materialized (
      select n.account_id from agent_of_day(${startsOn}::date) n
      where n.account_id = any(array(select account_id from play)) and ${agentId} = any(n.path[:cardinality(n.path) - 1])
        and not exists (select from uncounted x where x.account_id = n.account_id and x.from_day <= ${startsOn}::date and x.until_day > ${startsOn}::date)
    )
    select t.tier, t.single_bet as "singleBet", t.rate, t.profit_rate as "profitRate", t.loss_rate as "lossRate", sum(p.rounds)::integer as rounds, sum(p.valid)::bigint as bet,
      coalesce(sum(p.valid) filter (where p.won > 0), 0)::bigint as ahead, coalesce(sum(p.valid) filter (where p.won < 0), 0)::bigint as behind
    from play p join line on line.account_id = p.account_id cross join lateral (
      select * from agent_contract_tier t where t.contract_id = ${contractId} and t.single_bet <= abs(p.valid) order by t.tier desc limit 1
    ) t
    where p.valid <> 0 group by t.tier, t.single_bet, t.rate, t.profit_rate, t.loss_rate order by t.tier`.execute(db as Tx);
  return rows;
}

/** What the contracts the agent gave take of its pay: those of the kind whose periods end within this one. A pay that officers voided is owed all the same. */
async function listOwed(db: Db, { agentId, kind, startsAt, startsOn, endsOn }: PayRow, named: Named) {
  const isWithin =
    kind === "dividend" || kind === "daily"
      ? sql`p.ends_on between ${startsOn}::date and ${endsOn}::date and p.starts_at > ${startsOn}::date - ${PERIOD_DAYS_MAX}::integer and p.starts_at < ${endsOn}::date + 1`
      : sql`p.starts_at = ${startsAt}`;
  const { rows } = await sql<{ contractId: string; accountId: bigint; name: string; gross: bigint; place: bigint; contracts: bigint; all: bigint }>`
    select * from (
      select p.contract_id as "contractId", p.agent_id as "accountId", a.name, p.gross, row_number() over (order by p.gross desc, p.id) as place,
        count(*) over () as contracts, sum(p.gross) over ()::bigint as "all"
      from settlement_pay p join account a on a.id = p.agent_id
      where p.upline_id = ${agentId} and p.kind = ${kind} and p.gross > 0 and ${isWithin} and ${isSeen}
    ) owed where place <= ${PARTS_MAX} order by place`.execute(db as Tx);
  const parts = rows.map(({ contractId, gross, ...who }) => ({ agentName: named(who), contractId, gross }));
  const told = rows.reduce((sum, { gross }) => sum + gross, 0n);
  return { parts, rest: { contracts: Number(rows[0]?.contracts ?? 0n) - rows.length, gross: (rows[0]?.all ?? 0n) - told } };
}

type Explained = Omit<OutputOf<(typeof commissions)["explain"]>, "pay" | "own">;

/** What a pay is made of: its days, and what of it is owed to whom. Whoever is no party to the contracts below hears of none. */
export async function explainPay(db: Db, pay: PayRow, { now, timeZone, named }: Moment & { named: Named | undefined }): Promise<Explained> {
  const basis = basisOf(pay, now);
  const days = basis === "days" || basis === "hour" ? await listDays(db, pay, basis, timeZone) : [];
  const owed = named === undefined ? { parts: [], rest: { contracts: 0, gross: 0n } } : await listOwed(db, pay, named);
  const tiers = basis === "rounds" ? await priceRounds(db, pay, timeZone) : null;
  return { basis, days, tiers, ...owed };
}

const CURSOR = /^(branch|member)_(\d{1,18})$/;

/** One day of a pay: the lines of direct downlines, then the own play of direct ones, in the order of their numbers; who is not counted is marked. */
export async function explainDay(
  db: Db,
  pay: PayRow,
  { day, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof commissions)["explainDay"]>,
  { now, timeZone, named }: Moment & { named: Named },
): Promise<OutputOf<(typeof commissions)["explainDay"]>> {
  const basis = basisOf(pay, now);
  if (day < pay.startsOn || day > pay.endsOn || (basis !== "days" && basis !== "hour")) refuse("request.invalid", { field: "day", problem: "not_of_this_pay" });
  const facts = factsOf(pay, basis, timeZone);
  const [, kind = "", id = "0"] = CURSOR.exec(cursor ?? "") ?? [];
  const { rows } = await sql<ExplainedPart>`
    with m as (select u.*, u.path[array_position(u.path, ${pay.agentId}::bigint) + 1] as branch from ${notCounted(facts, pay.agentId)} u where u.day = ${day}::date),
    u as (select branch, ${sums} from m where branch is not null group by branch),
    parts as (
      select 'branch' as kind, l.agent_id as account_id, true as is_counted, ${counted}, coalesce(u.bet, 0)::bigint as left_out
      from ${facts.lines} l left join u on u.branch = l.agent_id where l.parent_id = ${pay.agentId} and l.day = ${day}::date
      union all
      select 'member', d.account_id, x.account_id is null, d.bet, d.ahead, d.behind, d.result, d.deposits, d.bonuses, coalesce(x.bet, 0)
      from ${facts.members} d left join m x on x.account_id = d.account_id where d.agent_id = ${pay.agentId} and d.day = ${day}::date
    )
    select p.kind, p.account_id as "accountId", a.name, p.is_counted as counted, p.bet, p.ahead, p.behind, p.result, p.deposits, p.bonuses, p.left_out as "leftOut"
    from parts p join account a on a.id = p.account_id
    where (p.kind, p.account_id) > (${kind}, ${id}::bigint) and (p.bet, p.ahead, p.behind, p.result, p.deposits, p.bonuses, p.left_out) <> (0, 0, 0, 0, 0, 0, 0)
    order by p.kind, p.account_id limit ${limit + 1}`.execute(db as Tx);
  return cutPage(rows, { limit, describe: (row) => ({ ...row, name: named(row) }), cursorOf: (row) => `${row.kind}_${row.accountId}` });
}
