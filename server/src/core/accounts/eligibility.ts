import { refuse } from "@laro/contract/core/errors";
import type { EligibilityCase, EligibilityCause } from "@laro/contract/eligibility";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { changeStanding } from "./standing.ts";

interface Opening {
  readonly accountId: bigint;
  readonly cause: EligibilityCause;
  /** The officer who says so; undefined where the member's own form did. */
  readonly openedBy?: bigint;
  readonly now: Date;
}

/** Closes an account to everything that moves money, until two officers clear it. Answers the case's id, or undefined where one of this cause is open. */
export async function openEligibilityCase(tx: Tx, { accountId, cause, openedBy, now }: Opening): Promise<string | undefined> {
  const id = newId(now);
  const row = await tx
    .insertInto("eligibility_case")
    .values({ id, account_id: accountId, cause, opened_by: openedBy ?? null, opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await changeStanding(tx, { accountId, eligibility: "ineligible" });
  await tellMoved(tx, { id, accountId, state: "open" });
  return id;
}

interface Word {
  readonly id: string;
  readonly officerId: bigint;
}

/** The first of two words that clear a case. Refuses with `eligibility.not_found` or `eligibility.not_open`. */
export async function proposeClearing(tx: Tx, { id, officerId }: Word): Promise<void> {
  const row = await tx
    .updateTable("eligibility_case")
    .set({ proposed_by: officerId })
    .where("id", "=", id)
    .where("state", "=", "open")
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) await refuseCase(tx, id);
  staleOnCommit(tx, ["eligibility.cases"], ["operators"]);
}

/** The second word: the account takes part again once none of its cases is open. Refuses with `eligibility.not_proposed` or `eligibility.own_proposal` too. */
export async function clearEligibilityCase(tx: Tx, { id, officerId, now }: Word & { readonly now: Date }): Promise<void> {
  const known = await tx
    .selectFrom("eligibility_case")
    .select(["account_id as accountId", "state", "proposed_by as proposedBy"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (known?.state !== "open") return refuseCase(tx, id);
  if (known.proposedBy === null) refuse("eligibility.not_proposed");
  if (known.proposedBy === officerId) refuse("eligibility.own_proposal");
  const { accountId } = known;
  await tx.updateTable("eligibility_case").set({ state: "cleared", decided_by: officerId, decided_at: now }).where("id", "=", id).execute();
  const open = await tx.selectFrom("eligibility_case").select("id").where("account_id", "=", accountId).where("state", "=", "open").executeTakeFirst();
  if (open !== undefined) return;
  await changeStanding(tx, { accountId, eligibility: "open" });
  await tellMoved(tx, { id, accountId, state: "cleared" });
}

async function refuseCase(tx: Tx, id: string): Promise<never> {
  const known = await tx.selectFrom("eligibility_case").select("id").where("id", "=", id).executeTakeFirst();
  return refuse(known === undefined ? "eligibility.not_found" : "eligibility.not_open");
}

async function tellMoved(tx: Tx, { id, accountId, state }: { id: string; accountId: bigint; state: EligibilityCase["state"] }): Promise<void> {
  staleOnCommit(tx, ["eligibility.cases", "verifications.case"], ["operators"]);
  await tell(tx, "eligibility.moved", { moveId: `${id} ${state}`, accountId: String(accountId), kind: state });
}
