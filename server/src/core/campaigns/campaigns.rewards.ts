import { costOf, decide, Gift, type Rule } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { endBonusBetsOf, giveBonusBets } from "../bonuses/bonusBets.ts";
import { forfeitOpen, giveBonus } from "../bonuses/bonuses.ts";
import { isRewardable, mayBeRewarded } from "../limits/rewards.ts";
import { givePoints, isPointsOn } from "../points/points.ts";
import { packs } from "../settings/packs.ts";
import { getWalletId, type LedgerMoment, postMovement } from "../wallet/wallet.ts";
import { enterByGift } from "./campaigns.enter.ts";
import { type CampaignMoment, checkRewardable, getCampaignRow, readFacts, readRule } from "./campaigns.facts.ts";
import { rewardFrom } from "./campaigns.states.ts";

const AT_ONCE_MAX = 200;

/** What a participation that came far enough brings: a reward that waits to be claimed, once for its period. Whoever may not be rewarded now is looked at again later. */
export async function reach(tx: Tx, moment: CampaignMoment, id: string): Promise<void> {
  const part = await tx
    .selectFrom("participation")
    .select(["campaign_id as campaignId", "account_id as accountId", "version", "period"])
    .where("id", "=", id)
    .where("state", "=", "signed")
    .where(sql<boolean>`progress >= target`)
    .forUpdate()
    .executeTakeFirst();
  if (part === undefined || (await endVain(tx, { id, ...part })) || !(await isRewardable(tx, { accountId: part.accountId, ...moment }))) return;
  const { rule } = await tx
    .selectFrom("campaign_version")
    .select("rule")
    .where("campaign_id", "=", part.campaignId)
    .where("version", "=", part.version)
    .executeTakeFirstOrThrow();
  const read = readRule(rule);
  if (read.gift === null) return;
  await reserve(tx, moment, { ...part, occasion: part.period, gift: read.gift, rule: read, claimed: false });
  await tx.updateTable("participation").set({ state: "reached" }).where("id", "=", id).where("state", "=", "signed").execute();
}

/** What came far enough in a stopped campaign, or of a closed account, is never given: it is over, or each look would find it again. */
async function endVain(tx: Tx, { id, campaignId, accountId }: { id: string; campaignId: string; accountId: bigint }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update participation set state = 'over' where id = ${id} and state = 'signed'
      and (exists (select from campaign where id = ${campaignId} and state = 'stopped') or exists (select from account where id = ${accountId} and closed))`.execute(
    tx,
  );
  if (numAffectedRows === 0n) return false;
  staleRewards(tx, accountId);
  return true;
}

interface Reserved {
  readonly campaignId: string;
  readonly version: number;
  readonly accountId: bigint;
  /** What it is given for; of one campaign each gives once. */
  readonly occasion: string;
  readonly gift: Gift;
  readonly rule: Rule;
  /** A prize is its member's without being asked for. */
  readonly claimed: boolean;
}

type RefusalReason = "budgetSpent" | "dayFull" | "memberFull";

/**
 * Sets a gift aside out of the campaign's budget and its day's, once for its occasion. What does not fit is written down as refused, with the reason, so that it can be told. True
 * where the member has it now. Locks the campaign until the transaction ends.
 */
export async function reserve(
  tx: Tx,
  { now, timeZone }: CampaignMoment,
  { campaignId, version, accountId, occasion, gift, rule, claimed }: Reserved,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('reward'), hashtext(${`${campaignId} ${accountId}`}))`.execute(tx);
  const id = derivedId("reward", campaignId, String(accountId), occasion);
  const known = await tx.selectFrom("reward").select("state").where("id", "=", id).executeTakeFirst();
  if (known !== undefined) return known.state !== "refused";
  const cost = costOf(gift);
  const day = await dayOf(tx, now, timeZone);
  const reason = (await isMemberFull(tx, { campaignId, accountId, rule }))
    ? ("memberFull" as const)
    : await spend(tx, { campaignId, cost, day, dayMaxMinor: rule.dayMax });
  await tx
    .insertInto("reward")
    .values({
      id,
      campaign_id: campaignId,
      version,
      account_id: accountId,
      occasion,
      cost,
      day,
      at: now,
      reason: reason ?? "",
      // Tickets are one kind here, whatever is drawn with them.
      gives: gift.gives === "egg" ? "ticket" : gift.gives,
      amount: gift.gives === "points" ? BigInt(gift.points) : "count" in gift ? BigInt(gift.count) : gift.amount,
      gift: JSON.stringify(z.encode(Gift, gift)),
      facts: JSON.stringify(writeFacts(await readFacts(tx, accountId, now), rule)),
      state: reason !== undefined ? "refused" : claimed ? "claimed" : "open",
      claim_until: sql<Date>`${now}::timestamptz + ${rule.claimDays} * interval '1 day'`,
      claimed_at: claimed && reason === undefined ? now : null,
    })
    .execute();
  staleRewards(tx, accountId);
  return reason === undefined;
}

