import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { syncWalletStatus } from "./wallet.ts";

/** Freezes a member's money or frees it again; why stands in the staff's record. Refuses with `accounts.not_found`. */
export async function setFrozen(
  tx: Tx,
  { memberName, frozen, officerId, now }: { memberName: string; frozen: boolean; officerId: bigint; now: Date },
): Promise<{ frozen: boolean }> {
  const accountId = await findMember(tx, memberName);
  if (!frozen && (await isFrozen(tx, accountId))) await writeLifted(tx, { accountId, officerId, now });
  await freezeAccount(tx, { accountId, frozen, now });
  staleOnCommit(tx, ["deposits.methods", "withdrawals.terms", "wallet.balance"], [`member:${accountId}`]);
  staleOnCommit(tx, ["wallet.lines"], ["operators"]);
  return { frozen };
}

/** Who lifted a freeze does not alone send what it held back. */
async function writeLifted(tx: Tx, { accountId, officerId, now }: { accountId: bigint; officerId: bigint; now: Date }): Promise<void> {
  const lifted = { lifted_by: officerId, at: now };
  await tx
    .insertInto("freeze_lifted")
    .values({ account_id: accountId, ...lifted })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(lifted))
    .execute();
}

/** An officer's freeze of an account's wallets, on or off; what else closes them stays as it is. */
export async function freezeAccount(tx: Tx, { accountId, frozen, now }: { accountId: bigint; frozen: boolean; now: Date }): Promise<void> {
  if (frozen)
    await tx
      .insertInto("wallet_freeze")
      .values({ account_id: accountId, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await tx.deleteFrom("wallet_freeze").where("account_id", "=", accountId).execute();
  await syncWalletStatus(tx, accountId);
}

/** Whether an officer froze an account's wallets; what else closes them is not asked. */
export const isFrozen = async (db: Db | Tx, accountId: bigint): Promise<boolean> =>
  (await (db as Db).selectFrom("wallet_freeze").select("at").where("account_id", "=", accountId).executeTakeFirst()) !== undefined;

/** The account of a name as officers type it. Refuses with `accounts.not_found`. */
export async function findMember(db: Db | Tx, memberName: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select id from account where lower(name) = lower(${memberName.trim()})`.execute(db as Tx);
  return rows[0]?.id ?? refuse("accounts.not_found", { field: "memberName" });
}
