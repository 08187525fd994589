import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { sessions } from "@laro/contract/sessions";
import type { MemberActor } from "../../platform/actor.ts";
import type { Database, Db } from "../../platform/db.ts";
import { forgetSessionsOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { checkFactor, hasTotp, readFactors } from "../factors/factors.ts";
import { countPasswordTry, forgetPasswordTries } from "./login.limits.ts";
import { listPasskeys } from "./passkeys.ts";
import { isPassword } from "./passwords.ts";
import { PROOF_MS } from "./sessions.ts";

type Proof = OutputOf<typeof sessions.proof>;

/** What may prove who holds a session: where an authenticator is bound, nothing but that. */
export async function readProof(db: Db, { id, provedAt }: MemberActor): Promise<Proof> {
  const row = await db.selectFrom("account").select("password_hash as passwordHash").where("id", "=", id).executeTakeFirst();
  const provedUntil = provedAt === null ? null : new Date(provedAt.getTime() + PROOF_MS).toISOString();
  const isBound = await hasTotp(db, { kind: "member", id });
  return { methods: isBound ? ["totp"] : (row?.passwordHash ?? null) === null ? [] : ["password"], provedUntil };
}

interface Given {
  readonly actor: MemberActor;
  readonly method: Proof["methods"][number];
  readonly answer: string;
  readonly now: Date;
}

type Access = Pick<Platform, "keys"> & { readonly db: Db; readonly begin: Database["begin"] };

/**
 * Marks the session as proved, for ten minutes. A try is counted before it is looked at. Refuses with `accounts.old_password_wrong` or
 * `accounts.password_locked` for a password, with `sessions.factor_wrong` or `factors.locked` for an authenticator.
 */
export async function proveSession({ db, begin, keys }: Access, { actor, method, answer, now }: Given): Promise<void> {
  const { methods } = await readProof(db, actor);
  if (!methods.includes(method)) refuse("sessions.factor_wrong", { field: "answer" });
  if (method === "password") await checkPassword({ db, begin }, { actor, answer, now });
  else if ((await checkFactor({ begin, keys }, { whose: actor, answer, now })) === undefined) refuse("sessions.factor_wrong", { field: "answer" });
  await begin(async (tx) => {
    const factor = method === "totp" ? { factor: method } : {};
    await tx
      .updateTable("session")
      .set({ proved_at: now, ...factor })
      .where("token_hash", "=", Buffer.from(actor.session, "base64url"))
      .execute();
    await forgetSessionsOnCommit(tx, [actor.session]);
  });
}

async function checkPassword({ db, begin }: Omit<Access, "keys">, { actor, answer, now }: Omit<Given, "method">): Promise<void> {
  await countPasswordTry(begin, { whose: actor, now });
  const row = await db.selectFrom("account").select("password_hash as passwordHash").where("id", "=", actor.id).executeTakeFirst();
  if (!(await isPassword(answer, row?.passwordHash))) refuse("accounts.old_password_wrong", { field: "answer" });
  await forgetPasswordTries(begin, actor);
}

/** Whether a member's session showed a factor that was bound before a moment, and still is. */
export async function isShownFactorOlder(db: Db, { id, session }: Pick<MemberActor, "id" | "session">, moment: Date): Promise<boolean> {
  const row = await db.selectFrom("session").select(["factor", "passkey"]).where("token_hash", "=", Buffer.from(session, "base64url")).executeTakeFirst();
  if (row?.passkey && (await listPasskeys(db, id)).some((known) => known.id === row.passkey && known.createdAt < moment)) return true;
  if (row?.factor !== "totp") return false;
  const { totpSince } = await readFactors(db, { kind: "member", id });
  return totpSince !== null && new Date(totpSince) < moment;
}
