import { refuse } from "@laro/contract/core/errors";
import type { OperatorRole } from "@laro/contract/operators";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { countPasswordTry, forgetPasswordTries, reopenName } from "../sessions/login.limits.ts";
import { hashPassword, isPassword } from "../sessions/passwords.ts";
import { checkNewPasswords } from "../sessions/passwords.choice.ts";
import { checkSessionOpen } from "../sessions/sessions.ts";

interface NewOperator {
  readonly name: string;
  readonly passwordHash: string;
  readonly roles: readonly OperatorRole[];
  /** Somebody else knows the password. */
  readonly mustChangePassword?: boolean;
  readonly now: Date;
}

/** Opens an operator's account and answers its number; undefined where the name is taken, by whomever. */
export async function createOperator(tx: Tx, { name, passwordHash, roles, mustChangePassword = false, now }: NewOperator): Promise<bigint | undefined> {
  if (await isTaken(tx, "account", name)) return undefined;
  const row = await tx
    .insertInto("operator")
    .values({
      name,
      role: roles[0]!,
      roles: [...roles],
      password_hash: passwordHash,
      must_change_password: mustChangePassword,
      password_changed_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

const isTaken = async (tx: Tx, by: "account" | "operator", name: string): Promise<boolean> => {
  const { rows } = await sql`select from ${sql.table(by)} where lower(name) = lower(${name})`.execute(tx);
  return rows.length > 0;
};

/** Whether a member or an operator has this name, however its letters are written. */
export const isNameTaken = async (tx: Tx, name: string): Promise<boolean> => (await isTaken(tx, "account", name)) || isTaken(tx, "operator", name);

/** Gives an operator a password that must be changed; whatever strangers failed at the name is forgotten. Refuses with `operators.not_found`. */
export async function giveOperatorPassword(tx: Tx, { id, passwordHash, now }: { id: bigint; passwordHash: string; now: Date }): Promise<void> {
  const row = await tx
    .updateTable("operator")
    .set({ password_hash: passwordHash, must_change_password: true, password_changed_at: now })
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  if (row === undefined) refuse("operators.not_found");
  await reopenName(tx, row.name);
}

/** Gives an operator other roles; false where they have these already. */
export async function setOperatorRoles(tx: Tx, { id, roles }: { id: bigint; roles: readonly OperatorRole[] }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("operator")
    .set({ role: roles[0]!, roles: [...roles] })
    .where("id", "=", id)
    .where(sql<boolean>`not (roles @> ${[...roles]}::text[] and roles <@ ${[...roles]}::text[])`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The number of an operator, however the letters of the name are written. */
export async function findOperatorId(tx: Tx, name: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`select id from operator where lower(name) = lower(${name})`.execute(tx);
  return rows[0]?.id;
}

/** Closes an operator's account, or opens it and its name again; false where it is so already. */
export async function setOperatorClosed(tx: Tx, { id, closed }: { id: bigint; closed: boolean }): Promise<boolean> {
  const row = await tx.updateTable("operator").set({ closed }).where("id", "=", id).where("closed", "!=", closed).returning("name").executeTakeFirst();
  if (row !== undefined && !closed) await reopenName(tx, row.name);
  return row !== undefined;
}

/** The superadmins whose accounts are open, held until the transaction ends: of two who close each other one comes first. */
export async function holdSuperadmins(tx: Tx): Promise<readonly bigint[]> {
  const role: OperatorRole = "superadmin";
  const rows = await tx
    .selectFrom("operator")
    .select("id")
    .where(sql<boolean>`${role} = any(roles)`)
    .where("closed", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

interface PasswordChange {
  readonly id: bigint;
  /** Whose holder asks. */
  readonly session: string;
  readonly oldPassword?: string | undefined;
  readonly newPassword: string;
  readonly confirmNewPassword: string;
  /** A session that was just opened with the old password need not say it again. */
  readonly isForced: boolean;
  readonly now: Date;
}

/**
 * Changes an operator's own password by the rules of registration; `andThen` ends the other sessions. A try at the old one is counted before the look:
 * refuses with `accounts.old_password_wrong`, past five in a quarter of an hour with `accounts.password_locked`, and with `sessions.required` where the
 * session ended meanwhile.
 */
export async function changeOperatorPassword(
  { db, begin }: { db: Db; begin: Database["begin"] },
  { id, session, oldPassword = "", newPassword, confirmNewPassword, isForced, now }: PasswordChange,
  andThen: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { hash, name } = await db.selectFrom("operator").select(["password_hash as hash", "name"]).where("id", "=", id).executeTakeFirstOrThrow();
  await checkNewPasswords({ newPassword, confirmNewPassword }, { own: [name] });
  if (!isForced) {
    const whose = { kind: "operator", id } as const;
    await countPasswordTry(begin, { whose, now });
    if (!(await isPassword(oldPassword, hash))) refuse("accounts.old_password_wrong", { field: "oldPassword" });
    await forgetPasswordTries(begin, whose);
  }
  if (await isPassword(newPassword, hash)) refuse("accounts.password_same", { field: "newPassword" });
  const passwordHash = await hashPassword(newPassword);
  await begin(async (tx) => {
    // A reset may have come between: only what was compared is changed, by a session that is still open.
    const { numUpdatedRows } = await tx
      .updateTable("operator")
      .set({ password_hash: passwordHash, must_change_password: false, password_changed_at: now })
      .where("id", "=", id)
      .where("password_hash", "=", hash)
      .executeTakeFirst();
    await checkSessionOpen(tx, session);
    if (numUpdatedRows === 0n) refuse("accounts.old_password_wrong", { field: "oldPassword" });
    await andThen(tx);
  });
}
