import type { AgentContract, OfficeContract } from "@laro/contract/agentContracts";
import type { ContractKind } from "@laro/contract/core/contractKinds";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { holdsLink } from "../../platform/links.ts";
import { tell } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { findContract, getContract, type Row, stateOf, waitsFor } from "./agentContracts.ts";
import { lockLine } from "./agentContracts.gates.ts";
import { acceptOffer } from "./agentContracts.offers.ts";
import { type Cause, contractsStale, endAffected, planEnd, tellEnded, lapseOffersOf } from "./agentContracts.plans.ts";

interface Deciding {
  readonly id: string;
  /** A side of the contract; null for an officer. */
  readonly viewer: bigint | null;
  readonly now: Date;
}

/** A contract under its line's lock, as it stands now. Refuses with `agentContracts.not_found`. */
async function lockContract(tx: Tx, platform: Platform, deciding: Deciding): Promise<Row> {
  const before = (await findContract(tx, platform, deciding)) ?? refuse("agentContracts.not_found");
  await lockLine(tx, before.agentId);
  return (await findContract(tx, platform, deciding))!;
}

const refuseMoved = (row: Row, now: Date): never => refuse("agentContracts.not_offered", { state: stateOf(row, now) });

interface Answering extends Deciding {
  readonly viewer: bigint;
  readonly answer: "accept" | "reject";
  readonly fingerprint?: string | undefined;
  /** Only of this kind: any other is unknown. */
  readonly kind?: ContractKind;
}

/** Accepts or declines what waits for an agent. Refuses what waits no more with `agentContracts.not_offered` and its state. */
export async function answerContract(tx: Tx, platform: Platform, { answer, fingerprint, kind, ...deciding }: Answering): Promise<AgentContract> {
  const row = await lockContract(tx, platform, deciding);
  if (kind !== undefined && row.kind !== kind) refuse("agentContracts.not_found");
  const { viewer, now } = deciding;
  if (!waitsFor(row, { viewer, now })) refuseMoved(row, now);
  const act = row.state === "offered" ? (answer === "accept" ? acceptOffer : rejectOffer) : answer === "accept" ? acceptEnd : declineEnd;
  await act(tx, platform, { row, fingerprint, now });
  contractsStale(tx, [row.agentId, row.uplineId]);
  return getContract(tx, platform, deciding);
}

interface Act {
  readonly row: Row;
  readonly fingerprint: string | undefined;
  readonly now: Date;
}

async function rejectOffer(tx: Tx, _: Platform, { row: { id, uplineId, kind }, now }: Act): Promise<void> {
  await sql`update agent_contract set state = 'rejected', answered_at = ${now} where id = ${id}::uuid`.execute(tx);
  if (uplineId !== null) await tell(tx, "agentContracts.answered", { wordId: newId(now), accountId: String(uplineId), kind, cause: "rejected" });
}

async function acceptEnd(tx: Tx, platform: Platform, { row, fingerprint, now }: Act): Promise<void> {
  const plan = await planEnd(tx, row, { now, timeZone: platform.timeZone });
  if (plan.fingerprint !== fingerprint) refuse("agentContracts.preview_stale");
  await terminate(tx, { row, endsOn: plan.endsOn!, cause: "agreed", reason: row.endReason, now });
  await endAffected(tx, { kind: row.kind, affected: plan.affected, cause: "cascade", now });
}

async function terminate(
  tx: Tx,
  { row, endsOn, cause, reason, now }: { row: Row; endsOn: string; cause: Cause; reason: string | null; now: Date },
): Promise<void> {
  const { id, kind, agentId } = row;
  await sql`update agent_contract set state = 'terminated', ends_on = ${endsOn}::date, cause = ${cause}, end_reason = ${reason} where id = ${id}::uuid`.execute(
    tx,
  );
  await lapseOffersOf(tx, { kind, uplines: [agentId], now });
  await tellEnded(tx, { kind, ended: [row], cause, now });
}

async function declineEnd(tx: Tx, _: Platform, { row: { id, endAskedBy, kind }, now }: Act): Promise<void> {
  await goOn(tx, id);
  if (endAskedBy !== null) await tell(tx, "agentContracts.answered", { wordId: newId(now), accountId: String(endAskedBy), kind, cause: "endDeclined" });
}

/** A request to end is over and the contract goes on. */
export async function goOn(tx: Tx, id: string): Promise<void> {
  await sql`update agent_contract set state = 'active', end_asked_by = null, end_asked_at = null, end_reason = null where id = ${id}::uuid and state = 'endRequested'`.execute(
    tx,
  );
}

/** Takes back an offer or a request to end. Refuses with `agentContracts.not_found` or `agentContracts.not_offered`. */
export async function withdrawContract(tx: Tx, platform: Platform, deciding: Deciding & { viewer: bigint }): Promise<AgentContract> {
  const row = await lockContract(tx, platform, deciding);
  const { viewer, now } = deciding;
  if (stateOf(row, now) === "offered" && row.uplineId === viewer) await withdrawOffer(tx, row.id, now);
  else if (row.state === "endRequested" && row.endAskedBy === viewer) await goOn(tx, row.id);
  else refuseMoved(row, now);
  contractsStale(tx, [row.agentId, row.uplineId]);
  return getContract(tx, platform, deciding);
}

