import { refuse } from "@laro/contract/core/errors";
import type { Limit, TimeLimit } from "@laro/contract/limits";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { getWalletId, refreshAllowance } from "../wallet/wallet.ts";

/** Raising or removing a limit waits a day, so that it is never done in the heat of play. */
const RAISE_DELAY_MS = 24 * 60 * 60_000;

/** A limit by its kind and period; that of `time` is in whole minutes, the others are in minor units. */
interface Key {
  readonly kind: Limit["kind"] | "time";
  readonly period: Limit["period"];
}

interface Row extends Key {
  readonly amount: bigint;
  readonly used: bigint;
  readonly nextAmount: bigint | null;
  readonly nextFrom: Date | null;
}

interface Moment {
  readonly accountId: bigint;
  readonly now: Date;
  readonly timeZone: string;
}

/** A member's limits in force, with what the running period has used of each. */
export async function listLimits(db: Db | Tx, moment: Moment): Promise<{ list: Limit[]; time: TimeLimit[] }> {
  const rows = await readLimits(db, moment);
  return { list: rows.filter(({ kind }) => kind !== "time").map(inMoney), time: rows.filter(({ kind }) => kind === "time").map(inMinutes) };
}

async function readLimits(db: Db | Tx, { accountId, now, timeZone }: Moment): Promise<readonly Row[]> {
  const walletId = await getWalletId(db, { accountId, kind: "main" });
  const { rows } = await sql<Row>`
    select l.kind, l.period, l.amount, l.next_amount as "nextAmount", l.next_from as "nextFrom",
           case l.kind when 'deposit' then deposit_used(${accountId}::bigint, l.since)
                       when 'time' then floor(extract(epoch from time_used(${accountId}::bigint, l.since, ${now})) / 60)::bigint
                       else play_used(${walletId}::bigint, l.kind, l.since) end as used
    from (
      select kind, period, case when next_from <= ${now} then next_amount else amount end as amount, period_start(${now}, period, ${timeZone}) as since,
             next_amount, case when next_from > ${now} then next_from end as next_from
      from play_limit where account_id = ${accountId}
    ) l where l.amount is not null order by l.kind, l.period`.execute(db as Tx);
  return rows;
}

const inMoney = ({ kind, period, amount, used, nextAmount, nextFrom }: Row): Limit => ({
  kind: kind as Limit["kind"],
  period,
  amount,
  used: used > 0n ? used : 0n,
  next: nextFrom === null ? null : { amount: nextAmount, from: nextFrom.toISOString() },
});

const inMinutes = ({ period, amount, used, nextAmount, nextFrom }: Row): TimeLimit => ({
  period,
  minutes: Number(amount),
  usedMinutes: Number(used),
  next: nextFrom === null ? null : { minutes: nextAmount === null ? null : Number(nextAmount), from: nextFrom.toISOString() },
});

type MoneyKey = Pick<Limit, "kind" | "period">;

/** Sets a limit: a new or lower one acts on the next bet or deposit, a higher one after 24 hours. */
export async function setLimit(tx: Tx, { kind, period, amount }: MoneyKey & { amount: bigint }, moment: Moment): Promise<Limit> {
  return inMoney(await change(tx, { kind, period }, amount, moment));
}

/** Removes a limit, 24 hours from now. Refuses with `limits.not_lower` when there is none. */
export async function removeLimit(tx: Tx, { kind, period }: MoneyKey, moment: Moment): Promise<Limit> {
  return inMoney(await change(tx, { kind, period }, null, moment));
}

/** Sets a limit of the time of being logged in, as `setLimit` does. */
export async function setTimeLimit(tx: Tx, { period, minutes }: Pick<TimeLimit, "period" | "minutes">, moment: Moment): Promise<TimeLimit> {
  return inMinutes(await change(tx, { kind: "time", period }, BigInt(minutes), moment));
}

/** Removes a limit of time, 24 hours from now. Refuses with `limits.not_lower` when there is none. */
export async function removeTimeLimit(tx: Tx, { period }: Pick<TimeLimit, "period">, moment: Moment): Promise<TimeLimit> {
  return inMinutes(await change(tx, { kind: "time", period }, null, moment));
}

async function change(tx: Tx, { kind, period }: Key, amount: bigint | null, moment: Moment): Promise<Row> {
  const { accountId, now } = moment;
  const find = async (): Promise<Row | undefined> => (await readLimits(tx, moment)).find((limit) => limit.kind === kind && limit.period === period);
  // First, for it locks the wallet: of two changes at once the second must see the first, or a lowering could be lost.
  await refreshAllowance(tx, accountId);
  const current = await find();
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
  return (await find()) ?? refuse("limits.not_lower", { field: "amount" });
}
