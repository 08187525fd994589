import { hash, randomBytes } from "node:crypto";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { MemberActor, OperatorActor, SignedInActor } from "../../platform/actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import { forgetSessionsOnCommit, type Live } from "../../platform/live.ts";
import { RevocableMemory } from "../../platform/revocable.ts";
import { getSessionSettings } from "../settings/settings.ts";
import { permissionsOf } from "./roles.ts";

/** ASVS asks for an idle and an absolute end; the figures are the product's decision. */
export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60_000;
/** What was read of a session is trusted this long; an ended one is forgotten at once through the live channel, and while that is not heard none is trusted. */
const TRUSTED_MS = 30_000;
/** From then on it is read anew beside its calls, many sessions by one query, so that none of its calls waits. */
const FRESH_MS = 20_000;
const GATHERED_MS = 250;
const CACHED_MAX = 50_000;
const TOKEN_BYTES = 32;

type Kind = SignedInActor["kind"];

export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/** How a session came to be and from where, as far as that is known. */
export interface Origin {
  readonly method?: "password" | "sms" | "remembered" | "social" | "passkey" | "register" | "recovery" | "trial" | "handOver";
  readonly factor?: string | undefined;
  readonly passkey?: string | undefined;
  readonly device?: Buffer | undefined;
  readonly country?: string | null;
  readonly agent?: string | undefined;
  /** Whether its holder just showed who they are, so that a call which wants proof need not ask again. */
  readonly isProved?: boolean;
  readonly limitedUntil?: Date | undefined;
}

interface NewSession extends Origin {
  readonly kind: Kind;
  readonly subjectId: bigint;
  readonly mustChangePassword: boolean;
  /** Staff who have no second factor yet may only bind one. */
  readonly factorMissing?: boolean;
  readonly ip: string;
  readonly now: Date;
}

/** Opens a session and answers its token, which is stored only as a hash. A member has so many at once as the setting says: the oldest ends. */
export async function openSession(tx: Tx, { kind, subjectId, mustChangePassword, factorMissing = false, ip, now, ...origin }: NewSession): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const tokenHash = hashToken(token);
  // Of two that open at once the second must see the first.
  if (kind === "member") await sql`select pg_advisory_xact_lock(hashtext('session'), hashtext(${String(subjectId)}))`.execute(tx);
  await tx
    .insertInto("session")
    .values({
      token_hash: tokenHash,
      kind,
      subject_id: subjectId,
      must_change_password: mustChangePassword,
      factor_missing: factorMissing,
      ip,
      created_at: now,
      seen_at: now,
      method: origin.method ?? "password",
      factor: origin.factor,
      passkey: origin.passkey,
      device: origin.device,
      country: origin.country,
      agent: origin.agent,
      proved_at: origin.isProved === true ? now : null,
      limited_until: origin.limitedUntil,
    })
    .execute();
  if (kind === "member") await endOldest(tx, { accountId: subjectId, newest: tokenHash, now });
  return token;
}

/** Ends what is open of a member beyond the most there may be, here and at every process. */
async function endOldest(tx: Tx, { accountId, newest, now }: { accountId: bigint; newest: Buffer; now: Date }): Promise<void> {
  const { perMember } = await getSessionSettings(tx);
  const rows = await tx
    .updateTable("session")
    .set({ ended_at: now })
    .where("token_hash", "in", (from) =>
      from
        .selectFrom("session")
        .select("token_hash")
        .where("kind", "=", "member")
        .where("subject_id", "=", accountId)
        .where("ended_at", "is", null)
        .where("seen_at", ">=", new Date(now.getTime() - SESSION_IDLE_MS))
        .where("token_hash", "<>", newest)
        .orderBy("created_at", "desc")
        // Of two that began in the same moment the same one goes, whoever asks.
        .orderBy("token_hash")
        .offset(perMember - 1),
    )
    .returning("token_hash")
    .execute();
  const ended = rows.map((row) => row.token_hash.toString("base64url"));
  if (ended.length > 0) await forgetSessionsOnCommit(tx, ended);
}

