import { decide } from "@laro/contract/core/campaignRules";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import type { AfterWindow } from "../activity/activity.gather.ts";
import { isKeptDeposit } from "../bonuses/bonuses.ts";
import { packs } from "../settings/packs.ts";
import { readFacts, readRule } from "./campaigns.facts.ts";
import { reach, takeBack } from "./campaigns.rewards.ts";

const ZONE = "Asia/Manila";

/**
 * Adds five minutes of play to whoever is signed in for it, in the transaction that gathers them, so each round once: what was bet validly since they signed in and before their
 * period ends, in the categories of the version they joined. What was voided is taken off again.
 */
export const countParts: AfterWindow = async (tx, { startsAt, endsAt }) => {
  await sql`
    with signed as materialized (
      select id, account_id, categories, since, until from participation where state = 'signed' and counts = 'valid'
    ), play as materialized (
      select p.account_id, p.category, p.at, p.valid from activity_play(${startsAt}::timestamptz, ${endsAt}::timestamptz, ${ZONE}) p
      where p.account_id in (select account_id from signed)
    ), added as (
      select s.id, sum(p.valid)::bigint as valid, max(p.at) as at from signed s join play p on p.account_id = s.account_id and p.at >= s.since and p.at < s.until
        and (cardinality(s.categories) = 0 or p.category = any(s.categories)) group by s.id
    )
    update participation p set progress = greatest(p.progress + a.valid, 0), progressed_at = a.at from added a where a.id = p.id and p.state = 'signed' and a.valid <> 0`.execute(
    tx,
  );
};

/** Counts this Manila day for whoever came by on it, of those whose visits count; a day counts once. */
export async function countVisits(tx: Tx, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  await sql`
    with today as materialized (select (${now}::timestamptz at time zone ${timeZone})::date as day, period_start(${now}, 'day', ${timeZone}) as starts)
    update participation p set progress = p.progress + 1, progressed_at = ${now}, seen_on = t.day from today t
    where p.state = 'signed' and p.counts = 'visits' and p.until > ${now} and p.seen_on is distinct from t.day
      and exists (select from session s where s.kind = 'member' and s.subject_id = p.account_id and s.ended_at is null and s.seen_at >= greatest(t.starts, p.since))`.execute(
    tx,
  );
}

/** The newest moment up to which play is counted; null before the first five minutes are. */
export async function readCountedUpTo(db: Db | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(starts_at) + interval '5 minutes' as at from activity_window`.execute(db as Tx);
  return rows[0]!.at;
}

/** Of one deposit one message at a time: whichever of its two comes first, the other sees what it did. */
const lockDeposit = (tx: Tx, depositId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('campaigns:deposit'), hashtext(${depositId}))`.execute(tx);

/** A deposit that was credited is looked at by whoever is signed in for one, and one that was taken back brings nothing. */
export const campaignSubscribers: Subscribers = {
  "deposits.credited": [
    async (tx, { accountId, depositId }, { clock, timeZone, config }) => {
      const now = clock.now();
      await lockDeposit(tx, depositId);
      const { rows } = await sql<{ id: string; rule: unknown; paid: bigint }>`
        select p.id, v.rule, d.paid from deposit d join participation p on p.account_id = d.account_id and p.state = 'signed' and p.counts = 'deposits' and d.settled_at >= p.since and d.settled_at < p.until
        join campaign_version v on v.campaign_id = p.campaign_id and v.version = p.version where d.id = ${depositId} and d.account_id = ${BigInt(accountId)} and ${isKeptDeposit}`.execute(
        tx,
      );
      if (rows.length === 0) return;
      const facts = await readFacts(tx, BigInt(accountId), now);
      for (const { id, rule, paid } of rows) {
        if (decide(readRule(rule), { ...facts, amountMinor: paid }).some(({ condition, holds }) => condition.is === "amount" && holds === false)) continue;
        await tx
          .updateTable("participation")
          .set({ progress: 1n, progressed_at: now, deposit_id: depositId })
          .where("id", "=", id)
          .where("state", "=", "signed")
          .execute();
        await reach(tx, { now, timeZone, pack: packs[config.pack] }, id);
      }
    },
  ],
  "deposits.reversed": [
    async (tx, { accountId, depositId }, { clock, timeZone }) => {
      await lockDeposit(tx, depositId);
      await takeBack(tx, { now: clock.now(), timeZone }, { accountId: BigInt(accountId), depositId });
    },
  ],
  "privacy.erased": [
    async (tx, { accountId, part }, { clock }) => {
      if (part === "records") await sql`select erase_applications_of(${accountId}, ${clock.now()}::timestamptz - interval '5 years')`.execute(tx);
    },
  ],
};
