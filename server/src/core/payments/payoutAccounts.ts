import { plainName } from "@laro/contract/core/names";
import type { PayoutAccount } from "@laro/contract/payoutAccounts";
import type { Db, Tx } from "../../platform/db.ts";
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

/** The payout accounts money can leave to, oldest first: what a member bound in the name they have now, or in any while none is verified. */
export async function findPayoutAccounts(db: Db | Tx, accountId: bigint): Promise<Row[]> {
  const rows = await (db as Db)
    .selectFrom("payout_account as p")
    .innerJoin("account as a", "a.id", "p.account_id")
    .select(["p.id", "p.bank", "p.holder", "p.number", "a.verified_name as verifiedName"])
    .where("p.account_id", "=", accountId)
    .orderBy("p.id")
    .execute();
  return rows.filter(({ holder, verifiedName }) => verifiedName === null || plainName(verifiedName) === plainName(holder));
}

/** The same as its member sees them. */
export const listPayoutAccounts = async (db: Db, accountId: bigint): Promise<PayoutAccount[]> =>
  (await findPayoutAccounts(db, accountId)).map(describePayoutAccount);
