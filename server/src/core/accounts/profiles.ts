import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { openText, sealText } from "../../platform/sealing.ts";

/** What a newcomer may tell of themselves, beside their contacts, that nobody but the cashier and the reviewers need. */
export const profileFields = [
  "payeeName",
  "birthday",
  "nationality",
  "occupation",
  "address",
  "idNumber",
  "qqNum",
  "line",
  "whatsapp",
  "facebook",
  "wechat",
  "telegram",
  "zalo",
  "recommenderId",
] as const;

export type Profile = Readonly<Partial<Record<(typeof profileFields)[number], string>>>;

const placeOf = (accountId: bigint) => ({ use: "profile", context: `account_profile ${accountId}` });

/** Keeps a member's profile, sealed; one who told nothing has none. */
export async function keepProfile(tx: Tx, keys: Keys, { accountId, profile, now }: { accountId: bigint; profile: Profile; now: Date }): Promise<void> {
  if (Object.keys(profile).length === 0) return;
  const sealed = sealText(keys, placeOf(accountId), JSON.stringify(profile));
  await tx
    .insertInto("account_profile")
    .values({ account_id: accountId, sealed, at: now })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ sealed, at: now }))
    .execute();
}

/** What a member told of themselves; nothing where they told nothing. */
export async function openProfile(db: Db | Tx, keys: Keys, accountId: bigint): Promise<Profile> {
  const row = await (db as Db).selectFrom("account_profile").select("sealed").where("account_id", "=", accountId).executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(openText(keys, placeOf(accountId), row.sealed)) as Profile);
}

/** What the law asks to keep; the rest is where somebody can be written to, which nobody does after the account is gone. */
const kept: readonly (keyof Profile)[] = ["payeeName", "birthday", "nationality", "occupation", "address", "idNumber"];

/** Drops the messengers an account named. */
export async function eraseMessengers(tx: Tx, keys: Keys, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const profile = await openProfile(tx, keys, accountId);
  await eraseProfile(tx, accountId);
  await keepProfile(tx, keys, { accountId, profile: Object.fromEntries(Object.entries(profile).filter(([field]) => kept.some((one) => one === field))), now });
}

/** Drops all that an account told of its owner. */
export async function eraseProfile(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("account_profile").where("account_id", "=", accountId).execute();
}
