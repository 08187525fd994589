import type { OutputOf } from "@laro/contract/core/endpoint";
import type { deposits } from "@laro/contract/deposits";
import { sql } from "kysely";
import { listOffers } from "../../core/bonuses/bonuses.ts";
import { brand, type DepositMethodRule, type JurisdictionPack } from "../../core/settings/packs.ts";
import { isFlagOn } from "../../core/settings/settings.ts";
import type { Db, Tx } from "../../platform/db.ts";

interface Asker {
  readonly accountId: bigint;
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

/** The pack's ways to pay in that are open: bank transfers need an account to receive them and the operator's flag. */
export async function listOpenMethods(db: Db | Tx, { deposit }: JurisdictionPack): Promise<readonly DepositMethodRule[]> {
  const takesTransfers = brand.receivingAccount !== null && (await isFlagOn(db, "bankTransfer"));
  return deposit.methods.filter(({ kind }) => kind !== "transfer" || takesTransfers);
}

/** What a member's calendar day still takes: what is open counts as if it were paid, what failed does not. */
export async function readDay(db: Db | Tx, { accountId, now, timeZone, pack }: Asker): Promise<{ readonly leftOf: (method: DepositMethodRule) => bigint }> {
  const { rows } = await sql<{ method: string; used: bigint }>`
    select method, sum(coalesce(paid, amount))::bigint as used from deposit
    where account_id = ${accountId} and created_at >= period_start(${now}, 'day', ${timeZone}) and state in ('pending', 'submitted', 'checked', 'credited')
    group by method`.execute(db as Tx);
  const usedToday = rows.reduce((sum, { used }) => sum + used, 0n);
  return {
    leftOf: ({ code, dailyMaximumMinor }) => {
      const ofMethod = dailyMaximumMinor - (rows.find(({ method }) => method === code)?.used ?? 0n);
      const ofDay = pack.deposit.dailyMaximumMinor - usedToday;
      const left = ofMethod < ofDay ? ofMethod : ofDay;
      return left > 0n ? left : 0n;
    },
  };
}

/** The ways to pay in with what is left of each today, the bonuses to choose from, and whether the member limits what they pay in. */
export async function listMethods(db: Db, asker: Asker): Promise<OutputOf<(typeof deposits)["methods"]>> {
  const [methods, { leftOf }, offers, hasLimit] = await Promise.all([
    listOpenMethods(db, asker.pack),
    readDay(db, asker),
    listOffers(db, asker),
    hasDepositLimit(db, asker),
  ]);
  const list = methods.map((method) => ({
    code: method.code,
    name: method.name,
    kind: method.kind,
    minimum: method.minimumMinor,
    maximum: method.maximumMinor,
    leftToday: leftOf(method),
    minutes: method.minutes,
  }));
  const bonuses = offers.map(({ code, name, percent, maximumMinor, minimumDepositMinor, wagering, days }) => ({
    code,
    name,
    percent,
    maximum: maximumMinor,
    minimumDeposit: minimumDepositMinor,
    wagering,
    days,
  }));
  return { list, bonuses, hasLimit };
}

async function hasDepositLimit(db: Db, { accountId, now }: Asker): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from play_limit where account_id = ${accountId} and kind = 'deposit'
                     and case when next_from <= ${now} then next_amount else amount end is not null)`.execute(db as Tx);
  return rows[0]!.exists;
}

interface Ordered {
  readonly method: string;
  readonly amount: bigint;
}

const findRule = (pack: JurisdictionPack, { method }: Ordered): DepositMethodRule | undefined => pack.deposit.methods.find(({ code }) => code === method);

/** The most one officer may credit without another: no more than was ordered, than the method takes, and than the member's day leaves. */
export function aloneUpTo(ordered: Ordered, { leftForOne, pack }: { leftForOne: bigint; pack: JurisdictionPack }): bigint {
  const most = [ordered.amount, findRule(pack, ordered)?.maximumMinor ?? 0n, leftForOne];
  return most.reduce((least, one) => (one < least ? one : least));
}

/** The most a deposit credits at all, whoever approves it: what its method takes on a day. */
export const creditsAtMost = (ordered: Ordered, pack: JurisdictionPack): bigint => findRule(pack, ordered)?.dailyMaximumMinor ?? pack.deposit.dailyMaximumMinor;
