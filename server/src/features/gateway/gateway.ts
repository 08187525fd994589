import { refuse } from "@laro/contract/core/errors";
import type { GatewayHour, GatewayLine, GatewayVendor, KeyUse, VendorKey } from "@laro/contract/gateway";
import { QUEUE_COUNT_MAX } from "@laro/contract/core/page";
import type { VendorState } from "@laro/contract/vendors";
import { sql } from "kysely";
import { HOUSE } from "../../core/catalogue/lanes.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { waitingOf } from "./gateway.rounds.ts";
import { findProposal } from "./gateway.rules.ts";

const KEYS_SHOWN_MAX = 20;

interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** The vendors in their order, and how they do just now. The house is none: nobody calls for it. */
export async function listGateway(db: Db, { now, timeZone }: Moment): Promise<{ list: GatewayLine[] }> {
  const { rows } = await sql<GatewayLine & { state: VendorState }>`
    with hour as materialized (
      select m.vendor_id, sum(m.calls) filter (where m.minute >= date_trunc('minute', ${now}::timestamptz) - interval '5 minutes' and m.minute < date_trunc('minute', ${now}::timestamptz)) as calls
      from vendor_minute m where m.minute >= ${now}::timestamptz - interval '1 hour' group by 1
    ), times as (
      select b.vendor_id, vendor_quantile(array_agg(b.calls order by b.place), 0.95) as p95 from (
        select m.vendor_id, u.place, sum(u.calls)::bigint as calls from vendor_minute m cross join unnest(m.buckets) with ordinality u(calls, place)
        where m.minute >= ${now}::timestamptz - interval '1 hour' group by 1, 2
      ) b group by 1
    ), wrong as (
      select vendor_id, count(*)::integer as faults from vendor_fault where at >= ${now}::timestamptz - interval '1 hour' group by 1
    )
    select v.code as "vendorCode", v.name, v.state, v.simulated, round(coalesce(h.calls, 0) / 5.0, 1)::text as "callsPerMinute", coalesce(f.faults, 0) as faults, t.p95 as "p95Ms",
           (select count(*)::integer from (select from vendor_round r where r.vendor_id = v.id and r.closed_at is null limit ${QUEUE_COUNT_MAX}) open) as "openRounds",
           ${waitingOf(now, QUEUE_COUNT_MAX)} as "waitingRounds",
           coalesce(d.stake - d.win, 0) as ggr
    from vendor v left join hour h on h.vendor_id = v.id left join times t on t.vendor_id = v.id left join wrong f on f.vendor_id = v.id
    left join vendor_day d on d.vendor_id = v.id and d.day = (${now}::timestamptz at time zone ${timeZone})::date
    where v.code <> ${HOUSE} order by v.sort, v.id`.execute(db as Tx);
  return { list: rows };
}

/** A vendor by its code. Refuses with `vendors.not_found`; the house, whose rules are its games', with `vendors.house` where it is to be changed. */
export async function getVendorId(given: Db | Tx, vendorCode: string, { toChange = false } = {}): Promise<number> {
  if (vendorCode === HOUSE) refuse(toChange ? "vendors.house" : "vendors.not_found", { field: "vendorCode" });
  const row = await (given as Db).selectFrom("vendor").select("id").where("code", "=", vendorCode).executeTakeFirst();
  return row?.id ?? refuse("vendors.not_found", { field: "vendorCode" });
}

/** A vendor's rules, keys without their secrets, and what waits. */
export async function getGateway(given: Db | Tx, vendorId: number, now: Date): Promise<GatewayVendor> {
  const db = given as Db;
  const [vendor, keys, proposal] = await Promise.all([
    db.selectFrom("vendor").selectAll().where("id", "=", vendorId).executeTakeFirstOrThrow(),
    selectKeys(db).where("vendor_id", "=", vendorId).orderBy("id", "desc").limit(KEYS_SHOWN_MAX).execute(),
    findProposal(db, vendorId),
  ]);
  return {
    vendorCode: vendor.code,
    name: vendor.name,
    state: vendor.state as VendorState,
    simulated: vendor.simulated,
    protocol: vendor.protocol,
    rules: {
      addresses: [...vendor.cidrs],
      callsPerS: vendor.calls_per_s,
      callsAtOnce: vendor.calls_at_once,
      answerWithinMs: vendor.answer_within_ms,
      stakeMax: vendor.stake_max,
      hourLossMax: vendor.hour_loss_max,
      grantWinMax: vendor.grant_win_max,
      prizeDayMax: vendor.prize_day_max,
      roundRule: vendor.round_rule as GatewayVendor["rules"]["roundRule"],
    },
    keys: keys.map((key) => describeKey(key, now)),
    proposal: proposal ?? null,
  };
}

/** A key by its id. */
export async function getKey(tx: Tx, id: string, now: Date): Promise<VendorKey> {
  return describeKey(
    await selectKeys(tx as unknown as Db)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
    now,
  );
}

const selectKeys = (db: Db) =>
  db
    .selectFrom("vendor_key")
    .select(["id", "use", "fingerprint", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .select(["confirmed_name as confirmedBy", "valid_from as from", "valid_until as until"]);

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

const describeKey = ({ use, proposedAt, from, until, ...key }: KeyRow, now: Date): VendorKey => ({
  ...key,
  use: use as KeyUse,
  state: stateOf({ from, until }, now),
  proposedAt: proposedAt.toISOString(),
  from: from?.toISOString() ?? null,
  until: until?.toISOString() ?? null,
});

function stateOf({ from, until }: Pick<KeyRow, "from" | "until">, now: Date): VendorKey["state"] {
  if (from === null) return until === null ? "waiting" : "declined";
  if (until === null) return "live";
  return until > now ? "ending" : "ended";
}

/** The last hour of a vendor's calls. */
export async function getHour(db: Db, vendorId: number, now: Date): Promise<GatewayHour> {
  const since = sql`vendor_id = ${vendorId} and minute > date_trunc('minute', ${now}::timestamptz) - interval '1 hour'`;
  const [actions, refusals, minutes] = await Promise.all([
    sql<GatewayHour["actions"][number]>`
      select action, sum(calls)::integer as calls, sum(refused)::integer as refused, vendor_quantile(array_agg(calls order by place), 0.5) as "p50Ms",
             vendor_quantile(array_agg(calls order by place), 0.95) as "p95Ms", vendor_quantile(array_agg(calls order by place), 0.99) as "p99Ms"
      from (
        select m.action, u.place, sum(u.calls)::bigint as calls, coalesce(sum(u.calls) filter (where m.code <> ''), 0) as refused
        from vendor_minute m cross join unnest(m.buckets) with ordinality u(calls, place) where ${since} group by 1, 2
      ) bucket group by 1 order by 1`.execute(db as Tx),
    sql<GatewayHour["refusals"][number]>`
      select action, code, sum(calls)::integer as calls from vendor_minute where ${since} and code <> '' group by 1, 2 order by 3 desc, 1, 2`.execute(db as Tx),
    sql<{ at: Date; calls: number; refused: number }>`
      select at, coalesce(sum(m.calls), 0)::integer as calls, coalesce(sum(m.calls) filter (where m.code <> ''), 0)::integer as refused
      from generate_series(date_trunc('minute', ${now}::timestamptz) - interval '59 minutes', date_trunc('minute', ${now}::timestamptz), interval '1 minute') at
      left join vendor_minute m on m.vendor_id = ${vendorId} and m.minute = at group by at order by at`.execute(db as Tx),
  ]);
  return { actions: actions.rows, refusals: refusals.rows, minutes: minutes.rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
}
