import type { InputOf } from "@laro/contract/core/endpoint";
import { type campaigns, type CampaignState, CampaignWords } from "@laro/contract/campaigns";
import { costOf, costOfPrizes, type Gift, type Rule, WINNERS_MAX } from "@laro/contract/core/campaignRules";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { z } from "zod";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Keys } from "../../platform/keys.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { takesBonusBets } from "../bonuses/bonusBets.ts";
import { engineOf, listHouseGames } from "../catalogue/catalogue.ts";
import { findPictures } from "../images/pictures.ts";
import { brand, type JurisdictionPack } from "../settings/packs.ts";
import { readRule, writeRule } from "./campaigns.facts.ts";
import { campaignFrom } from "./campaigns.states.ts";
import { checkRain, cutRain, findRainFault } from "./envelopes.cut.ts";
import { commitSeed } from "./raffles.ts";
import { checkSeat, openTournament } from "./tournaments.ts";

type Draft = Omit<InputOf<(typeof campaigns)["save"]>, "madeAt" | "reason">;
const DAY_MS = 24 * 60 * 60_000;
const RUNS_MAX_MS = 366 * DAY_MS;
const PERIOD_DAYS = { day: 1, week: 7, month: 28 } as const;

interface Office {
  readonly by: OperatorActor;
  readonly now: Date;
  readonly pack: JurisdictionPack;
}

/** Whoever publishes may promise a raffle's seed. */
type Publishing = Office & { readonly keys: Keys };

/**
 * Writes a draft: a new campaign's, where nothing is said of when it was made, or the next version's of one there is. Refuses with `campaigns.code_taken`, `.not_found`,
 * `.version_changed`, `.wrong_state`, `.rule_invalid` and `.text_missing`.
 */
export async function saveDraft(tx: Tx, { draft, madeAt, by, now, pack }: Office & { readonly draft: Draft; readonly madeAt: string | null }): Promise<void> {
  await checkDraft(tx, draft, { now, pack });
  const found = await tx.selectFrom("campaign").select(["id", "version", "state", "trigger"]).where("code", "=", draft.code).forUpdate().executeTakeFirst();
  if (madeAt === null && found !== undefined) refuse("campaigns.code_taken", { field: "code" });
  if (madeAt !== null && found === undefined) refuse("campaigns.not_found", { field: "code" });
  if (found?.state === "stopped" || found?.state === "submitted") refuse("campaigns.wrong_state");
  if (found !== undefined) checkLookedAt(await readMadeAt(tx, found.id), madeAt!);
  // What is counted for those who are in must stay what is counted.
  if (found !== undefined && found.version > 0 && found.trigger !== draft.rule.trigger.on)
    refuse("campaigns.rule_invalid", { field: "rule.trigger", what: "trigger" });
  if (found !== undefined && found.version > 0) await checkSeat(tx, { campaignId: found.id, rule: draft.rule });
  const id = found?.id ?? newId(now);
  const head = { tab: draft.tab, trigger: draft.rule.trigger.on, starts_at: new Date(draft.startsAt), ends_at: new Date(draft.endsAt), budget: draft.budget };
  if (found === undefined)
    await tx
      .insertInto("campaign")
      .values({ id, code: draft.code, state: "draft", ...head })
      .execute();
  else if (found.version === 0) await tx.updateTable("campaign").set(head).where("id", "=", id).execute();
  const row = {
    tab: draft.tab,
    picture_id: draft.pictureId,
    words: JSON.stringify(draft.words),
    rule: writeRule(draft.rule),
    starts_at: head.starts_at,
    ends_at: head.ends_at,
    budget: draft.budget,
    clearance: draft.clearance,
    permit: draft.permit,
    two_from: isForTwo(draft.rule, found?.version ?? 0, pack) ? 0n : pack.rewards.twoOfficersFromMinor,
    state: "draft",
    made_by: by.id,
    made_name: by.name,
    made_at: now,
  };
  const open = await tx
    .updateTable("campaign_version")
    .set(row)
    .where("campaign_id", "=", id)
    .where("state", "=", "draft")
    .returning("version")
    .executeTakeFirst();
  if (open === undefined) {
    if (await hasSubmitted(tx, id)) refuse("campaigns.wrong_state");
    await tx
      .insertInto("campaign_version")
      .values({ campaign_id: id, version: (found?.version ?? 0) + 1, ...row })
      .execute();
  }
  tellDesk(tx);
}

