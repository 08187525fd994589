import { refuse, type ErrorCode } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { networkOf } from "../../platform/addresses.ts";
import type { Tx } from "../../platform/db.ts";
import { prefixOf } from "../phones/phones.ts";
import type { Channel } from "../dispatches/texts.ts";
import { warnOfMoney } from "./guard.ts";

/** What a code is asked for; one of another purpose never counts. */
export type Purpose = "register" | "login" | "recovery" | "contact" | "challenge";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** At most so much within so long, from the first of them on. */
interface Budget {
  readonly key: string;
  readonly used: bigint;
  readonly max: bigint;
  readonly windowMs: number;
  readonly over: ErrorCode;
}

/** How many codes one may cause, by what they share. */
const COUNTS = {
  target: { hour: 5n, day: 10n },
  account: { day: 10n },
  device: { hour: 5n, day: 20n },
  address: { hour: 5n, day: 20n },
  prefix: { tenMinutes: 60n },
} as const;

const once = { used: 1n, over: "codes.too_many" } as const;
const hourly = (key: string, max: bigint): Budget => ({ key: `${key}:h`, max, windowMs: HOUR_MS, ...once });
const daily = (key: string, max: bigint): Budget => ({ key: `${key}:d`, max, windowMs: DAY_MS, ...once });

/** What a letter that is no code is taken from, by whatever asks for it: as much as a code to one target. */
export const budgetsOfLetter = (key: string, over: ErrorCode): readonly Budget[] =>
  [hourly(key, COUNTS.target.hour), daily(key, COUNTS.target.day)].map((budget) => ({ ...budget, over }));

/** Who causes a code, and what it costs. */
export interface Cause {
  readonly purpose: Purpose;
  readonly channel: Channel;
  readonly target: string;
  readonly targetHash: Buffer;
  readonly accountId: bigint | null;
  readonly device: Buffer;
  readonly ip: string;
  /** The pack's figures. */
  readonly money: { readonly smsMinor: bigint; readonly dailyMinor: bigint };
}

/** The money of a day. */
const SITE = "site";

/**
 * Every budget a code is taken from. Who asks for a challenge has shown a password: what strangers cause at the same address or number, as for a recovery, must not
 * shut them out.
 */
export async function budgetsOf({ purpose, channel, target, targetHash, accountId, device, ip, money }: Cause): Promise<readonly Budget[]> {
  const own = purpose === "challenge" ? "challenge:" : "";
  const [to, from, network] = [`${own}target:${targetHash.toString("hex")}`, `device:${device.toString("hex")}`, `address:${networkOf(ip)}`];
  const shared = [
    hourly(to, COUNTS.target.hour),
    daily(to, COUNTS.target.day),
    hourly(from, COUNTS.device.hour),
    daily(from, COUNTS.device.day),
    hourly(network, COUNTS.address.hour),
    daily(network, COUNTS.address.day),
    ...(accountId === null ? [] : [daily(`${own}account:${accountId}`, COUNTS.account.day)]),
  ];
  if (channel === "email") return shared;
  return [
    ...shared,
    { key: `prefix:${await prefixOf(target)}`, max: COUNTS.prefix.tenMinutes, windowMs: 10 * MINUTE_MS, ...once },
    { key: SITE, used: money.smsMinor, max: money.dailyMinor, windowMs: DAY_MS, over: "codes.quota_exceeded" },
  ];
}

/**
 * Takes from every budget in the caller's transaction, or refuses with `codes.too_many` or `codes.quota_exceeded` and, by that, takes nothing.
 * True where officers were told just now that the day's money runs out.
 */
export async function takeBudgets(tx: Tx, budgets: readonly Budget[], now: Date): Promise<boolean> {
  // All callers lock the rows in one order, so that none waits for another who waits for them.
  const sorted = budgets.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const { rows } = await sql<{ key: string; used: bigint; until: Date }>`
    insert into code_budget as b (key, used, since, until)
    select key, used, ${now}::timestamptz, ${now}::timestamptz + ms * interval '1 millisecond'
    from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ used }) => String(used))}::bigint[], ${sorted.map(({ windowMs }) => windowMs)}::bigint[]) asked(key, used, ms)
    on conflict (key) do update set
      used = case when b.until <= ${now} then 0 else b.used end + excluded.used,
      since = case when b.until <= ${now} then excluded.since else b.since end,
      until = case when b.until <= ${now} then excluded.until else b.until end
    returning key, used, until`.execute(tx);
  const taken = new Map(rows.map((row) => [row.key, row]));
  for (const { key, max, over } of budgets) {
    const { used, until } = taken.get(key)!;
    if (used > max) refuseUntil(over, until, now);
  }
  const [site, money] = [taken.get(SITE), budgets.find(({ key }) => key === SITE)];
  return site !== undefined && money !== undefined && warnOfMoney(tx, { spent: site.used, maximum: money.max, until: site.until, now });
}

/** Refuses with the seconds after which to ask again, and the same in minutes for people. */
export function refuseUntil(code: ErrorCode, until: Date, now: Date): never {
  const waitMs = until.getTime() - now.getTime();
  return refuse(code, { retryAfter: Math.ceil(waitMs / 1_000), minutes: Math.ceil(waitMs / MINUTE_MS) });
}
