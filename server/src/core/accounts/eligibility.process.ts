import { refuse } from "@laro/contract/core/errors";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { forfeitClosed } from "../bonuses/bonuses.ts";
import { hasMoneyOpen, holdAll, remitHeld, returnHeld } from "../wallet/held.ts";
import type { LedgerMoment } from "../wallet/wallet.ts";
import { followCases } from "./eligibility.ts";
import { lockCase, staleCases, tellMoved } from "./eligibility.states.ts";
import { changeStanding } from "./standing.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long a member may answer a notice. */
export const APPEAL_DAYS = 15;
/** How long what was given back may leave, for somebody whose identity is not approved any more. */
const WITHDRAW_DAYS = 30;

interface Step {
  readonly id: string;
  readonly officerId: bigint;
}

/** Tells a member why they may not take part: their money is held from now on, bonuses return to where they came from, and the days to appeal begin. */
export async function giveNotice(tx: Tx, moment: LedgerMoment, { id, officerId, notice }: Step & { readonly notice: string }): Promise<void> {
  const { accountId } = await lockCase(tx, id, "noticed");
  const { now } = moment;
  const held = await seize(tx, moment, { caseId: id, accountId, step: "noticed" });
  const appeal_until = new Date(now.getTime() + APPEAL_DAYS * DAY_MS);
  const change = { state: "noticed", held, notice, noticed_by: officerId, notice_at: now, appeal_until, proposed_by: null } as const;
  await tx.updateTable("eligibility_case").set(change).where("id", "=", id).execute();
  await tellMoved(tx, { id, accountId, state: "noticed" });
}

interface Seizing {
  readonly caseId: string;
  readonly accountId: bigint;
  readonly step: string;
}

async function seize(tx: Tx, moment: LedgerMoment, seizing: Seizing): Promise<bigint> {
  await forfeitClosed(tx, moment, seizing.accountId);
  return holdAll(tx, moment, seizing);
}

/** The member's answer to a notice, once. Refuses with `eligibility.not_found`, `eligibility.not_open` or `eligibility.appeal_over`. */
export async function appealCase(
  tx: Tx,
  { accountId, id, appeal, now }: { readonly accountId: bigint; readonly id: string; readonly appeal: string; readonly now: Date },
): Promise<void> {
  const own = await tx.selectFrom("eligibility_case").select("state").where("id", "=", id).where("account_id", "=", accountId).executeTakeFirst();
  // What was not told yet does not exist for its member.
  if (own === undefined || own.state === "open") refuse("eligibility.not_found");
  const { appealUntil } = await lockCase(tx, id, "appealed");
  if (appealUntil! <= now) refuse("eligibility.appeal_over");
  await tx.updateTable("eligibility_case").set({ state: "appealed", appeal, appealed_at: now }).where("id", "=", id).execute();
  await tellMoved(tx, { id, accountId, state: "appealed" });
}

/**
 * Another officer than the one who gave notice finds that it stands, after an appeal or after its days. What came into the closed main wallet since,
 * as the wins of open rounds do, is held too. Refuses with `eligibility.own_notice` or `eligibility.appeal_open`.
 */
export async function upholdCase(tx: Tx, moment: LedgerMoment, { id, officerId, answer }: Step & { readonly answer: string }): Promise<void> {
  const { accountId, state, held, noticedBy, appealUntil } = await lockCase(tx, id, "upheld");
  const { now } = moment;
  if (noticedBy === officerId) refuse("eligibility.own_notice");
  if (state === "noticed" && appealUntil! > now) refuse("eligibility.appeal_open", { until: appealUntil!.toISOString() });
  const since = await seize(tx, moment, { caseId: id, accountId, step: "upheld" });
  const change = { state: "upheld", held: held + since, answer, upheld_by: officerId, upheld_at: now, proposed_by: null } as const;
  await tx.updateTable("eligibility_case").set(change).where("id", "=", id).execute();
  await tellMoved(tx, { id, accountId, state: "upheld" });
}

interface Settlement extends Step {
  readonly returnedMinor: bigint;
  readonly regulatorReference: string;
}

/**
 * The first of two words that settle a case: how much goes back, and the regulator's reference. What came in since it was upheld is held with the rest. Refuses with
 * `eligibility.more_than_held`, and with `eligibility.money_open` while a withdrawal waits or a round is not over: what comes of it would be nobody's to decide.
 */
export async function proposeSettlement(tx: Tx, moment: LedgerMoment, { id, officerId, returnedMinor, regulatorReference }: Settlement): Promise<void> {
  const { accountId, held: before } = await lockCase(tx, id, "settled");
  if (await hasMoneyOpen(tx, accountId, ["locked"])) refuse("eligibility.money_open");
  const held = before + (await seize(tx, moment, { caseId: id, accountId, step: newId(moment.now) }));
  if (returnedMinor > held) refuse("eligibility.more_than_held", { field: "returned" });
  const change = { held, proposed_by: officerId, returned: returnedMinor, remitted: held - returnedMinor, regulator_reference: regulatorReference };
  await tx.updateTable("eligibility_case").set(change).where("id", "=", id).execute();
  staleCases(tx, accountId);
}

/**
 * The second word: one part goes back into the main wallet, the other to the government. Refuses with `eligibility.not_proposed`,
 * `eligibility.own_proposal`, `eligibility.other_figures` where this officer saw another proposal than the one that stands, or `eligibility.money_open` where money came since.
 */
export async function settleCase(tx: Tx, moment: LedgerMoment, { id, officerId, returnedMinor, regulatorReference }: Settlement): Promise<void> {
  const known = await lockCase(tx, id, "settled");
  const { accountId, held } = known;
  if (known.proposedBy === null) refuse("eligibility.not_proposed");
  if (known.proposedBy === officerId) refuse("eligibility.own_proposal");
  if (known.returned !== returnedMinor || known.regulatorReference !== regulatorReference) refuse("eligibility.other_figures");
  if (await hasMoneyOpen(tx, accountId, ["main", "locked"])) refuse("eligibility.money_open");
  const { now } = moment;
  await returnHeld(tx, moment, { caseId: id, accountId, amountMinor: returnedMinor });
  await remitHeld(tx, moment, { caseId: id, accountId, amountMinor: held - returnedMinor });
  await tx.updateTable("eligibility_case").set({ state: "settled", decided_by: officerId, decided_at: now }).where("id", "=", id).execute();
  if (returnedMinor > 0n) await changeStanding(tx, { accountId, withdrawUntil: new Date(now.getTime() + WITHDRAW_DAYS * DAY_MS) });
  await followCases(tx, accountId);
  await tellMoved(tx, { id, accountId, state: "settled" });
}