/** When the newest version of a campaign was written. */
async function readMadeAt(tx: Tx, campaignId: string): Promise<Date> {
  const newest = tx.selectFrom("campaign_version").select("made_at as madeAt").where("campaign_id", "=", campaignId).orderBy("version", "desc").limit(1);
  return (await newest.executeTakeFirstOrThrow()).madeAt;
}

/** Whoever writes on or publishes says which version they looked at. */
function checkLookedAt(made: Date, looked: string): void {
  if (made.getTime() !== new Date(looked).getTime()) refuse("campaigns.version_changed");
}

/** Whatever its budget: what changes a promise that is out, what gives one member as much as nobody gives alone, and tickets, whose worth is the raffle's or an egg's. */
const isForTwo = ({ trigger, gift, prizes }: Rule, inForce: number, { twoOfficersFromMinor }: JurisdictionPack): boolean =>
  inForce > 0 ||
  (trigger.on === "rain" && trigger.maximum >= twoOfficersFromMinor) ||
  giftsOf({ gift, prizes }).some((one) => isTicket(one) || costOf(one) >= twoOfficersFromMinor);

const isTicket = ({ gives }: Gift): boolean => gives === "ticket" || gives === "egg";

const giftsOf = ({ gift, prizes }: Pick<Rule, "gift" | "prizes">) => [...(gift === null ? [] : [gift]), ...prizes.map((prize) => prize.gift)];

const hasSubmitted = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom("campaign_version").select("version").where("campaign_id", "=", id).where("state", "=", "submitted").executeTakeFirst()) !== undefined;

/** What of a draft cannot be: said with its field, so that the desk shows it there. */
async function checkDraft(
  tx: Tx,
  { code, words, pictureId, startsAt, endsAt, budget, clearance, permit, rule }: Draft,
  { now, pack }: Pick<Office, "now" | "pack">,
): Promise<void> {
  const wrong = (field: string, what: string): never => refuse("campaigns.rule_invalid", { field, what });
  const span = new Date(endsAt).getTime() - new Date(startsAt).getTime();
  if (span <= 0 || span > RUNS_MAX_MS || new Date(endsAt) <= now) wrong("endsAt", "time");
  if (pictureId !== null && !(await findPictures(tx, [pictureId])).has(pictureId)) wrong("pictureId", "picture");
  for (const language of brand.languages)
    if ((words[language]?.title ?? "") === "" || (words[language]?.summary ?? "") === "") refuse("campaigns.text_missing", { field: "words", language });
  if (Object.keys(words).some((language) => !brand.languages.includes(language))) wrong("words", "language");
  if (pack.rewards.clearanceNumber && clearance === "") wrong("clearance", "clearance");
  if (pack.rewards.permitForRaffle && rule.trigger.on === "drawn" && permit === "") wrong("permit", "permit");
  const fault = findFault(rule, {
    budget,
    days: Math.max(1, Math.ceil(span / DAY_MS)),
    stakeDayMinor: pack.rewards.missionStakeDayMinor,
    aloneMinor: pack.twoOfficersFromMinor,
  });
  if (fault !== undefined) wrong(fault.field, fault.what);
  await checkRaffle(tx, { startsAt, rule }, now);
  await checkRain(tx, { code, startsAt, endsAt, budget, rule }, now);
  await checkPromised(tx, { code, startsAt, endsAt, rule }, now);
}