/** True the first time an account enters, and only then. */
export async function markFirstLogin(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<boolean> {
  const first = await tx
    .insertInto("first_login")
    .values({ account_id: accountId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return first !== undefined;
}

/** Ends one session, and tells every process of it on commit. */
export async function endSession(tx: Tx, { session, now }: { session: string; now: Date }): Promise<void> {
  await forgetSessionsOnCommit(tx, [session]);
  await tx.updateTable("session").set({ ended_at: now }).where("token_hash", "=", Buffer.from(session, "base64url")).where("ended_at", "is", null).execute();
}

/** Ends all sessions of someone but one, tells every process of it on commit, and answers which. */
export async function endSessions(
  tx: Tx,
  { kind, subjectId, except, now }: { kind: Kind; subjectId: bigint; except?: string; now: Date },
): Promise<readonly string[]> {
  const rows = await tx
    .updateTable("session")
    .set({ ended_at: now })
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("ended_at", "is", null)
    .where("token_hash", "!=", Buffer.from(except ?? "", "base64url"))
    .returning("token_hash")
    .execute();
  const ended = rows.map((row) => row.token_hash.toString("base64url"));
  await forgetSessionsOnCommit(tx, ended);
  return ended;
}

/** Ends the sessions that a copied "remember me" may have opened, and tells every process of it on commit. */
export async function endRememberedSessions(tx: Tx, { accountId, device, now }: { accountId: bigint; device: Buffer; now: Date }): Promise<void> {
  const rows = await tx
    .updateTable("session")
    .set({ ended_at: now, ended_by: "copied" })
    .where("kind", "=", "member")
    .where("subject_id", "=", accountId)
    .where("ended_at", "is", null)
    .where((where) => where.or([where("device", "=", device), where("method", "=", "remembered")]))
    .returning("token_hash")
    .execute();
  await forgetSessionsOnCommit(
    tx,
    rows.map((row) => row.token_hash.toString("base64url")),
  );
}

/** The sessions of a member that have not been ended. */
export async function listOpenSessions(db: Db | Tx, accountId: bigint): Promise<readonly string[]> {
  const rows = await (db as Db)
    .selectFrom("session")
    .select("token_hash as tokenHash")
    .where("kind", "=", "member")
    .where("subject_id", "=", accountId)
    .where("ended_at", "is", null)
    .execute();
  return rows.map(({ tokenHash }) => tokenHash.toString("base64url"));
}

/** How long a proof of who holds a session is good for. */
export const PROOF_MS = 10 * 60_000;

/** Refuses with `sessions.proof_needed` where nobody proved within ten minutes who holds the session. */
export function checkProof({ provedAt }: Pick<SignedInActor, "provedAt">, now: Date): void {
  if (provedAt === null || now.getTime() - provedAt.getTime() > PROOF_MS) refuse("sessions.proof_needed");
}

/** Whether a session has not been ended. */
export async function isSessionOpen(db: Db | Tx, session: string): Promise<boolean> {
  const row = await (db as Db)
    .selectFrom("session")
    .select("kind")
    .where("token_hash", "=", Buffer.from(session, "base64url"))
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses with `sessions.required` where a session has ended: what it asked for a moment ago is not done any more. */
export async function checkSessionOpen(tx: Tx, session: string): Promise<void> {
  if (!(await isSessionOpen(tx, session))) refuse("sessions.required");
}

/** Until when each of these sessions stays open if it is not used: those that have ended, or were left alone too long, are not found. */
export async function listSessionEnds(db: Db, sessions: readonly string[], now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("session")
    .select(["token_hash as tokenHash", "seen_at as seenAt", "created_at as createdAt"])
    .where(sql<boolean>`token_hash = any(${sessions.map((session) => Buffer.from(session, "base64url"))}::bytea[])`)
    .where("ended_at", "is", null)
    .execute();
  const ends = rows.map(({ tokenHash, seenAt, createdAt }) => {
    const endsAtMs = Math.min(seenAt.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_ABSOLUTE_MS);
    return [tokenHash.toString("base64url"), endsAtMs] as const;
  });
  return new Map(ends.filter(([, endsAtMs]) => endsAtMs > now.getTime()));
}

/** A session that changed its password may do everything again: every process hears it on commit. */
export async function finishSession(tx: Tx, session: string): Promise<void> {
  await forgetSessionsOnCommit(tx, [session]);
  await tx.updateTable("session").set({ must_change_password: false }).where("token_hash", "=", Buffer.from(session, "base64url")).execute();
}

/** A session of staff that bound its second factor may do everything: every process hears it on commit. */
export async function finishFactor(tx: Tx, session: string): Promise<void> {
  await forgetSessionsOnCommit(tx, [session]);
  await tx.updateTable("session").set({ factor_missing: false }).where("token_hash", "=", Buffer.from(session, "base64url")).execute();
}

/** A caller without the address of the call: what is the same for every call of a session. */
type Holder = Omit<MemberActor, "ip"> | Omit<OperatorActor, "ip">;

interface Cached {
  readonly holder: Holder;
  readonly openedAtMs: number;
  readonly readAtMs: number;
  isBeingRead: boolean;
}

/** Answers who a token belongs to: from memory when it was asked a moment ago, else from the database, many at a time. */
export class Sessions {
  readonly #clock: Clock;
  readonly #cache: RevocableMemory<Cached>;
  readonly #find: (session: string) => Promise<Cached | undefined>;
  readonly #refresh: (session: string) => Promise<Cached | undefined>;

  constructor({ database, clock, live }: { database: Database; clock: Clock; live: Live }) {
    this.#clock = clock;
    this.#cache = new RevocableMemory(live, CACHED_MAX);
    this.#find = gather((sessions) => this.#load(database, sessions));
    this.#refresh = gather((sessions) => this.#load(database, sessions), { waitMs: GATHERED_MS });
  }

  async authenticate(token: string, kind: Kind, ip: string): Promise<SignedInActor | undefined> {
    // The text of hashToken, without the Buffer in between: four times as fast, at every call of every member.
    const session = hash("sha256", token, "base64url");
    const nowMs = this.#clock.now().getTime();
    const cached = this.#remembered(session, nowMs) ?? (await this.#find(session));
    if (cached === undefined || cached.holder.kind !== kind || nowMs - cached.openedAtMs > SESSION_ABSOLUTE_MS) return undefined;
    return { ...cached.holder, ip };
  }

  #remembered(session: string, nowMs: number): Cached | undefined {
    const cached = this.#cache.get(session);
    if (cached === undefined || nowMs - cached.readAtMs > TRUSTED_MS) return undefined;
    if (nowMs - cached.readAtMs > FRESH_MS && !cached.isBeingRead) {
      cached.isBeingRead = true;
      // What cannot be read now is asked for again once it is no longer trusted.
      this.#refresh(session).catch(() => undefined);
    }
    return cached;
  }

  async #load(database: Database, sessions: readonly string[]): Promise<ReadonlyMap<string, Cached>> {
    const keep = this.#cache.beginReading();
    const found = await readSessions(database, sessions, this.#clock.now());
    for (const session of sessions) {
      const cached = found.get(session);
      if (cached === undefined) this.#cache.forget(session);
      else keep(session, cached);
    }
    return found;
  }
}

/**
 * A session in use is marked as seen when its mark is old; where another process is at it, that one's mark will do.
 * Nobody waits until a mark is on disk: one lost in a crash is made again at the next call.
 */
const READ_SESSIONS_SQL = `
  with due as (
    select token_hash from session
    where token_hash = any($1) and ended_at is null and seen_at between $2::timestamptz - $3 * interval '1 ms' and $2::timestamptz - $4 * interval '1 ms'
    for no key update skip locked
  ), marked as (update session s set seen_at = $2 from due where s.token_hash = due.token_hash returning set_config('synchronous_commit', 'off', true))
  select s.token_hash as "tokenHash", s.must_change_password as "mustChangePassword", s.factor_missing as "factorMissing", s.created_at as "createdAt",
         s.proved_at as "provedAt", s.limited_until as "limitedUntil",
         a.id, a.name, a.type, a.language, a.verification, a.eligibility, a.restrictions, a.withdraw_until as "withdrawUntil", o.id as "operatorId", o.name as "operatorName", o.roles
  from session s
  left join account a on s.kind = 'member' and a.id = s.subject_id and not a.closed
  left join operator o on s.kind = 'operator' and o.id = s.subject_id and not o.closed
  where s.token_hash = any($1) and s.ended_at is null and s.seen_at >= $2::timestamptz - $3 * interval '1 ms'`;

/** The open sessions among these, with who holds them, marked as seen; those left alone too long or of a closed account are not found. */
async function readSessions({ pool }: Database, sessions: readonly string[], now: Date): Promise<ReadonlyMap<string, Cached>> {
  const hashes = sessions.map((session) => Buffer.from(session, "base64url"));
  const values = [hashes, now, SESSION_IDLE_MS, TRUSTED_MS];
  const { rows } = await pool.query<SessionRow>({ name: "sessions_read", text: READ_SESSIONS_SQL, values });
  const found = new Map<string, Cached>();
  for (const row of rows) {
    const session = row.tokenHash.toString("base64url");
    const holder = holderOf(row, session);
    if (holder !== undefined) found.set(session, { holder, openedAtMs: row.createdAt.getTime(), readAtMs: now.getTime(), isBeingRead: false });
  }
  return found;
}

interface SessionRow extends HolderRow {
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
}

interface HolderRow {
  readonly mustChangePassword: boolean;
  readonly factorMissing: boolean;
  readonly provedAt: Date | null;
  readonly limitedUntil: Date | null;
  readonly verification: string;
  readonly eligibility: string;
  readonly restrictions: readonly string[];
  readonly withdrawUntil: Date | null;
  readonly id: bigint | null;
  readonly name: string | null;
  readonly type: number | null;
  readonly language: string | null;
  readonly operatorId: bigint | null;
  readonly operatorName: string | null;
  readonly roles: readonly string[] | null;
}

function holderOf({ operatorId, operatorName, roles, factorMissing, ...row }: HolderRow, session: string): Holder | undefined {
  const { id, name, type, language, mustChangePassword, provedAt, limitedUntil, verification, eligibility, restrictions, withdrawUntil } = row;
  const own = { mustChangePassword, provedAt, limitedUntil, session };
  if (id !== null && name !== null && type !== null && language !== null)
    return { kind: "member", id, name, type, language, standing: { verification, eligibility, restrictions, withdrawUntil }, ...own };
  if (operatorId !== null && operatorName !== null && roles !== null)
    return { kind: "operator", id: operatorId, name: operatorName, roles, permissions: permissionsOf(roles), factorMissing, ...own };
  return undefined;
}

/** Uses a key once: false when it was used before. The key of a JWE, a captcha or a ticket. */
export async function useOnce(tx: Tx, { key, expiresAt }: { key: string; expiresAt: Date }): Promise<boolean> {
  const row = await tx
    .insertInto("once")
    .values({ key, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}
