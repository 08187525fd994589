import { avatarPath } from "@laro/contract/core/avatars";
import { refuse } from "@laro/contract/core/errors";
import { looksLikeStaff } from "@laro/contract/core/names";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { brand, type JurisdictionPack } from "../settings/packs.ts";
import { getRegisterRules } from "../settings/registerRules.ts";
import { checkRule } from "../settings/rules.ts";

interface Face {
  readonly accountId: bigint;
  readonly nickname: string;
  /** One of the drawn pictures. */
  readonly avatar: number;
  readonly pack: Pick<JurisdictionPack, "declaration">;
}

/**
 * Sets how a member is shown to others. The nickname keeps the registration's rule, asked for there or not: refuses with `accounts.rule_broken`, and one that looks
 * like staff's with `accounts.name_reserved`.
 */
export async function setFace(tx: Tx, { accountId, nickname, avatar, pack }: Face): Promise<void> {
  const rule = (await getRegisterRules(tx, pack)).find(({ field }) => field === "nickname");
  if (rule !== undefined) checkRule({ ...rule, required: true }, nickname);
  const { nickname: before, name } = await tx.selectFrom("account").select(["nickname", "name"]).where("id", "=", accountId).executeTakeFirstOrThrow();
  // What an officer or an older rule let through stays; the own user name is no disguise.
  if (![before, name].includes(nickname) && looksLikeStaff(nickname, brand.name)) refuse("accounts.name_reserved", { field: "nickname" });
  await tx.updateTable("account").set({ nickname, avatar }).where("id", "=", accountId).execute();
  staleOnCommit(tx, ["accounts.me", "accounts.icon"], [`member:${accountId}`]);
}

/** The address of the picture a member chose. */
export async function getIcon(db: Db, accountId: bigint): Promise<{ imgUrl: string }> {
  const row = await db.selectFrom("account").select("avatar").where("id", "=", accountId).executeTakeFirst();
  return row === undefined ? refuse("accounts.not_found") : { imgUrl: avatarPath(row.avatar) };
}

/** A name as strangers see it: two letters and the last; up to three letters only the first. */
export function maskName(name: string): string {
  const letters = [...name];
  return letters.length <= 3 ? `${letters[0] ?? ""}***` : `${letters.slice(0, 2).join("")}***${letters.at(-1)}`;
}

/** Whether strangers may see what an account `a` won, its name masked: none of whoever hid, is closed or excluded. */
export const mayBeShown = (now: Date): RawBuilder<boolean> => sql<boolean>`
  not a.closed and a.eligibility = 'open' and not exists (select from winner_hidden h where h.account_id = a.id)
  and not exists (select from exclusion e where e.account_id = a.id and e.ended_at is null and e.ends_at > ${now})`;
