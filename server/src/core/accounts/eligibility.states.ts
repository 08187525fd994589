import { refuse } from "@laro/contract/core/errors";
import type { EligibilityState } from "@laro/contract/eligibility";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";

const leadsTo = {
  open: ["cleared", "noticed"],
  noticed: ["cleared", "appealed", "upheld"],
  appealed: ["cleared", "upheld"],
  upheld: ["settled"],
  cleared: [],
  settled: [],
} as const satisfies Record<EligibilityState, readonly EligibilityState[]>;

/** The states from which a case can come into one. */
export const originsOf = (to: EligibilityState): EligibilityState[] =>
  (Object.keys(leadsTo) as EligibilityState[]).filter((state) => (leadsTo[state] as readonly EligibilityState[]).includes(to));

const lockedCase = (tx: Tx, id: string) =>
  tx
    .selectFrom("eligibility_case")
    .select(["account_id as accountId", "state", "held", "proposed_by as proposedBy", "returned", "regulator_reference as regulatorReference"])
    .select(["noticed_by as noticedBy", "appeal_until as appealUntil"])
    .where("id", "=", id)
    .forUpdate();
type LockedCase = Awaited<ReturnType<ReturnType<typeof lockedCase>["executeTakeFirstOrThrow"]>>;

/** A case that can come into a state, locked with its account. Refuses with `eligibility.not_found` or `eligibility.not_open`. */
export async function lockCase(tx: Tx, id: string, to: EligibilityState): Promise<LockedCase> {
  const known = await lockedCase(tx, id).executeTakeFirst();
  if (known === undefined) return refuse("eligibility.not_found");
  if (!originsOf(to).includes(known.state as EligibilityState)) refuse("eligibility.not_open");
  // Of two cases of one account one after the other: each sees what the other left.
  await sql`select from account where id = ${known.accountId} for no key update`.execute(tx);
  return known;
}

/** What reaches a case's member and its officers; `appealed` is the member's own doing and needs no letter. */
export async function tellMoved(tx: Tx, { id, accountId, state }: { id: string; accountId: bigint; state: EligibilityState }): Promise<void> {
  staleCases(tx, accountId);
  if (state !== "appealed") await tell(tx, "eligibility.moved", { moveId: `${id} ${state}`, accountId: String(accountId), kind: state });
}

/** Makes the pages that show a member's cases look again once the transaction commits. */
export function staleCases(tx: Tx, accountId: bigint): void {
  staleOnCommit(tx, ["eligibility.cases", "verifications.case", "members.open"], ["operators"]);
  staleOnCommit(tx, ["eligibility.mine", "wallet.balance", "wallet.history"], [`member:${accountId}`]);
}
