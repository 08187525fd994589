import { refuse } from "@laro/contract/core/errors";
import type { VendorBrake } from "@laro/contract/vendors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { tellLobbies } from "../catalogue/changes.ts";
import { noteFault } from "./faults.ts";

/** How long what players won from vendors is kept, minute by minute. */
const KEPT_HOURS = 2;

interface Braked {
  readonly id: number;
  readonly code: string;
  readonly lost: bigint;
}

/**
 * Counts what players won from each vendor, prizes and purses among it, net and by the minute, and pauses a vendor that lost more within an hour than its row allows: its launches and bets stop, its wins
 * are paid, and officers are told. Two of them open it again, which begins a new count.
 */
export async function brakeVendors(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const braked = await platform.database.begin(async (tx) => {
    // The last minutes are counted again: a call bears the moment it began at, and is seen when it is committed.
    // What a recall found in a purse beyond what is known of it counts until its records come, and then once.
    await sql`
      with since as materialized (
        select greatest(date_trunc('minute', ${now}::timestamptz) - interval '1 hour', (select max(minute) from vendor_taken) - interval '2 minutes') as moment
      ), took as (
        select e.vendor_id, e.at,
               case e.type when 1 then -e.amount when 2 then e.amount when 4 then e.amount when 3 then case o.type when 1 then e.amount when 2 then -e.amount end else 0 end as net
        from vendor_entry e left join vendor_entry o on e.type = 3 and o.wallet_id = e.wallet_id and o.ref = e.original where e.at >= (select moment from since)
        union all
        select p.vendor_id, p.at, p.unmatched from vendor_pulled p where p.unmatched <> 0 and p.at >= (select moment from since)
      )
      insert into vendor_taken (vendor_id, minute, net) select vendor_id, date_trunc('minute', at), sum(net) from took group by 1, 2
      on conflict (vendor_id, minute) do update set net = excluded.net`.execute(tx);
    await sql`delete from vendor_taken where minute < ${now}::timestamptz - make_interval(hours => ${KEPT_HOURS})`.execute(tx);
    const { rows } = await sql<Braked>`
      with hour as (
        select v.id, sum(t.net)::bigint as lost from vendor v join vendor_taken t on t.vendor_id = v.id
        where v.hour_loss_max is not null and v.state in ('test', 'live') and t.minute > greatest(${now}::timestamptz - interval '1 hour', v.braked_at) group by v.id
      ), braked as (
        update vendor v set state = 'paused', braked_at = ${now} from hour where hour.id = v.id and hour.lost > v.hour_loss_max returning v.id, v.code, hour.lost
      ), fell as (
        insert into vendor_brake (vendor_id, fell_at) select id, ${now} from braked on conflict (vendor_id) do update set fell_at = excluded.fell_at
      )
      select * from braked`.execute(tx);
    if (rows.length > 0) tellLobbies(tx);
    return rows;
  });
  for (const { id, code, lost } of braked) {
    platform.log.error({ vendor: code, lost: String(lost) }, "players won more from a vendor within an hour than it may lose: it is paused");
    noteFault({ platform, vendor: { id }, requestId: null }, { action: "brake", kind: "hour_loss", direction: "out" });
  }
}

/** The brakes that hold, by their vendors' numbers. */
export async function listBrakes(db: Db | Tx): Promise<ReadonlyMap<number, VendorBrake>> {
  const rows = await (db as Db).selectFrom("vendor_brake").selectAll().execute();
  return new Map(
    rows.map(({ vendor_id: vendorId, fell_at: fellAt, ...asked }) => [vendorId, { fellAt: fellAt.toISOString(), opening: describeOpening(asked) }]),
  );
}

interface Asked {
  readonly opening: string | null;
  readonly asked_name: string | null;
  readonly reason: string | null;
  readonly asked_at: Date | null;
}

const describeOpening = ({ opening, asked_name: by, reason, asked_at: at }: Asked): VendorBrake["opening"] =>
  opening === null ? null : { state: opening as "test" | "live", by: by!, reason: reason!, at: at!.toISOString() };

/** An officer's wish to open a vendor. */
export interface Opening {
  readonly state: "test" | "live";
  readonly reason: string;
  readonly by: { readonly id: bigint; readonly name: string };
  readonly now: Date;
}

/**
 * Opens the brake of a vendor, which the caller has locked: the first officer's wish is kept, the same one of another opens it. Answers whether no brake holds any more.
 * Refuses with `gateway.own_proposal` whoever wished it already.
 */
export async function openBrake(tx: Tx, vendorId: number, { state, reason, by, now }: Opening): Promise<boolean> {
  const brake = await tx.selectFrom("vendor_brake").select(["opening", "asked_by as askedBy"]).where("vendor_id", "=", vendorId).executeTakeFirst();
  if (brake === undefined) return true;
  if (brake.opening === state && brake.askedBy === by.id) refuse("gateway.own_proposal", { field: "state" });
  if (brake.opening === state) {
    await tx.deleteFrom("vendor_brake").where("vendor_id", "=", vendorId).execute();
    return true;
  }
  const asked = { opening: state, asked_by: by.id, asked_name: by.name, reason, asked_at: now };
  await tx.updateTable("vendor_brake").set(asked).where("vendor_id", "=", vendorId).execute();
  staleOnCommit(tx, ["vendors.list"], ["operators"]);
  return false;
}

/** Forgets what an officer asked for: the vendor stays closed. */
export async function keepBrake(tx: Tx, vendorId: number): Promise<void> {
  const nothing = { opening: null, asked_by: null, asked_name: null, reason: null, asked_at: null };
  await tx.updateTable("vendor_brake").set(nothing).where("vendor_id", "=", vendorId).execute();
}
