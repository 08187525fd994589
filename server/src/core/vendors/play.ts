import { sql } from "kysely";
import { crashPoint } from "../../platform/crash.ts";
import type { Platform } from "../../platform/routes.ts";
import { brand } from "../settings/packs.ts";
import type { ByNet } from "../wallet/pulled.ts";
import { askVendor, isOutOfReach } from "./lines.ts";
import { bookRecords, noteOdd } from "./play.book.ts";
import { openOlderWindows } from "./play.window.ts";
import type { PlayOddity, PlayQuestion, PlayRecord } from "./protocol.ts";
import { type Reached, reachVendor } from "./purses.send.ts";

const ASK_MS = 15_000;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
const S_MS = 1_000;
/** A record may be told so late and is found yet: each window begins so long before the last one ended. */
const OVERLAP_MS = 10 * 60 * S_MS;
/** So much of a backlog is read as one window, in so many parts at most besides the overlap's. */
const WINDOW_MS = 60 * 60 * S_MS;
const PARTS_MAX = 60;
/** So long by the clock it is asked again for what could not be booked, however old it is; then for what is not older than so long. The rest is left to officers, who were told of it. */
const AGAIN_MS = 60 * 60 * S_MS;
/** A part that was not answered is asked for as two the next time, down to the least; one window that was read whole makes them larger again. */
const PART_LEAST_S = 10;
const PART_MOST_S = 900;
/** A vendor is read so long, and so many windows, in one run. */
const READ_MS = 60_000;
const WINDOWS_MAX = 24;
const PAGES_MAX = 40;

interface Due {
  readonly vendorId: number;
  readonly code: string;
  readonly walletKind: number;
  readonly readUntil: Date;
  readonly partS: number;
  /** Since when, by the clock, somebody's records could not be booked. */
  readonly waitsSince: Date | null;
}

/** What a proof may do otherwise. */
export interface ReadingPlay {
  readonly order?: ByNet;
}

/**
 * Asks each vendor that keeps a wallet of its own what was played with it since it was last asked, and books it. A window is behind us only when all of it was read; what is
 * told late is found by the windows after it. A vendor that says nothing is asked again by the next run and holds up no other. A member whose records cannot be booked holds up
 * no other either: officers are told, and for an hour by the clock they are asked for again.
 */
export async function readPlay(platform: Platform, how: ReadingPlay = {}): Promise<void> {
  const { database } = platform;
  await database.begin((tx) => openOlderWindows(tx));
  const { rows } = await sql<Due>`
    select y.vendor_id as "vendorId", v.code, y.wallet_kind as "walletKind", y.read_until as "readUntil", y.part_s as "partS", y.waits_since as "waitsSince"
    from vendor_play_window y join vendor v on v.id = y.vendor_id where v.wallet_mode = 'transfer' order by y.vendor_id`.execute(database.db);
  await Promise.all(
    rows.map((due) => readVendor(platform, due, how).catch((error: Error) => platform.log.error({ err: error, vendor: due.code }, "a vendor's play waits"))),
  );
}

async function readVendor(platform: Platform, due: Due, how: ReadingPlay): Promise<void> {
  const reached = await reachVendor(platform, due.code);
  if (reached?.protocol.play === undefined) return;
  const untilMs = performance.now() + READ_MS;
  let { readUntil, partS, waitsSince } = due;
  let [kept, waitsFrom]: [Date, Date | undefined] = [readUntil, undefined];
  for (let windows = 0; windows < WINDOWS_MAX && performance.now() < untilMs; windows++) {
    if (isOutOfReach(platform, reached.vendor)) return;
    const now = platform.clock.now();
    const until = new Date(Math.min(now.getTime(), readUntil.getTime() + Math.min(WINDOW_MS, PARTS_MAX * partS * S_MS)));
    if (until < readUntil) return;
    const read = await readWindow(platform, reached, { ...due, from: new Date(readUntil.getTime() - OVERLAP_MS), until, partS, untilMs, ...how });
    if (read.waits) [waitsFrom, waitsSince] = [waitsFrom ?? readUntil, waitsSince ?? now];
    else if (waitsFrom === undefined && read.isWhole && (until >= now || windows === WINDOWS_MAX - 1)) waitsSince = null;
    const next = read.isWhole ? Math.min(PART_MOST_S, partS * 2) : Math.max(PART_LEAST_S, Math.floor(partS / 2));
    const behindUs = read.isWhole ? until : readUntil;
    const upto = againFrom({ behindUs, waitsFrom, waitsSince, now });
    const isMine = await moveOn(platform, { ...due, readUntil: kept }, { until: upto, partS: next, waitsSince });
    if (!read.isWhole || !isMine || until >= now) return;
    [readUntil, partS, kept] = [until, next, upto];
  }
}