const writeFacts = (facts: Awaited<ReturnType<typeof readFacts>>, rule: Rule): object =>
  decide(rule, facts).map(({ condition, found, holds }) => ({ is: condition.is, found, holds }));

async function dayOf(tx: Tx, now: Date, timeZone: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`select (${now}::timestamptz at time zone ${timeZone})::date::text as day`.execute(tx);
  return rows[0]!.day;
}

async function isMemberFull(tx: Tx, { campaignId, accountId, rule }: Pick<Reserved, "campaignId" | "accountId" | "rule">): Promise<boolean> {
  const { count } = await tx
    .selectFrom("reward")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("campaign_id", "=", campaignId)
    .where("account_id", "=", accountId)
    .where("state", "<>", "refused")
    .executeTakeFirstOrThrow();
  return count >= rule.memberCount;
}

/** Takes a cost from the campaign and its day; says what it does not fit into. */
async function spend(
  tx: Tx,
  { campaignId, cost, day, dayMaxMinor }: { campaignId: string; cost: bigint; day: string; dayMaxMinor: bigint | null },
): Promise<RefusalReason | undefined> {
  const { numAffectedRows } = await sql`update campaign set spent = spent + ${cost} where id = ${campaignId} and spent + ${cost} <= budget`.execute(tx);
  if (numAffectedRows !== 1n) return "budgetSpent";
  if (dayMaxMinor === null) return undefined;
  await sql`insert into campaign_day (campaign_id, day, cap) values (${campaignId}, ${day}::date, ${dayMaxMinor}) on conflict (campaign_id, day) do update set cap = greatest(campaign_day.spent, excluded.cap)`.execute(
    tx,
  );
  const { numAffectedRows: fits } = await sql`
    update campaign_day set spent = spent + ${cost} where campaign_id = ${campaignId} and day = ${day}::date and spent + ${cost} <= cap`.execute(tx);
  if (fits === 1n) return undefined;
  await sql`update campaign set spent = spent - ${cost} where id = ${campaignId}`.execute(tx);
  return "dayFull";
}

/** Takes what a member reached in a campaign, and gives it at once where it can be given. Refuses with `campaigns.nothing_to_claim` and `rewards.closed`. */
export async function claim(
  { database, log }: Pick<Platform, "database" | "log">,
  moment: CampaignMoment,
  { accountId, code }: { readonly accountId: bigint; readonly code: string },
): Promise<void> {
  for (const { id } of await database.begin((tx) => takeReached(tx, moment, { accountId, code })))
    await database
      .begin((tx) => issue(tx, moment, id))
      .catch((error: Error) => log.error({ err: error, row: id }, "a claimed reward waits for the job that finishes it"));
}

/** Takes what a member reached in a campaign, in the caller's transaction: it is still to be given. Refuses as `claim` does. */
export async function takeReached(
  tx: Tx,
  moment: CampaignMoment,
  { accountId, code }: { readonly accountId: bigint; readonly code: string },
): Promise<readonly { readonly id: string }[]> {
  const { id: campaignId } = await getCampaignRow(tx, code);
  await checkRewardable(tx, accountId, moment);
  const taken = await tx
    .updateTable("reward")
    .set({ state: "claimed", claimed_at: moment.now })
    .where("campaign_id", "=", campaignId)
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .where("claim_until", ">", moment.now)
    .returning("id")
    .execute();
  if (taken.length === 0) await checkClaimed(tx, campaignId, accountId);
  staleRewards(tx, accountId);
  return taken;
}

/** A repeat finds what the first took. */
async function checkClaimed(tx: Tx, campaignId: string, accountId: bigint): Promise<void> {
  const known = await tx
    .selectFrom("reward")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where("account_id", "=", accountId)
    .where("state", "in", ["claimed", "issued"])
    .executeTakeFirst();
  if (known === undefined) refuse("campaigns.nothing_to_claim");
}

