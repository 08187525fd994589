import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { eligibility, EligibilityCase } from "@laro/contract/eligibility";
import { openEligibilityCase } from "../../core/accounts/eligibility.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";

const selectCases = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("eligibility_case as e")
    .innerJoin("account as a", "a.id", "e.account_id")
    .leftJoin("operator as o", "o.id", "e.opened_by")
    .leftJoin("operator as p", "p.id", "e.proposed_by")
    .leftJoin("operator as d", "d.id", "e.decided_by")
    .select(["e.id", "e.number", "a.id as memberId", "a.name as memberName", "e.cause", "e.state", "e.opened_at as openedAt", "e.decided_at as decidedAt"])
    .select(["o.name as openedBy", "p.name as proposedBy", "d.name as decidedBy"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, cause, state, openedAt, decidedAt, ...row }: Row): EligibilityCase => ({
  ...row,
  reference: `E-${number}`,
  cause: cause as EligibilityCase["cause"],
  state: state as EligibilityCase["state"],
  openedAt: openedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
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
