import type { ContractKind } from "@laro/contract/core/contractKinds";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { AMOUNT_MAX_MINOR } from "@laro/contract/core/money";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { SettlementProposal, settlements } from "@laro/contract/settlements";
import { type RawBuilder, sql } from "kysely";
import { isAccredited } from "../../core/agents/agents.accreditation.ts";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import type { AgentRules } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";

type Row = Omit<SettlementProposal, "proposedAt" | "decidedAt"> & { readonly proposedAt: Date; readonly decidedAt: Date | null };

const select = (which: RawBuilder<unknown>) => sql<Row>`
  select p.id, p.kind, p.agent_id as "agentId", a.name as "agentName", p.contract_kind as "contractKind", p.pay_id as "payId", p.amount, p.reason, p.state,
    p.proposed_name as "proposedBy", p.proposed_at as "proposedAt", p.decided_name as "decidedBy", p.decision, p.decided_at as "decidedAt"
  from settlement_proposal p join account a on a.id = p.agent_id ${which}`;

const describe = ({ proposedAt, decidedAt, ...row }: Row): SettlementProposal => ({
  ...row,
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** What officers proposed about pays: what waits oldest first, what is decided newest first. */
export async function listProposals(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof settlements)["proposals"]>,
): Promise<OutputOf<(typeof settlements)["proposals"]>> {
  const [isAfter, order] = state === "proposed" ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const { rows } = await select(sql`
    where p.state = ${state} and ${isIdCursor(cursor) ? sql`p.id ${isAfter} ${cursor}::uuid` : sql`true`} order by p.id ${order} limit ${limit + 1}`).execute(
    db as Tx,
  );
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getProposal(tx: Tx, id: string): Promise<SettlementProposal> {
  const { rows } = await select(sql`where p.id = ${id}`).execute(tx);
  return describe(rows[0] ?? refuse("settlements.not_found"));
}

interface By {
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

interface Wanted {
  readonly kind: SettlementProposal["kind"];
  readonly agentId: bigint;
  readonly contractKind: ContractKind;
  readonly payId: string | null;
  readonly amountMinor: bigint;
}

async function propose(tx: Tx, { kind, agentId, contractKind, payId, amountMinor }: Wanted, { reason, by, now }: By): Promise<SettlementProposal> {
  const id = newId(now);
  const isNew = await tx
    .insertInto("settlement_proposal")
    .values({
      id,
      kind,
      agent_id: agentId,
      contract_kind: contractKind,
      pay_id: payId,
      amount: amountMinor,
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("settlements.already_proposed");
  staleOnCommit(tx, ["settlements.proposals"], ["operators"]);
  return getProposal(tx, id);
}

/**
 * Proposes an amount on an agent's next makeup of a kind: a wrong rule put right, a makeup waived. Refuses with `agents.not_found` whoever holds no contract of the kind,
 * or `settlements.amount_wrong`.
 */
export async function proposeCorrection(
  tx: Tx,
  { agentId, kind, amount }: { agentId: bigint; kind: ContractKind; amount: bigint },
  by: By,
): Promise<SettlementProposal> {
  const { rows } = await sql`select from agent_contract where agent_id = ${agentId} and kind = ${kind} and starts_on is not null limit 1`.execute(tx);
  if (rows.length === 0) refuse("agents.not_found", { field: "agentId" });
  if (amount === 0n || amount > AMOUNT_MAX_MINOR || amount < -AMOUNT_MAX_MINOR) refuse("settlements.amount_wrong", { field: "amount" });
  return propose(tx, { kind: "correction", agentId, contractKind: kind, payId: null, amountMinor: amount }, by);
}

/** Proposes to pay, or to void, what is held. Refuses with `settlements.not_found`, `settlements.not_held` or `settlements.already_proposed`. */
export async function proposeAboutHeld(tx: Tx, kind: "release" | "void", payId: string, by: By): Promise<SettlementProposal> {
  const { rows } = await sql<{ agentId: bigint; contractKind: ContractKind; state: string; pay: bigint }>`
    select agent_id as "agentId", kind as "contractKind", state, pay from settlement_pay where id = ${payId} and not discarded`.execute(tx);
  const pay = rows[0] ?? refuse("settlements.not_found");
  if (pay.state !== "held") refuse("settlements.not_held");
  return propose(tx, { kind, payId, agentId: pay.agentId, contractKind: pay.contractKind, amountMinor: pay.pay }, by);
}

async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<SettlementProposal> {
  const isMoved = await decideProposal(tx, "settlement_proposal", to, decision);
  staleOnCommit(tx, ["settlements.proposals"], ["operators"]);
  const proposal = await getProposal(tx, decision.id);
  if (!isMoved) refuse(proposal.state === "proposed" ? "settlements.own_proposal" : "settlements.not_proposed");
  return proposal;
}

/** Declines what was proposed. Refuses with `settlements.not_found` or `settlements.not_proposed`. */
export const declineProposal = (tx: Tx, decision: Decision): Promise<SettlementProposal> => decide(tx, "declined", decision);

/**
 * Carries out what another officer proposed; a correction goes into the next makeup. Refuses with `settlements.not_found`, `settlements.not_proposed`,
 * `settlements.own_proposal`, `settlements.not_held`, or `settlements.not_accredited`: nobody's word pays an agent whom the market does not let be paid.
 */
export async function confirmProposal(tx: Tx, decision: Decision, rules: AgentRules): Promise<SettlementProposal> {
  const proposal = await decide(tx, "confirmed", decision);
  const isPaid = proposal.kind === "release";
  if (isPaid && !(await isAccredited(tx, { agentId: proposal.agentId, rules, now: decision.now }))) refuse("settlements.not_accredited");
  if (proposal.payId !== null) await settleHeld(tx, isPaid ? "released" : "voided", proposal.payId);
  return proposal;
}

/** What is released is paid with its settlement, or at once where that is approved. The settlement is locked first, as by whoever approves it. */
async function settleHeld(tx: Tx, to: "released" | "voided", payId: string): Promise<void> {
  const { rows: runs } = await sql<{ id: string; state: string }>`
    select r.id, r.state from settlement_run r where r.id = (select run_id from settlement_pay where id = ${payId}) for update`.execute(tx);
  const run = runs[0]!;
  const state = to === "voided" ? "voided" : run.state === "preview" ? "computed" : "approved";
  const { rows } = await sql<{ pay: bigint }>`update settlement_pay set state = ${state} where id = ${payId} and state = 'held' returning pay`.execute(tx);
  const [moved] = rows;
  if (moved === undefined) refuse("settlements.not_held");
  const less = to === "voided" ? { held: "-1", paying: "-1", pay: String(-moved.pay) } : { held: "-1" };
  await sql`select settlement_count(${run.id}::uuid, ${JSON.stringify(less)}::jsonb)`.execute(tx);
  if (state === "approved") await addJob(tx, "settlements:pay", {}, { key: "settlements:pay" });
  staleOnCommit(tx, ["settlements.runs", "settlements.run", "settlements.pays"], ["operators"]);
}
