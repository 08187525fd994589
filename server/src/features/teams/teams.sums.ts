import type { Flow, Play } from "@laro/contract/teams";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Span } from "./teams.ts";

/** Counts come as text-sized numbers: a large line has more rounds than fit into 32 bits. */
export interface PlayRow {
  readonly rounds: bigint;
  readonly stake: bigint;
  readonly valid: bigint;
  readonly win: bigint;
}

export interface FlowRow {
  readonly deposits: bigint;
  readonly withdrawals: bigint;
  readonly bonuses: bigint;
  readonly firstDeposits: bigint;
}

export const describePlay = ({ rounds, stake, valid, win }: PlayRow): Play => ({ rounds: Number(rounds), stake, valid, win, result: stake - win });
export const describeFlow = ({ deposits, withdrawals, bonuses, firstDeposits }: FlowRow): Flow => ({
  deposits,
  withdrawals,
  bonuses,
  firstDeposits: Number(firstDeposits),
});

/** Sums over whatever stands in the query's `from` as `p`; a sum of nothing is zero. */
export const playSums = sql`coalesce(sum(p.rounds), 0)::bigint as rounds, coalesce(sum(p.stake), 0)::bigint as stake,
  coalesce(sum(p.valid), 0)::bigint as valid, coalesce(sum(p.win), 0)::bigint as win`;
export const flowSums = sql`coalesce(sum(p.deposits), 0)::bigint as deposits, coalesce(sum(p.withdrawals), 0)::bigint as withdrawals,
  coalesce(sum(p.bonuses), 0)::bigint as bonuses, coalesce(sum(p."firstDeposits"), 0)::bigint as "firstDeposits"`;

/** Facts of closed days of everyone directly below an agent: each one's own, and those of its line. Two ranges of two indexes, however large the lines are. */
export const levelDays = ({ id, from, to }: Span & { id: bigint }) => sql`
  select day, agent_id as id, 'branch' as kind, rounds, stake, valid, win, deposits, withdrawals, bonuses, first_deposits as "firstDeposits"
  from line_day where parent_id = ${id} and day >= ${from}::date and day <= ${to}::date
  union all
  select day, account_id, 'member', rounds, stake, valid, win, deposits, withdrawals, bonuses, first_deposit::int
  from member_day where agent_id = ${id} and day >= ${from}::date and day <= ${to}::date`;

/** The same of today's hours, which know no money. */
export const levelHours = ({ id, start }: { id: bigint; start: Date }) => sql`
  select agent_id as id, rounds, stake, valid, win, 0 as deposits, 0 as withdrawals, 0 as bonuses, 0 as "firstDeposits"
  from line_hour where parent_id = ${id} and hour >= ${start}
  union all
  select account_id, rounds, stake, valid, win, 0, 0, 0, 0 from member_hour where agent_id = ${id} and hour >= ${start}`;

/** The line of an account over closed days. */
export async function sumLine(db: Db, { id, from, to }: Span & { id: bigint }): Promise<PlayRow & FlowRow> {
  const { rows } = await sql<PlayRow & FlowRow>`select ${playSums}, ${flowSums} from (
    select rounds, stake, valid, win, deposits, withdrawals, bonuses, first_deposits as "firstDeposits"
    from line_day where agent_id = ${id} and day >= ${from}::date and day <= ${to}::date) p`.execute(db as Tx);
  return rows[0]!;
}

/** The line of an account in the hours since a moment: one look at the key for each hour. */
export async function sumHours(db: Db, { id, start, now }: { id: bigint; start: Date; now: Date }): Promise<PlayRow> {
  const { rows } = await sql<PlayRow>`select ${playSums}
    from generate_series(${start}::timestamptz, ${now}::timestamptz, interval '1 hour') h(hour) join line_hour p on p.hour = h.hour and p.agent_id = ${id}`.execute(
    db as Tx,
  );
  return rows[0]!;
}
