import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { REBATE_CLAIM_DAYS, type rebates } from "@laro/contract/rebates";
import { sql } from "kysely";
import { findExclusion } from "../../core/limits/exclusions.ts";
import { isPayable, mayBePaidEarned } from "../../core/limits/rewards.ts";
import { packs } from "../../core/settings/packs.ts";
import { getWalletId, postMovement } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId, newId, type OwnId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { checkRebatesOn } from "./rebates.ts";
import type { Moment } from "./rebates.rates.ts";

type Claimed = OutputOf<(typeof rebates)["claim"]>;

interface Asking {
  readonly accountId: bigint;
  readonly requestId: string;
  readonly now: Date;
}

/** Pays all that is open of a member's closed days, once for a request. Refuses with `rebates.closed`, `rebates.nothing` or `rewards.closed`. */
export async function claimRebates(platform: Platform, { accountId, requestId, now }: Asking): Promise<Claimed> {
  const { timeZone, config } = platform;
  const { db, begin } = platform.database;
  const id = derivedId("rebate-claim", String(accountId), requestId);
  const before = await findClaim(db, id);
  if (before !== undefined) return before;
  await checkRebatesOn(db);
  return begin(async (tx) => {
    if (!(await isPayable(tx, { accountId, pack: packs[config.pack] }))) refuse("rewards.closed");
    const taken = await takeOpen(tx, { now, timeZone }, { id, accountId, by: "member", lastDay: null });
    // Who asked the same twice at once waited for the first, and answers as it did.
    return taken ?? (await findClaim(tx, id)) ?? refuse("rebates.nothing");
  });
}

const findClaim = (db: Db | Tx, id: OwnId): Promise<Claimed | undefined> =>
  (db as Db).selectFrom("rebate_claim").select(["amount", "lines"]).where("id", "=", id).executeTakeFirst();

interface Taking {
  readonly id: OwnId;
  readonly accountId: bigint;
  readonly by: "member" | "clock";
  /** Up to this day; all of them where null. */
  readonly lastDay: string | null;
}

/** Marks a member's open lines as paid and pays them; undefined where there are none, or another was faster. Of two at once the second waits for the lines' locks. */
async function takeOpen(tx: Tx, moment: Moment, { id, accountId, by, lastDay }: Taking): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with open as (
      select account_id, day, category, amount from rebate
      where account_id = ${accountId} and claim_id is null and (${lastDay}::date is null or day <= ${lastDay}::date) order by day, category for update
    ), made as (
      insert into rebate_claim (id, account_id, amount, lines, by, at)
      select ${id}::uuid, ${accountId}::bigint, sum(amount), count(*), ${by}::text, ${moment.now}::timestamptz from open having count(*) > 0 returning amount, lines
    ), marked as (
      update rebate r set claim_id = ${id}::uuid from open o where r.account_id = o.account_id and r.day = o.day and r.category = o.category
    )
    select amount, lines from made`.execute(tx);
  const [claim] = rows;
  if (claim === undefined) return undefined;
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await postMovement(tx, moment, { ref: derivedId("rebate-money", id), walletId, contra: "promotion", kind: "rebate", amountMinor: claim.amount });
  staleOnCommit(tx, ["rebates.mine", "rebates.history", "rewards.summary", "wallet.balance", "wallet.history"], [`member:${accountId}`]);
  return claim;
}

/**
 * Pays what nobody claimed within seven days after its day closed, and everything of who is excluded, so that it can be withdrawn: each member in a transaction of their own. Lines of
 * accounts that may not be paid wait. It works while rebates are switched off too: what was earned is earned.
 */
export async function payDueRebates(platform: Platform): Promise<void> {
  const { clock, timeZone, database, live } = platform;
  const moment = { now: clock.now(), timeZone };
  await workThrough(platform, {
    job: "rebates:pay",
    find: (after) => listDue(database.db, platform, { ...moment, after }),
    each: (tx, { number: accountId, lastDay }) => payDue(tx, platform, { ...moment, accountId, lastDay }),
  });
  // Once for all payments, and for what members claimed meanwhile: the desk adds up every open line of a day.
  live.stale(["rebates.days"], ["operators"]);
}

interface Due {
  /** The account. */
  readonly number: bigint;
  /** The last day whose time to claim is over. */
  readonly lastDay: string;
}

const DUE_AT_ONCE_MAX = 200;

async function listDue(db: Db, { config }: Pick<Platform, "config">, { now, timeZone, after }: Moment & { readonly after: bigint }): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    with last as (select (${now}::timestamptz at time zone ${timeZone})::date - 1 - ${REBATE_CLAIM_DAYS}::integer as day)
    select due.account_id as number, last.day::text as "lastDay" from last cross join lateral (
      select distinct r.account_id from rebate r join account a on a.id = r.account_id
      where r.claim_id is null and r.account_id > ${after} and ${mayBePaidEarned(packs[config.pack])} and (r.day <= last.day or r.account_id in (
        select e.account_id from exclusion e where e.ended_at is null and e.ends_at > ${now} and e.kind <> 'timeout'
      ))
      order by r.account_id limit ${DUE_AT_ONCE_MAX}
    ) due order by number`.execute(db as unknown as Tx);
  return rows;
}

async function payDue(
  tx: Tx,
  { config }: Pick<Platform, "config">,
  { accountId, lastDay, ...moment }: Moment & { readonly accountId: bigint; readonly lastDay: string },
): Promise<void> {
  if (!(await isPayable(tx, { accountId, pack: packs[config.pack] }))) return;
  const isExcluded = (await findExclusion(tx, { accountId, now: moment.now, closesLogin: true })) !== undefined;
  await takeOpen(tx, moment, { id: newId(moment.now), accountId, by: "clock", lastDay: isExcluded ? null : lastDay });
}
