import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { sweepInTurns } from "../../platform/rows.ts";
import type { Window } from "../activity/activity.gather.ts";
import type { FaultCode } from "./protocol.ts";

const WRITE_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const MS_US = 1_000;
/** Of doubling width, from 2 microseconds on: the last one begins at half an hour. */
const BUCKETS = 32;
const KEPT_DAYS = 7;

/** So many rows that cannot be written are tried one by one; where none can, nothing can. */
const FAILED_MAX = 3;

/** A call that was answered. `code` is empty where it was carried out. */
interface Answered {
  readonly vendorId: number;
  readonly action: string;
  readonly code: FaultCode | "";
  readonly tookMs: number;
}

interface MinuteRow {
  readonly vendor_id: number;
  readonly minute: Date;
  readonly action: string;
  readonly code: string;
  calls: bigint;
  readonly buckets: bigint[];
}

/** Counts of a process by minute: a call costs no row, and what a process that dies had not written yet is not counted. */
export class CallCounts {
  #rows = new Map<string, MinuteRow>();

  count({ vendorId, action, code, tookMs }: Answered, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
    const key = `${vendorId} ${minute} ${action} ${code}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = { vendor_id: vendorId, minute: new Date(minute), action, code, calls: 0n, buckets: Array.from({ length: BUCKETS }, () => 0n) };
      this.#rows.set(key, row);
    }
    row.calls += 1n;
    row.buckets[bucketOf(tookMs)]! += 1n;
  }

  /** Adds what was counted since to the minutes. Rows go in one order, so that two processes never wait for each other. One that cannot be written takes no other along. */
  async write(database: Pick<Database, "begin">): Promise<void> {
    const counted = [...this.#rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    this.#rows = new Map();
    if (counted.length > 0) await database.begin((tx) => addMinutes(tx, counted)).catch(() => writeEach(database, counted));
  }
}

/** Throws what went wrong last, once all others are written. */
async function writeEach({ begin }: Pick<Database, "begin">, counted: readonly MinuteRow[]): Promise<void> {
  const failed: unknown[] = [];
  for (const row of counted) {
    if (failed.length >= FAILED_MAX) break;
    await begin((tx) => addMinutes(tx, [row])).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0) throw failed.at(-1);
}

const bucketOf = (ms: number): number => Math.min(BUCKETS - 1, Math.floor(Math.log2(Math.max(1, ms * MS_US))));

async function addMinutes(tx: Tx, counted: readonly MinuteRow[]): Promise<void> {
  await tx
    .insertInto("vendor_minute")
    .values(counted)
    .onConflict((conflict) =>
      conflict.columns(["vendor_id", "minute", "action", "code"]).doUpdateSet({
        calls: sql`vendor_minute.calls + excluded.calls`,
        buckets: sql`array(select was + more from unnest(vendor_minute.buckets, excluded.buckets) with ordinality b(was, more, place) order by place)`,
      }),
    )
    .execute();
}

const counts = new WeakMap<Database, CallCounts>();

/** The counts of this process. */
export function countsOf({ database }: Pick<Platform, "database">): CallCounts {
  const known = counts.get(database) ?? new CallCounts();
  counts.set(database, known);
  return known;
}

/** Writes the counts every ten seconds and once more at the end. */
export function writeCounts(platform: Platform): { stop: () => Promise<void> } {
  const write = (): Promise<void> =>
    countsOf(platform)
      .write(platform.database)
      .catch((error: Error) => platform.log.warn({ fault: error.message }, "vendors' calls not counted"));
  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

const SWEPT_AT_ONCE_MAX = 10_000;

/** Forgets minutes that are older than a week. */
export async function sweepMinutes(database: Pick<Database, "begin">, now: Date): Promise<void> {
  await sweepInTurns(database, SWEPT_AT_ONCE_MAX, [
    (tx) =>
      sql`delete from vendor_minute where ctid = any(array(
        select ctid from vendor_minute where minute < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day' limit ${SWEPT_AT_ONCE_MAX}))`.execute(tx),
  ]);
}

/**
 * Adds five minutes of settled play to the days of its vendors and of their games; the house is none. A correction changes what its round's squares and products were, so the
 * round is looked up as it stood.
 */
export async function addToDays(tx: Tx, { startsAt, endsAt, day }: Window): Promise<void> {
  await sql`
    with settled as materialized (
      select coalesce(g.vendor_id, -s.game_id)::smallint as vendor_id, s.game_id, s.status, s.stake::numeric as stake, s.win::numeric as win,
             coalesce(b.stake, 0) as had_stake, coalesce(b.win, 0) as had_win, coalesce(j.had, 0) as had_jackpot, coalesce(j.now, 0) - coalesce(j.had, 0) as jackpot
      from round_settled s left join game g on g.id = s.game_id
      left join lateral (
        select sum(coalesce(x.all_stake, x.stake)) as stake, sum(coalesce(x.all_win, x.win)) as win from round x
        where s.status = 5 and x.wallet_id = s.wallet_id and (x.id = s.round_id or x.part_of = s.round_id) and x.status in (1, 4, 5) and (x.at, x.id) < (s.at, s.id)
      ) b on true
      left join lateral (
        select jackpot_of_round(s.wallet_id, s.round_id, s.at) as now, case s.status when 5 then jackpot_of_round(s.wallet_id, s.round_id, s.at - interval '1 microsecond') end as had
        where exists (select from vendor_jackpot k where k.wallet_id = s.wallet_id and k.win is not null)
      ) j on true
      where s.at >= ${startsAt}::timestamptz and s.at < ${endsAt}::timestamptz and (g.vendor_id <> 1 or s.game_id < 0)
    ), play as materialized (
      select vendor_id, game_id, count(*) filter (where status <> 5) as rounds, sum(stake) as stake, sum(win) as win,
             sum((had_stake + stake) ^ 2 - had_stake ^ 2) as stake_squares, sum((had_stake + stake) * (had_win + win) - had_stake * had_win) as products,
             sum((had_win + win) ^ 2 - had_win ^ 2) as win_squares, sum(jackpot) as jackpot,
             sum((had_stake + stake) * (had_win + win - had_jackpot - jackpot) - had_stake * (had_win - had_jackpot)) as plain_products,
             sum((had_win + win - had_jackpot - jackpot) ^ 2 - (had_win - had_jackpot) ^ 2) as plain_squares
      from settled group by 1, 2
    ), games as (
      insert into vendor_game_day as known (vendor_id, day, game_id, rounds, stake, win, stake_squares, products, win_squares, jackpot, plain_products, plain_squares)
      select vendor_id, ${day}::date, game_id, rounds, stake, win, stake_squares, products, win_squares, jackpot, plain_products, plain_squares from play
      on conflict (vendor_id, day, game_id) do update set rounds = known.rounds + excluded.rounds, stake = known.stake + excluded.stake, win = known.win + excluded.win,
        stake_squares = known.stake_squares + excluded.stake_squares, products = known.products + excluded.products, win_squares = known.win_squares + excluded.win_squares,
        jackpot = known.jackpot + excluded.jackpot, plain_products = known.plain_products + excluded.plain_products, plain_squares = known.plain_squares + excluded.plain_squares
    )
    insert into vendor_day (day, vendor_id, rounds, stake, win)
    select ${day}::date, vendor_id, sum(rounds), sum(stake), sum(win) from play group by 2
    on conflict (day, vendor_id) do update set rounds = vendor_day.rounds + excluded.rounds, stake = vendor_day.stake + excluded.stake, win = vendor_day.win + excluded.win`.execute(
    tx,
  );
}