/** Whoever is on a board or in a raffle that has begun was promised its prizes and its times: no version changes them. */
async function checkPromised(tx: Tx, { code, startsAt, endsAt, rule }: Pick<Draft, "code" | "endsAt" | "rule" | "startsAt">, now: Date): Promise<void> {
  const begun = await tx
    .selectFrom("campaign as c")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "c.id").onRef("v.version", "=", "c.version"))
    .select(["v.rule", "c.starts_at as startsAt", "c.ends_at as endsAt"])
    .where("c.code", "=", code)
    .where("c.trigger", "in", ["ranked", "drawn"])
    .where("c.starts_at", "<=", now)
    .executeTakeFirst();
  if (begun === undefined) return;
  if (begun.startsAt.getTime() !== new Date(startsAt).getTime()) refuse("campaigns.rule_invalid", { field: "startsAt", what: "promised" });
  if (begun.endsAt.getTime() !== new Date(endsAt).getTime()) refuse("campaigns.rule_invalid", { field: "endsAt", what: "promised" });
  if (writeRule({ ...rule, prizes: readRule(begun.rule).prizes }) !== writeRule(rule))
    refuse("campaigns.rule_invalid", { field: "rule.prizes", what: "promised" });
}

interface Bounds {
  readonly budget: bigint;
  readonly days: number;
  readonly stakeDayMinor: bigint;
  /** From here on one officer alone gives nothing to a member. */
  readonly aloneMinor: bigint;
}

/** The first thing of a rule that does not hold together. */
function findFault(rule: Rule, { budget, days, stakeDayMinor, aloneMinor }: Bounds): { field: string; what: string } | undefined {
  const { trigger, gift, prizes, conditions, period, reviewed, dayMax } = rule;
  if (conditions.some((one) => one.is === "amount") && trigger.on !== "deposited") return { field: "rule.conditions", what: "amount" };
  if (conditions.some((one) => one.is === "level" && one.from > one.to)) return { field: "rule.conditions", what: "level" };
  if (trigger.on === "registered" && conditions.some((one) => one.is === "accountAge" && one.atLeast)) return { field: "rule.conditions", what: "age" };
  if (trigger.on === "rain") return findRainFault(trigger, rule, budget);
  const isPlaced = trigger.on === "ranked" || trigger.on === "drawn";
  if (budget < 0n || (dayMax !== null && (dayMax <= 0n || dayMax > budget))) return { field: "budget", what: "budget" };
  if ((trigger.on === "played" || trigger.on === "drawn") && trigger.target <= 0n) return { field: "rule.trigger", what: "target" };
  if (trigger.on === "played" && (trigger.target + BigInt(daysOf(period, days)) - 1n) / BigInt(daysOf(period, days)) > stakeDayMinor)
    return { field: "rule.trigger", what: "stakeDay" };
  if (isPlaced !== (gift === null) || isPlaced !== prizes.length > 0) return { field: "rule.gift", what: "gift" };
  if ((isPlaced || trigger.on === "registered") && (period !== "once" || reviewed)) return { field: "rule.period", what: "period" };
  // Its places are all given on one day.
  if (isPlaced && dayMax !== null) return { field: "budget", what: "day" };
  if (prizes.reduce((sum, { count }) => sum + count, 0) > WINNERS_MAX) return { field: "rule.prizes", what: "prizes" };
  // A tournament counts the chips of its own game.
  if (trigger.on === "ranked" && trigger.seat !== undefined && trigger.categories.length > 0) return { field: "rule.trigger", what: "seat" };
  const gifts = giftsOf({ gift, prizes });
  if (gifts.some(isWorthless)) return { field: "rule.gift", what: "amount" };
  // Of those who apply one officer chooses who gets it.
  if (reviewed && gift !== null && (isTicket(gift) || costOf(gift) >= aloneMinor)) return { field: "rule.gift", what: "alone" };
  // A missed day costs nothing, so coming by is worth points alone.
  if (trigger.on === "visited" && gift?.gives !== "points") return { field: "rule.gift", what: "visits" };
  if (gifts.some((one) => isPlaced && one.gives === "ticket")) return { field: "rule.prizes", what: "ticket" };
  const least = isPlaced ? costOfPrizes(prizes) : costOf(gift!);
  return least > budget ? { field: "budget", what: "budget" } : undefined;
}

/** Whether bonus bets of a stake, in minor units, can be played in any game. */
const isBonusBetStake = (stakeMinor: bigint): boolean =>
  listHouseGames()
    .map(engineOf)
    .some((engine) => takesBonusBets(engine) && stakeMinor >= engine.stakeMin && stakeMinor <= engine.stakeMax && stakeMinor % engine.stakeStep === 0n);

