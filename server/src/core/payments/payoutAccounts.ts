import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import type { Db } from "../../platform/db.ts";
import { bankName, maskNumber } from "./banks.ts";

/** How many payout accounts a member can have. */
export const PAYOUT_ACCOUNTS_MAX = 5;

interface Row {
  readonly id: bigint;
  readonly bank: string;
  readonly holder: string;
  readonly number: string;
}

export const describePayoutAccount = ({ id, bank, holder, number }: Row): PayoutAccount => ({
  id,
  bank: bankName(bank),
  holder,
  numberMasked: maskNumber(number),
});

/** The payout accounts a member bound, oldest first. */
export async function listPayoutAccounts(db: Db, accountId: bigint): Promise<PayoutAccount[]> {
  const rows = await db
    .selectFrom("payout_account")
    .select(["id", "bank", "holder", "number"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(PAYOUT_ACCOUNTS_MAX)
    .execute();
  return rows.map(describePayoutAccount);
}