/** Gives a claimed reward under ids made from its own, so that a repeat gives nothing twice. Points wait while they are switched off. */
export async function issue(tx: Tx, moment: CampaignMoment, id: string): Promise<void> {
  const row = await tx
    .selectFrom("reward as r")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "r.campaign_id").onRef("v.version", "=", "r.version"))
    .select(["r.account_id as accountId", "r.gift", "v.words"])
    .where("r.id", "=", id)
    .where("r.state", "=", "claimed")
    .forUpdate("r")
    .executeTakeFirst();
  if (row === undefined) return;
  const gift = z.decode(Gift, row.gift as z.input<typeof Gift>);
  if (gift.gives === "points" && !(await isPointsOn(tx))) return;
  await give(tx, moment, { id, accountId: row.accountId, gift, words: row.words as Words });
  await tx.updateTable("reward").set({ state: "issued", issued_at: moment.now }).where("id", "=", id).where("state", "=", "claimed").execute();
  staleRewards(tx, row.accountId);
}

type Words = Readonly<Record<string, { readonly title: string }>>;

async function give(
  tx: Tx,
  moment: CampaignMoment,
  { id, accountId, gift, words }: { id: string; accountId: bigint; gift: Gift; words: Words },
): Promise<void> {
  switch (gift.gives) {
    case "cash": {
      const walletId = await getWalletId(tx, { accountId, kind: "main" });
      await postMovement(tx, moment, { ref: derivedId("reward-money", id), walletId, contra: "promotion", kind: "bonus", amountMinor: gift.amount });
      return staleOnCommit(tx, ["wallet.balance", "wallet.history"], [`member:${accountId}`]);
    }
    case "points": {
      const names = Object.fromEntries(Object.entries(words).map(([language, { title }]) => [language, title]));
      await givePoints(tx, { accountId, ref: derivedId("reward-points", id), kind: "won", points: BigInt(gift.points), detail: { names }, now: moment.now });
      return;
    }
    case "bonus":
      await giveBonus(tx, moment, {
        id: derivedId("reward-bonus", id),
        accountId,
        code: "CAMPAIGN",
        amountMinor: gift.amount,
        wagering: BigInt(gift.wagering),
        days: gift.days,
      });
      return;
    case "bonusBet":
      return giveBonusBets(tx, { id: derivedId("reward-bonus-bet", id), accountId, gift, now: moment.now });
    case "ticket":
      await enterByGift(tx, moment, { accountId, code: gift.raffle });
      return staleOnCommit(tx, ["raffles.list"], [`member:${accountId}`]);
    case "egg":
      await tell(tx, "campaigns.eggsGiven", { rewardId: id, accountId: String(accountId), count: String(gift.count) });
  }
}

const momentOf = ({ clock, timeZone, config }: Platform): CampaignMoment => ({ now: clock.now(), timeZone, pack: packs[config.pack] });

/** Gives what was claimed and not given, by number. */
export async function finishRewards(platform: Platform): Promise<void> {
  // Points wait while they are switched off; what waits behind them does not.
  const withPoints = await isPointsOn(platform.database.db);
  await workThrough(platform, {
    job: "campaigns:finish",
    find: (after) => listClaimed(platform.database.db, { after, withPoints }),
    each: (tx, { id }) => issue(tx, momentOf(platform), id),
  });
}

const listClaimed = (db: Db, { after, withPoints }: { after: bigint; withPoints: boolean }) =>
  db
    .selectFrom("reward")
    .select(["id", "number"])
    .where("state", "=", "claimed")
    .where("number", ">", after)
    .$if(!withPoints, (query) => query.where("gives", "<>", "points"))
    .orderBy("number")
    .limit(AT_ONCE_MAX)
    .execute();

/** Looks at everyone who came far enough and may be rewarded now, and ends what nobody claimed or came too late for; who may not loses nothing by it. */
export async function attendCampaigns(platform: Platform): Promise<void> {
  const moment = momentOf(platform);
  await workThrough(platform, {
    job: "campaigns:attend",
    find: (after) => listReached(platform.database.db, moment, after),
    each: (tx, { id }) => reach(tx, moment, id),
  });
  await platform.database.begin((tx) => endParts(tx, moment));
  await platform.database.begin((tx) => lapse(tx, moment));
}

