import type { VendorFlow } from "@laro/contract/reconciliation";
import { sql } from "kysely";
import { issueId, prizeId, transactionId } from "../../core/vendors/ids.ts";
import type { ReportSums } from "../../core/vendors/protocol.ts";
import { dayEnd, dayStart } from "../../core/wallet/history.ts";
import { vendorAccounts } from "../../core/wallet/vendorCalls.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** A vendor whose day is held against its report. */
export interface Reporting {
  readonly id: number;
  readonly code: string;
  readonly baseUrl: string | null;
}

/** A calendar day, and what it is by the clock. */
export interface DaySpan {
  readonly day: string;
  readonly from: Date;
  readonly until: Date;
}

/** Which books: those a run opened, of one vendor. */
interface OfBooks {
  readonly run: string;
  readonly party: string;
}

const FLOWS: Readonly<Record<number, VendorFlow>> = { 1: "stake", 2: "win", 3: "rollback", 4: "prize" };
/** The longest day by the clock has 25 hours; no statement reads more than ten minutes of it. */
const SLICES = 150;
const SLICE_MINUTES = 10;
const ROWS_AT_ONCE = 500;
const LEFT_OVER_AFTER = "1 day";

/** A calendar day, computed in SQL. */
export async function spanOf(db: Db, day: string, timeZone: string): Promise<DaySpan> {
  const { rows } = await sql<DaySpan>`select ${day}::text as day, ${dayStart(day, timeZone)} as "from", ${dayEnd(day, timeZone)} as until`.execute(db as Tx);
  return rows[0]!;
}

/** The calendar day of a moment. */
export async function spanAt(db: Db, at: Date, timeZone: string): Promise<DaySpan> {
  const { rows } = await sql<{ day: string }>`select (${at}::timestamptz at time zone ${timeZone})::date::text as day`.execute(db as Tx);
  return spanOf(db, rows[0]!.day, timeZone);
}

/** Adds up a day of vendors by their players, ten minutes at a time, so that no statement grows with the day. */
export async function openBooks(tx: Tx, { run, from, until, vendors }: DaySpan & { run: string; vendors: readonly Reporting[] }): Promise<void> {
  const ids = vendors.map(({ id }) => id);
  for (let slice = 0; slice < SLICES; slice++)
    await sql`
      insert into vendor_book as known (run, party, player, wallet_id, entries, stake, win, rollback, prize, digest)
      select ${run}::uuid, v.code, p.player_ref, e.wallet_id, count(*), coalesce(sum(e.amount) filter (where e.type = 1), 0), coalesce(sum(e.amount) filter (where e.type = 2), 0),
             coalesce(sum(e.amount) filter (where e.type = 3), 0), coalesce(sum(e.amount) filter (where e.type = 4), 0),
             sum(vendor_digest(p.player_ref, case e.type when 1 then 'stake' when 2 then 'win' when 3 then 'rollback' else 'prize' end, e.foreign_id, e.amount))
      from vendor_entry e join vendor v on v.id = e.vendor_id join wallet w on w.id = e.wallet_id join vendor_player p on p.vendor_id = e.vendor_id and p.account_id = w.account_id
      where e.at >= ${from}::timestamptz + ${slice * SLICE_MINUTES} * interval '1 minute' and e.at < least(${from}::timestamptz + ${(slice + 1) * SLICE_MINUTES} * interval '1 minute', ${until}::timestamptz)
        and e.vendor_id = any(${ids}::smallint[]) and e.type in (1, 2, 3, 4) and e.amount > 0
      group by v.code, p.player_ref, e.wallet_id
      on conflict (run, party, player) do update set entries = known.entries + excluded.entries, stake = known.stake + excluded.stake, win = known.win + excluded.win,
        rollback = known.rollback + excluded.rollback, prize = known.prize + excluded.prize, digest = known.digest + excluded.digest`.execute(tx);
}