/** Whether it gives no money, or bonus bets that no game takes. */
const isWorthless = (gift: Gift): boolean =>
  gift.gives === "bonusBet" ? !isBonusBetStake(gift.stake) : (gift.gives === "cash" || gift.gives === "bonus") && gift.amount <= 0n;

const daysOf = (period: Rule["period"], days: number): number => (period === "once" ? days : PERIOD_DAYS[period]);

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Tickets are for a raffle there is, which is drawn after they can be won. */
async function checkRaffle(tx: Tx, { startsAt, rule: { gift } }: Pick<Draft, "rule" | "startsAt">, now: Date): Promise<void> {
  if (gift?.gives !== "ticket") return;
  const raffle = await tx
    .selectFrom("campaign")
    .select("id")
    .where("code", "=", gift.raffle)
    .where("trigger", "=", "drawn")
    .where("state", "in", ["published", "paused"])
    .where("ends_at", ">", later(now, new Date(startsAt)))
    .executeTakeFirst();
  if (raffle === undefined) refuse("campaigns.rule_invalid", { field: "rule.gift", what: "raffle" });
}

/** The version of a campaign that is written on, with the campaign locked. */
async function lockOpen(tx: Tx, code: string, state: "draft" | "submitted") {
  const campaign = await tx.selectFrom("campaign").select(["id", "state", "version"]).where("code", "=", code.toUpperCase()).forUpdate().executeTakeFirst();
  if (campaign === undefined) refuse("campaigns.not_found", { field: "code" });
  const open = await tx
    .selectFrom("campaign_version")
    .select(["version", "budget", "two_from as twoFrom", "made_by as madeBy", "tab", "starts_at as startsAt", "ends_at as endsAt", "rule", "words"])
    .select(["picture_id as pictureId", "clearance", "permit", "made_at as madeAt"])
    .where("campaign_id", "=", campaign.id)
    .where("state", "=", state)
    .executeTakeFirst();
  if (open === undefined) refuse(state === "draft" ? "campaigns.not_draft" : "campaigns.not_submitted");
  return { campaign, open, rule: readRule(open.rule) };
}

interface Looked {
  readonly code: string;
  readonly madeAt: string;
}

/** Publishes a draft its maker may publish alone, as it was looked at; any other waits for another officer. Refuses with `campaigns.version_changed` what was written anew since. */
export async function submitDraft(tx: Tx, { code, madeAt }: Looked, office: Publishing): Promise<void> {
  const found = await lockOpen(tx, code, "draft");
  checkLookedAt(found.open.madeAt, madeAt);
  await checkAgain(tx, code, found, office);
  if (found.campaign.state === "stopped") refuse("campaigns.wrong_state");
  if (found.open.budget + (await sumAlone(tx, office)) < found.open.twoFrom) return publish(tx, found, { ...office, approver: null });
  await tx.updateTable("campaign_version").set({ state: "submitted" }).where("campaign_id", "=", found.campaign.id).where("state", "=", "draft").execute();
  if (found.campaign.version === 0) await move(tx, found.campaign.id, "submitted");
  tellDesk(tx);
}

/** The budgets that single officers published since midnight: many small campaigns are one large one. Locked until the transaction ends, so that of two the second counts the first. */
async function sumAlone(tx: Tx, { now, pack }: Office): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtext('campaigns:alone'))`.execute(tx);
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(budget), 0)::bigint as sum from campaign_version where approved_by is null and published_at >= period_start(${now}, 'day', ${pack.timeZone})`.execute(
    tx,
  );
  return rows[0]!.sum;
}

/** What was right when it was written can be wrong by now. */
async function checkAgain(tx: Tx, code: string, { open, rule }: Awaited<ReturnType<typeof lockOpen>>, office: Office): Promise<void> {
  const { tab, words, budget, pictureId, clearance, permit } = open;
  const draft = { code, tab: tab as Draft["tab"], budget, pictureId, clearance, permit, rule, words: z.parse(CampaignWords, words) };
  await checkDraft(tx, { ...draft, startsAt: open.startsAt.toISOString(), endsAt: open.endsAt.toISOString() }, office);
}

