import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { PayoutAccount, payoutAccounts } from "@laro/contract/payoutAccounts";
import { sql } from "kysely";
import { checkPayee } from "../../core/accounts/accounts.ts";
import { readBank } from "../../core/payments/banks.ts";
import { describePayoutAccount, findPayoutAccounts, PAYOUT_ACCOUNTS_MAX } from "../../core/payments/payoutAccounts.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import { staleOnCommit } from "../../platform/live.ts";

type New = Omit<InputOf<(typeof payoutAccounts)["add"]>, "paymentPassword">;

/** Binds a payout account in the member's verified name, at most five; what was bound in a former name is not among them. The payment password is the route's matter. */
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
    const bound = await findPayoutAccounts(tx, accountId);
    if (bound.some((known) => known.bank === bank && known.number === number)) refuse("payoutAccounts.duplicate", { field: "number" });
    if (bound.length >= PAYOUT_ACCOUNTS_MAX) refuse("payoutAccounts.too_many", { maximum: PAYOUT_ACCOUNTS_MAX });
    const row = await tx
      .insertInto("payout_account")
      .values({ account_id: accountId, bank, holder, number, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    staleOnCommit(tx, ["payoutAccounts.mine", "withdrawals.terms"], [`member:${accountId}`]);
    return describePayoutAccount({ id: row.id, bank, holder, number });
  });
}

/** What stays of a payout account is its number in the books, by which a withdrawal names it. */
async function erasePayoutAccounts(tx: Tx, accountId: bigint): Promise<void> {
  await tx
    .updateTable("payout_account")
    .set({ holder: "", number: sql`id::text` })
    .where("account_id", "=", accountId)
    .execute();
}

export const payoutAccountSubscribers: Subscribers = {
  "privacy.erased": [async (tx, { accountId, part }) => (part === "records" ? erasePayoutAccounts(tx, BigInt(accountId)) : undefined)],
};
