import type { CampaignState } from "@laro/contract/campaigns";
import { costOf, decide, type Facts, type Rule } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { lockLeftForOne } from "../approvals/approvals.ts";
import { type CampaignMoment, type CampaignRow, checkRewardable, getCampaignRow, readFacts, readRule } from "./campaigns.facts.ts";
import { checkStakeDay, enter, findPeriod, lockMissions, staleParts, TRIES_MAX } from "./campaigns.enter.ts";
import { reach } from "./campaigns.rewards.ts";
import { checkOpen, participationFrom, type ParticipationState } from "./campaigns.states.ts";

interface Entering {
  readonly accountId: bigint;
  readonly code: string;
}

/** Lets a member into a campaign that asks for no review; counting begins now. Refuses as the contract says. */
export async function join(tx: Tx, moment: CampaignMoment, { accountId, code }: Entering): Promise<void> {
  const campaign = await checkEntering(tx, moment, { accountId, code });
  if (campaign.rule.reviewed) refuse("campaigns.needs_application");
  const id = await enter(tx, moment, { accountId, campaign, state: "signed", comment: "" });
  await reach(tx, moment, id);
}

/** Hands in an application; answers its id. */
export async function apply(tx: Tx, moment: CampaignMoment, { comment, ...entering }: Entering & { readonly comment: string }): Promise<string> {
  const campaign = await checkApplying(tx, moment, entering);
  return enter(tx, moment, { accountId: entering.accountId, campaign, state: "applying", comment });
}

/** Whether a member may hand in an application now; asked again in the transaction that takes it. */
export async function checkApplying(db: Db | Tx, moment: CampaignMoment, entering: Entering): Promise<CampaignRow> {
  const campaign = await checkEntering(db, moment, entering);
  if (!campaign.rule.reviewed) refuse("campaigns.not_in");
  // Before its pictures are read, which cost more than all else.
  const { period } = await findPeriod(db, campaign, moment);
  const known = await (db as Db)
    .selectFrom("participation")
    .select(["state", "tries"])
    .where("id", "=", derivedId("participation", campaign.id, String(entering.accountId), period))
    .executeTakeFirst();
  if (known !== undefined && !mayEnterAgain(known, campaign.rule)) refuse("campaigns.already_in");
  return campaign;
}

/** As `enter` asks it of the row it locks. */
const mayEnterAgain = ({ state, tries }: { state: string; tries: number }, { again }: Pick<Rule, "again">): boolean =>
  tries < TRIES_MAX && (state === "left" || (state === "rejected" && again));

/** Whether a member may come in now; answers the campaign. Refuses as the contract says. */
export async function checkEntering(db: Db | Tx, moment: CampaignMoment, { accountId, code }: Entering): Promise<CampaignRow> {
  const campaign = await getCampaignRow(db, code);
  checkOpen({ ...campaign, now: moment.now });
  // Nobody joins a rain, whose envelopes are opened, nor what registering alone brings.
  if (campaign.rule.trigger.on === "rain" || campaign.rule.trigger.on === "registered") refuse("campaigns.not_open");
  await checkRewardable(db, accountId, moment);
  checkConditions(campaign.rule, await readFacts(db, accountId, moment.now));
  return campaign;
}

/** Refuses with `campaigns.not_eligible` and the first condition that does not hold. */
function checkConditions(rule: Rule, facts: Facts): void {
  const failed = decide(rule, facts).find(({ holds }) => holds === false);
  if (failed !== undefined) refuse("campaigns.not_eligible", { check: failed.condition.is });
}

/** Takes a member out of a campaign in which nothing was reached. Refuses with `campaigns.not_in`. */
export async function leave(tx: Tx, { now, timeZone }: CampaignMoment, { accountId, code }: Entering): Promise<void> {
  const campaign = await getCampaignRow(tx, code);
  const { period } = await findPeriod(tx, campaign, { now, timeZone });
  const moved = await move(tx, { id: derivedId("participation", campaign.id, String(accountId), period), accountId, to: "left" });
  if (!moved) refuse("campaigns.not_in");
  staleParts(tx, accountId);
}

interface Move {
  readonly id: string;
  readonly accountId?: bigint;
  readonly to: ParticipationState;
}

async function move(tx: Tx, { id, accountId, to }: Move): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("participation")
    .set({ state: to })
    .where("id", "=", id)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .where("state", "in", participationFrom[to])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps which pictures belong to an application. */
export async function addImages(tx: Tx, id: string, imageIds: readonly string[], now: Date): Promise<void> {
  await tx.deleteFrom("participation_image").where("participation_id", "=", id).execute();
  if (imageIds.length > 0)
    await tx
      .insertInto("participation_image")
      .values(imageIds.map((image_id) => ({ image_id, participation_id: id, at: now })))
      .execute();
}

interface Taking {
  readonly id: string;
  readonly officer: { readonly id: bigint; readonly name: string };
}

/** So long an application is one officer's alone: whoever took it may have gone home, or left. */
export const TAKEN_MS = 60 * 60_000;

