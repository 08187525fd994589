import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { setWalletStatus } from "./wallet.ts";

/** Freezes a member's money or frees it again; why stands in the staff's record. Refuses with `accounts.not_found`. */
export async function setFrozen(tx: Tx, { memberName, frozen }: { memberName: string; frozen: boolean }): Promise<{ frozen: boolean }> {
  const accountId = await findMember(tx, memberName);
  await setWalletStatus(tx, { accountId, status: frozen ? "noDebits" : "open" });
  staleOnCommit(tx, ["deposits.methods", "withdrawals.terms", "wallet.balance"], [`member:${accountId}`]);
  staleOnCommit(tx, ["wallet.lines"], ["operators"]);
  return { frozen };
}

/** The account of a name as officers type it. Refuses with `accounts.not_found`. */
export async function findMember(db: Db | Tx, memberName: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select id from account where lower(name) = lower(${memberName.trim()})`.execute(db as Tx);
  return rows[0]?.id ?? refuse("accounts.not_found", { field: "memberName" });
}
