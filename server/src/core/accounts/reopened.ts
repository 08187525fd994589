import type { Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { openContacts } from "../contacts/contacts.ts";
import { reopenName } from "../sessions/login.limits.ts";

/** Opens to every browser again whatever a member may be named by at the login: each is counted under what was typed. */
export async function reopenNames(tx: Tx, keys: Pick<Keys, "dataKey">, accountId: bigint): Promise<void> {
  const { name } = await tx.selectFrom("account").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  const contacts = await openContacts(tx, keys, accountId);
  await reopenName(tx, name, ...contacts.filter(({ verifiedAt }) => verifiedAt !== null).map(({ value }) => value));
}
