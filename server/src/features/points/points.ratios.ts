import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { points } from "@laro/contract/points";
import { sql } from "kysely";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { pointsWorth } from "../../core/points/points.ts";
import { checkRatios, keepRatios, type PointsRatios, readRatios, setRatios } from "../../core/points/points.ratios.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";

type Proposal = NonNullable<OutputOf<(typeof points)["ratios"]>["proposal"]>;

async function findProposal(db: Db | Tx): Promise<Proposal | undefined> {
  const row = await (db as Db)
    .selectFrom("points_ratio_proposal")
    .select(["id", "ratios", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .where("state", "=", "proposed")
    .executeTakeFirst();
  return row && { ...row, ratios: readRatios(row.ratios), proposedAt: row.proposedAt.toISOString() };
}

/** The newest table with the moment its first day begins, what waits for another officer, and what all points are worth. */
export async function readDesk(db: Db, timeZone: string): Promise<OutputOf<(typeof points)["ratios"]>> {
  const newest = await db
    .selectFrom("points_ratio")
    .select(["version", "ratios"])
    .select(sql<Date | null>`case when confirmed_at is not null then from_day::timestamp at time zone ${timeZone} end`.as("since"))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const [proposal, { outstanding }] = await Promise.all([
    findProposal(db),
    db
      .selectFrom("points_account")
      .select(sql<bigint>`coalesce(sum(balance), 0)::bigint`.as("outstanding"))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    ratios: readRatios(newest.ratios),
    version: newest.version,
    since: newest.since?.toISOString() ?? null,
    proposal: proposal ?? null,
    outstanding: String(outstanding),
    liability: pointsWorth(outstanding),
  };
}

/** Has a table wait for another officer. Refuses with `points.ratios_wrong` or `points.already_proposed`. */
export async function proposeRatios(tx: Tx, ratios: PointsRatios, { reason, by, now }: Omit<Decision, "id">): Promise<Proposal> {
  checkRatios(ratios);
  const isNew = await tx
    .insertInto("points_ratio_proposal")
    .values({ id: newId(now), ratios: keepRatios(ratios), reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("points.already_proposed");
  staleOnCommit(tx, ["points.ratios"], ["operators"]);
  return (await findProposal(tx))!;
}

/**
 * Decides a table that waits; confirmed, it holds for days that begin after this. Answers the newest version. Refuses with `points.proposal_not_found`, `points.not_proposed`,
 * `points.own_proposal` or `points.ratios_wrong`.
 */
export async function decideRatios(
  tx: Tx,
  to: "confirmed" | "declined",
  { timeZone, ...decision }: Decision & { timeZone: string },
): Promise<{ version: number }> {
  const isMoved = await decideProposal(tx, "points_ratio_proposal", to, decision);
  const row = await tx.selectFrom("points_ratio_proposal").select(["state", "ratios"]).where("id", "=", decision.id).executeTakeFirst();
  if (row === undefined) refuse("points.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "points.own_proposal" : "points.not_proposed");
  staleOnCommit(tx, ["points.ratios"], ["operators"]);
  if (to === "confirmed") {
    staleOnCommit(tx, ["points.config"], ["everyone"]);
    return { version: await setRatios(tx, { ratios: readRatios(row.ratios), now: decision.now, timeZone }) };
  }
  const { version } = await tx.selectFrom("points_ratio").select("version").orderBy("version", "desc").limit(1).executeTakeFirstOrThrow();
  return { version };
}
