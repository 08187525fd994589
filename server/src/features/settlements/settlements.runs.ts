import { refuse } from "@laro/contract/core/errors";
import type { Run } from "@laro/contract/settlements";
import { sql } from "kysely";
import { decideInTurn } from "../../core/agents/agents.turns.ts";
import type { packs } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { getRun } from "./settlements.ts";

interface Office {
  readonly by: OperatorActor;
  readonly now: Date;
  readonly pack: (typeof packs)[keyof typeof packs];
}

/** Locks a settlement that waits for officers. Refuses with `settlements.not_found` or `settlements.not_waiting`. */
async function lockPreview(tx: Tx, id: string, { pack }: Office): Promise<Run> {
  await sql`select from settlement_run where id = ${id} for update`.execute(tx);
  const run = await getRun(tx, pack, id);
  return run.state === "preview" ? run : refuse("settlements.not_waiting");
}

/** Whether two officers decided, after a settlement was computed, who counts on its days or before: of those before it may have taken up carry and makeup. */
async function isOutdated(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from settlement_run r where r.id = ${id} and (
      exists (select from agent_not_counted x where x.state = 'confirmed' and x.decided_at > r.made_at and x.from_day <= r.ends_on)
      or exists (select from agent_counted_again g where g.state = 'confirmed' and g.decided_at > r.made_at and g.until_day <= r.ends_on))`.execute(tx);
  return rows.length > 0;
}

/** Approves the sum that was seen; the last approval that is needed has it paid. Refuses with a code of `settlements.` */
export async function approveRun(tx: Tx, { id, pay }: { id: string; pay: bigint }, office: Office): Promise<Run> {
  await decideInTurn(tx);
  const run = await lockPreview(tx, id, office);
  if (run.figures.pay !== pay) refuse("settlements.changed");
  if (await isOutdated(tx, id)) refuse("settlements.outdated");
  const isNew = await tx
    .insertInto("settlement_approval")
    .values({ run_id: id, operator_id: office.by.id, operator_name: office.by.name, at: office.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("run_id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("settlements.approved_already");
  if (run.approvals.length + 1 >= run.approvalsNeeded) {
    await sql`update settlement_run set state = 'approved', approved_at = ${office.now} where id = ${id}`.execute(tx);
    await sql`update settlement_pay set state = 'approved' where run_id = ${id} and state = 'computed'`.execute(tx);
    await addJob(tx, "settlements:pay", {}, { key: "settlements:pay" });
  }
  staleOnCommit(tx, ["settlements.runs", "settlements.run", "settlements.pays"], ["operators"]);
  return getRun(tx, office.pack, id);
}

/**
 * Discards a settlement, and those after it that build on its carries, makeups and sums; all are computed again. Refuses with `settlements.not_found`,
 * `settlements.not_waiting`, or `settlements.built_on` where one of the later ones is approved.
 */
export async function discardRun(tx: Tx, { id, reason }: { id: string; reason: string }, office: Office): Promise<Run> {
  await decideInTurn(tx);
  const run = await lockPreview(tx, id, office);
  const { rows } = await sql<{ id: string; state: Run["state"] }>`
    select r.id, r.state from settlement_run r join settlement_run d on d.id = ${id}
    where r.state <> 'discarded' and (r.id = d.id or r.number > d.number and r.ends_on >= d.ends_on and (r.kind = d.kind or r.kind = 'dividend'))
    order by r.number for update of r`.execute(tx);
  if (rows.some(({ state }) => state !== "preview")) refuse("settlements.built_on");
  const ids = rows.map((one) => one.id);
  await sql`update settlement_run set state = 'discarded', reason = ${reason} where id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    update settlement_proposal x set taken_by = null from settlement_pay p where p.run_id = any(${ids}::uuid[]) and x.taken_by = p.id`.execute(tx);
  await sql`
    update settlement_proposal x set state = 'declined', decided_by = ${office.by.id}, decided_name = ${office.by.name}, decision = ${reason}, decided_at = ${office.now}
    from settlement_pay p where p.run_id = any(${ids}::uuid[]) and x.pay_id = p.id and x.state = 'proposed'`.execute(tx);
  await sql`update settlement_pay set state = 'voided', discarded = true where run_id = any(${ids}::uuid[])`.execute(tx);
  await addJob(tx, "settlements:due", {}, { key: "settlements:due" });
  staleOnCommit(tx, ["settlements.runs", "settlements.run", "settlements.pays", "settlements.proposals"], ["operators"]);
  return getRun(tx, office.pack, run.id);
}
