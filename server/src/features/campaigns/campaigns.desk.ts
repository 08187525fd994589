import {
  type Application,
  applicationStates,
  type campaigns,
  type CampaignState,
  type CampaignTab,
  type CampaignWords,
  type DeskCampaign,
} from "@laro/contract/campaigns";
import type { z } from "zod";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import { readRule } from "../../core/campaigns/campaigns.facts.ts";
import { TAKEN_MS } from "../../core/campaigns/campaigns.parts.ts";
import { COUNTED_MAX, countIn, wordsIn } from "../../core/campaigns/campaigns.read.ts";
import { brand } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";

type Desk = z.output<typeof DeskCampaign>;

/** Each campaign with the version that is written on or waits, else the one in force. */
const selectDesk = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("campaign as c")
    .innerJoin("campaign_version as v", (on) =>
      on
        .onRef("v.campaign_id", "=", "c.id")
        .on(
          "v.version",
          "=",
          sql<number>`coalesce((select o.version from campaign_version o where o.campaign_id = c.id and o.state <> 'published'), c.version)`,
        ),
    )
    .select(["c.number", "c.code", "c.state", "c.version", "c.spent", "c.starts_at as inForceFrom", "c.ends_at as inForceTo", "c.stop_reason as stopReason"])
    .select([
      "v.state as versionState",
      "v.version as shownVersion",
      "v.tab",
      "v.picture_id as pictureId",
      "v.words",
      "v.rule",
      "v.starts_at as startsAt",
      "v.ends_at as endsAt",
    ])
    .select(["v.budget", "v.clearance", "v.permit", "v.two_from as twoFrom", "v.made_name as madeBy", "v.made_at as madeAt", "v.approved_name as approvedBy"])
    .leftJoin("envelope_rain as e", "e.campaign_id", "c.id")
    .select(["e.taken", "e.given"])
    .select(
      sql<number>`(select count(*)::int from (select from envelope_claim k where k.campaign_id = c.id and k.paid_at is null limit ${COUNTED_MAX}) counted)`.as(
        "unpaid",
      ),
    )
    .select(sql<number>`${countIn(sql`c.id`)}`.as("joined"))
    .select(
      sql<number | null>`case when exists (select from tournament t where t.campaign_id = c.id)
        then (select count(*)::int from (select from tournament_seat s where s.campaign_id = c.id and s.rounds > 0 limit ${COUNTED_MAX}) counted) end`.as(
        "seats",
      ),
    )
    .select(
      sql<number>`(select count(*)::int from (select from reward r where r.campaign_id = c.id and r.state = 'issued' limit ${COUNTED_MAX}) counted)`.as(
        "issued",
      ),
    );
type Row = Awaited<ReturnType<ReturnType<typeof selectDesk>["executeTakeFirstOrThrow"]>>;

function phaseOf({ version, state, inForceFrom, inForceTo }: Row, now: Date): Desk["phase"] {
  if (version === 0) return "draft";
  if (state === "stopped" || inForceTo <= now) return "over";
  return inForceFrom > now ? "scheduled" : "running";
}

const describe = (row: Row, now: Date): Desk => ({
  code: row.code,
  tab: row.tab as CampaignTab,
  pictureId: row.pictureId,
  words: row.words as CampaignWords,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  budget: row.budget,
  clearance: row.clearance,
  permit: row.permit,
  rule: readRule(row.rule),
  state: row.state as CampaignState,
  phase: phaseOf(row, now),
  version: row.version,
  waiting: row.versionState === "published" ? null : row.shownVersion,
  spent: row.spent,
  joined: row.joined,
  issued: row.issued,
  rain: row.taken === null || row.given === null ? null : { taken: row.taken, given: row.given, unpaid: row.unpaid },
  seats: row.seats,
  needsTwo: row.budget >= row.twoFrom,
  madeBy: row.madeBy,
  madeAt: row.madeAt.toISOString(),
  approvedBy: row.approvedBy,
  stopReason: row.stopReason,
});

/** All campaigns, newest first. */
export async function listDesk(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof campaigns)["all"]> & { readonly now: Date },
): Promise<OutputOf<(typeof campaigns)["all"]>> {
  const rows = await selectDesk(db)
    .$if(state !== undefined, (query) => query.where("c.state", "=", state!))
    .$if(isNumberCursor(cursor), (query) => query.where("c.number", "<", BigInt(cursor!)))
    .orderBy("c.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: (row) => describe(row, now), cursorOf: ({ number }) => number });
}

/** One campaign as the desk sees it. Refuses with `campaigns.not_found`. */
export async function getDesk(db: Db | Tx, code: string, now: Date): Promise<Desk> {
  const row = await selectDesk(db).where("c.code", "=", code.toUpperCase()).executeTakeFirst();
  return row === undefined ? refuse("campaigns.not_found", { field: "code" }) : describe(row, now);
}

const selectApplications = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("participation as p")
    .innerJoin("campaign as c", "c.id", "p.campaign_id")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "p.campaign_id").onRef("v.version", "=", "p.version"))
    .innerJoin("account as a", "a.id", "p.account_id")
    .select([
      "p.id",
      "p.number",
      "c.code as campaign",
      "v.words",
      "p.account_id as memberId",
      "a.name as memberName",
      "p.comment",
      "p.state",
      "p.taken_name as takenBy",
      "p.taken_at as takenAt",
      "p.tries",
      "p.at",
    ])
    .select(sql<string[]>`array(select i.image_id from participation_image i where i.participation_id = p.id order by i.at, i.image_id)`.as("images"));

const describeApplication = ({
  number: _,
  words,
  state,
  takenAt,
  at,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectApplications>["executeTakeFirstOrThrow"]>>): z.output<typeof Application> => ({
  ...row,
  title: wordsIn(words, brand.defaultLanguage).title,
  state: state as (typeof applicationStates)[number],
  takenUntil: takenAt === null ? null : new Date(takenAt.getTime() + TAKEN_MS).toISOString(),
  at: at.toISOString(),
});

/** Applications in a state, the oldest first. */
export async function listApplications(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof campaigns)["applications"]>,
): Promise<OutputOf<(typeof campaigns)["applications"]>> {
  const [rows, counts] = await Promise.all([
    selectApplications(db)
      .where("p.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where("p.number", ">", BigInt(cursor!)))
      .orderBy("p.number")
      .limit(limit + 1)
      .execute(),
    countStates(db, "participation", applicationStates),
  ]);
  return { ...cutPage(rows, { limit, describe: describeApplication, cursorOf: ({ number }) => number }), counts };
}

/** One application. Refuses with `campaigns.application_not_found`. */
export async function getApplication(db: Db | Tx, id: string): Promise<z.output<typeof Application>> {
  const row = await selectApplications(db).where("p.id", "=", id).where("p.state", "in", applicationStates).executeTakeFirst();
  return row === undefined ? refuse("campaigns.application_not_found", { field: "id" }) : describeApplication(row);
}
