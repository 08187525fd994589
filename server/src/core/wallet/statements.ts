import type { MovementKind } from "@laro/contract/wallet";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { otherKinds } from "./history.ts";
import { kindNumber, kindOf } from "./posting.ts";

export interface MonthsOf {
  readonly accountId: bigint;
  readonly timeZone: string;
  /** The first and the last month, yyyy-mm, both included. */
  readonly first: string;
  readonly last: string;
}

export interface MonthEdges {
  readonly month: string;
  readonly opening: bigint;
  readonly closing: bigint;
  /** Journal lines of all wallets. */
  readonly lines: number;
}

const start = (month: string) => sql`${`${month}-01`}::date::timestamp`;

/** What an account's wallets held together when each month began and when it ended, in minor units: some probes of the journal for each edge, whatever lies between. */
export async function listMonthEdges(db: Db | Tx, { accountId, timeZone, first, last }: MonthsOf): Promise<readonly MonthEdges[]> {
  const { rows } = await sql<{ month: string; balance: bigint; lines: bigint }>`
    select to_char(m.start, 'YYYY-MM') as month, sum(b.balance)::bigint as balance, sum(b.lines)::bigint as lines
    from generate_series(${start(first)}, ${start(last)} + interval '1 month', interval '1 month') m(start)
    cross join wallet w cross join lateral journal_before(w.id, m.start at time zone ${timeZone}) b
    where w.account_id = ${accountId} group by m.start order by m.start`.execute(db as Tx);
  return rows.slice(0, -1).map(({ month, balance, lines }, place) => {
    const next = rows[place + 1]!;
    return { month, opening: balance, closing: next.balance, lines: Number(next.lines - lines) };
  });
}

/** The sums of every kind of line but bets, by month; a month without lines of a kind is left out. */
export async function sumKinds(db: Db | Tx, months: MonthsOf): Promise<readonly { month: string; kind: MovementKind; amount: bigint }[]> {
  const { rows } = await sql<{ month: string; kind: number; amount: bigint }>`
    with ${edges(months)}
    select to_char(t.at at time zone ${months.timeZone}, 'YYYY-MM') as month, t.kind, sum(t.amount)::bigint as amount from ${others} group by 1, 2`.execute(
    db as Tx,
  );
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kindOf[kind]! }));
}

export interface StatementLine {
  readonly walletId: bigint;
  readonly walletKind: number;
  readonly seq: bigint;
  readonly kind: MovementKind;
  readonly amount: bigint;
  readonly at: Date;
  readonly day: string;
}

/** Every line but bets of some months, oldest first, after a line of the page before and up to the seqs each wallet had. */
export async function listStatementLines(
  db: Db | Tx,
  months: MonthsOf,
  { after, seqs, limit }: { after: StatementLine | undefined; seqs: ReadonlyMap<bigint, bigint>; limit: number },
): Promise<readonly StatementLine[]> {
  const { rows } = await sql<Omit<StatementLine, "kind"> & { kind: number }>`
    with ${edges(months)}
    select t.wallet_id as "walletId", e.kind as "walletKind", t.seq, t.kind, t.amount, t.at, (t.at at time zone ${months.timeZone})::date::text as day
    from ${others}
    join unnest(${[...seqs.keys()]}::bigint[], ${[...seqs.values()]}::bigint[]) known(id, seq) on known.id = t.wallet_id and t.seq <= known.seq
    where (t.at, t.wallet_id, t.seq) > (coalesce(${after?.at ?? null}::timestamptz, '-infinity'), ${after?.walletId ?? 0n}::bigint, ${after?.seq ?? 0n}::bigint)
    order by t.at, t.wallet_id, t.seq limit ${limit}`.execute(db as Tx);
  return rows.map((row) => ({ ...row, kind: kindOf[row.kind]! }));
}

/** How many lines each of an account's wallets has now: what comes later is in no statement made from here. */
export async function readSeqs(db: Db | Tx, accountId: bigint): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await (db as Db).selectFrom("wallet").select(["id", "seq"]).where("account_id", "=", accountId).execute();
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** Where the months lie in each wallet's journal; seqs narrow the search, `at` decides (see `0009-records.sql`). */
const edges = ({ accountId, timeZone, first, last }: MonthsOf) => sql`
  span as materialized (
    select ${start(first)} at time zone ${timeZone} as start, (${start(last)} + interval '1 month') at time zone ${timeZone} as stop
  ), e as materialized (
    select w.id, w.kind, s.start, s.stop, journal_seq(w.id, s.start - interval '1 minute') as low, journal_seq(w.id, s.stop + interval '1 minute') as high
    from wallet w cross join span s where w.account_id = ${accountId}
  )`;

const others = sql`e join transfer t on t.wallet_id = e.id and t.kind = any(${[...otherKinds]}::smallint[]) and t.kind <> ${sql.lit(kindNumber.bet)}
  and t.seq >= e.low and t.seq < e.high and t.at >= e.start and t.at < e.stop`;
