import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { VendorKey } from "@laro/contract/gateway";
import { PAGE_LIMIT_DEFAULT, QUEUE_COUNT_MAX } from "@laro/contract/core/page";
import { type Partner, type PartnerGame, partnerGames, type PartnerLine, type PartnerRules, type partners } from "@laro/contract/partners";
import { type Selectable, sql } from "kysely";
import type { Decision } from "../../core/approvals/proposals.ts";
import { endOurKeys, isKeyLive, partnerKeys } from "../../core/vendors/keys.ts";
import { type Config, originOf, TEST_PARTNER } from "../../platform/config.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage } from "../../platform/pages.ts";
import type { Platform } from "../../platform/routes.ts";
import { mayLead, reachOf } from "../../platform/reach.ts";
import type { DB } from "../../platform/schema.ts";
import { findStakesProposal, narrowedTo, proposeStakes, raisedOf, type Stakes } from "./partners.rules.ts";
import { placeOf } from "./partners.view.ts";

const KEYS_SHOWN_MAX = 20;
const PORTS: readonly string[] = ["", "443", "8443"];
const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/** The partners by their codes, and how many of their rounds are not over. */
export async function listPartners(
  db: Db,
  { cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof partners)["list"]>,
): Promise<OutputOf<(typeof partners)["list"]>> {
  const most = sql.lit(QUEUE_COUNT_MAX);
  const { rows } = await sql<PartnerLine>`
    select p.code, p.name, p.state, p.simulated, p.games, (select count(*)::integer from (select from partner_player y where y.partner_id = p.id limit ${most}) y) as players,
           (select count(*)::integer from (select from partner_round r where r.partner_id = p.id and r.ended_at is null limit ${most}) r) as "openRounds",
           (select count(*)::integer from (
              select from partner_round r where r.partner_id = p.id and r.ended_at is null and r.held_at is not null
              union all select from partner_free_round f where f.partner_id = p.id and f.ended_at is null and f.held_at is not null limit ${most}
            ) h) as held
    from partner p where p.code > ${cursor ?? ""} order by p.code limit ${limit + 1}`.execute(db as unknown as Tx);
  return cutPage(rows, { limit, describe: (row) => row, cursorOf: ({ code }) => code });
}

/** The number of a partner. Refuses with `partners.not_found`. */
export async function getPartnerId(given: Db | Tx, code: string): Promise<number> {
  const row = await (given as Db).selectFrom("partner").select("id").where("code", "=", code).executeTakeFirst();
  return row?.id ?? refuse("partners.not_found", { field: "code" });
}

/** What a partner is held to, and its keys without their secrets, newest first. */
export async function getPartner(given: Db | Tx, config: Config, { id, now }: { readonly id: number; readonly now: Date }): Promise<Partner> {
  const db = given as Db;
  const row = await db.selectFrom("partner").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const keys = await selectKeys(db).where("partner_id", "=", id).orderBy("id", "desc").limit(KEYS_SHOWN_MAX).execute();
  const rules = {
    name: row.name,
    state: row.state as PartnerRules["state"],
    casinoId: row.casino_id,
    currencies: row.currencies,
    games: row.games as PartnerGame[],
    stakeMax: row.stake_max,
  };
  const { baseUrl, frameOrigins } = placeOf(row, config);
  return {
    code: row.code,
    simulated: row.simulated,
    rules: { ...rules, baseUrl, frameOrigins: [...frameOrigins] },
    keys: keys.map((key) => describeKey(key, now)),
    proposal: (await findStakesProposal(db, id)) ?? null,
  };
}

