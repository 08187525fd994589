import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { sessions } from "@laro/contract/sessions";
import type { Visitor } from "../../platform/browser.ts";
import type { MemberActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { forgetSessionsOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { checkFactor, readFactors } from "../factors/factors.ts";
import { countPasswordTry, forgetPasswordTries } from "./login.limits.ts";
import { listBound, listPasskeys, takePasskey } from "./passkeys.ts";
import { isPassword } from "./passwords.ts";
import { PROOF_MS } from "./sessions.ts";

type Proof = OutputOf<typeof sessions.proof>;

/** What may prove who holds a session: where a passkey or an authenticator is bound, nothing but these. */
export async function readProof(db: Db, { id, provedAt }: MemberActor): Promise<Proof> {
  const row = await db.selectFrom("account").select("password_hash as passwordHash").where("id", "=", id).executeTakeFirst();
  const provedUntil = provedAt === null ? null : new Date(provedAt.getTime() + PROOF_MS).toISOString();
  const bound = await listBound(db, id);
  return { methods: bound.length > 0 ? [...bound] : (row?.passwordHash ?? null) === null ? [] : ["password"], provedUntil };
}

interface Given extends InputOf<(typeof sessions)["prove"]> {
  readonly actor: MemberActor;
  readonly visitor: Visitor;
  readonly now: Date;
}

/**
 * Marks the session as proved, for ten minutes. A try is counted before it is looked at. Refuses with `accounts.old_password_wrong` or
 * `accounts.password_locked` for a password, with `sessions.factor_wrong` or `factors.locked` for an authenticator, with `passkeys.wrong` for a passkey.
 */
export async function proveSession(platform: Platform, given: Given): Promise<void> {
  const { actor, method, now } = given;
  const { db, begin } = platform.database;
  const { methods } = await readProof(db, actor);
  if (!methods.includes(method)) refuse("sessions.factor_wrong", { field: "answer" });
  const shown = await shows[method](platform, given);
  await begin(async (tx) => {
    await tx
      .updateTable("session")
      .set({ proved_at: now, ...shown })
      .where("token_hash", "=", Buffer.from(actor.session, "base64url"))
      .execute();
    await forgetSessionsOnCommit(tx, [actor.session]);
  });
}

/** What each method leaves with the session where it is right. */
const shows = {
  passkey: async (platform, { actor, passkey, visitor, now }) => {
    if (passkey === undefined) return refuse("passkeys.wrong", { field: "passkey" });
    const { id, accountId } = await takePasskey(platform, { credential: passkey, visitor, now });
    return accountId === actor.id ? { passkey: id } : refuse("passkeys.wrong", { field: "passkey" });
  },
  totp: async ({ database: { begin }, keys }, { actor, answer = "", now }) => {
    if ((await checkFactor({ begin, keys }, { whose: actor, answer, now })) === undefined) refuse("sessions.factor_wrong", { field: "answer" });
    return { factor: "totp" };
  },
  password: async ({ database }, given) => {
    await checkPassword(database, given);
    return {};
  },
} as const satisfies Record<Proof["methods"][number], (platform: Platform, given: Given) => Promise<{ factor?: string; passkey?: string }>>;

async function checkPassword({ db, begin }: Pick<Database, "db" | "begin">, { actor, answer = "", now }: Given): Promise<void> {
  await countPasswordTry(begin, { whose: actor, now });
  const row = await db.selectFrom("account").select("password_hash as passwordHash").where("id", "=", actor.id).executeTakeFirst();
  if (!(await isPassword(answer, row?.passwordHash))) refuse("accounts.old_password_wrong", { field: "answer" });
  await forgetPasswordTries(begin, actor);
}

/** Whether a member's session showed a factor that was bound before a moment, and still is. */
export async function isShownFactorOlder(db: Db | Tx, { id, session }: Pick<MemberActor, "id" | "session">, moment: Date): Promise<boolean> {
  const row = await (db as Db)
    .selectFrom("session")
    .select(["factor", "passkey"])
    .where("token_hash", "=", Buffer.from(session, "base64url"))
    .executeTakeFirst();
  if (row?.passkey && (await listPasskeys(db, id)).some((known) => known.id === row.passkey && known.createdAt < moment)) return true;
  if (row?.factor !== "totp") return false;
  const { totpSince } = await readFactors(db, { kind: "member", id });
  return totpSince !== null && new Date(totpSince) < moment;
}
