import type { Accreditation, agents } from "@laro/contract/agents";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { type RawBuilder, sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isNumberCursor } from "../../platform/pages.ts";
import { type Decision, decideProposal } from "../approvals/proposals.ts";
import type { AgentRules } from "../settings/packs.ts";

/** Whether an agent is accredited at a moment, in SQL: up to the end of the last day of what is in force. */
export const accreditedOf = (agentId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from agent_accreditation x where x.agent_id = ${agentId} and x.state = 'inForce' and x.ends_at > ${now})`;

/** Whether an agent lacks the accreditation this market asks for; where it asks for none, nobody does. */
export const lacksAccreditation = ({ accreditedOnly }: AgentRules, agentId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  accreditedOnly ? sql<boolean>`not ${accreditedOf(agentId, now)}` : sql<boolean>`false`;

/** Whether an agent may link, agree contracts and be paid as far as accreditation goes. */
export async function isAccredited(db: Db | Tx, { agentId, rules, now }: { agentId: bigint; rules: AgentRules; now: Date }): Promise<boolean> {
  if (!rules.accreditedOnly) return true;
  const { rows } = await sql<{ is: boolean }>`select ${accreditedOf(sql`${agentId}::bigint`, now)} as is`.execute(db as Tx);
  return rows[0]!.is;
}

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("agent_accreditation as c")
    .innerJoin("account as a", "a.id", "c.agent_id")
    .select([
      "c.id",
      "c.number",
      "c.agent_id as agentId",
      "a.name",
      "c.code",
      "c.expires_on as expiresOn",
      "c.state",
      "c.reason",
      "c.proposed_name as proposedBy",
    ])
    .select(["c.proposed_at as proposedAt", "c.decided_name as decidedBy", "c.decision", "c.decided_at as decidedAt"])
    .select(["c.ended_name as endedBy", "c.end_reason as endReason", "c.ended_at as endedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const describe = ({ number: _number, agentId, name, state, proposedAt, decidedAt, endedAt, ...row }: Row): Accreditation => ({
  ...row,
  account: { id: agentId, name },
  state: state as Accreditation["state"],
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});

/** Accreditations by state: what waits oldest first, all else newest first. */
export async function listAccreditations(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof agents)["accreditations"]>,
): Promise<OutputOf<(typeof agents)["accreditations"]>> {
  const isOldestFirst = state === "proposed";
  const rows = await select(db)
    .where("c.state", "=", state)
    .$if(isNumberCursor(cursor), (query) => query.where("c.number", isOldestFirst ? ">" : "<", BigInt(cursor!)))
    .orderBy("c.number", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: (last) => last.number });
}

const SHOWN_MAX = 20;

/** The accreditations an agent has and had, the newest first. */
export async function listAccreditationsOf(db: Db, agentId: bigint): Promise<Accreditation[]> {
  const rows = await select(db).where("c.agent_id", "=", agentId).orderBy("c.number", "desc").limit(SHOWN_MAX).execute();
  return rows.map(describe);
}

async function getAccreditation(tx: Tx, id: string): Promise<Accreditation> {
  const row = await select(tx).where("c.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("agents.proposal_not_found") : describe(row);
}

interface By {
  readonly by: OperatorActor;
  readonly now: Date;
}

interface Wanted extends InputOf<(typeof agents)["proposeAccreditation"]>, By {
  readonly timeZone: string;
}

const AHEAD_YEARS_MAX = 10;
const STALE = ["agents.accreditations", "agents.view"];

/** Nobody else changes an agent's accreditation until the transaction ends. Refuses who is no agent with `agents.not_found`. */
async function lockAgent(tx: Tx, agentId: bigint): Promise<void> {
  const node = await tx.selectFrom("agent_node").select("invitation_code as code").where("account_id", "=", agentId).forUpdate().executeTakeFirst();
  if (node === undefined || node.code === null) refuse("agents.not_found", { field: "id" });
}

/** Proposes an agent's number and its last day; another officer puts it in force. Refuses with `agents.not_found`, `agents.accreditation_day` or `agents.already_proposed`. */
export async function proposeAccreditation(tx: Tx, { id: agentId, code, expiresOn, reason, by, now, timeZone }: Wanted): Promise<Accreditation> {
  await lockAgent(tx, agentId);
  const { rows } = await sql<{ endsAt: Date; isAhead: boolean }>`
    select (${expiresOn}::date + 1)::timestamp at time zone ${timeZone} as "endsAt",
           ${expiresOn}::date >= today and ${expiresOn}::date <= today + ${AHEAD_YEARS_MAX} * interval '1 year' as "isAhead"
    from (select (${now}::timestamptz at time zone ${timeZone})::date as today) d`.execute(tx);
  const { endsAt, isAhead } = rows[0]!;
  if (!isAhead) refuse("agents.accreditation_day", { field: "expiresOn", years: AHEAD_YEARS_MAX });
  const id = newId(now);
  const isNew = await tx
    .insertInto("agent_accreditation")
    .values({ id, agent_id: agentId, code, expires_on: expiresOn, ends_at: endsAt, reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("agents.already_proposed");
  staleOnCommit(tx, STALE, ["operators"]);
  return getAccreditation(tx, id);
}

/**
 * Puts in force what another officer proposed, in the place of what is. Refuses with `agents.proposal_not_found`, `agents.not_proposed`, `agents.own_proposal`, a number
 * that is another agent's with `agents.accreditation_taken`, and a day that came meanwhile with `agents.accreditation_day`.
 */
export async function confirmAccreditation(tx: Tx, decision: Decision): Promise<Accreditation> {
  const { account, code } = await getAccreditation(tx, decision.id);
  // One number at a time, whoever it is given to.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`agent_accreditation ${code.toLowerCase()}`}, 0))`.execute(tx);
  await lockAgent(tx, account.id);
  const { rows } = await sql<{ isTaken: boolean; isOver: boolean }>`
    select c.ends_at <= ${decision.now} as "isOver", exists (
      select from agent_accreditation o where lower(o.code) = lower(c.code) and o.state = 'inForce' and o.agent_id <> c.agent_id
    ) as "isTaken"
    from agent_accreditation c where c.id = ${decision.id}`.execute(tx);
  if (rows[0]!.isTaken) refuse("agents.accreditation_taken");
  if (rows[0]!.isOver) refuse("agents.accreditation_day", { years: AHEAD_YEARS_MAX });
  const { state } = await getAccreditation(tx, decision.id);
  if (state === "proposed") await end(tx, { agentId: account.id, ...decision, name: decision.by.name });
  return decide(tx, "inForce", decision);
}

