import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import type { TurnoverLine } from "@laro/contract/withdrawals";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { walletKinds } from "../wallet/posting.ts";

interface Source {
  readonly source: TurnoverLine["source"];
  readonly sourceId: string;
}

interface NewLine extends Source {
  readonly accountId: bigint;
  readonly neededMinor: bigint;
  readonly now: Date;
}

/**
 * Adds what must be staked before money leaves, once for a source. Lines stand one behind the other on the wallet's counter of stakes that count: what is
 * played fills the oldest first, and how far each is costs one subtraction to know.
 */
export async function addTurnover(tx: Tx, { accountId, source, sourceId, neededMinor, now }: NewLine): Promise<void> {
  const { staked } = await lockStaked(tx, accountId);
  await sql`
    insert into turnover (account_id, source, source_id, needed, from_staked, until_staked, at)
    select ${accountId}::bigint, ${source}::text, ${sourceId}::uuid, ${neededMinor}::bigint, line.start, line.start + ${neededMinor}::bigint, ${now}::timestamptz
    from (select greatest(${staked}::bigint, max(until_staked)) as start from turnover where account_id = ${accountId}) line
    on conflict do nothing`.execute(tx);
}

/** Takes away what is still to be staked for a source; the lines behind it move up. */
export async function voidTurnover(tx: Tx, { accountId, source, sourceId }: Source & { readonly accountId: bigint }): Promise<void> {
  const { staked } = await lockStaked(tx, accountId);
  await sql`
    with gone as (
      select id, greatest(until_staked - greatest(from_staked, ${staked}::bigint), 0) as left from turnover
      where account_id = ${accountId} and source = ${source} and source_id = ${sourceId}
    ), behind as (
      update turnover t set from_staked = t.from_staked - g.left, until_staked = t.until_staked - g.left from gone g where t.account_id = ${accountId} and t.id > g.id
    )
    update turnover t set needed = t.needed - g.left, until_staked = t.until_staked - g.left from gone g where t.id = g.id`.execute(tx);
}

/** So many open lines are shown: others can add to a member's, and what the rest asks for is in the sum. */
const LINES_SHOWN_MAX = 50;

/** The oldest of the lines still open, oldest first, in minor units. */
export async function listOpenTurnover(db: Db | Tx, accountId: bigint): Promise<TurnoverLine[]> {
  const { rows } = await sql<Omit<TurnoverLine, "at"> & { at: Date }>`
    select t.source, coalesce('D-' || d.number, 'T-' || m.number, 'F-' || f.number, '') as reference, t.at, t.needed, greatest(w.staked - w.uncounted - t.from_staked, 0)::bigint as done
    from wallet w join turnover t on t.account_id = w.account_id and t.until_staked > w.staked - w.uncounted
    left join deposit d on t.source = 'deposit' and d.id = t.source_id
    left join member_transfer m on t.source = 'transfer' and m.id = t.source_id
    left join vendor_entry e on t.source = 'freeRounds' and e.wallet_id = w.id and e.ref = t.source_id left join free_round f on f.id = e.issue
    where w.account_id = ${accountId} and w.kind = ${walletKinds.main} and t.needed > 0 order by t.id limit ${LINES_SHOWN_MAX}`.execute(db as Tx);
  return rows.map(({ at, ...line }) => ({ ...line, at: at.toISOString() }));
}

/** What all open lines ask for, shown or not, and how far they are; minor units. */
export async function readOpenTurnover(db: Db | Tx, accountId: bigint): Promise<{ needed: bigint; done: bigint }> {
  const { rows } = await sql<{ needed: bigint; done: bigint }>`
    select coalesce(sum(t.needed), 0)::bigint as needed, coalesce(sum(greatest(w.staked - w.uncounted - t.from_staked, 0)), 0)::bigint as done
    from wallet w join turnover t on t.account_id = w.account_id and t.until_staked > w.staked - w.uncounted
    where w.account_id = ${accountId} and w.kind = ${walletKinds.main} and t.needed > 0`.execute(db as Tx);
  return rows[0]!;
}

/** What is still to be staked altogether, in minor units. */
export async function sumOpenTurnover(db: Db | Tx, accountId: bigint): Promise<bigint> {
  const { needed, done } = await readOpenTurnover(db, accountId);
  return needed - done;
}

/** Money leaves an account only once everything is staked that must be. Refuses with `withdrawals.turnover_open` and what is `left`; asked under the main wallet's lock. */
export async function checkTurnover(tx: Tx, accountId: bigint): Promise<void> {
  const left = await sumOpenTurnover(tx, accountId);
  if (left > 0n) refuse("withdrawals.turnover_open", { left: formatAmount(left) });
}

/** Locks a main wallet and answers its counter of stakes that count, in minor units: a bet in flight waits for this row too, so it stands until the transaction ends. */
export async function lockStaked(tx: Tx, accountId: bigint): Promise<{ staked: bigint }> {
  return tx
    .selectFrom("wallet")
    .select(sql<bigint>`staked - uncounted`.as("staked"))
    .where("account_id", "=", accountId)
    .where("kind", "=", walletKinds.main)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
