import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { funds } from "../wallet/funds.ts";

/** From now on it is asked what is played with a vendor's wallet; nothing happens where it is asked already. */
export async function openWindow(tx: Tx, { vendorId, walletKind, now }: { vendorId: number; walletKind: number; now: Date }): Promise<void> {
  await sql`insert into vendor_play_window (vendor_id, wallet_kind, since, read_until) values (${vendorId}::smallint, ${walletKind}::smallint, ${now}, ${now}) on conflict do nothing`.execute(
    tx,
  );
}

/** Windows of vendors where money went before anybody asked what is played with it. */
export async function openOlderWindows(tx: Tx): Promise<void> {
  const kinds = funds.map(({ kind }) => kind);
  await sql`
    insert into vendor_play_window (vendor_id, wallet_kind, since, read_until)
    select v.id, f.kind, t.at, t.at from unnest(${funds.map(({ code }) => code)}::text[], ${kinds}::smallint[]) f(code, kind)
    join vendor v on v.code = f.code and v.wallet_mode = 'transfer'
    cross join lateral (select t.at from vendor_transfer t where t.vendor_id = v.id order by t.number limit 1) t
    where not exists (select from vendor_play_window y where y.vendor_id = v.id) on conflict do nothing`.execute(tx);
}

/** How far a vendor's records were read, all of them; undefined where nobody asks for them. */
export async function findReadUntil(db: Db, vendorId: number): Promise<Date | undefined> {
  const row = await db.selectFrom("vendor_play_window").select("read_until as readUntil").where("vendor_id", "=", vendorId).executeTakeFirst();
  return row?.readUntil;
}