interface Waiting extends Pick<Due, "waitsSince"> {
  readonly behindUs: Date;
  /** Where the first window begins in which somebody waits. */
  readonly waitsFrom: Date | undefined;
  readonly now: Date;
}

/** Where the next run begins: where somebody waits, however far back, until that is an hour by the clock; then within the last hour at most, so that a backlog is read on as if nobody waited. */
function againFrom({ behindUs, waitsFrom, waitsSince, now }: Waiting): Date {
  if (waitsFrom === undefined || waitsSince === null) return behindUs;
  const againMs = now.getTime() - AGAIN_MS;
  return waitsSince.getTime() > againMs ? waitsFrom : new Date(Math.max(waitsFrom.getTime(), Math.min(behindUs.getTime(), againMs)));
}

/** Whether nobody read the window meanwhile: who did goes on. */
async function moveOn(
  { database }: Platform,
  { vendorId, readUntil }: Pick<Due, "vendorId" | "readUntil">,
  to: { until: Date; partS: number; waitsSince: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database.begin((tx) =>
    tx
      .updateTable("vendor_play_window")
      .set({ read_until: to.until, part_s: to.partS, waits_since: to.waitsSince })
      .where("vendor_id", "=", vendorId)
      .where("read_until", "=", readUntil)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

interface Reading extends ReadingPlay {
  readonly walletKind: number;
  readonly from: Date;
  readonly until: Date;
  readonly partS: number;
  readonly untilMs: number;
}

interface Read {
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
  /** Whether somebody's records of it could not be booked. */
  readonly waits: boolean;
}

/** Reads and books a window part by part. */
async function readWindow(platform: Platform, reached: Reached, { from, until, partS, untilMs, ...how }: Reading): Promise<Read> {
  let waits = false;
  for (let at = from.getTime(); at < until.getTime(); at += partS * S_MS) {
    if (performance.now() > untilMs) return { isWhole: false, waits };
    const part = { from: new Date(at), until: new Date(Math.min(at + partS * S_MS, until.getTime())) };
    const told = await readPart(platform, reached, part);
    if (told === undefined) return { isWhole: false, waits };
    crashPoint("play.before_book");
    await noteOdd(platform, reached.vendor, told.odd);
    if (!(await bookRecords(platform, reached.vendor, { ...how, records: told.list }))) waits = true;
    crashPoint("play.after_book");
  }
  return { isWhole: true, waits };
}

interface Told {
  readonly list: readonly PlayRecord[];
  readonly odd: readonly PlayOddity[];
}

/** All pages of a stretch of time; undefined where one is missing, or they do not end. */
async function readPart(platform: Platform, reached: Reached, span: Pick<PlayQuestion, "from" | "until">): Promise<Told | undefined> {
  const { vendor, protocol, base, secret } = reached;
  const play = protocol.play!;
  const [list, odd]: [PlayRecord[], PlayOddity[]] = [[], []];
  for (let pages = 0, after: string | undefined; pages < PAGES_MAX; pages++) {
    const { path, ...asked } = play.ask({ casinoId: vendor.casinoId, currency: brand.currency, ...span, after }, secret);
    const said = await askVendor(platform, vendor, new URL(path, base), { ...asked, answer: play.answer, timeoutMs: ASK_MS, bytesMax: ANSWER_BYTES_MAX });
    if (said?.ok !== true) return undefined;
    for (const record of said.answer.list) list.push(record);
    for (const one of said.answer.odd) odd.push(one);
    if (said.answer.next === undefined) return { list, odd };
    after = said.answer.next;
  }
  return undefined;
}
