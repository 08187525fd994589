import { createHash, randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";

const TICKET_BYTES = 24;
const TICKET_MS = 60_000;
const TOKEN_BYTES = 32;
const TOKEN_IDLE_MS = 30 * 60_000;
const TOKEN_MS = 12 * 60 * 60_000;
/** As often as play is written down at most. */
const SEEN_EVERY_MS = 60_000;
/** How much later that may be written down: the longer, the fewer statements. */
const SEEN_WITHIN_MS = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** A member's launches are kept so long; a visitor's say nothing to anyone after a day. */
const KEPT_MS = 90 * DAY_MS;
const VISITORS_KEPT_MS = DAY_MS;
/** Nobody plays one launch for longer: what is older ended unsaid. */
const OPEN_MS_MAX = 7 * DAY_MS;
const SWEPT_AT_ONCE_MAX = 10_000;
const SWEEPS_MAX = 100;

export interface Start {
  readonly gameId: number;
  /** Nobody's where a visitor tries a demo. */
  readonly accountId: bigint | null;
  readonly mode: "demo" | "real";
  readonly device: string | undefined;
  readonly language: string;
  readonly now: Date;
}

const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest();

/** Writes down that somebody starts a vendor's game, and answers the ticket that opens it once within a minute; kept is its hash alone. */
export async function issueTicket(tx: Tx, start: Start): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString("base64url");
  await writeLaunch(tx, start, { ticket_hash: hashOf(ticket) });
  return ticket;
}

/** Writes down that a member goes to a house game's room. */
export const recordLaunch = (tx: Tx, start: Start): Promise<void> => writeLaunch(tx, start, { opened_at: start.now });

async function writeLaunch(
  tx: Tx,
  { gameId, accountId, mode, device, language, now }: Start,
  how: { ticket_hash: Buffer } | { opened_at: Date },
): Promise<void> {
  const row = { id: newId(now), game_id: gameId, account_id: accountId, mode, device: device ?? null, language, at: now };
  await tx
    .insertInto("launch")
    .values({ ...row, ...how })
    .execute();
  if (accountId !== null) staleOnCommit(tx, ["recents.list"], [`member:${accountId}`]);
}

/** Gives a launch the token that its bets bear: 32 random bytes, told to the vendor alone; kept is their hash. */
export async function issueToken(tx: Tx, { id, now }: { id: string; now: Date }): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx
    .updateTable("launch")
    .set({ token_hash: hashOf(token), seen_at: now })
    .where("id", "=", id)
    .execute();
  return token;
}

interface Tokened {
  readonly token: string | undefined;
  readonly vendorId: number;
  readonly accountId: bigint;
  readonly now: Date;
}

/** Whether a token stands for a member's launch at a vendor that goes on: played within 30 minutes, begun within 12 hours. Being asked counts as play. */
export async function standingOfToken(
  { db, begin }: Pick<Database, "db" | "begin">,
  { token, vendorId, accountId, now }: Tokened,
): Promise<"good" | "expired" | "unknown"> {
  if (token === undefined) return "unknown";
  const launch = await readLaunch(db, hashOf(token));
  if (launch === undefined || launch.accountId !== accountId || launch.vendorId !== vendorId) return "unknown";
  const [age, idle] = [launch.at, launch.seenAt ?? launch.at].map((since) => now.getTime() - since.getTime()) as [number, number];
  if (launch.endedAt !== null || age > TOKEN_MS || idle > TOKEN_IDLE_MS) return "expired";
  if (idle > SEEN_EVERY_MS) noteSeen({ db, begin }, launch.id, now);
  return "good";
}

const seenWriters = new WeakMap<Db, (seen: string) => Promise<unknown>>();

/** Writes down within a second that a launch is played, those of that second by one statement; no bet waits for it, and what cannot be written is at the next. */
function noteSeen({ db, begin }: Pick<Database, "db" | "begin">, id: string, now: Date): void {
  const write = seenWriters.get(db) ?? gather((seen: readonly string[]) => begin((tx) => writeSeen(tx, seen)), { waitMs: SEEN_WITHIN_MS });
  seenWriters.set(db, write);
  write(`${id} ${now.toISOString()}`).catch(() => undefined);
}

async function writeSeen(tx: Tx, seen: readonly string[]): Promise<ReadonlyMap<string, never>> {
  const [ids, times] = [seen.map((one) => one.split(" ")[0]), seen.map((one) => one.split(" ")[1])];
  await sql`
    with seen as (select id, max(at) as at from unnest(${ids}::uuid[], ${times}::timestamptz[]) s(id, at) group by id),
    held as (select l.id, seen.at from launch l join seen using (id) order by l.id for update of l)
    update launch l set seen_at = held.at from held where l.id = held.id`.execute(tx);
  return new Map<string, never>();
}

