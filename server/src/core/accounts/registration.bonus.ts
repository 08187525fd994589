import type { RegisterSettings } from "@laro/contract/core/registerSettings";
import { costOf, Rule } from "@laro/contract/core/campaignRules";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db.ts";

/** More at once say nothing more to a newcomer. */
const LOOKED_AT_MAX = 10;

/**
 * What newcomers get by a campaign that runs now, where that is money and asks for nothing but a verified identity: the most of several. Null where there is none, or its budget
 * has no room for one more. The figure is the campaign's own.
 */
export async function findNewcomerBonus(db: Db, now: Date): Promise<RegisterSettings["bonus"]> {
  const { rows } = await sql<{ rule: unknown; left: bigint }>`
    select v.rule, c.budget - c.spent as left from campaign c join campaign_version v on v.campaign_id = c.id and v.version = c.version
    where c.trigger = 'registered' and c.version > 0 and c.state = 'published' and c.starts_at <= ${now} and c.ends_at > ${now}
    order by c.number desc limit ${LOOKED_AT_MAX}`.execute(db as unknown as Tx);
  const given = rows.flatMap(({ rule: kept, left }): NonNullable<RegisterSettings["bonus"]>[] => {
    const { gift, conditions } = z.decode(Rule, kept as z.input<typeof Rule>);
    if (gift === null || costOf(gift) > left || conditions.some(({ is }) => is !== "verified")) return [];
    if (gift.gives === "bonus") return [{ amount: gift.amount, wagering: gift.wagering }];
    return gift.gives === "cash" ? [{ amount: gift.amount, wagering: null }] : [];
  });
  return given.toSorted((one, other) => (one.amount < other.amount ? 1 : -1))[0] ?? null;
}