/** Also what is in vain: of a stopped campaign, of a closed account. */
const listReached = (db: Db, { now, pack }: CampaignMoment, after: bigint) =>
  db
    .selectFrom("participation as p")
    .innerJoin("account as a", "a.id", "p.account_id")
    .innerJoin("campaign as c", "c.id", "p.campaign_id")
    .select(["p.id", "p.number"])
    .where("p.state", "=", "signed")
    .where(sql<boolean>`p.progress >= p.target`)
    .where("p.number", ">", after)
    .where(sql<boolean>`(c.state = 'stopped' or a.closed or ${mayBeRewarded(now, pack)})`)
    .orderBy("p.number")
    .limit(AT_ONCE_MAX)
    .execute();

/** So long after its end an application is looked at, and a deposit that was credited before it may still be told of. */
const DECIDED_MS = 15 * 60_000;
const TOLD_DAYS = 1;

/** Ends what came too late. Play counts until it is gathered, however long that takes. */
async function endParts(tx: Tx, { now }: CampaignMoment): Promise<void> {
  const { rows } = await sql<{ accountId: bigint }>`
    update participation set state = 'over' where state in ('signed', 'applying', 'process') and id = any(array(
      select p.id from participation p join campaign c on c.id = p.campaign_id
      where p.state in ('signed', 'applying', 'process') and p.until <= ${new Date(now.getTime() - DECIDED_MS)}
        and case when c.trigger in ('ranked', 'drawn') then c.settled_at is not null
          when p.state <> 'signed' then true
          when p.progress >= p.target then false
          when p.counts = 'valid' then p.until <= (select max(starts_at) + interval '5 minutes' from activity_window)
          when p.counts = 'deposits' then p.until <= ${now}::timestamptz - ${TOLD_DAYS} * interval '1 day'
          else true end
      order by p.until limit ${AT_ONCE_MAX} for update of p skip locked)) returning account_id as "accountId"`.execute(tx);
  for (const { accountId } of rows) staleRewards(tx, accountId);
}

async function lapse(tx: Tx, { now, pack }: CampaignMoment): Promise<void> {
  const { rows } = await sql<{ accountId: bigint }>`
    update reward set state = 'lapsed' where state = 'open' and id = any(array(
      select r.id from reward r join account a on a.id = r.account_id where r.state = 'open' and r.claim_until <= ${now} and (${mayBeRewarded(now, pack)} or a.closed)
      order by r.claim_until limit ${AT_ONCE_MAX} for update of r skip locked)) returning account_id as "accountId"`.execute(tx);
  for (const { accountId } of rows) staleRewards(tx, accountId);
}

/**
 * Takes back what a deposit brought that is not kept: what was not given lapses, a bonus is forfeited where it waits or runs, bonus bets and tickets of a raffle whose list is
 * open are gone, and what counted counts no more. Cash, points and eggs that were given are the member's.
 */
export async function takeBack(tx: Tx, moment: LedgerMoment, { accountId, depositId }: { accountId: bigint; depositId: string }): Promise<void> {
  const parts = await tx
    .selectFrom("participation")
    .select(["campaign_id as campaignId", "period"])
    .where("deposit_id", "=", depositId)
    .orderBy("number")
    .forUpdate()
    .execute();
  if (parts.length === 0) return;
  await tx
    .updateTable("participation")
    .set({ progress: 0n, progressed_at: null, deposit_id: null })
    .where("deposit_id", "=", depositId)
    .where("state", "=", "signed")
    .execute();
  const ids = parts.map(({ campaignId, period }) => derivedId("reward", campaignId, String(accountId), period));
  await tx.updateTable("reward").set({ state: "lapsed" }).where("id", "in", ids).where("state", "in", rewardFrom.lapsed).execute();
  for (const id of ids) {
    await forfeitOpen(tx, moment, { accountId, id: derivedId("reward-bonus", id) });
    await endBonusBetsOf(tx, { id: derivedId("reward-bonus-bet", id), accountId, now: moment.now });
  }
  await takeTicketsBack(tx, ids);
  staleRewards(tx, accountId);
}

/** Tickets given for a raffle count while its list is open. */
async function takeTicketsBack(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update reward w set state = 'lapsed', issued_at = null from (
      select c.code from raffle r join campaign c on c.id = r.campaign_id where r.frozen_at is null
        and c.code in (select gift->>'raffle' from reward where id = any(${[...ids]}::uuid[])) for update of r
    ) open where w.id = any(${[...ids]}::uuid[]) and w.state = 'issued' and w.gift->>'raffle' = open.code`.execute(tx);
}

const staleRewards = (tx: Tx, accountId: bigint): void =>
  staleOnCommit(tx, ["campaigns.list", "campaigns.get", "missions.summary", "rewards.summary"], [`member:${accountId}`]);
