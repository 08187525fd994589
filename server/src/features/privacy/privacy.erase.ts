import { Refusal } from "@laro/contract/core/errors";
import { eraseDaily, eraseRecords, listErasable, listOver } from "../../core/accounts/closing.ts";
import { packs } from "../../core/settings/packs.ts";
import type { Tx } from "../../platform/db.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { checkNothingLeft } from "./privacy.ts";

/** Erases what nobody needs of accounts whose members did not come back within thirty days. One that money reached meanwhile waits for customer service. */
export async function eraseClosed(platform: Platform): Promise<void> {
  const { database, clock, config, keys } = platform;
  const now = clock.now();
  await workThrough(platform, {
    job: "privacy:erase",
    find: (after) => listErasable(database.db, { now, after }),
    each: async (tx, { number: accountId }) => {
      if (!(await isEmpty(tx, { accountId, pack: packs[config.pack] }))) return;
      if (await eraseDaily(tx, keys, { accountId, now })) await tell(tx, "privacy.erased", { accountId: String(accountId), part: "daily" });
    },
  });
}

const isEmpty = (tx: Tx, account: Parameters<typeof checkNothingLeft>[1]): Promise<boolean> =>
  checkNothingLeft(tx, account).then(
    () => true,
    (error: unknown) => (error instanceof Refusal ? false : Promise.reject(error)),
  );

/** Erases what the law asked to keep for five years after closing, unless an exclusion is still in force. */
export async function retainRecords(platform: Platform): Promise<void> {
  const { database, clock } = platform;
  const now = clock.now();
  await workThrough(platform, {
    job: "privacy:retain",
    find: (after) => listOver(database.db, { now, after }),
    each: async (tx, { number: accountId }) => {
      if (!(await eraseRecords(tx, { accountId, now }))) return;
      await tx.deleteFrom("data_copy").where("account_id", "=", accountId).execute();
      await tell(tx, "privacy.erased", { accountId: String(accountId), part: "records" });
    },
  });
}
