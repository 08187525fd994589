import type { Trigger } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { type CampaignMoment, type CampaignRow, getCampaignRow } from "./campaigns.facts.ts";

/** A rejected member applies so often in all. */
export const TRIES_MAX = 2;

interface Counting {
  readonly counts: "nothing" | "valid" | "visits" | "deposits";
  readonly target: bigint | null;
  readonly categories: readonly string[];
}

/** What is counted of a member for a trigger, and how far it must come. */
function countingOf(trigger: Trigger): Counting {
  switch (trigger.on) {
    case "registered":
    case "applied":
      return { counts: "nothing", target: 0n, categories: [] };
    case "played":
      return { counts: "valid", target: trigger.target, categories: trigger.categories };
    case "visited":
      return { counts: "visits", target: BigInt(trigger.days), categories: [] };
    case "deposited":
      return { counts: "deposits", target: 1n, categories: [] };
    case "ranked":
      // A tournament counts chips: no play for money says anything of it.
      return { counts: trigger.seat === undefined ? "valid" : "nothing", target: null, categories: trigger.categories };
    case "drawn":
      return { counts: "valid", target: null, categories: trigger.categories };
    case "rain":
      return { counts: "nothing", target: null, categories: [] };
  }
}

interface Entry {
  readonly accountId: bigint;
  readonly campaign: CampaignRow;
  readonly state: "signed" | "applying";
  readonly comment: string;
  /** From when on it is counted; now where nothing is said. */
  readonly since?: Date;
}

/** Writes a member into the period that runs: new, again after leaving, or once more after a rejection. Of many at once one enters. */
export async function enter(tx: Tx, { now, timeZone, pack }: CampaignMoment, { accountId, campaign, state, comment, since = now }: Entry): Promise<string> {
  await lockMissions(tx, accountId);
  const { counts, target, categories } = countingOf(campaign.rule.trigger);
  const { period, until } = await findPeriod(tx, campaign, { now, timeZone });
  const id = derivedId("participation", campaign.id, String(accountId), period);
  const rejectedAgain = campaign.rule.again ? sql<boolean>`(p.state = 'rejected' and p.tries < ${TRIES_MAX})` : sql<boolean>`false`;
  const { rows } = await sql<{ id: string }>`
    insert into participation as p (id, campaign_id, account_id, period, version, state, counts, target, categories, since, until, tries, comment, at)
    values (${id}, ${campaign.id}, ${accountId}, ${period}, ${campaign.version}, ${state}, ${counts}, ${target}, ${[...categories]}::text[], ${since}, ${until}, ${state === "applying" ? 1 : 0}, ${comment}, ${now})
    on conflict (campaign_id, account_id, period) do update set state = excluded.state, version = excluded.version, counts = excluded.counts, target = excluded.target,
      categories = excluded.categories, progress = 0, progressed_at = null, seen_on = null, deposit_id = null, since = excluded.since, until = excluded.until, tries = p.tries + excluded.tries,
      comment = excluded.comment, taken_by = null, taken_name = null, taken_at = null, reason = '', at = excluded.at
    where (p.state = 'left' and p.tries < ${TRIES_MAX}) or ${rejectedAgain}
    returning p.id`.execute(tx);
  if (rows[0] === undefined) refuse("campaigns.already_in");
  if (state === "signed" && counts === "valid" && target !== null) await checkStakeDay(tx, accountId, { now, pack });
  staleParts(tx, accountId);
  return rows[0].id;
}

/** Whoever is given tickets is in their raffle, or nobody could draw them: whatever it asks of those who join, and before it begins. Not whoever left it. */
export async function enterByGift(tx: Tx, moment: CampaignMoment, { accountId, code }: { readonly accountId: bigint; readonly code: string }): Promise<void> {
  const campaign = await getCampaignRow(tx, code);
  const { state, startsAt, endsAt } = campaign;
  if (state === "stopped" || endsAt <= moment.now) return;
  await lockMissions(tx, accountId);
  const known = await tx.selectFrom("participation").select("id").where("campaign_id", "=", campaign.id).where("account_id", "=", accountId).executeTakeFirst();
  if (known !== undefined) return;
  const since = startsAt > moment.now ? startsAt : moment.now;
  await enter(tx, moment, { accountId, campaign, state: "signed", comment: "", since });
}

/** Of one member's missions one at a time, so that what they ask for together is added up right. */
export const lockMissions = async (tx: Tx, accountId: bigint): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('participation'), hashtext(${String(accountId)}))`.execute(tx);

interface Span {
  readonly period: string;
  readonly until: Date;
}

/** The period of a campaign that runs, and when it ends. */
export async function findPeriod(
  tx: Db | Tx,
  { rule: { period }, endsAt }: CampaignRow,
  { now, timeZone }: Pick<CampaignMoment, "now" | "timeZone">,
): Promise<Span> {
  const { rows } = await sql<Span>`
    select campaign_period(${period}, ${now}, ${timeZone}) as period, least(campaign_period_ends(${period}, ${now}, ${timeZone}), ${endsAt}::timestamptz) as until`.execute(
    tx as Tx,
  );
  return rows[0]!;
}

/** A target over the days it may take, of all that a member is signed in for; refuses with `campaigns.stake_day` where they ask for more than the market's most. */
export async function checkStakeDay(tx: Tx, accountId: bigint, { now, pack }: Pick<CampaignMoment, "now" | "pack">): Promise<void> {
  const maximumMinor = pack.rewards.missionStakeDayMinor;
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(ceil(target / greatest(ceil(extract(epoch from until - since) / 86400), 1))), 0)::bigint as sum
    from participation p join campaign c on c.id = p.campaign_id
    where p.account_id = ${accountId} and p.state = 'signed' and p.counts = 'valid' and p.target is not null and p.until > ${now} and c.state <> 'stopped'`.execute(
    tx,
  );
  if (rows[0]!.sum > maximumMinor) refuse("campaigns.stake_day", { maximum: formatAmount(maximumMinor) });
}

/** Makes a member's pages, and the desk's queue, look again. */
export const staleParts = (tx: Tx, accountId: bigint): void => {
  staleOnCommit(tx, ["campaigns.list", "campaigns.get", "missions.summary", "rewards.summary", "tournaments.list"], [`member:${accountId}`]);
  staleOnCommit(tx, ["campaigns.applications"], ["operators"]);
};
