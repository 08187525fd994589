import type { Envelope, envelopes, Rain } from "@laro/contract/envelopes";
import { refuse } from "@laro/contract/core/errors";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import { readRule } from "../../core/campaigns/campaigns.facts.ts";
import { wordsIn } from "../../core/campaigns/campaigns.read.ts";
import { openSeed } from "../../core/campaigns/envelopes.cut.ts";
import { openEnvelope } from "../../core/campaigns/envelopes.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";

/** So long a rain that is over is shown with the next. */
const SHOWN_AFTER_MS = 14 * 24 * 60 * 60_000;
/** The place after which a page begins; any other text is the beginning. */
const PLACE = /^[0-9]{1,9}$/;

interface Looker {
  readonly language: string | undefined;
  readonly now: Date;
}

interface Row {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly words: unknown;
  readonly rule: unknown;
  readonly sealed: Buffer;
  readonly commitment: Buffer;
  readonly total: bigint;
  readonly slips: number;
  readonly smallest: bigint;
  readonly largest: bigint;
  readonly taken: number;
  readonly given: bigint;
}

/** One rain at most: whatever its clause says of a campaign `c`. */
async function findRow(db: Db, rest: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select c.id, c.code, c.state, c.starts_at as "startsAt", c.ends_at as "endsAt", v.words, v.rule, r.seed_sealed as sealed, r.server_seed_hash as commitment, r.total, r.slips,
      r.smallest, r.largest, r.taken, r.given
    from campaign c join envelope_rain r on r.campaign_id = c.id join campaign_version v on v.campaign_id = c.id and v.version = c.version
    where c.trigger = 'rain' and c.version > 0 and ${rest} limit 1`.execute(db as unknown as Tx);
  return rows[0];
}

function stateOf({ state, startsAt, endsAt }: Row, now: Date): Rain["state"] {
  if (state === "stopped" || endsAt <= now) return "over";
  if (state === "paused") return "paused";
  return startsAt > now ? "coming" : "open";
}

function describe(row: Row, { language, now }: Looker): Rain {
  const { code, startsAt, endsAt, total, slips, smallest, largest, commitment, taken, given } = row;
  const { title, summary } = wordsIn(row.words, language);
  const state = stateOf(row, now);
  const { trigger, conditions } = readRule(row.rule);
  if (trigger.on !== "rain") throw new Error(`The campaign ${code} is no rain.`);
  return {
    code,
    title,
    summary,
    state,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    total,
    slips,
    minimum: trigger.minimum,
    maximum: trigger.maximum,
    smallest,
    largest,
    conditions,
    commitment: commitment.toString("hex"),
    left: startsAt > now && state !== "over" ? null : slips - taken,
    returned: state === "over" ? total - given : null,
  };
}

/** How near a rain is to whoever wants to open an envelope: it falls and there are some left, it comes, or it is paused or empty. */
const nearness = (now: Date) => sql`case when c.state <> 'published' then 2 when c.starts_at > ${now} then 1 when r.taken < r.slips then 0 else 2 end`;

/** The rain that runs or comes next, and the last that is over: the same for everybody. */
export async function readNext(db: Db, looker: Looker): Promise<OutputOf<(typeof envelopes)["next"]>> {
  const { now } = looker;
  const since = new Date(now.getTime() - SHOWN_AFTER_MS);
  // A rain lasts a day at most, so one that runs began after `since`.
  const next = await findRow(db, sql`c.state <> 'stopped' and c.starts_at > ${since} and c.ends_at > ${now} order by ${nearness(now)}, c.starts_at, c.id`);
  const over = await findRow(
    db,
    sql`(c.state = 'stopped' or c.ends_at <= ${now}) and c.starts_at > ${since} and c.starts_at <= ${now} order by c.starts_at desc, c.id desc`,
  );
  const [rain = null, last = null] = [next, over].map((row) => row && describe(row, looker));
  return { rain, over: last, at: now.toISOString() };
}

/** Opens a member's envelope. */
export async function claim(
  platform: Platform,
  { accountId, code, language, now }: Looker & { readonly accountId: bigint; readonly code: string },
): Promise<Envelope> {
  const { words, n, amountMinor, at, isPaid, ...opened } = await openEnvelope(platform, { accountId, code, now });
  return { code: opened.code, title: wordsIn(words, language).title, n, amount: amountMinor, at: at.toISOString(), paid: isPaid };
}

/** A member's own envelopes, newest first. */
export async function listMine(
  db: Db,
  { accountId, language, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof envelopes)["mine"]> & { readonly accountId: bigint },
): Promise<OutputOf<(typeof envelopes)["mine"]>> {
  const rows = await db
    .selectFrom("envelope_claim as k")
    .innerJoin("envelope_slip as s", (on) => on.onRef("s.campaign_id", "=", "k.campaign_id").onRef("s.n", "=", "k.n"))
    .innerJoin("campaign as c", "c.id", "k.campaign_id")
    .innerJoin("campaign_version as v", (on) => on.onRef("v.campaign_id", "=", "c.id").onRef("v.version", "=", "c.version"))
    .select(["k.number", "k.n", "k.at", "k.paid_at as paidAt", "s.amount", "c.code", "v.words"])
    .where("k.account_id", "=", accountId)
    .$if(isNumberCursor(cursor), (query) => query.where("k.number", "<", BigInt(cursor!)))
    .orderBy("k.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, {
    limit,
    describe: ({ code, n, amount, at, paidAt, words }) => ({
      code,
      title: wordsIn(words, language).title,
      n,
      amount,
      at: at.toISOString(),
      paid: paidAt !== null,
    }),
    cursorOf: ({ number }) => number,
  });
}

/** A rain with all its envelopes and their seed once it is over, page by page. Refuses with `campaigns.not_found`. */
export async function readResult(
  db: Db,
  keys: Keys,
  { code, language, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof envelopes)["result"]> & { readonly now: Date },
): Promise<OutputOf<(typeof envelopes)["result"]>> {
  const row = (await findRow(db, sql`c.code = ${code.toUpperCase()}`)) ?? refuse("campaigns.not_found", { field: "code" });
  const rain = describe(row, { language, now });
  if (rain.state !== "over") return { rain, serverSeed: null, list: [], next: null };
  const slips = await db
    .selectFrom("envelope_slip")
    .select(["n", "amount"])
    .where("campaign_id", "=", row.id)
    .where("n", ">", PLACE.test(cursor ?? "") ? Number(cursor) : 0)
    .orderBy("n")
    .limit(limit + 1)
    .execute();
  const list = cutPage(slips, { limit, describe: (slip) => slip, cursorOf: ({ n }) => n });
  return { rain, serverSeed: openSeed(keys, { campaignId: row.id, sealed: row.sealed }), ...list };
}
