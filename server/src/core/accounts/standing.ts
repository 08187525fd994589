import { refuse } from "@laro/contract/core/errors";
import type { Standing } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { forgetSessionsOnCommit, staleOnCommit } from "../../platform/live.ts";
import { syncWalletStatus } from "../wallet/wallet.ts";
import { listOpenSessions } from "../sessions/sessions.ts";

/** What an account may do, where no session of its own says so. Refuses with `accounts.not_found`. */
export async function getStanding(db: Db | Tx, accountId: bigint): Promise<Standing> {
  const row = await (db as Db)
    .selectFrom("account")
    .select(["verification", "eligibility", "restrictions", "withdraw_until as withdrawUntil"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return row ?? refuse("accounts.not_found");
}

interface StandingChange extends Partial<Omit<Standing, "restrictions">> {
  readonly accountId: bigint;
  readonly verifiedName?: string | null;
  readonly restrictions?: string[];
}

/**
 * Changes what an account may do: its wallets say it in the same transaction, and every process reads its sessions anew on commit. The one way to
 * write these columns.
 */
export async function changeStanding(tx: Tx, { accountId, verifiedName, withdrawUntil, ...columns }: StandingChange): Promise<void> {
  await tx
    .updateTable("account")
    .set({
      ...columns,
      ...(verifiedName === undefined ? {} : { verified_name: verifiedName }),
      ...(withdrawUntil === undefined ? {} : { withdraw_until: withdrawUntil }),
    })
    .where("id", "=", accountId)
    .execute();
  await syncWalletStatus(tx, accountId);
  await forgetSessionsOnCommit(tx, await listOpenSessions(tx, accountId));
  staleOnCommit(tx, ["accounts.me", "verifications.config", "verifications.mine", "wallet.balance"], [`member:${accountId}`]);
}
