import { refuse } from "@laro/contract/core/errors";
import type { Standing } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { forgetSessionsOnCommit, staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { recallLater } from "../limits/exclusions.ts";
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

const REST_MS = 72 * 60 * 60_000;

/** For 72 hours nothing leaves the account and no way into it changes, because the last one did. */
export async function startRest(
  tx: Tx,
  { accountId, cause, now }: { accountId: bigint; cause: "factorRemoved" | "factorReset" | "contactChanged" | "pinChanged"; now: Date },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ rest_from: now, rest_until: new Date(now.getTime() + REST_MS), rest_cause: cause })
    .where("id", "=", accountId)
    .execute();
  staleOnCommit(tx, ["accounts.me"], [`member:${accountId}`]);
}

/** Closes a member's account, whose sessions the caller ends, or opens it again; false where it is so already. Free rounds of a closed one are taken back. */
export async function setAccountClosed(tx: Tx, { accountId, closed }: { accountId: bigint; closed: boolean }): Promise<boolean> {
  // Who opens it ends its member's own closing too, and what comes into it from then on is erased after the next.
  const change = closed ? { closed } : { closed, closing_at: null, erased_at: null };
  const { numUpdatedRows } = await tx.updateTable("account").set(change).where("id", "=", accountId).where("closed", "!=", closed).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await syncWalletStatus(tx, accountId);
  if (closed) await addJob(tx, "freeRounds:takeBack", { accountId: String(accountId) });
  return true;
}

interface StandingChange extends Partial<Omit<Standing, "restrictions">> {
  readonly accountId: bigint;
  readonly verifiedName?: string | null;
  readonly restrictions?: string[];
}

/**
 * Changes what an account may do: its wallets say it in the same transaction, every process reads its sessions anew on commit, and what lies at vendors comes
 * home to who may play no more. The one way to write these columns.
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
  const { eligibility = "open", restrictions = [] } = columns;
  if (eligibility !== "open" || restrictions.includes("play")) await recallLater(tx, accountId);
  await forgetSessionsOnCommit(tx, await listOpenSessions(tx, accountId));
  staleOnCommit(tx, ["accounts.me", "verifications.config", "verifications.mine", "wallet.balance"], [`member:${accountId}`]);
}

/** Gives a demo member a verified name and a payment password; anyone may be them, from anywhere. */
export async function settleDemoMember(
  tx: Tx,
  { accountId, holder, paymentPasswordHash }: { accountId: bigint; holder: string; paymentPasswordHash: string },
): Promise<void> {
  await tx.updateTable("account").set({ payment_password_hash: paymentPasswordHash, factor_when: "off" }).where("id", "=", accountId).execute();
  await changeStanding(tx, { accountId, verification: "A", verifiedName: holder });
}
