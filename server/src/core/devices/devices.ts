import { sql } from "kysely";
import { networkOf } from "../../platform/addresses.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** An address is an account's own so long after its last use. */
const ADDRESS_KEPT_MS = 90 * 24 * 60 * 60_000;
const ADDRESSES_MAX = 50;
const DEVICES_MAX = 50;
/** How long its owner's word frees a device from the second factor. */
const TRUSTED_MS = 30 * 24 * 60 * 60_000;

const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bVersion\/[\d.]+.*Safari\//],
];

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** A browser as people call it: its name and its system, each null where its own words do not say. */
export function describeAgent(agent: string): { browser: string | null; system: string | null } {
  const nameIn = (list: typeof browsers): string | null => list.find(([, sign]) => sign.test(agent))?.[0] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

interface Whence {
  readonly accountId: bigint;
  readonly device: Buffer;
  readonly ip: string;
  readonly now: Date;
}

/** What an account knows of the browser and the address somebody enters from. */
export interface Acquaintance {
  /** Its owner has fully entered with this cookie before. */
  readonly isKnownDevice: boolean;
  /** Its owner said that no second factor need be asked for on it. */
  readonly isTrusted: boolean;
  readonly isKnownAddress: boolean;
  /** No other browser has ever entered: there is nobody to warn. */
  readonly isFirst: boolean;
}

/** Reads it in one statement, for an account that does not exist as well. */
export async function readAcquaintance(
  db: Db | Tx,
  { accountId, device, ip, now }: Omit<Whence, "device"> & { device: Buffer | undefined },
): Promise<Acquaintance> {
  const since = new Date(now.getTime() - ADDRESS_KEPT_MS);
  const { rows } = await sql<Acquaintance>`
    select coalesce(d.known, false) as "isKnownDevice", coalesce(d.trusted, false) as "isTrusted",
           exists (select from account_address where account_id = ${accountId} and address = ${networkOf(ip)} and last_at > ${since}) as "isKnownAddress",
           not exists (select from account_device where account_id = ${accountId}) as "isFirst"
    from (select true) as one
    left join (select true as known, trusted_until > ${now} as trusted from account_device where account_id = ${accountId} and device = ${device ?? null}) d on true`.execute(
    db as Tx,
  );
  return rows[0]!;
}

/** The account has entered with this browser; of many the ones longest unused are forgotten. */
export async function rememberDevice(
  tx: Tx,
  { accountId, device, agent, now, isWeak, isTrusted }: Omit<Whence, "ip"> & { agent: string; isWeak?: boolean; isTrusted?: boolean },
): Promise<void> {
  const [weakSince, trustedUntil] = [isWeak === true ? now : null, isTrusted === true ? new Date(now.getTime() + TRUSTED_MS) : null];
  await sql`
    insert into account_device (account_id, device, agent, first_at, last_at, weak_since, trusted_until)
    values (${accountId}, ${device}, ${agent}, ${now}, ${now}, ${weakSince}, ${trustedUntil})
    on conflict (account_id, device) do update set
      agent = excluded.agent, last_at = excluded.last_at,
      weak_since = case when excluded.weak_since is null then null else coalesce(account_device.weak_since, excluded.weak_since) end,
      trusted_until = coalesce(excluded.trusted_until, account_device.trusted_until)`.execute(tx);
  await sql`
    delete from account_device where account_id = ${accountId} and device in
      (select device from account_device where account_id = ${accountId} order by last_at desc, first_at desc offset ${DEVICES_MAX})`.execute(tx);
}

/** The account has fully entered from this address: it is its own for ninety days more. */
export async function registerAddress(tx: Tx, { accountId, ip, now }: Omit<Whence, "device">): Promise<void> {
  const address = networkOf(ip);
  await sql`
    insert into account_address (account_id, address, first_at, last_at) values (${accountId}, ${address}, ${now}, ${now})
    on conflict (account_id, address) do update set last_at = excluded.last_at`.execute(tx);
  await sql`
    delete from account_address where account_id = ${accountId} and address in
      (select address from account_address where account_id = ${accountId} order by last_at desc, first_at desc offset ${ADDRESSES_MAX})`.execute(tx);
}

/** After a reset nothing an account knew is trusted any more. */
export async function forgetWhence(tx: Tx, accountId: bigint): Promise<void> {
  await tx.updateTable("account_device").set({ trusted_until: null }).where("account_id", "=", accountId).execute();
  await tx.deleteFrom("account_address").where("account_id", "=", accountId).execute();
}

/** Forgets every browser and address of an account that is gone. */
export async function eraseWhence(tx: Tx, accountId: bigint): Promise<void> {
  await tx.deleteFrom("account_device").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("account_address").where("account_id", "=", accountId).execute();
}

/** Since when this browser has entered the account by a weak factor alone; null where it has not. */
export async function readWeakSince(db: Db | Tx, { accountId, device }: { accountId: bigint; device: Buffer }): Promise<Date | null> {
  const row = await (db as Db)
    .selectFrom("account_device")
    .select("weak_since as weakSince")
    .where("account_id", "=", accountId)
    .where("device", "=", device)
    .executeTakeFirst();
  return row?.weakSince ?? null;
}
