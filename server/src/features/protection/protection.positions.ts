import type { NetPosition } from "@laro/contract/protection";
import { sql } from "kysely";
import { walletKinds } from "../../core/wallet/posting.ts";
import { sumPlay } from "../../core/wallet/playDays.ts";
import type { Db, Tx } from "../../platform/db.ts";

interface Sums {
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly staked: bigint;
  readonly won: bigint;
}

/** The net is that of play alone: won less staked. What was paid in and out stands beside it. */
const withNet = ({ deposited, withdrawn, staked, won }: Sums): NetPosition => ({ deposited, withdrawn, staked, won, net: won - staked });

const deposited = (accountId: bigint, since: ReturnType<typeof sql>) => sql<bigint>`(
  select coalesce(sum(d.paid), 0)::bigint from deposit d where d.account_id = ${accountId} and d.state = 'credited' and d.settled_at >= ${since})`;

/** What reached the bank, less what an inquiry gave back. */
const withdrawn = (accountId: bigint, since: ReturnType<typeof sql>) => sql<bigint>`(
  select coalesce(sum(x.amount - x.fee - coalesce(c.returned, 0)), 0)::bigint from withdrawal x left join withdrawal_case c on c.withdrawal_id = x.id
  where x.account_id = ${accountId} and x.paid_at >= ${since} and x.state in ('paid', 'received', 'investigating', 'returned'))`;

/** The net position since a moment; costs parts of the journal, not their rounds. */
export async function readPositionSince(db: Db, { accountId, since }: { accountId: bigint; since: Date }): Promise<NetPosition> {
  const moment = sql`${since}::timestamptz`;
  const { rows } = await sql<Sums>`
    select ${deposited(accountId, moment)} as deposited, ${withdrawn(accountId, moment)} as withdrawn,
           coalesce(sum(p.stake), 0)::bigint as staked, coalesce(sum(p.win), 0)::bigint as won
    from wallet w cross join lateral play_between(w.id, ${moment}, 'infinity', null) p
    where w.account_id = ${accountId} and w.kind = ${walletKinds.main}`.execute(db as Tx);
  return withNet(rows[0]!);
}

type Span = "day" | "week" | "month" | "all";

interface Asked {
  readonly accountId: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/** The net positions of the running day, week and month and of all time; costs days, not rounds. */
export async function readPositions(db: Db, { accountId, now, timeZone }: Asked): Promise<Readonly<Record<Span, NetPosition>>> {
  const since = sql`s.since`;
  const { rows } = await sql<Sums & { span: Span; day: string | null; walletId: bigint }>`
    select s.span, (nullif(s.since, '-infinity') at time zone ${timeZone})::date::text as day, w.id as "walletId", w.staked, w.won,
           ${deposited(accountId, since)} as deposited, ${withdrawn(accountId, since)} as withdrawn
    from wallet w, (
      select span, period_start(${now}, span, ${timeZone}) as since from unnest(array['day', 'week', 'month']) span
      union all select 'all', '-infinity'
    ) s where w.account_id = ${accountId} and w.kind = ${walletKinds.main}`.execute(db as Tx);
  const read = async (span: Span): Promise<NetPosition> => {
    const { day, walletId, ...sums } = rows.find((row) => row.span === span)!;
    if (day === null) return withNet(sums);
    const { stake, win } = await sumPlay(db, { basis: "money", walletIds: [walletId], timeZone, from: day });
    return withNet({ ...sums, staked: stake, won: win });
  };
  const [day, week, month, all] = await Promise.all([read("day"), read("week"), read("month"), read("all")]);
  return { day, week, month, all };
}
