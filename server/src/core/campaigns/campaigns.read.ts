import type { CampaignCard, CampaignDetail, campaigns, CampaignState, CampaignTab, CampaignWords } from "@laro/contract/campaigns";
import type { Rule } from "@laro/contract/core/campaignRules";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql, type RawBuilder } from "kysely";
import { readCountedUpTo } from "./campaigns.count.ts";
import { type CampaignMoment, readRule } from "./campaigns.facts.ts";
import { labelOf, type ParticipationState } from "./campaigns.states.ts";
import { findPictures, type KeptPictureRow } from "../images/pictures.ts";
import { brand, type JurisdictionPack, packs } from "../settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage } from "../../platform/pages.ts";
import type { Actor } from "../../platform/actor.ts";
import type { Platform } from "../../platform/routes.ts";

/** So long after its end a campaign is still listed. */
const SHOWN_AFTER_MS = 14 * 24 * 60 * 60_000;

/** So long the job that brings a newcomer what they get by registering may take. */
const BROUGHT_WITHIN_MS = 10 * 60_000;

export interface Looker {
  /** Undefined for a visitor. */
  readonly accountId: bigint | undefined;
  readonly language: string | undefined;
  readonly now: Date;
  readonly timeZone: string;
  readonly pack: Pick<JurisdictionPack, "verifiedOnly">;
}

export const momentOf = ({ config, timeZone }: Pick<Platform, "config" | "timeZone">, now: Date): CampaignMoment => ({
  now,
  timeZone,
  pack: packs[config.pack],
});

export const lookerOf = (
  { config, timeZone }: Pick<Platform, "config" | "timeZone">,
  { actor, language, now }: { actor: Actor; language: string | undefined; now: Date },
): Looker => ({
  accountId: actor.kind === "member" ? actor.id : undefined,
  language,
  now,
  timeZone,
  pack: packs[config.pack],
});

interface Row {
  readonly id: string;
  readonly number: bigint;
  readonly code: string;
  readonly state: CampaignState;
  readonly tab: CampaignTab;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly budget: bigint;
  readonly words: unknown;
  readonly pictureId: string | null;
  readonly rule: unknown;
  readonly clearance: string;
  readonly permit: string;
  readonly part: ParticipationState | null;
  readonly counts: string | null;
  readonly progress: bigint | null;
  readonly target: bigint | null;
  readonly partReason: string | null;
  readonly tries: number | null;
  readonly reward: "open" | "claimed" | "issued" | "lapsed" | "refused" | null;
  readonly rewardReason: string | null;
  readonly claimUntil: Date | null;
  /** The account was made while the campaign runs, and may still be brought into it: in a moment, or once it is verified. */
  readonly isNew: boolean;
  readonly isOver: boolean;
}

/** Nobody can join it or take anything from it any more: such campaigns stand below all others. */
const isOver = (now: Date) => sql<boolean>`((c.state <> 'published' or c.ends_at <= ${now}) and coalesce(r.state not in ('open', 'claimed'), true))`;

/** How far what a member got has come: a reward `r`, or a red envelope `e` of a rain. */
const rewardOf = sql`coalesce(r.state, case when e.paid_at is not null then 'issued' when e.n is not null then 'claimed' end)`;

/**
 * Campaigns `c` with where a member stands: the version they joined, else the one in force; the participation of the period that runs, and before it an earlier one whose reward still
 * waits to be claimed or given.
 */
