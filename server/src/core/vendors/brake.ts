import { sql } from "kysely";
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
 * are paid, and officers are told. Who opens it again begins a new count.
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
      )
      update vendor v set state = 'paused', braked_at = ${now} from hour where hour.id = v.id and hour.lost > v.hour_loss_max
      returning v.id, v.code, hour.lost`.execute(tx);
    if (rows.length > 0) tellLobbies(tx);
    return rows;
  });
  for (const { id, code, lost } of braked) {
    platform.log.error({ vendor: code, lost: String(lost) }, "players won more from a vendor within an hour than it may lose: it is paused");
    noteFault({ platform, vendor: { id }, requestId: null }, { action: "brake", kind: "hour_loss", direction: "out" });
  }
}
