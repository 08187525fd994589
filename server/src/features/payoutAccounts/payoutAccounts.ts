import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { PayoutAccount, payoutAccounts } from "@laro/contract/payoutAccounts";
import { sql } from "kysely";
import { checkPayee } from "../../core/accounts/accounts.ts";
import { bankName, maskNumber, readBank } from "../../core/payments/banks.ts";
import type { Database, Db } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";

const ACCOUNTS_MAX = 5;

interface Row {
  readonly id: bigint;
  readonly bank: string;
  readonly holder: string;
  readonly number: string;
}

const describe = ({ id, bank, holder, number }: Row): PayoutAccount => ({ id, bank: bankName(bank), holder, numberMasked: maskNumber(number) });

/** The payout accounts a member bound, oldest first. */
export async function listMyPayoutAccounts(db: Db, accountId: bigint): Promise<PayoutAccount[]> {
  const rows = await db
    .selectFrom("payout_account")
    .select(["id", "bank", "holder", "number"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(ACCOUNTS_MAX)
    .execute();
  return rows.map(describe);
}

type New = Omit<InputOf<(typeof payoutAccounts)["add"]>, "paymentPassword">;

/** Binds a payout account in the member's verified name, at most five. The payment password is the route's matter. */
export async function addPayoutAccount(
  { begin }: Pick<Database, "begin">,
  { accountId, input, now }: { accountId: bigint; input: New; now: Date },
): Promise<PayoutAccount> {
  const { holder, number } = input;
  const bank = readBank(input.bank);
  return begin(async (tx) => {
    await checkPayee(tx, { accountId, payee: holder, field: "holder" });
    // One at a time, so that two calls cannot both find room for the fifth.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`payout_account ${accountId}`}, 0))`.execute(tx);
    const bound = await tx.selectFrom("payout_account").select(["bank", "number"]).where("account_id", "=", accountId).execute();
    if (bound.some((known) => known.bank === bank && known.number === number)) refuse("payoutAccounts.duplicate", { field: "number" });
    if (bound.length >= ACCOUNTS_MAX) refuse("payoutAccounts.too_many", { maximum: ACCOUNTS_MAX });
    const row = await tx
      .insertInto("payout_account")
      .values({ account_id: accountId, bank, holder, number, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await staleOnCommit(tx, ["payoutAccounts.mine", "withdrawals.terms"], [`member:${accountId}`]);
    return describe({ id: row.id, bank, holder, number });
  });
}
