import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import { forgetSessionsOnCommit } from "../../platform/live.ts";
import { RevocableMemory } from "../../platform/revocable.ts";
import type { Platform } from "../../platform/routes.ts";
import { hashToken } from "../sessions/sessions.ts";

const TOKEN_BYTES = 32;
const TOKEN_IDLE_MS = 30 * 60_000;
const TOKEN_MS = 12 * 60 * 60_000;
/** As often as play is written down at most. */
const SEEN_EVERY_MS = 60_000;
/** How much later that may be written down: the longer, the fewer statements. */
const SEEN_WITHIN_MS = 1_000;
/** What was read of a launch is trusted this long, that of a slow table's player as well; an ended one is forgotten at once. */
const TRUSTED_MS = 15 * 60_000;
const REMEMBERED_MAX = 50_000;

const sessionOf = (hash: Buffer): string => hash.toString("base64url");

/** Gives a launch the token that its bets bear: 32 random bytes, told to the vendor alone; kept is their hash. */
export async function issueToken(tx: Tx, { id, now }: { id: string; now: Date }): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx
    .updateTable("launch")
    .set({ token_hash: hashToken(token), seen_at: now })
    .where("id", "=", id)
    .execute();
  return token;
}

/** Makes every process look at ended launches again before the next bet that bears their token: heard if and only if the transaction commits. */
export async function forgetTokensOnCommit(tx: Tx, ended: readonly { readonly token_hash: Buffer | null }[]): Promise<void> {
  const sessions = ended.flatMap(({ token_hash }) => (token_hash === null ? [] : [sessionOf(token_hash)]));
  if (sessions.length > 0) await forgetSessionsOnCommit(tx, sessions);
}

interface Tokened {
  readonly token: string | undefined;
  readonly vendorId: number;
  readonly accountId: bigint;
}

type Standing = "good" | "expired" | "unknown";

interface Launch {
  readonly id: string;
  readonly accountId: bigint | null;
  readonly vendorId: number;
  readonly at: Date;
  seenAt: Date | null;
  readonly endedAt: Date | null;
  readonly readAt: Date;
}

/**
 * Answers whether a token stands for a member's launch at a vendor that goes on: played within 30 minutes, begun within 12 hours. Being asked counts as play. Every bet of
 * some protocols asks: what was read a moment ago is remembered, and only a yes is answered from memory; reads of one moment share one query.
 */
export function tokenKeeper({ database, clock, live }: Platform): (asked: Tokened) => Promise<Standing> {
  const memory = new RevocableMemory<Launch>(live, REMEMBERED_MAX);
  const write = gather((seen: readonly string[]) => database.begin((tx) => writeSeen(tx, seen)), { waitMs: SEEN_WITHIN_MS });
  const read = gather(async (sessions: readonly string[]) => {
    const keep = memory.beginReading();
    const found = await loadLaunches(database, sessions, clock.now());
    for (const [session, launch] of found) keep(session, launch);
    return found;
  });

  /** Writes down within a second that a launch is played, those of that second by one statement; no bet waits for it, and what cannot be written is written at the play of the next minute. */
  const noteSeen = (launch: Launch, now: Date): void => {
    launch.seenAt = now;
    write(`${launch.id} ${now.toISOString()}`).catch(() => undefined);
  };

  return async ({ token, ...holder }) => {
    if (token === undefined) return "unknown";
    const [session, now] = [sessionOf(hashToken(token)), clock.now()];
    const known = memory.get(session);
    const isTrusted = known !== undefined && now.getTime() - known.readAt.getTime() <= TRUSTED_MS && standingOf(known, holder, now) === "good";
    const launch = isTrusted ? known : await read(session);
    const standing = standingOf(launch, holder, now);
    if (launch !== undefined && standing === "good" && idleMs(launch, now) > SEEN_EVERY_MS) noteSeen(launch, now);
    return standing;
  };
}

const idleMs = ({ seenAt, at }: Launch, now: Date): number => now.getTime() - (seenAt ?? at).getTime();

function standingOf(launch: Launch | undefined, { accountId, vendorId }: Omit<Tokened, "token">, now: Date): Standing {
  if (launch === undefined || launch.accountId !== accountId || launch.vendorId !== vendorId) return "unknown";
  const isOver = launch.endedAt !== null || now.getTime() - launch.at.getTime() > TOKEN_MS || idleMs(launch, now) > TOKEN_IDLE_MS;
  return isOver ? "expired" : "good";
}

async function writeSeen(tx: Tx, seen: readonly string[]): Promise<ReadonlyMap<string, never>> {
  const [ids, times] = [seen.map((one) => one.split(" ")[0]), seen.map((one) => one.split(" ")[1])];
  await sql`
    with seen as (select id, max(at) as at from unnest(${ids}::uuid[], ${times}::timestamptz[]) s(id, at) group by id),
    held as (select l.id, seen.at from launch l join seen using (id) order by l.id for update of l)
    update launch l set seen_at = held.at from held where l.id = held.id`.execute(tx);
  return new Map<string, never>();
}

const LAUNCHES_SQL = `
  select l.id, l.account_id as "accountId", g.vendor_id as "vendorId", l.at, l.seen_at as "seenAt", l.ended_at as "endedAt", l.token_hash as hash
  from launch l join game g on g.id = l.game_id where l.token_hash = any($1::bytea[])`;

async function loadLaunches({ pool }: Database, sessions: readonly string[], readAt: Date): Promise<ReadonlyMap<string, Launch>> {
  const hashes = sessions.map((session) => Buffer.from(session, "base64url"));
  const { rows } = await pool.query<Omit<Launch, "readAt"> & { hash: Buffer }>({ name: "launches_read", text: LAUNCHES_SQL, values: [hashes] });
  return new Map(rows.map(({ hash, ...launch }) => [sessionOf(hash), { ...launch, readAt }]));
}