const selectKeys = (db: Db) =>
  db
    .selectFrom("partner_key")
    .select(["id", "use", "fingerprint", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .select(["confirmed_name as confirmedBy", "valid_from as from", "valid_until as until"]);

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

/** A key by its id. */
export const getPartnerKey = async (tx: Tx, id: string, now: Date): Promise<VendorKey> =>
  describeKey(
    await selectKeys(tx as unknown as Db)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
    now,
  );

const describeKey = ({ use, proposedAt, from, until, ...key }: KeyRow, now: Date): VendorKey => ({
  ...key,
  use: use as VendorKey["use"],
  state: from === null ? (until === null ? "waiting" : "declined") : until === null ? "live" : until > now ? "ending" : "ended",
  proposedAt: proposedAt.toISOString(),
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});

interface Saving extends Omit<Decision, "id"> {
  readonly code: string;
  readonly rules: PartnerRules;
}

/**
 * Adds a partner, or sets what one is held to; where a test partner is, its simulator says. Another wallet is asked for nothing before two officers have put a key of ours in force for it: those in force
 * end. Where a key is in force, what would let more be staked waits for another officer. Refuses with `partners.address_wrong`, `partners.origin_wrong`,
 * `partners.currency_needed` and `gateway.already_proposed`.
 */
export async function savePartner(tx: Tx, config: Config, { code, rules, ...saved }: Saving): Promise<number> {
  const { now } = saved;
  const before = await tx
    .selectFrom("partner")
    .select(["id", "simulated", "base_url", "frame_origins", "casino_id", "currencies", "games", "stake_max"])
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  const place = before?.simulated === true ? before : readPlace(config, rules);
  const isPlayed = before !== undefined && (before.simulated || (await isKeyLive(tx, { partyId: before.id, now }, partnerKeys)));
  const stakes = isPlayed ? await raiseByTwo(tx, before, { rules, ...saved }) : rules;
  const row = {
    name: rules.name,
    state: rules.state,
    casino_id: rules.casinoId,
    currencies: stakes.currencies,
    games: [...new Set(stakes.games)],
    stake_max: stakes.stakeMax,
    base_url: place.base_url,
    frame_origins: place.frame_origins,
  };
  if (before !== undefined && (before.base_url !== row.base_url || before.casino_id !== row.casino_id))
    await endOurKeys(tx, { partyId: before.id, now }, partnerKeys);
  const { id } = await tx
    .insertInto("partner")
    .values({ code, ...row })
    .onConflict((conflict) => conflict.column("code").doUpdateSet(row))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type StakesRow = Pick<Selectable<DB["partner"]>, "id" | "currencies" | "games" | "stake_max">;

/** What of the stakes holds at once; the rest waits for another officer. */
async function raiseByTwo(tx: Tx, before: StakesRow, { rules, ...saved }: Omit<Saving, "code">): Promise<Stakes> {
  const set = { stakeMax: before.stake_max, currencies: before.currencies, games: before.games as PartnerGame[] };
  const raised = raisedOf(rules, set);
  if (Object.keys(raised).length > 0) await proposeStakes(tx, before.id, raised, saved);
  return narrowedTo(rules, set, raised);
}

/** Adds the sandbox's test partner where its simulator is, once. */
export async function addTestPartner({ database, config: { operatorUrl } }: Pick<Platform, "database" | "config">): Promise<void> {
  if (operatorUrl === undefined || (await database.db.selectFrom("partner").select("id").where("code", "=", TEST_PARTNER).executeTakeFirst()) !== undefined)
    return;
  const place = { base_url: new URL("/", operatorUrl).href, frame_origins: [new URL(operatorUrl).origin] };
  const rules = { state: "live", casino_id: "laro", currencies: ["PHP"], games: [...partnerGames], stake_max: null };
  const row = { code: TEST_PARTNER, name: "Test casino", simulated: true, ...place, ...rules };
  await database.begin((tx) =>
    tx
      .insertInto("partner")
      .values(row)
      .onConflict((conflict) => conflict.column("code").doNothing())
      .execute(),
  );
}

/** https at a usual port of a public machine and nobody's name in it; on this machine http will do, outside production. */
function isAllowed(config: Config, { protocol, port, hostname, username, password }: URL): boolean {
  if (username !== "" || password !== "" || !mayLead(reachOf(config), hostname)) return false;
  return LOOPBACK.includes(hostname) ? ["http:", "https:"].includes(protocol) && !config.production : protocol === "https:" && PORTS.includes(port);
}

const readPlace = (config: Config, { baseUrl, frameOrigins }: PartnerRules) => ({
  base_url: readAddress(config, baseUrl),
  frame_origins: frameOrigins.map((origin) => readOrigin(config, origin)),
});

function readAddress(config: Config, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : refuse("partners.address_wrong", { field: "baseUrl" });
  if (!isAllowed(config, url) || url.search !== "" || url.hash !== "" || url.origin === originOf(config))
    refuse("partners.address_wrong", { field: "baseUrl" });
  return url.href.replace(/\/?$/, "/");
}

/** An origin stands in a page's policy: nothing but what a URL makes of it may. */
function readOrigin(config: Config, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : refuse("partners.origin_wrong", { field: "frameOrigins" });
  if (!isAllowed(config, url) || given.replace(/\/$/, "") !== url.origin || url.hostname.includes("*"))
    refuse("partners.origin_wrong", { field: "frameOrigins" });
  return url.origin;
}

/** What officers have open shows the change. */
export const tellPartnersDesk = (tx: Tx): void => staleOnCommit(tx, ["partners.get", "partners.list", "partners.rounds", "partners.freeRounds"], ["operators"]);
