import { refuse } from "@laro/contract/core/errors";
import type { Limit } from "@laro/contract/limits";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { getWalletId, refreshAllowance } from "../wallet/wallet.ts";

/** Raising or removing a limit waits a day, so that it is never done in the heat of play. */
const RAISE_DELAY_MS = 24 * 60 * 60_000;

type Key = Pick<Limit, "kind" | "period">;

interface Row {
  readonly kind: Limit["kind"];
  readonly period: Limit["period"];
  readonly amount: bigint;
  readonly used: bigint;
  readonly nextAmount: bigint | null;
  readonly nextFrom: Date | null;
}

/** A member's limits in force, with what the running period has used of each. */
export async function listLimits(db: Db | Tx, { accountId, now, timeZone }: { accountId: bigint; now: Date; timeZone: string }): Promise<Limit[]> {
  const walletId = await getWalletId(db, { accountId, kind: "main" });
  const { rows } = await sql<Row>`
    select l.kind, l.period, l.amount, limit_used(${walletId}::bigint, l.kind, period_start(${now}, l.period, ${timeZone})) as used,
           l.next_amount as "nextAmount", l.next_from as "nextFrom"
    from (
      select kind, period, case when next_from <= ${now} then next_amount else amount end as amount,
             next_amount, case when next_from > ${now} then next_from end as next_from
      from play_limit where account_id = ${accountId}
    ) l where l.amount is not null order by l.kind, l.period`.execute(db as Tx);
  return rows.map(({ nextAmount, nextFrom, ...limit }) => ({
    ...limit,
    used: limit.used > 0n ? limit.used : 0n,
    next: nextFrom === null ? null : { amount: nextAmount, from: nextFrom.toISOString() },
  }));
}

interface Moment {
  readonly accountId: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/** Sets a limit: a new or lower one acts on the next bet, a higher one after 24 hours. */
export async function setLimit(tx: Tx, { kind, period, amount }: Key & { amount: bigint }, moment: Moment): Promise<Limit> {
  return change(tx, { kind, period }, amount, moment);
}

/** Removes a limit, 24 hours from now. Refuses with `limits.not_lower` when there is none. */
export async function removeLimit(tx: Tx, key: Key, moment: Moment): Promise<Limit> {
  return change(tx, key, null, moment);
}

async function change(tx: Tx, { kind, period }: Key, amount: bigint | null, moment: Moment): Promise<Limit> {
  const { accountId, now } = moment;
  const current = (await listLimits(tx, moment)).find((limit) => limit.kind === kind && limit.period === period);
  if (current === undefined && amount === null) refuse("limits.not_lower", { field: "kind" });
  const waits = current !== undefined && (amount === null || amount > current.amount);
  const row = waits
    ? { amount: current.amount, next_amount: amount, next_from: new Date(now.getTime() + RAISE_DELAY_MS), updated_at: now }
    : { amount, next_amount: null, next_from: null, updated_at: now };
  await tx
    .insertInto("play_limit")
    .values({ account_id: accountId, kind, period, ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "kind", "period"]).doUpdateSet(row))
    .execute();
  await refreshAllowance(tx, accountId);
  const changed = (await listLimits(tx, moment)).find((limit) => limit.kind === kind && limit.period === period);
  return changed ?? refuse("limits.not_lower", { field: "amount" });
}
