import { isTrialType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { checkConsented } from "../../core/accounts/consents.ts";
import { maskName } from "../../core/accounts/faces.ts";
import { checkNotExcluded } from "../../core/limits/exclusions.ts";
import { checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** A member as a card table needs them. */
export interface Cardplayer {
  readonly accountId: bigint;
  /** As strangers see it. */
  readonly name: string;
  readonly avatar: number;
  readonly language: string;
  readonly isTrial: boolean;
  readonly standing: Standing;
}

export async function findCardplayer(db: Db | Tx, accountId: bigint): Promise<Cardplayer | undefined> {
  const row = await (db as Db)
    .selectFrom("account")
    .select(["name", "nickname", "avatar", "type", "language", "verification", "eligibility", "restrictions", "withdraw_until as withdrawUntil"])
    .where("id", "=", accountId)
    .where("closed", "=", false)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, nickname, avatar, type, language, ...standing } = row;
  return { accountId, name: maskName(nickname === "" ? name : nickname), avatar, language, isTrial: isTrialType(type), standing };
}

/** Whether a member may take part for money at all, as at any stake. Refuses a trial with `sessions.real_account_needed`. */
export async function checkMayPlay(
  db: Db | Tx,
  { accountId, isTrial, standing }: Cardplayer,
  { pack, now, isAbroad }: { pack: JurisdictionPack; now: Date; isAbroad: boolean },
): Promise<void> {
  if (isTrial) refuse("sessions.real_account_needed");
  checkMay("play", standing, { pack, now, isAbroad });
  await checkNotExcluded(db, { accountId, now });
  await checkConsented(db, { accountId, now });
}

/** Of some accounts those that nobody may play beside for money: on the own device or payout account, above or below in the line. */
export async function listKin(db: Db | Tx, accountId: bigint, among: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (among.length === 0) return new Set();
  const { rows } = await sql<{ other: bigint }>`
    select distinct other from (
      select theirs.account_id as other from account_device mine join account_device theirs on theirs.device = mine.device where mine.account_id = ${accountId} and theirs.account_id = any(${among}::bigint[])
      union all
      select theirs.account_id from payout_account mine join payout_account theirs on theirs.number = mine.number and theirs.bank = mine.bank
      where mine.account_id = ${accountId} and theirs.account_id = any(${among}::bigint[])
      union all
      select a from agent_node n cross join unnest(n.path) a where n.account_id = ${accountId} and a = any(${among}::bigint[])
      union all
      select n.account_id from agent_node n where n.account_id = any(${among}::bigint[]) and ${accountId}::bigint = any(n.path)
    ) kin where other <> ${accountId}`.execute(db as Tx);
  return new Set(rows.map(({ other }) => other));
}

const LAST_HANDS = 3;

/** With whom a member played their last hands. */
export async function listCompany(db: Db | Tx, accountId: bigint): Promise<ReadonlySet<bigint>> {
  const rows = await (db as Db)
    .selectFrom("pvp_hand_seat")
    .select("account_id as other")
    .distinct()
    .where("hand_id", "in", (hands) =>
      hands.selectFrom("pvp_hand_seat as h").select("h.hand_id").where("h.account_id", "=", accountId).orderBy("h.hand_id", "desc").limit(LAST_HANDS),
    )
    .where("account_id", "<>", accountId)
    .execute();
  return new Set(rows.map(({ other }) => other));
}
