import type { CampaignState } from "@laro/contract/campaigns";
import { type Facts, Rule } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db.ts";
import { isRewardable, mayBeRewarded } from "../limits/rewards.ts";
import type { JurisdictionPack } from "../settings/packs.ts";

/** When and in which market something of a campaign happens. */
export interface CampaignMoment {
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: JurisdictionPack;
}

export const readRule = (kept: unknown): Rule => z.decode(Rule, kept as z.input<typeof Rule>);
export const writeRule = (rule: Rule): string => JSON.stringify(z.encode(Rule, rule));

/** Of an `account a` with its `vip_member v`. */
const factsOf = (now: Date) =>
  sql`coalesce(v.level, 0)::int as level, a.verification = 'A' as verified, floor(extract(epoch from ${now}::timestamptz - a.created_at) / 86400)::int as "accountAgeDays"`;

/** What conditions are held against, of one member. */
export async function readFacts(db: Db | Tx, accountId: bigint, now: Date): Promise<Facts> {
  const { rows } = await sql<Facts>`select ${factsOf(now)} from account a left join vip_member v on v.account_id = a.id where a.id = ${accountId}`.execute(
    db as Tx,
  );
  return rows[0] ?? refuse("accounts.not_found");
}

/** The same of many members by one statement, each with whether it may be rewarded now. */
export async function listFacts(
  db: Db | Tx,
  accountIds: readonly bigint[],
  { now, pack }: Pick<CampaignMoment, "now" | "pack">,
): Promise<ReadonlyMap<bigint, Facts & { readonly may: boolean }>> {
  const { rows } = await sql<Facts & { id: bigint; may: boolean }>`
    select a.id, ${mayBeRewarded(now, pack)} as may, ${factsOf(now)} from account a left join vip_member v on v.account_id = a.id where a.id = any(${[...accountIds]}::bigint[])`.execute(
    db as Tx,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Whether a member may be rewarded now; refuses with `rewards.closed`. */
export async function checkRewardable(db: Db | Tx, accountId: bigint, { now, pack }: Pick<CampaignMoment, "now" | "pack">): Promise<void> {
  if (!(await isRewardable(db, { accountId, now, pack }))) refuse("rewards.closed");
}

export interface CampaignRow {
  readonly id: string;
  readonly code: string;
  readonly state: CampaignState;
  readonly version: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly rule: Rule;
}

/** A campaign somebody can know of, with the rule in force. Refuses with `campaigns.not_found`. */
export async function getCampaignRow(db: Db | Tx, code: string): Promise<CampaignRow> {
  const row = await (db as Db)
    .selectFrom("campaign as c")
    .innerJoin("campaign_version as v", (join) => join.onRef("v.campaign_id", "=", "c.id").onRef("v.version", "=", "c.version"))
    .select(["c.id", "c.code", "c.state", "c.version", "c.starts_at as startsAt", "c.ends_at as endsAt", "v.rule"])
    .where("c.code", "=", code.toUpperCase())
    .executeTakeFirst();
  if (row === undefined) refuse("campaigns.not_found", { field: "code" });
  return { ...row, state: row.state as CampaignState, rule: readRule(row.rule) };
}