/** Declines what waits. Refuses with `agents.proposal_not_found` or `agents.not_proposed`. */
export const declineAccreditation = (tx: Tx, decision: Decision): Promise<Accreditation> => decide(tx, "declined", decision);

async function decide(tx: Tx, to: "inForce" | "declined", decision: Decision): Promise<Accreditation> {
  const isMoved = await decideProposal(tx, "agent_accreditation", to, decision);
  const accreditation = await getAccreditation(tx, decision.id);
  if (!isMoved) refuse(accreditation.state === "proposed" ? "agents.own_proposal" : "agents.not_proposed");
  staleOnCommit(tx, STALE, ["operators"]);
  return accreditation;
}

interface Ending {
  readonly agentId: bigint;
  readonly name: string;
  readonly reason: string;
  readonly now: Date;
}

async function end(tx: Tx, { agentId, name, reason, now }: Ending): Promise<string | undefined> {
  const ended = await tx
    .updateTable("agent_accreditation")
    .set({ state: "over", ended_name: name, end_reason: reason, ended_at: now })
    .where("agent_id", "=", agentId)
    .where("state", "=", "inForce")
    .returning("id")
    .executeTakeFirst();
  return ended?.id;
}

/** Ends an agent's accreditation at once, by one officer: what it stops is money going out. Refuses with `agents.not_found` or `agents.not_accredited`. */
export async function endAccreditation(tx: Tx, { id, reason, by, now }: InputOf<(typeof agents)["endAccreditation"]> & By): Promise<Accreditation> {
  await lockAgent(tx, id);
  const ended = await end(tx, { agentId: id, name: by.name, reason, now });
  if (ended === undefined) refuse("agents.not_accredited");
  staleOnCommit(tx, STALE, ["operators"]);
  return getAccreditation(tx, ended);
}
