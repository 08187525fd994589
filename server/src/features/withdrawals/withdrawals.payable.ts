import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { Withdrawal, withdrawals } from "@laro/contract/withdrawals";
import { findExclusion } from "../../core/limits/exclusions.ts";
import { listPayoutAccounts } from "../../core/payments/payoutAccounts.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { listOpenTurnover, sumOpenTurnover } from "../../core/turnover/turnover.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { Db } from "../../platform/db.ts";
import { notNegative, readDay } from "./withdrawals.request.ts";
import { describeWithdrawal, selectWithdrawals } from "./withdrawals.ts";

type Payable = OutputOf<(typeof withdrawals)["payable"]>;

interface Asked extends InputOf<(typeof withdrawals)["payable"]> {
  readonly pack: JurisdictionPack;
  readonly now: Date;
  readonly timeZone: string;
}

/** What an officer sees before asking for an excluded member: the balance, where it can go, and what already waits. */
export async function getPayable(db: Db, { memberId: accountId, pack, now, timeZone }: Asked): Promise<Payable> {
  const [member, exclusion] = await Promise.all([findMember(db, accountId), findExclusion(db, { accountId, now, closesLogin: true })]);
  if (member === undefined) refuse("accounts.not_found", { field: "memberId" });
  if (exclusion === undefined) refuse("withdrawals.not_excluded", { field: "memberId" });
  const { minimumMinor, maximumMinor, dailyMaximumMinor, dailyCount } = pack.withdrawal;
  const [day, payoutAccounts, turnover, turnoverLeft, open] = await Promise.all([
    readDay(db, { accountId, now, timeZone }),
    listPayoutAccounts(db, accountId),
    listOpenTurnover(db, accountId),
    sumOpenTurnover(db, accountId),
    listHeld(db, { accountId, now }),
  ]);
  return {
    ...member,
    excludedUntil: exclusion.until.toISOString(),
    minimum: minimumMinor,
    maximum: maximumMinor,
    leftToday: notNegative(dailyMaximumMinor - day.sum),
    countLeftToday: Math.max(dailyCount - day.count, 0),
    payoutAccounts,
    turnover,
    turnoverLeft,
    open,
  };
}

const findMember = (db: Db, accountId: bigint): Promise<Pick<Payable, "memberName" | "verifiedName" | "available"> | undefined> =>
  db
    .selectFrom("account as a")
    .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "a.id").on("w.kind", "=", walletKinds.main))
    .select(["a.name as memberName", "a.verified_name as verifiedName", "w.balance as available"])
    .where("a.id", "=", accountId)
    .executeTakeFirst();

const HELD_SHOWN = 20;

async function listHeld(db: Db, { accountId, now }: { accountId: bigint; now: Date }): Promise<Withdrawal[]> {
  const rows = await selectWithdrawals(db, now)
    .where("w.account_id", "=", accountId)
    .where("w.state", "in", ["pending", "checked", "approved"])
    .orderBy("w.number")
    .limit(HELD_SHOWN)
    .execute();
  return rows.map(describeWithdrawal);
}