/** Forgets the books of a run, and what runs left that ended in the middle. */
export async function closeBooks(tx: Tx, run: string, now: Date): Promise<void> {
  await tx.deleteFrom("vendor_book").where("run", "=", run).execute();
  // The first digits of an id are its moment, in milliseconds.
  await sql`
    delete from vendor_book where run < (
      select (lpad(to_hex((extract(epoch from ${now}::timestamptz - ${LEFT_OVER_AFTER}::interval) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
    )`.execute(tx);
}

const SUMS = sql`coalesce(sum(b.entries), 0)::bigint as entries, coalesce(sum(b.stake), 0)::bigint as stake, coalesce(sum(b.win), 0)::bigint as win,
  coalesce(sum(b.rollback), 0)::bigint as rollback, coalesce(sum(b.prize), 0)::bigint as prize, vendor_digest_sum(sum(b.digest)) as digest`;

interface SumsRow {
  readonly entries: bigint;
  readonly stake: bigint;
  readonly win: bigint;
  readonly rollback: bigint;
  readonly prize: bigint;
  readonly digest: string;
}

const sumsOf = ({ entries, stake, win, rollback, prize, digest }: SumsRow): ReportSums => ({
  entries: Number(entries),
  stake: { minor: stake, finer: undefined },
  win: { minor: win, finer: undefined },
  rollback: { minor: rollback, finer: undefined },
  prize: { minor: prize, finer: undefined },
  digest: BigInt(digest),
});

/** Our sums of a day. */
export async function readSums(db: Db, { run, party }: OfBooks): Promise<ReportSums> {
  const { rows } = await sql<SumsRow>`select ${SUMS} from vendor_book b where b.run = ${run}::uuid and b.party = ${party}`.execute(db as Tx);
  return sumsOf(rows[0]!);
}

export interface OurAccount {
  readonly player: string;
  readonly walletId: bigint;
  readonly sums: ReportSums;
}

/** A stretch of a list that goes by names, byte by byte: after one, up to another, both undefined at the list's ends. */
export interface Stretch {
  readonly after: string | undefined;
  readonly upto: string | undefined;
}

/** Our players of a stretch, some hundred at a time. */
export async function* readAccounts(db: Db, { run, party }: OfBooks, { after, upto }: Stretch): AsyncGenerator<OurAccount> {
  for (let from = after ?? ""; ;) {
    const { rows } = await sql<SumsRow & { player: string; walletId: bigint }>`
      select b.player, b.wallet_id as "walletId", ${SUMS} from vendor_book b
      where b.run = ${run}::uuid and b.party = ${party} and b.player > ${from} and (${upto ?? null}::text is null or b.player <= ${upto ?? null})
      group by b.player, b.wallet_id order by b.player limit ${ROWS_AT_ONCE}`.execute(db as Tx);
    for (const { player, walletId, ...sums } of rows) yield { player, walletId, sums: sumsOf(sums) };
    if (rows.length < ROWS_AT_ONCE) return;
    from = rows.at(-1)!.player;
  }
}

/** The wallets of players by their names at a vendor, also of those who did not play on the day. */
export async function readWallets(db: Db, vendorId: number, players: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ player: string; walletId: bigint }>`
    select p.player_ref as player, w.id as "walletId" from vendor_player p join wallet w on w.account_id = p.account_id and w.kind = 1
    where p.vendor_id = ${vendorId} and p.player_ref = any(${[...players]}::text[])`.execute(db as Tx);
  return new Map(rows.map(({ player, walletId }) => [player, walletId]));
}

export interface OurEntry {
  readonly id: string;
  readonly flow: VendorFlow;
  readonly amountMinor: bigint;
  /** A stake we gave back ourselves, because its vendor said that it does not know it. */
  readonly isGivenBack: boolean;
  /** Such a giving back; its id is its stake's. */
  readonly isOurs: boolean;
  /** When its stake came, where that was before the day. */
  readonly stakedAt: Date | null;
}

