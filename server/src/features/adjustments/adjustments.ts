import { adjustmentStates, type Adjustment, type adjustments } from "@laro/contract/adjustments";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import { getWalletId, postMovement } from "../../core/wallet/wallet.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId, newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { countStates, cutPage, isNumberCursor } from "../../platform/pages.ts";
import { carryOutReversal, readMirror } from "./adjustments.reversal.ts";

type State = Adjustment["state"];
type BonusState = NonNullable<Adjustment["bonus"]>["state"];

/** What came with the deposit that a reversal mirrors; as JSON, whose numbers are too small for an amount. */
const bonusOf = sql<{ reference: string; amount: string; state: BonusState } | null>`(
  select jsonb_build_object('reference', 'B-' || b.number, 'amount', b.amount::text, 'state', b.state) from bonus b
  where j.original is not null and b.account_id = j.account_id and derived_id('deposit-credit', b.deposit_id::text) = j.original)`;

const selectAdjustments = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("adjustment as j")
    .innerJoin("account as a", "a.id", "j.account_id")
    .select(["j.id", "j.number", "j.account_id as memberId", "a.name as memberName", "j.kind", "j.amount", "j.original", "j.reason", "j.state"])
    .select(["j.proposed_name as proposedBy", "j.proposed_at as proposedAt", "j.decided_name as decidedBy", "j.decision", "j.decided_at as decidedAt"])
    .select(bonusOf.as("bonus"));

type Row = Awaited<ReturnType<ReturnType<typeof selectAdjustments>["executeTakeFirstOrThrow"]>>;

const describe = ({ number, kind, state, bonus, proposedAt, decidedAt, ...row }: Row): Adjustment => ({
  ...row,
  bonus: bonus && { ...bonus, amount: BigInt(bonus.amount) },
  reference: `A-${number}`,
  kind: kind as Adjustment["kind"],
  state: state as State,
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** Adjustments by state: what waits longest comes first, what is decided newest first. */
export async function listAdjustments(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof adjustments)["list"]>,
): Promise<OutputOf<(typeof adjustments)["list"]>> {
  const isOldestFirst = state === "proposed";
  const [rows, counts] = await Promise.all([
    selectAdjustments(db)
      .where("j.state", "=", state)
      .$if(isNumberCursor(cursor), (query) => query.where("j.number", isOldestFirst ? ">" : "<", BigInt(cursor!)))
      .orderBy("j.number", isOldestFirst ? "asc" : "desc")
      .limit(limit + 1)
      .execute(),
    countStates(db, "adjustment", adjustmentStates),
  ]);
  return { ...cutPage(rows, { limit, describe, cursorOf: ({ number }) => number }), counts };
}

/** The account of a name, however its letters are written. Refuses with `accounts.not_found`. */
export async function getMember(db: Db | Tx, memberName: string): Promise<{ id: bigint; name: string }> {
  const { rows } = await sql<{ id: bigint; name: string }>`select id, name from account where lower(name) = lower(${memberName.trim()})`.execute(db as Tx);
  return rows[0] ?? refuse("accounts.not_found", { field: "memberName" });
}

interface Proposal {
  readonly memberName: string;
  readonly reason: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Proposes to give or to take an amount; nothing moves yet. */
export async function proposeAdjustment(tx: Tx, { kind, amount, ...proposal }: Proposal & { kind: "credit" | "debit"; amount: bigint }): Promise<Adjustment> {
  const member = await getMember(tx, proposal.memberName);
  return insertProposal(tx, proposal, { accountId: member.id, kind, amountMinor: kind === "credit" ? amount : -amount, original: null });
}

/** Proposes to mirror an operation of the journal; nothing moves yet. */
export async function proposeReversal(tx: Tx, { original, ...proposal }: Proposal & { original: string }): Promise<Adjustment> {
  const member = await getMember(tx, proposal.memberName);
  const { netMinor } = await readMirror(tx, { accountId: member.id, original });
  return insertProposal(tx, proposal, { accountId: member.id, kind: "reversal", amountMinor: netMinor, original });
}

interface Correction {
  readonly accountId: bigint;
  readonly kind: Adjustment["kind"];
  readonly amountMinor: bigint;
  readonly original: string | null;
}

async function insertProposal(tx: Tx, { reason, officer, now }: Proposal, { accountId, kind, amountMinor, original }: Correction): Promise<Adjustment> {
  const id = newId(now);
  const isNew = await tx
    .insertInto("adjustment")
    .values({ id, account_id: accountId, kind, amount: amountMinor, original, reason, proposed_by: officer.id, proposed_name: officer.name, proposed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("wallet.already_reversed", { field: "original" });
  staleOnCommit(tx, ["adjustments.list"], ["operators"]);
  return get(tx, id);
}

async function get(tx: Tx, id: string): Promise<Adjustment> {
  const row = await selectAdjustments(tx).where("j.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("adjustments.not_found") : describe(row);
}

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly officer: OperatorActor;
  readonly now: Date;
}

/** Moves an adjustment from where it was proposed; of many officers one wins. Answers whether this one did. */
async function decide(tx: Tx, to: "confirmed" | "declined", { id, reason, officer, now }: Decision): Promise<boolean> {
  const moved = await tx
    .updateTable("adjustment")
    .set({ state: to, decided_by: officer.id, decided_name: officer.name, decision: reason, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "proposed")
    .$if(to === "confirmed", (query) => query.where("proposed_by", "<>", officer.id))
    .returning("id")
    .executeTakeFirst();
  staleOnCommit(tx, ["adjustments.list", "wallet.lines"], ["operators"]);
  return moved !== undefined;
}

/** Declines what was proposed, by anyone's hand, the proposer's too; nothing moves. */
export async function declineAdjustment(tx: Tx, decision: Decision): Promise<Adjustment> {
  const isDeclined = await decide(tx, "declined", decision);
  const adjustment = await get(tx, decision.id);
  return isDeclined ? adjustment : refuse("adjustments.not_proposed");
}

/** Carries out what another officer proposed: the decision and the movement stand together or not at all. */
export async function confirmAdjustment(tx: Tx, { timeZone, ...decision }: Decision & { timeZone: string }): Promise<Adjustment> {
  const isConfirmed = await decide(tx, "confirmed", decision);
  const adjustment = await get(tx, decision.id);
  if (!isConfirmed) refuse(adjustment.state === "proposed" ? "adjustments.own_proposal" : "adjustments.not_proposed");
  const { memberId, amount, original } = adjustment;
  const moment = { now: decision.now, timeZone };
  if (original === null) await move(tx, moment, adjustment);
  else await carryOutReversal(tx, moment, { accountId: memberId, original });
  if (original === null)
    await tell(tx, "adjustments.confirmed", {
      adjustmentId: adjustment.id,
      accountId: String(memberId),
      kind: amount > 0n ? "credit" : "debit",
      amount: formatAmount(amount > 0n ? amount : -amount),
    });
  staleOnCommit(tx, ["bonuses.rewards", "rewards.summary", "wallet.balance", "wallet.history", "withdrawals.terms"], [`member:${memberId}`]);
  return get(tx, decision.id);
}

/** What an officer gives is not to be staked, so no turnover line follows it. */
async function move(tx: Tx, moment: { now: Date; timeZone: string }, { id, memberId, amount }: Adjustment): Promise<void> {
  const walletId = await getWalletId(tx, { accountId: memberId, kind: "main" });
  await postMovement(tx, moment, { ref: derivedId("adjustment", id), walletId, contra: "adjustment", kind: "adjustment", amountMinor: amount });
}
