import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { eligibility, EligibilityCase, MyEligibilityCase } from "@laro/contract/eligibility";
import { openEligibilityCase } from "../../core/accounts/eligibility.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const processColumns = [
  "e.notice",
  "e.notice_at as noticeAt",
  "e.appeal_until as appealUntil",
  "e.appeal",
  "e.appealed_at as appealedAt",
  "e.answer",
  "e.upheld_at as upheldAt",
  "e.held",
  "e.returned",
  "e.remitted",
  "e.regulator_reference as regulatorReference",
] as const;

const selectCases = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("eligibility_case as e")
    .innerJoin("account as a", "a.id", "e.account_id")
    .leftJoin("operator as o", "o.id", "e.opened_by")
    .leftJoin("operator as p", "p.id", "e.proposed_by")
    .leftJoin("operator as d", "d.id", "e.decided_by")
    .select(["e.id", "e.number", "a.id as memberId", "a.name as memberName", "e.cause", "e.state", "e.opened_at as openedAt", "e.decided_at as decidedAt"])
    .leftJoin("operator as n", "n.id", "e.noticed_by")
    .leftJoin("operator as u", "u.id", "e.upheld_by")
    .innerJoin("wallet as w", (join) => join.onRef("w.account_id", "=", "a.id").on("w.kind", "=", walletKinds.main))
    .select(["o.name as openedBy", "p.name as proposedBy", "d.name as decidedBy", "n.name as noticedBy", "u.name as upheldBy", "w.balance as available"])
    .select(processColumns);

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, cause, state, ...row }: Row): EligibilityCase => ({
  ...row,
  ...momentsOf(row),
  reference: `E-${number}`,
  cause: cause as EligibilityCase["cause"],
  state: state as EligibilityCase["state"],
});

type Moments = Pick<Row, "openedAt" | "decidedAt" | "noticeAt" | "appealUntil" | "appealedAt" | "upheldAt">;

const momentsOf = ({ openedAt, decidedAt, noticeAt, appealUntil, appealedAt, upheldAt }: Moments) => ({
  openedAt: openedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  noticeAt: noticeAt?.toISOString() ?? null,
  appealUntil: appealUntil?.toISOString() ?? null,
  appealedAt: appealedAt?.toISOString() ?? null,
  upheldAt: upheldAt?.toISOString() ?? null,
});

/** The accounts that may not take part, newest first. */
export async function listEligibilityCases(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof eligibility)["cases"]>,
): Promise<OutputOf<(typeof eligibility)["cases"]>> {
  const rows = await selectCases(db)
    .where("e.state", "=", state)
    .$if(isNumberCursor(cursor), (query) => query.where("e.number", "<", BigInt(cursor!)))
    .orderBy("e.number", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ number }) => number });
}

export const getEligibilityCase = async (tx: Tx, id: string): Promise<EligibilityCase> =>
  describe(await selectCases(tx).where("e.id", "=", id).executeTakeFirstOrThrow());

/** An officer closes an account. Refuses with `accounts.not_found` or `eligibility.already_open`. */
export async function closeToMember(
  tx: Tx,
  { memberId, cause, officer, now }: Omit<InputOf<(typeof eligibility)["open"]>, "reason"> & { officer: OperatorActor; now: Date },
): Promise<EligibilityCase> {
  const member = await tx.selectFrom("account").select("id").where("id", "=", memberId).executeTakeFirst();
  if (member === undefined) refuse("accounts.not_found", { field: "memberId" });
  const id = await openEligibilityCase(tx, { accountId: memberId, cause, openedBy: officer.id, now });
  return getEligibilityCase(tx, id ?? refuse("eligibility.already_open"));
}

const selectMine = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("eligibility_case as e")
    .select(["e.id", "e.number", "e.cause", "e.state", "e.opened_at as openedAt", "e.decided_at as decidedAt"])
    .select(processColumns);

type MyRow = Awaited<ReturnType<ReturnType<typeof selectMine>["executeTakeFirstOrThrow"]>>;

/** Before the notice a member learns that there is a case and nothing of why; of a settlement nothing before it is decided. */
function describeMine({ number, cause, state, returned, remitted, regulatorReference, ...row }: MyRow): MyEligibilityCase {
  const isDecided = state === "settled" || state === "cleared";
  return {
    ...row,
    ...momentsOf(row),
    reference: `E-${number}`,
    cause: row.noticeAt === null ? null : (cause as EligibilityCase["cause"]),
    state: state as EligibilityCase["state"],
    returned: isDecided ? returned : null,
    remitted: isDecided ? remitted : null,
    regulatorReference: state === "settled" ? regulatorReference : null,
  };
}

const MINE_MAX = 20;

/** The member's own cases, newest first. */
export async function listMyCases(db: Db, accountId: bigint): Promise<OutputOf<(typeof eligibility)["mine"]>> {
  const rows = await selectMine(db).where("e.account_id", "=", accountId).orderBy("e.number", "desc").limit(MINE_MAX).execute();
  return { list: rows.map(describeMine) };
}

export const getMyCase = async (tx: Tx, id: string): Promise<MyEligibilityCase> =>
  describeMine(await selectMine(tx).where("e.id", "=", id).executeTakeFirstOrThrow());