/** Gives an officer an application nobody has, or has had for an hour. Refuses with `campaigns.application_not_found` or `campaigns.application_taken`. */
export async function takeApplication(tx: Tx, { id, officer, now }: Taking & { readonly now: Date }): Promise<void> {
  const taken = await tx
    .updateTable("participation")
    .set({ state: "process", taken_by: officer.id, taken_name: officer.name, taken_at: now })
    .where("id", "=", id)
    .where((where) =>
      where.or([
        where("state", "in", participationFrom.process),
        where.and([where("state", "=", "process"), where("taken_at", "<=", new Date(now.getTime() - TAKEN_MS))]),
      ]),
    )
    .returning("account_id as accountId")
    .executeTakeFirst();
  if (taken === undefined) return refuseApplication(tx, id, "campaigns.application_taken");
  staleParts(tx, taken.accountId);
}

/** Accepts or rejects an application its officer has: counting begins with the acceptance. Accepted is only what could be joined now, within what one officer may hand out. */
export async function decideApplication(
  tx: Tx,
  moment: CampaignMoment,
  { id, officer, accept, reason }: Taking & { readonly accept: boolean; readonly reason: string },
): Promise<void> {
  const row = await tx
    .updateTable("participation")
    .set({ state: accept ? "signed" : "rejected", reason, ...(accept ? { since: moment.now, accepted_at: moment.now } : {}) })
    .where("id", "=", id)
    .where("state", "=", "process")
    .where("taken_by", "=", officer.id)
    .returning(["account_id as accountId", "campaign_id as campaignId", "version", "counts", "target"])
    .executeTakeFirst();
  if (row === undefined) return refuseApplication(tx, id, "campaigns.application_not_yours");
  staleParts(tx, row.accountId);
  if (!accept) return;
  await checkAccepting(tx, moment, { id, ...row });
  await reach(tx, moment, id);
}

interface Accepting {
  readonly id: string;
  readonly accountId: bigint;
  readonly campaignId: string;
  readonly version: number;
  readonly counts: string;
  readonly target: bigint | null;
}

/** What an acceptance asks besides, its row being written: the campaign is open, the member fits it, and neither the day of the member nor that of the office is full. */
async function checkAccepting(tx: Tx, moment: CampaignMoment, { id, accountId, campaignId, version, counts, target }: Accepting): Promise<void> {
  const joined = await tx
    .selectFrom("campaign as c")
    .innerJoin("campaign_version as v", "v.campaign_id", "c.id")
    .select(["c.state", "c.starts_at as startsAt", "c.ends_at as endsAt", "v.rule"])
    .where("c.id", "=", campaignId)
    .where("v.version", "=", version)
    .executeTakeFirstOrThrow();
  const rule = readRule(joined.rule);
  checkOpen({ ...joined, state: joined.state as CampaignState, now: moment.now });
  await checkRewardable(tx, accountId, moment);
  checkConditions(rule, await readFacts(tx, accountId, moment.now));
  await lockMissions(tx, accountId);
  if (counts === "valid" && target !== null) await checkStakeDay(tx, accountId, moment);
  const cost = rule.gift === null ? 0n : costOf(rule.gift);
  if (cost > (await lockLeftForOne(tx, { accountId, orderId: id }, moment))) refuse("campaigns.alone_full");
  await tx.updateTable("participation").set({ accepted_cost: cost }).where("id", "=", id).execute();
}

async function refuseApplication(tx: Tx, id: string, code: "campaigns.application_taken" | "campaigns.application_not_yours"): Promise<never> {
  const known = await tx.selectFrom("participation").select("id").where("id", "=", id).where("state", "in", ["applying", "process"]).executeTakeFirst();
  return refuse(known === undefined ? "campaigns.application_not_found" : code, { field: "id" });
}

/**
 * Every condition of a campaign beside what is found of a member: by the version they joined, else the one in force. Of one for newcomers also whether the account is one, and where
 * only verified members are rewarded, that.
 */
export async function explain(db: Db, { accountId, code, now, pack }: Entering & Pick<CampaignMoment, "now" | "pack">) {
  const campaign = await getCampaignRow(db, code);
  const joined = await db
    .selectFrom("participation as p")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "p.campaign_id").onRef("v.version", "=", "p.version"))
    .select("v.rule")
    .where("p.account_id", "=", accountId)
    .where("p.campaign_id", "=", campaign.id)
    .orderBy("p.number", "desc")
    .limit(1)
    .executeTakeFirst();
  const rule = joined === undefined ? campaign.rule : readRule(joined.rule);
  const isForNew = rule.trigger.on === "registered";
  const conditions = [...(isForNew && pack.verifiedOnly ? [{ is: "verified" as const }] : []), ...rule.conditions];
  const checks = decide({ conditions }, await readFacts(db, accountId, now));
  return { checks: [...checks], registered: isForNew ? await findRegistered(db, accountId, campaign) : null };
}

/** When an account was made, and whether the campaign ran then. */
async function findRegistered(db: Db, accountId: bigint, { startsAt, endsAt }: CampaignRow) {
  const { at } = await db.selectFrom("account").select("created_at as at").where("id", "=", accountId).executeTakeFirstOrThrow();
  return { at: at.toISOString(), holds: at >= startsAt && at < endsAt };
}
