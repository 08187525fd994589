import { refuse } from "@laro/contract/core/errors";
import type { FlagName } from "@laro/contract/site";
import { sql } from "kysely";
import { buildFlagTree, type FlagRules, flagsClosedByPack, flagsWithoutPort, isFlagName, missingPort, readFlag, type FlagChanges, type Ways } from "./flags.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { JurisdictionPack } from "./packs.ts";

export interface SiteStatus {
  readonly maintenance: boolean;
  readonly regionRestriction: boolean;
  /** When maintenance is said to end. */
  readonly until?: string | null;
}

/** The answer that says whether the site is open, and which features are on. */
export const PERMISSION_ENDPOINT = "site.permission";

const open: SiteStatus = { maintenance: false, regionRestriction: false };

/** What operators set under a key, if anything. */
export async function findSetting<Value>(db: Db | Tx, key: string): Promise<Value | undefined> {
  const row = await (db as Db).selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value as Value | undefined;
}

/** Adds to a setting's object in one statement, so that two operators at once lose nothing. */
export async function mergeSetting(tx: Tx, { key, value, now }: { key: string; value: object; now: Date }): Promise<void> {
  await tx
    .insertInto("setting")
    .values({ key, value: JSON.stringify(value), updated_at: now })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: sql`setting.value || excluded.value`, updated_at: now }))
    .execute();
}

/** Whether a feature of the whitelabel tree is on right now. */
export async function isFlagOn(db: Db | Tx, name: FlagName): Promise<boolean> {
  return readFlag((await findSetting<FlagChanges>(db, "flags")) ?? {}, name);
}

/** The whitelabel tree and the site's status, as operators left them. */
export async function getSiteSettings(db: Db | Tx, pack: FlagRules): Promise<{ whitelabel: ReturnType<typeof buildFlagTree> } & SiteStatus> {
  const changes = (await findSetting<FlagChanges>(db, "flags")) ?? {};
  return { whitelabel: buildFlagTree(changes, flagsClosedByPack(pack)), ...(await getSiteStatus(db)) };
}

interface FlagSwitch {
  readonly modId: string;
  readonly enabled: boolean;
  readonly ways: Ways;
  readonly pack: FlagRules;
  readonly now: Date;
}

/**
 * Switches one feature. Refuses a name that is not in the tree with `settings.unknown_flag`, and to turn on what needs a provider of text messages or e-mail, where production has none,
 * with `settings.port_missing`, or what the market closes with `settings.pack_closed`.
 */
export async function setFlag(tx: Tx, { modId, enabled, ways, pack, now }: FlagSwitch): Promise<void> {
  if (!isFlagName(modId)) refuse("settings.unknown_flag", { field: "modId" });
  const port = missingPort(ways, modId);
  if (enabled && port !== undefined) refuse("settings.port_missing", { field: "modId", port });
  if (enabled && flagsClosedByPack(pack).includes(modId)) refuse("settings.pack_closed", { field: "modId" });
  await mergeSetting(tx, { key: "flags", value: { [modId]: enabled }, now });
  staleOnCommit(tx, [PERMISSION_ENDPOINT], ["everyone"]);
}

/**
 * Keeps what the running pack asks of members where the ledger's functions read it; true where it was something else before, so that every wallet
 * must be looked at again.
 */
export async function keepMarket(tx: Tx, { pack, now }: { pack: Pick<JurisdictionPack, "verifiedOnly">; now: Date }): Promise<boolean> {
  const kept = await findSetting<{ verifiedOnly: boolean }>(tx, "market");
  if (kept?.verifiedOnly === pack.verifiedOnly) return false;
  await mergeSetting(tx, { key: "market", value: { verifiedOnly: pack.verifiedOnly }, now });
  return true;
}

/** How old a member must be, in years: what the operator set, never below what the pack asks. */
export async function getMinimumAge(db: Db | Tx, pack: Pick<JurisdictionPack, "minimumAge">): Promise<number> {
  const set = await findSetting<{ minimumAge?: number }>(db, "identity");
  return Math.max(pack.minimumAge, set?.minimumAge ?? 0);
}

/** Switches off what has lost its way out since it was switched on, and what was shipped on without one. Answers what it switched off. */
export async function closeFlagsWithoutPort(tx: Tx, { ways, now }: { ways: Ways; now: Date }): Promise<readonly FlagName[]> {
  const changes = (await findSetting<FlagChanges>(tx, "flags")) ?? {};
  const closing = flagsWithoutPort(ways).flatMap(({ modId }) => (readFlag(changes, modId) ? [modId] : []));
  if (closing.length > 0) await mergeSetting(tx, { key: "flags", value: Object.fromEntries(closing.map((name) => [name, false])), now });
  return closing;
}

/** Whether the site is open. */
export const getSiteStatus = async (db: Db | Tx): Promise<SiteStatus> => (await findSetting<SiteStatus>(db, "status")) ?? open;

/**
 * Opens or closes the site, for every process and every open page at the commit; the ledger reads the same row with each stake. Refuses with `settings.changed` where it
 * stood otherwise than its officer saw.
 */
export async function setStatus(tx: Tx, { seen, now, ...status }: SiteStatus & { seen: SiteStatus; now: Date }): Promise<void> {
  // Before the first change there is no row to lock.
  await sql`select pg_advisory_xact_lock(hashtext('settings:status'))`.execute(tx);
  const stands = await getSiteStatus(tx);
  if (stands.maintenance !== seen.maintenance || stands.regionRestriction !== seen.regionRestriction) refuse("settings.changed", { field: "seen" });
  await mergeSetting(tx, { key: "status", value: status, now });
  staleOnCommit(tx, [PERMISSION_ENDPOINT, "site.status"], ["everyone"]);
  staleOnCommit(tx, ["settings.site"], ["operators"]);
}

/** 1 maintenance, which takes precedence; 2 region-restricted; 0 normal. */
export const systemStatusOf = ({ maintenance, regionRestriction }: SiteStatus): number => (maintenance ? 1 : regionRestriction ? 2 : 0);

export interface Cashier {
  readonly autoReceiptMinutes: number;
}

/** What operators set of the cashier, else what the pack says. */
export async function getCashier(db: Db | Tx, pack: JurisdictionPack): Promise<Cashier> {
  return { autoReceiptMinutes: pack.withdrawal.autoReceiptMinutes, ...(await findSetting<Partial<Cashier>>(db, "cashier")) };
}

/** Sets how the cashier works from now on. */
export async function setCashier(tx: Tx, { now, ...cashier }: Cashier & { now: Date }): Promise<void> {
  await mergeSetting(tx, { key: "cashier", value: cashier, now });
}

export interface SessionSettings {
  /** How many sessions a member may have open at once. */
  readonly perMember: number;
}

const sessionsShipped: SessionSettings = { perMember: 5 };

/** What operators set of sessions. */
export async function getSessionSettings(db: Db | Tx): Promise<SessionSettings> {
  return { ...sessionsShipped, ...(await findSetting<Partial<SessionSettings>>(db, "sessions")) };
}

/** Sets how many sessions a member may have; those open now end as their members log in again. */
export async function setSessionSettings(tx: Tx, { now, perMember }: SessionSettings & { now: Date }): Promise<void> {
  await mergeSetting(tx, { key: "sessions", value: { perMember }, now });
}
