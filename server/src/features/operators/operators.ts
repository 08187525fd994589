import { refuse } from "@laro/contract/core/errors";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Operator, OperatorRole, operators } from "@laro/contract/operators";
import { sql } from "kysely";
import { createOperator, giveOperatorPassword, holdSuperadmins, setOperatorClosed, setOperatorRole } from "../../core/accounts/operators.ts";
import { drawPassword, hashPassword } from "../../core/sessions/passwords.ts";
import { endSessions, SESSION_IDLE_MS } from "../../core/sessions/sessions.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { forgetSessionsOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

/** An account with as much of its sessions as a superadmin may know. */
const selectOperators = (db: Db | Tx, now: Date) =>
  (db as Db)
    .selectFrom("operator as o")
    .select(["o.id", "o.name", "o.role", "o.closed", "o.must_change_password as mustChangePassword", "o.created_at as createdAt"])
    .select((eb) => [
      eb
        .selectFrom("session as s")
        .select(sql<number>`count(*)::int`.as("open"))
        .where("s.kind", "=", "operator")
        .whereRef("s.subject_id", "=", "o.id")
        .where("s.ended_at", "is", null)
        .where("s.seen_at", ">=", new Date(now.getTime() - SESSION_IDLE_MS))
        .as("openSessions"),
      eb
        .selectFrom("audit_entry as a")
        .select("a.at")
        .where("a.kind", "=", "login")
        .whereRef("a.operator_id", "=", "o.id")
        .orderBy("a.id", "desc")
        .limit(1)
        .as("lastLoginAt"),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectOperators>["executeTakeFirstOrThrow"]>>;

const describe = ({ openSessions, lastLoginAt, createdAt, ...row }: Row): Operator => ({
  ...row,
  openSessions: openSessions ?? 0,
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/** The staff, those who came last first. */
export async function listOperators(
  db: Db,
  { cursor, limit = PAGE_LIMIT_DEFAULT, now }: PageInput & { now: Date },
): Promise<OutputOf<(typeof operators)["list"]>> {
  const rows = await selectOperators(db, now)
    .$if(isNumberCursor(cursor), (query) => query.where("o.id", "<", BigInt(cursor!)))
    .orderBy("o.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getOperator(db: Db | Tx, id: bigint, now: Date): Promise<Operator> {
  const row = await selectOperators(db, now).where("o.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("operators.not_found") : describe(row);
}

type Begin = Database["begin"];

/** Opens an operator's account with a password that is answered this once. Refuses with `accounts.name_taken`. */
export async function openOperator(begin: Begin, { name, role, now }: { name: string; role: OperatorRole; now: Date }) {
  const password = drawPassword();
  const passwordHash = await hashPassword(password);
  return begin(async (tx) => {
    const id = await createOperator(tx, { name, role, passwordHash, mustChangePassword: true, now });
    if (id === undefined) refuse("accounts.name_taken", { field: "name" });
    return { operator: await getOperator(tx, id, now), password };
  });
}

/** Who changes whom, and when. */
export interface Change {
  readonly id: bigint;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Gives an operator a new password, answered this once, and ends their sessions. Refuses with `operators.not_found` or `operators.own_account`. */
export async function resetOperatorPassword(begin: Begin, change: Change) {
  checkIsOther(change);
  const password = drawPassword();
  const passwordHash = await hashPassword(password);
  const { id, now } = change;
  return begin(async (tx) => {
    await giveOperatorPassword(tx, { id, passwordHash, now });
    await endAllSessions(tx, change);
    return { operator: await getOperator(tx, id, now), password };
  });
}

/** Gives an operator another role and ends their sessions. Refuses with a code of `operators.` */
export const changeRole = (tx: Tx, change: Change & { readonly role: OperatorRole }): Promise<Operator> =>
  changeWhileSuperadminRemains(tx, change, { endsRole: change.role !== "superadmin", apply: () => setOperatorRole(tx, change) });

/** Closes an operator's account, whose sessions end at once. Refuses with a code of `operators.` */
export const closeOperator = (tx: Tx, change: Change): Promise<Operator> =>
  changeWhileSuperadminRemains(tx, change, { endsRole: true, apply: () => setOperatorClosed(tx, { id: change.id, closed: true }) });

/** Opens a closed operator's account again. Refuses with a code of `operators.` */
export const reopenOperator = (tx: Tx, change: Change): Promise<Operator> =>
  changeWhileSuperadminRemains(tx, change, { endsRole: false, apply: () => setOperatorClosed(tx, { id: change.id, closed: false }) });

interface Step {
  /** Afterwards the operator is no superadmin any more, if they were one. */
  readonly endsRole: boolean;
  /** False where it is so already. */
  readonly apply: () => Promise<boolean>;
}

async function changeWhileSuperadminRemains(tx: Tx, change: Change, { endsRole, apply }: Step): Promise<Operator> {
  const { id, by, now } = change;
  checkIsOther(change);
  const superadmins = await holdSuperadmins(tx);
  if (endsRole && superadmins.every((one) => one === id)) refuse("operators.last_superadmin");
  // Whoever asks may have been closed by another a moment ago; their session is then still remembered as it was.
  if (!superadmins.includes(by.id)) refuse("sessions.forbidden");
  await getOperator(tx, id, now);
  if (!(await apply())) refuse("operators.as_it_is");
  await endAllSessions(tx, change);
  return getOperator(tx, id, now);
}

/** Ends all sessions of another operator. Refuses with `operators.not_found` or `operators.own_account`. */
export async function endOperatorSessions(tx: Tx, change: Change): Promise<Operator> {
  checkIsOther(change);
  await endAllSessions(tx, change);
  return getOperator(tx, change.id, change.now);
}

const endAllSessions = async (tx: Tx, { id, now }: Change): Promise<void> =>
  forgetSessionsOnCommit(tx, await endSessions(tx, { kind: "operator", subjectId: id, now }));

function checkIsOther({ id, by }: Change): void {
  if (id === by.id) refuse("operators.own_account");
}