const withdrawOffer = (tx: Tx, id: string, now: Date) =>
  sql`update agent_contract set state = 'withdrawn', answered_at = ${now} where id = ${id}::uuid and state = 'offered'`.execute(tx);

/**
 * Asks the other side to end a contract, once a day. The reason reaches them as a letter does, and leads nowhere either. Refuses with `agentContracts.link`,
 * `.not_found`, `.not_offered` or `.end_asked_today`.
 */
export async function requestEnd(tx: Tx, platform: Platform, { reason, ...deciding }: Deciding & { viewer: bigint; reason: string }): Promise<AgentContract> {
  if (holdsLink(reason)) refuse("agentContracts.link", { field: "reason" });
  const row = await lockContract(tx, platform, deciding);
  const { viewer, now } = deciding;
  if (row.state !== "active") refuseMoved(row, now);
  await takeRequestOfDay(tx, platform, { id: row.id, viewer, now });
  await sql`update agent_contract set state = 'endRequested', end_asked_by = ${viewer}, end_asked_at = ${now}, end_reason = ${reason} where id = ${row.id}::uuid`.execute(
    tx,
  );
  const other = viewer === row.agentId ? row.uplineId : row.agentId;
  if (other !== null) await tell(tx, "agentContracts.endAsked", { wordId: newId(now), accountId: String(other), kind: row.kind });
  contractsStale(tx, [row.agentId, row.uplineId]);
  return getContract(tx, platform, deciding);
}

/** Who asks, takes it back and asks again would fill the other side's inbox. */
async function takeRequestOfDay(tx: Tx, { timeZone }: Platform, { id, viewer, now }: Deciding): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into agent_contract_end_request as r (contract_id, asked_by, day) values (${id}::uuid, ${viewer}, (${now}::timestamptz at time zone ${timeZone})::date)
    on conflict (contract_id, asked_by) do update set day = excluded.day where r.day < excluded.day`.execute(tx);
  if (numAffectedRows === 0n) refuse("agentContracts.end_asked_today");
}

interface Officing {
  readonly id: string;
  readonly act: "propose" | "confirm" | "decline";
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/**
 * Two officers end a contract with the day; one withdraws what the house offered, or declines what an agent asked of the house.
 * Refuses with `agentContracts.not_found`, `.not_offered`, `.already_proposed`, `.not_proposed` or `.own_proposal`.
 */
export async function endForHouse(tx: Tx, platform: Platform, { id, act, reason, by, now }: Officing): Promise<OfficeContract> {
  const row = await lockContract(tx, platform, { id, viewer: null, now });
  await officeActs[act](tx, platform, { row, reason, by, now });
  contractsStale(tx, [row.agentId, row.uplineId]);
  return getContract(tx, platform, { id, viewer: null, now });
}

interface OfficeAct {
  readonly row: Row;
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

const officeActs = {
  propose: async (tx: Tx, _: Platform, { row, reason, by, now }: OfficeAct): Promise<void> => {
    if (row.uplineId === null && stateOf(row, now) === "offered") return void (await withdrawOffer(tx, row.id, now));
    if (row.state !== "active" && row.state !== "endRequested") refuseMoved(row, now);
    if (row.ending !== null) refuse("agentContracts.already_proposed");
    await sql`
      insert into agent_contract_ending (id, contract_id, reason, proposed_by, proposed_name, proposed_at)
      values (${newId(now)}, ${row.id}, ${reason}, ${by.id}, ${by.name}, ${now})`.execute(tx);
  },
  confirm: async (tx: Tx, platform: Platform, act: OfficeAct): Promise<void> => {
    const { row, now } = act;
    if (row.ending === null) refuse("agentContracts.not_proposed");
    if (!(await decideEnding(tx, "confirmed", act))) refuse("agentContracts.own_proposal");
    if (row.state !== "active" && row.state !== "endRequested") refuseMoved(row, now);
    await endByHouse(tx, platform, { row, reason: row.ending.reason, cause: "house", now });
  },
  decline: async (tx: Tx, platform: Platform, act: OfficeAct): Promise<void> => {
    const { row, now } = act;
    if (row.ending !== null) return void (await decideEnding(tx, "declined", act));
    if (!waitsFor(row, { viewer: null, now })) refuse("agentContracts.not_proposed");
    await declineEnd(tx, platform, { row, fingerprint: undefined, now });
  },
} as const;

async function decideEnding(tx: Tx, to: "confirmed" | "declined", { row, reason, by, now }: OfficeAct): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update agent_contract_ending set state = ${to}, decided_by = ${by.id}, decided_name = ${by.name}, decision = ${reason}, decided_at = ${now}
    where contract_id = ${row.id}::uuid and state = 'proposed' and (${to}::text = 'declined' or proposed_by <> ${by.id})`.execute(tx);
  return numAffectedRows === 1n;
}

/** Ends a contract with the day, and whatever stands below it. The caller holds the line. */
export async function endByHouse(
  tx: Tx,
  { timeZone }: Pick<Platform, "timeZone">,
  { row, reason, cause, now }: { row: Row; reason: string | null; cause: Cause; now: Date },
): Promise<void> {
  const plan = await planEnd(tx, row, { now, timeZone, byHouse: true });
  await terminate(tx, { row, endsOn: plan.endsOn!, cause, reason, now });
  await endAffected(tx, { kind: row.kind, affected: plan.affected, cause: "cascade", now });
}