interface TokenedLaunch {
  readonly id: string;
  readonly accountId: bigint | null;
  readonly vendorId: number;
  readonly at: Date;
  readonly seenAt: Date | null;
  readonly endedAt: Date | null;
}

const launchReaders = new WeakMap<Db, (hash: string) => Promise<TokenedLaunch | undefined>>();

/** The launch a token was made for. Reads of one moment share one query: every bet of some protocols asks. */
function readLaunch(db: Db, hash: Buffer): Promise<TokenedLaunch | undefined> {
  const read = launchReaders.get(db) ?? gather((hashes: readonly string[]) => loadLaunches(db, hashes));
  launchReaders.set(db, read);
  return read(hash.toString("hex"));
}

async function loadLaunches(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, TokenedLaunch>> {
  const rows = await db
    .selectFrom("launch as l")
    .innerJoin("game as g", "g.id", "l.game_id")
    .select(["l.id", "l.account_id as accountId", "g.vendor_id as vendorId", "l.at", "l.seen_at as seenAt", "l.ended_at as endedAt", "l.token_hash as hash"])
    .where("l.token_hash", "=", sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, "hex"))}::bytea[])`)
    .execute();
  return new Map(rows.map(({ hash, ...launch }) => [hash!.toString("hex"), launch]));
}

export interface Opened {
  readonly id: string;
  readonly gameId: number;
  readonly mode: "demo" | "real";
  readonly device: string | null;
  readonly language: string;
}

/** Uses a ticket up. Refuses one that was used, is older than a minute, or was made for another account, with `games.launch_expired`. */
export async function burnTicket(tx: Tx, { ticket, accountId, now }: { ticket: string; accountId: bigint | null; now: Date }): Promise<Opened> {
  const row = await tx
    .updateTable("launch")
    .set({ opened_at: now })
    .where("ticket_hash", "=", hashOf(ticket))
    .where("opened_at", "is", null)
    .where("ended_at", "is", null)
    .where("at", ">", new Date(now.getTime() - TICKET_MS))
    .where((where) => where.or([where("account_id", "is", null), where("account_id", "=", accountId)]))
    .returning(["id", "game_id as gameId", "mode", "device", "language"])
    .executeTakeFirst();
  if (row === undefined) refuse("games.launch_expired", { field: "ticket" });
  return { ...row, mode: row.mode === "real" ? "real" : "demo" };
}

/** Ends a launch by its ticket; whoever holds it may, and a second time changes nothing. */
export async function endLaunch(tx: Tx, { ticket, now }: { ticket: string; now: Date }): Promise<void> {
  await tx.updateTable("launch").set({ ended_at: now }).where("ticket_hash", "=", hashOf(ticket)).where("ended_at", "is", null).execute();
}

/** Ends all that a member has open or could still open: on being shut out. */
export async function endLaunches(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  await tx
    .updateTable("launch")
    .set({ ended_at: now })
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - OPEN_MS_MAX))
    .where("ended_at", "is", null)
    .execute();
}

/** The numbers of the games a member started within 90 days, the last one first, each once. */
export async function listStarted(db: Db, { accountId, now }: { accountId: bigint; now: Date }): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("launch")
    .select(["game_id as gameId", sql<Date>`max(at)`.as("last")])
    .where("account_id", "=", accountId)
    .where("at", ">", new Date(now.getTime() - KEPT_MS))
    .groupBy("game_id")
    .orderBy("last", "desc")
    .execute();
  return rows.map(({ gameId }) => gameId);
}

/** Takes away what is kept no longer, so much per transaction. */
export async function sweepLaunches({ begin }: Pick<Database, "begin">, now: Date, atOnce = SWEPT_AT_ONCE_MAX): Promise<void> {
  const [members, visitors] = [KEPT_MS, VISITORS_KEPT_MS].map((keptMs) => new Date(now.getTime() - keptMs));
  for (let sweeps = 0; sweeps < SWEEPS_MAX; sweeps++) {
    const { numAffectedRows } = await begin((tx) =>
      sql`delete from launch where ctid = any(array(
        select ctid from launch where at < ${members} or (account_id is null and at < ${visitors}) limit ${atOnce}))`.execute(tx),
    );
    if (Number(numAffectedRows ?? 0n) < atOnce) break;
  }
}