/** Publishes what another officer submitted, as it was looked at. Refuses with `campaigns.own_approval`, and with `campaigns.version_changed` what was written anew since. */
export async function approve(tx: Tx, { code, madeAt }: Looked, office: Publishing): Promise<void> {
  const found = await lockOpen(tx, code, "submitted");
  if (found.open.madeBy === office.by.id) refuse("campaigns.own_approval");
  checkLookedAt(found.open.madeAt, madeAt);
  await checkAgain(tx, code, found, office);
  await publish(tx, found, { ...office, approver: office.by });
}

/** Gives what was submitted back to be written on. */
export async function decline(tx: Tx, code: string): Promise<void> {
  const { campaign } = await lockOpen(tx, code, "submitted");
  await tx.updateTable("campaign_version").set({ state: "draft" }).where("campaign_id", "=", campaign.id).where("state", "=", "submitted").execute();
  if (campaign.version === 0) await move(tx, campaign.id, "draft");
  tellDesk(tx);
}

async function publish(
  tx: Tx,
  { campaign, open, rule }: Awaited<ReturnType<typeof lockOpen>>,
  { approver, keys, now }: Publishing & { approver: OperatorActor | null },
): Promise<void> {
  await tx
    .updateTable("campaign_version")
    .set({ state: "published", published_at: now, approved_by: approver?.id ?? null, approved_name: approver?.name ?? null })
    .where("campaign_id", "=", campaign.id)
    .where("version", "=", open.version)
    .where("state", "<>", "published")
    .execute();
  // A budget below what is spent already cannot be: the check of the table refuses it.
  const { numAffectedRows } = await sql`
    update campaign set version = ${open.version}, state = case when state = 'paused' then state else 'published' end, tab = ${open.tab}, starts_at = ${open.startsAt},
      ends_at = ${open.endsAt}, budget = ${open.budget}
    where id = ${campaign.id} and state <> 'stopped' and spent <= ${open.budget} and settled_at is null`.execute(tx);
  if (numAffectedRows !== 1n) refuse("campaigns.rule_invalid", { field: "budget", what: "budget" });
  if (rule.trigger.on === "drawn") await commitSeed(tx, keys, { campaignId: campaign.id, now });
  if (rule.trigger.on === "rain") await cutRain(tx, keys, { campaignId: campaign.id, trigger: rule.trigger, totalMinor: open.budget, now });
  await openTournament(tx, { campaignId: campaign.id, rule });
  tellEveryone(tx);
}

async function move(tx: Tx, id: string, to: CampaignState, reason = ""): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("campaign")
    .set({ state: to, ...(to === "stopped" ? { stop_reason: reason } : {}) })
    .where("id", "=", id)
    .where("state", "in", campaignFrom[to])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Pauses, resumes or stops what is published. Refuses with `campaigns.not_found` or `campaigns.wrong_state`. */
export async function steer(
  tx: Tx,
  { code, to, reason }: { readonly code: string; readonly to: "published" | "paused" | "stopped"; readonly reason: string },
): Promise<void> {
  const row = await tx.selectFrom("campaign").select(["id", "state"]).where("code", "=", code.toUpperCase()).forUpdate().executeTakeFirst();
  if (row === undefined) refuse("campaigns.not_found", { field: "code" });
  const isFitting = to !== "published" || row.state === "paused";
  if (!isFitting || !(await move(tx, row.id, to, reason))) refuse("campaigns.wrong_state");
  tellEveryone(tx);
}

const tellDesk = (tx: Tx): void => staleOnCommit(tx, ["campaigns.all"], ["operators"]);
const tellEveryone = (tx: Tx): void => {
  tellDesk(tx);
  staleOnCommit(
    tx,
    [
      "campaigns.list",
      "campaigns.get",
      "missions.summary",
      "leaderboards.list",
      "raffles.list",
      "envelopes.next",
      "envelopes.result",
      "tournaments.list",
      "accounts.registerSettings",
    ],
    ["everyone"],
  );
};