interface OfWallet {
  readonly vendorId: number;
  readonly walletId: bigint;
}

/** The entries of a wallet on a day in a stretch of their ids, some hundred at a time. */
export async function* readEntries(db: Db, { vendorId, walletId }: OfWallet, span: DaySpan, { after, upto }: Stretch): AsyncGenerator<OurEntry> {
  let [id, type] = [after ?? "", after === undefined ? 0 : 99];
  for (;;) {
    const { rows } = await sql<Omit<OurEntry, "flow"> & { type: number }>`
      select e.foreign_id as id, e.type, e.amount as "amountMinor", coalesce(o.foreign_id = e.foreign_id, false) as "isOurs", coalesce(u.foreign_id = e.foreign_id, false) as "isGivenBack",
             case when o.foreign_id = e.foreign_id and o.at < ${span.from} then o.at end as "stakedAt"
      from vendor_entry e
      left join vendor_entry o on e.type = 3 and o.wallet_id = e.wallet_id and o.ref = e.original
      left join vendor_entry u on e.type = 1 and u.wallet_id = e.wallet_id and u.original = e.ref and u.type = 3 and u.amount > 0
      where e.wallet_id = ${walletId} and e.vendor_id = ${vendorId} and e.at >= ${span.from} and e.at < ${span.until} and e.type in (1, 2, 3, 4) and e.amount > 0
        and (e.foreign_id collate "C", e.type::integer) > (${id}, ${type}) and (${upto ?? null}::text is null or e.foreign_id collate "C" <= ${upto ?? null})
      order by e.foreign_id collate "C", e.type limit ${ROWS_AT_ONCE}`.execute(db as Tx);
    for (const { type: number, ...entry } of rows) yield { ...entry, flow: FLOWS[number]! };
    if (rows.length < ROWS_AT_ONCE) return;
    [id, type] = [rows.at(-1)!.id, rows.at(-1)!.type];
  }
}

export interface Elsewhere {
  readonly id: string;
  readonly flow: VendorFlow | undefined;
  readonly amountMinor: bigint;
  readonly day: string;
}

/** Transactions of a wallet by the vendor's ids, whenever they came: each is found by its key, which is made of them. */
export async function findEntries(
  db: Db,
  { walletId, code }: { walletId: bigint; code: string },
  ids: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, Elsewhere>> {
  if (ids.length === 0) return new Map();
  const where = { code, walletId };
  const refs = ids.flatMap((id) => [transactionId(where, id), prizeId(where, id), issueId(where, id)]);
  const { rows } = await sql<{ id: string; type: number; amountMinor: bigint; day: string }>`
    select e.foreign_id as id, e.type, e.amount as "amountMinor", (e.at at time zone ${timeZone})::date::text as day
    from vendor_entry e where e.wallet_id = ${walletId} and e.ref = any(${refs}::uuid[])`.execute(db as Tx);
  return new Map(rows.map(({ type, ...entry }) => [entry.id, { ...entry, flow: FLOWS[type] }]));
}

export interface Owed {
  readonly player: string;
  readonly id: string;
  readonly taken: bigint;
  readonly asked: bigint;
}

/** What members owe since a day because a win was taken back that they had spent. */
export async function readOwed(db: Db, vendorId: number, { from, until }: DaySpan, most: number): Promise<readonly Owed[]> {
  const { rows } = await sql<Owed>`
    select p.player_ref as player, e.foreign_id as id, h.taken, h.asked
    from shortfall h join vendor_entry e on e.wallet_id = h.wallet_id and e.round_id = h.id and e.at = h.at and e.type = 3
    join wallet w on w.id = h.wallet_id join vendor_player p on p.vendor_id = e.vendor_id and p.account_id = w.account_id
    where h.account = ${vendorAccounts.owed(vendorId)} and h.at >= ${from} and h.at < ${until} and h.state = 'open' order by h.at, h.id limit ${most}`.execute(
    db as Tx,
  );
  return rows;
}