const selectRows = ({ accountId, now, timeZone, pack }: Looker, { where, limit }: { where: RawBuilder<unknown>; limit: number }) => sql<Row>`
  select c.id, c.number, c.code, c.state, c.tab, c.starts_at as "startsAt", c.ends_at as "endsAt", c.budget, v.words, v.picture_id as "pictureId", v.rule, v.clearance, v.permit,
    p.state as part, p.counts, p.progress, p.target, p.reason as "partReason", p.tries, ${rewardOf} as reward, r.reason as "rewardReason", r.claim_until as "claimUntil", ${isOver(now)} as "isOver",
    exists (select from account a where a.id = ${accountId ?? null}::bigint and a.created_at >= c.starts_at and a.created_at < c.ends_at and (a.created_at > ${new Date(now.getTime() - BROUGHT_WITHIN_MS)}
      or (a.verification <> 'A' and (${pack.verifiedOnly}::boolean or v.rule @> '{"conditions": [{"is": "verified"}]}')))) as "isNew"
  from campaign c join campaign_version f on f.campaign_id = c.id and f.version = c.version
  left join lateral (
    select w.* from reward w where w.account_id = ${accountId ?? null}::bigint and w.campaign_id = c.id and w.state in ('open', 'claimed') order by w.number limit 1
  ) waiting on true
  left join participation p on p.campaign_id = c.id and p.account_id = ${accountId ?? null}::bigint
    and p.period = coalesce(waiting.occasion, campaign_period(f.rule->>'period', ${now}, ${timeZone})) and p.state <> 'left'
  left join reward r on r.campaign_id = c.id and r.account_id = ${accountId ?? null}::bigint and r.occasion = coalesce(waiting.occasion, p.period)
  left join envelope_claim e on e.campaign_id = c.id and e.account_id = ${accountId ?? null}::bigint
  join campaign_version v on v.campaign_id = c.id and v.version = coalesce(p.version, c.version)
  where c.version > 0 and ${where} order by "isOver", c.number desc limit ${limit}`;

/** Whether the last row of a page is over, and its number. */
const CURSOR = /^(true|false)\.([0-9]{1,18})$/;

function isAfter(cursor: string | undefined, now: Date): RawBuilder<unknown> {
  const [, over, number] = CURSOR.exec(cursor ?? "") ?? [];
  return number === undefined ? sql`true` : sql`(${isOver(now)}, -c.number) > (${over === "true"}::boolean, ${-BigInt(number)}::bigint)`;
}

/** What is offered, of one tab, or what a member is in: what goes on before what is over, newest first. */
export async function listCampaigns(
  db: Db,
  looker: Looker,
  { tab, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof campaigns)["list"]>,
): Promise<OutputOf<(typeof campaigns)["list"]>> {
  const { accountId, now } = looker;
  const isShown =
    tab === "mine"
      ? sql`(exists (select from participation m where m.account_id = ${accountId ?? null}::bigint and m.campaign_id = c.id and m.state <> 'left')
          or exists (select from envelope_claim k where k.account_id = ${accountId ?? null}::bigint and k.campaign_id = c.id))`
      : sql`c.ends_at > ${new Date(now.getTime() - SHOWN_AFTER_MS)} and (${tab ?? null}::text is null or c.tab = ${tab ?? null}::text)`;
  const { rows } = await selectRows(looker, { where: sql`${isAfter(cursor, now)} and ${isShown}`, limit: limit + 1 }).execute(db);
  const pictures = await picturesOf(db, rows);
  return cutPage(rows, { limit, describe: (row) => describeCard(row, looker, pictures), cursorOf: (row) => `${row.isOver}.${row.number}` });
}

/** Of more than these nobody needs to know how many they are, and a look at a board must cost no more. */
export const COUNTED_MAX = 10_000;

