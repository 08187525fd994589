import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { ExclusionCase, protection } from "@laro/contract/protection";
import { endExclusion } from "../../core/limits/exclusions.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { shutOut } from "./protection.ts";

const selectCases = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("exclusion as e")
    .innerJoin("account as a", "a.id", "e.account_id")
    .select(["e.id", "e.kind", "e.period", "e.starts_at as from", "e.ends_at as until", "e.firm_until as firmUntil"])
    .select(["a.id as memberId", "a.name as memberName", "e.reason", "e.made_by as madeBy", "e.ended_at as endedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

const describeCase = ({ kind, from, until, firmUntil, endedAt, ...row }: Row): ExclusionCase => ({
  ...row,
  kind: kind as ExclusionCase["kind"],
  from: from.toISOString(),
  until: until.toISOString(),
  firmUntil: firmUntil.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** Exclusions, newest first: an id begins with its moment. */
export async function listCases(
  db: Db,
  { inForce, cursor, limit = PAGE_LIMIT_DEFAULT, now }: InputOf<(typeof protection)["cases"]> & { now: Date },
): Promise<OutputOf<(typeof protection)["cases"]>> {
  const rows = await selectCases(db)
    .$if(inForce === "yes", (query) => query.where("e.ended_at", "is", null).where("e.ends_at", ">", now))
    .$if(inForce === "no", (query) => query.where(({ or, eb }) => or([eb("e.ended_at", "is not", null), eb("e.ends_at", "<=", now)])))
    .$if(isIdCursor(cursor), (query) => query.where("e.id", "<", cursor!))
    .orderBy("e.id", "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe: describeCase, cursorOf: ({ id }) => id });
}

interface Decision {
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Excludes a member on a family's request or the operator's own decision. */
export async function excludeMember(
  tx: Tx,
  { memberId, officer, ...decision }: InputOf<(typeof protection)["exclude"]> & Decision & { pack: JurisdictionPack },
): Promise<ExclusionCase> {
  const member = await tx.selectFrom("account").select("id").where("id", "=", memberId).executeTakeFirst();
  if (member === undefined) refuse("accounts.not_found", { field: "memberId" });
  const id = await shutOut(tx, { accountId: memberId, madeBy: officer.name, ...decision });
  return getCase(tx, id);
}

/** Ends an exclusion that is no longer firm; why stands in the staff log. */
export async function endCase(
  tx: Tx,
  { id, officer, now, pack }: InputOf<(typeof protection)["endExclusion"]> & Decision & { pack: JurisdictionPack },
): Promise<ExclusionCase> {
  await endExclusion(tx, { id, endedBy: officer.name, now, timeZone: pack.timeZone });
  staleOnCommit(tx, ["protection.cases"], ["operators"]);
  return getCase(tx, id);
}

const getCase = async (tx: Tx, id: string): Promise<ExclusionCase> => describeCase(await selectCases(tx).where("e.id", "=", id).executeTakeFirstOrThrow());
