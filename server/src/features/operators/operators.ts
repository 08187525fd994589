import { refuse } from "@laro/contract/core/errors";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT, type PageInput } from "@laro/contract/core/page";
import type { Operator, operators } from "@laro/contract/operators";
import { sql } from "kysely";
import { holdSuperadmins, setOperatorClosed } from "../../core/accounts/operators.ts";
import { endSessions, SESSION_IDLE_MS } from "../../core/sessions/sessions.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

/** An account with as much of its sessions as a superadmin may know. */
const selectOperators = (db: Db | Tx, now: Date) =>
  (db as Db)
    .selectFrom("operator as o")
    .select(["o.id", "o.name", "o.roles", "o.closed", "o.must_change_password as mustChangePassword", "o.created_at as createdAt"])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom("totp as f")
            .select("f.kind")
            .where("f.kind", "=", "operator")
            .whereRef("f.subject_id", "=", "o.id")
            .where("f.confirmed_at", "is not", null),
        )
        .as("hasFactor"),
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

const describe = ({ openSessions, lastLoginAt, createdAt, hasFactor, ...row }: Row): Operator => ({
  ...row,
  hasFactor: hasFactor === true,
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

/** One of the staff. Refuses with `operators.not_found`. */
export async function getOperator(db: Db | Tx, id: bigint, now: Date): Promise<Operator> {
  const row = await selectOperators(db, now).where("o.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("operators.not_found") : describe(row);
}

const BREAK_GLASS_SHOWN_MS = 30 * 24 * 60 * 60_000;
const BREAK_GLASS_MAX = 20;

/** What was done about the staff on the machine itself within thirty days. */
export async function listBreakGlass(db: Db, now: Date): Promise<OutputOf<(typeof operators)["breakGlass"]>> {
  const rows = await db
    .selectFrom("audit_entry")
    .select(["at", "endpoint as command", "input"])
    .where("operator_id", "=", 0n)
    .where("at", ">=", new Date(now.getTime() - BREAK_GLASS_SHOWN_MS))
    .orderBy("id", "desc")
    .limit(BREAK_GLASS_MAX)
    .execute();
  return {
    list: rows.map(({ at, command, input }) => {
      const { name = "", reason = "" } = input as { name?: string; reason?: string };
      return { at: at.toISOString(), command, name, reason };
    }),
  };
}

/** Who changes whom, and when. */
export interface Change {
  readonly id: bigint;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Closes an operator's account, whose sessions end at once. Refuses with a code of `operators.` */
export const closeOperator = (tx: Tx, change: Change): Promise<Operator> =>
  changeWhileSuperadminRemains(tx, change, { endsRole: true, apply: () => setOperatorClosed(tx, { id: change.id, closed: true }) });

interface Step {
  /** Afterwards the operator is no superadmin any more, if they were one. */
  readonly endsRole: boolean;
  /** False where it is so already. */
  readonly apply: () => Promise<boolean>;
}

/** Carries out a change of another operator, whose sessions end with it. Refuses with a code of `operators.` */
export async function changeWhileSuperadminRemains(tx: Tx, change: Change, { endsRole, apply }: Step): Promise<Operator> {
  const { id, by, now } = change;
  checkIsOther(change);
  const superadmins = await holdSuperadmins(tx);
  if (endsRole && superadmins.every((one) => one === id)) refuse("operators.last_superadmin");
  // Whoever asks may have been closed by another a moment ago; their session is then still remembered as it was.
  if (!superadmins.includes(by.id)) refuse("sessions.forbidden");
  await getOperator(tx, id, now);
  if (!(await apply())) refuse("operators.as_it_is");
  await endAllSessions(tx, change);
  staleOnCommit(tx, ["operators.list"], ["operators"]);
  return getOperator(tx, id, now);
}

/** Ends all sessions of another operator. Refuses with `operators.not_found` or `operators.own_account`. */
export async function endOperatorSessions(tx: Tx, change: Change): Promise<Operator> {
  checkIsOther(change);
  await endAllSessions(tx, change);
  return getOperator(tx, change.id, change.now);
}

const endAllSessions = (tx: Tx, { id, now }: Change) => endSessions(tx, { kind: "operator", subjectId: id, now });

/** Refuses with `operators.own_account` who would change themselves. */
export function checkIsOther({ id, by }: Pick<Change, "id" | "by">): void {
  if (id === by.id) refuse("operators.own_account");
}
