import { refuse } from "@laro/contract/core/errors";
import { gameCategories } from "@laro/contract/core/gameCategories";
import { formatAmount } from "@laro/contract/core/money";
import { type RatesProposal, REBATE_BPS_MAX, RebateRates } from "@laro/contract/rebates";
import { vipLabels } from "@laro/contract/vip";
import { sql } from "kysely";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";

/** When something is asked, and whose calendar days it means. */
export interface Moment {
  readonly now: Date;
  readonly timeZone: string;
}

/** A table as it was kept. */
export const readRates = (kept: unknown): RebateRates => RebateRates.parse(kept);

/** Refuses a table that gives too much of a bet back with `rebates.rates_wrong`, at its field. */
function checkRates(rates: RebateRates): void {
  for (const label of vipLabels)
    for (const category of gameCategories)
      if (rates[label][category] > REBATE_BPS_MAX)
        refuse("rebates.rates_wrong", { field: `rates.${label}.${category}`, label, category, maximum: formatAmount(BigInt(REBATE_BPS_MAX)) });
}

interface Table {
  readonly version: number;
  readonly rates: RebateRates;
  readonly fromDay: string;
}

/** The table that holds for a day. */
export async function findTable(db: Db | Tx, day: string): Promise<Table> {
  const row = await (db as Db)
    .selectFrom("rebate_table")
    .select(["version", "rates", sql<string>`from_day::text`.as("fromDay")])
    .where("from_day", "<=", day)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, rates: readRates(row.rates) };
}

/** The table that holds from a later day on; undefined where none is decided. */
export async function findNextTable(db: Db, day: string): Promise<Table | undefined> {
  const row = await db
    .selectFrom("rebate_table")
    .select(["version", "rates", sql<string>`from_day::text`.as("fromDay")])
    .where("from_day", ">", day)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, rates: readRates(row.rates) };
}

/** The table that waits for another officer; undefined where none does. */
export async function findProposal(db: Db | Tx): Promise<RatesProposal | undefined> {
  const row = await (db as Db)
    .selectFrom("rebate_proposal")
    .select(["id", "rates", "reason", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .where("state", "=", "proposed")
    .executeTakeFirst();
  return row && { ...row, rates: readRates(row.rates), proposedAt: row.proposedAt.toISOString() };
}

/** Has a table wait for another officer. Refuses with `rebates.rates_wrong` or `rebates.already_proposed`. */
export async function proposeRates(tx: Tx, rates: RebateRates, { reason, by, now }: Omit<Decision, "id">): Promise<RatesProposal> {
  checkRates(rates);
  const isNew = await tx
    .insertInto("rebate_proposal")
    .values({ id: newId(now), rates: JSON.stringify(rates), reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("rebates.already_proposed");
  staleOnCommit(tx, ["rebates.rates"], ["operators"]);
  return (await findProposal(tx))!;
}

/**
 * Decides a table that waits; confirmed, it holds for days that begin after this. Answers the newest version. Refuses with `rebates.proposal_not_found`, `rebates.not_proposed`,
 * `rebates.own_proposal` or `rebates.rates_wrong`.
 */
export async function decideRates(tx: Tx, to: "confirmed" | "declined", { timeZone, ...decision }: Decision & Moment): Promise<{ version: number }> {
  const isMoved = await decideProposal(tx, "rebate_proposal", to, decision);
  const row = await tx.selectFrom("rebate_proposal").select(["state", "rates"]).where("id", "=", decision.id).executeTakeFirst();
  if (row === undefined) refuse("rebates.proposal_not_found", { field: "id" });
  if (!isMoved) refuse(row.state === "proposed" ? "rebates.own_proposal" : "rebates.not_proposed");
  staleOnCommit(tx, ["rebates.rates"], ["operators"]);
  if (to === "confirmed") return setRates(tx, readRates(row.rates), { now: decision.now, timeZone });
  return tx.selectFrom("rebate_table").select("version").orderBy("version", "desc").limit(1).executeTakeFirstOrThrow();
}

/** Nobody's running day is worth less than it said. */
async function setRates(tx: Tx, rates: RebateRates, { now, timeZone }: Moment): Promise<{ version: number }> {
  checkRates(rates);
  const { rows } = await sql<{ version: number }>`
    insert into rebate_table (version, rates, from_day, confirmed_at)
    select (select max(version) + 1 from rebate_table), ${JSON.stringify(rates)}::jsonb, (${now}::timestamptz at time zone ${timeZone})::date + 1, ${now} returning version`.execute(
    tx,
  );
  await addJob(tx, "rebates:count", {}, { queue: "rebates" });
  staleOnCommit(tx, ["rebates.mine"], ["everyone"]);
  return rows[0]!;
}