/** How many are in a campaign, counted up to `COUNTED_MAX`. */
export const countIn = (campaignId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from (select from participation m where m.campaign_id = ${campaignId} and m.state <> 'left' limit ${COUNTED_MAX}) counted)`;

interface OfTrigger {
  readonly triggers: readonly string[];
  readonly limit: number;
  /** Those that ended lately too. */
  readonly after?: boolean;
  readonly code?: string;
  /** Tournaments alone, or none of them. */
  readonly seated?: boolean;
}

/** Campaigns of some triggers that are not over, or whose reward waits for the looker, newest first. */
export async function listByTrigger(
  db: Db | Tx,
  looker: Looker,
  { triggers, limit, after = false, code, seated }: OfTrigger,
): Promise<readonly CampaignCard[]> {
  const since = new Date(looker.now.getTime() - (after ? SHOWN_AFTER_MS : 0));
  const isKind = seated === undefined ? sql`true` : sql`exists (select from tournament t where t.campaign_id = c.id) = ${seated}::boolean`;
  const shown = sql`c.trigger = any(${[...triggers]}::text[]) and ${isKind} and (${code?.toUpperCase() ?? null}::text is null or c.code = ${code?.toUpperCase() ?? null}) and (c.ends_at > ${since} or exists (
    select from reward w where w.account_id = ${looker.accountId ?? null}::bigint and w.campaign_id = c.id and w.state in ('open', 'claimed')))`;
  const { rows } = await selectRows(looker, { where: shown, limit }).execute(db as Tx);
  const pictures = await picturesOf(db, rows);
  return rows.map((row) => describeCard(row, looker, pictures));
}

/** One campaign whole. Refuses with `campaigns.not_found`. */
export async function getCampaign(db: Db | Tx, looker: Looker, code: string): Promise<CampaignDetail> {
  const { rows } = await selectRows(looker, { where: sql`c.code = ${code.toUpperCase()}`, limit: 1 }).execute(db as Tx);
  const row = rows[0] ?? refuse("campaigns.not_found", { field: "code" });
  const rule = readRule(row.rule);
  const upTo = row.counts === "valid" ? await readCountedUpTo(db) : null;
  return {
    ...describeCard(row, looker, await picturesOf(db, rows)),
    text: wordsIn(row.words, looker.language).text,
    rule,
    budget: row.budget,
    clearance: row.clearance,
    permit: row.permit,
    reason: row.part === "rejected" ? (row.partReason ?? "") : (row.rewardReason ?? ""),
    canLeave: row.part === "applying" || row.part === "signed",
    countedUpTo: upTo === null ? null : upTo.toISOString(),
  };
}

type Pictures = ReadonlyMap<string, KeptPictureRow>;
const picturesOf = (db: Db | Tx, rows: readonly Row[]): Promise<Pictures> =>
  findPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  );

/** In the language asked for where there are words of it, else in the brand's own. */
export function wordsIn(kept: unknown, language: string | undefined): CampaignWords[string] {
  const words = kept as CampaignWords;
  const asked = words[language?.toUpperCase() ?? ""];
  return asked !== undefined && asked.title !== "" ? asked : (words[brand.defaultLanguage] ?? { title: "", summary: "", text: "" });
}

/** Registering is no joining: a newcomer is in it until it is brought, and it is closed to whoever was there before or did not fit. */
const standsAt = ({ part, isNew }: Row, { trigger }: Pick<Rule, "trigger">, { accountId }: Looker): ParticipationState | null =>
  part === null && trigger.on === "registered" && accountId !== undefined ? (isNew ? "signed" : "over") : part;

function describeCard(row: Row, looker: Looker, pictures: Pictures): CampaignCard {
  const { language, now } = looker;
  const { code, tab, startsAt, endsAt, counts, progress, target, claimUntil, reward } = row;
  const { title, summary } = wordsIn(row.words, language);
  const rule = readRule(row.rule);
  const { trigger, gift, reviewed } = rule;
  const picture = pictures.get(row.pictureId ?? "");
  const isCounted = counts !== null && counts !== "nothing";
  return {
    code,
    tab,
    title,
    summary,
    picture: picture === undefined ? null : { ...picture, alt: title },
    trigger,
    gift,
    reviewed,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    label: labelOf({ state: row.state, startsAt, endsAt, participation: standsAt(row, rule, looker), reward, now }),
    progress: isCounted ? String(progress) : null,
    target: isCounted && target !== null ? String(target) : null,
    claimUntil: reward === "open" ? (claimUntil?.toISOString() ?? null) : null,
  };
}
