import { refuse } from "@laro/contract/core/errors";
import type { EligibilityCause } from "@laro/contract/eligibility";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { returnHeld } from "../wallet/held.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { lockCase, staleCases, tellMoved } from "./eligibility.states.ts";
import { changeStanding } from "./standing.ts";

interface Opening {
  readonly accountId: bigint;
  readonly cause: EligibilityCause;
  /** The officer who says so; undefined where the member's own form or a list did. */
  readonly openedBy?: bigint;
  readonly now: Date;
}

/** Closes an account to everything that moves money, until two officers decide. Answers the case's id, or undefined where one of this cause goes on. */
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
  const { accountId } = await lockCase(tx, id, "cleared");
  await tx.updateTable("eligibility_case").set({ proposed_by: officerId }).where("id", "=", id).execute();
  staleCases(tx, accountId);
}

/**
 * The second word: what was held comes back, and the account takes part again once none of its cases stands against it. Refuses with
 * `eligibility.not_proposed` or `eligibility.own_proposal` too.
 */
export async function clearEligibilityCase(tx: Tx, moment: LedgerMoment, { id, officerId }: Word): Promise<void> {
  const { accountId, held, proposedBy } = await lockCase(tx, id, "cleared");
  if (proposedBy === null) refuse("eligibility.not_proposed");
  if (proposedBy === officerId) refuse("eligibility.own_proposal");
  await returnHeld(tx, moment, { caseId: id, accountId, amountMinor: held });
  await tx
    .updateTable("eligibility_case")
    .set({ state: "cleared", decided_by: officerId, decided_at: moment.now, returned: held, remitted: 0n })
    .where("id", "=", id)
    .execute();
  if (await followCases(tx, accountId)) return tellMoved(tx, { id, accountId, state: "cleared" });
  staleCases(tx, accountId);
}

/** Makes an account what its cases leave it; true where it takes part again. */
export async function followCases(tx: Tx, accountId: bigint): Promise<boolean> {
  const states = await tx.selectFrom("eligibility_case").select("state").where("account_id", "=", accountId).distinct().execute();
  const against = states.filter(({ state }) => state !== "cleared");
  const isSettled = against.length > 0 && against.every(({ state }) => state === "settled");
  const eligibility = against.length === 0 ? "open" : isSettled ? "settled" : "ineligible";
  await changeStanding(tx, { accountId, eligibility });
  return eligibility === "open";
}
