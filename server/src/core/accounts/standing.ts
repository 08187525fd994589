import { refuse } from "@laro/contract/core/errors";
import type { Standing } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { forgetSessionsOnCommit, staleOnCommit } from "../../platform/live.ts";
import { listOpenSessions } from "../sessions/sessions.ts";

/** What an account may do, where no session of its own says so. Refuses with `accounts.not_found`. */
export async function getStanding(db: Db | Tx, accountId: bigint): Promise<Standing> {
  const row = await (db as Db).selectFrom("account").select(["verification", "eligibility", "restrictions"]).where("id", "=", accountId).executeTakeFirst();
  return row ?? refuse("accounts.not_found");
}

/** Changes what an account may do; every process reads its sessions anew on commit. The one way to write these columns. */
export async function changeStanding(
  tx: Tx,
  { accountId, ...change }: { accountId: bigint; verification?: string; verifiedName?: string | null; eligibility?: string; restrictions?: string[] },
): Promise<void> {
  const { verifiedName, ...columns } = change;
  await tx
    .updateTable("account")
    .set({ ...columns, ...(verifiedName === undefined ? {} : { verified_name: verifiedName }) })
    .where("id", "=", accountId)
    .execute();
  await forgetSessionsOnCommit(tx, await listOpenSessions(tx, accountId));
  staleOnCommit(tx, ["accounts.me"], [`member:${accountId}`]);
}
