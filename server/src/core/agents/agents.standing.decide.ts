import type { agents, AgentStanding } from "@laro/contract/agents";
import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { type Decision, decideProposal } from "../approvals/proposals.ts";
import { closeLinks } from "./agents.links.ts";
import { readStanding, type Standing } from "./agents.standing.ts";

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("agent_standing as s")
    .innerJoin("account as a", "a.id", "s.agent_id")
    .select(["s.id", "s.agent_id as agentId", "a.name", "s.standing", "s.until", "s.state", "s.reason", "s.proposed_name as proposedBy"])
    .select(["s.proposed_at as proposedAt", "s.decided_name as decidedBy", "s.decision", "s.decided_at as decidedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const describe = ({ agentId, name, standing, state, until, proposedAt, decidedAt, ...row }: Row): AgentStanding => ({
  ...row,
  account: { id: agentId, name },
  standing: standing as Standing,
  state: state as AgentStanding["state"],
  until: until?.toISOString() ?? null,
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** What officers said of agents' standing: what waits oldest first, all else newest first. */
export async function listStandings(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof agents)["standings"]>,
): Promise<OutputOf<(typeof agents)["standings"]>> {
  const isOldestFirst = state === "proposed";
  const rows = await select(db)
    .where("s.state", "=", state)
    .$if(isIdCursor(cursor), (query) => query.where("s.id", isOldestFirst ? ">" : "<", cursor!))
    .orderBy("s.id", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

const KEPT_MAX = 20;

/** The last standings of one agent, newest first. */
export const listStandingsOf = async (db: Db, agentId: bigint): Promise<AgentStanding[]> =>
  (await select(db).where("s.agent_id", "=", agentId).orderBy("s.id", "desc").limit(KEPT_MAX).execute()).map(describe);

async function getStanding(tx: Tx, id: string): Promise<AgentStanding> {
  const row = await select(tx).where("s.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("agents.proposal_not_found") : describe(row);
}

interface Wanted extends InputOf<(typeof agents)["setStanding"]> {
  readonly by: OperatorActor;
  readonly now: Date;
}

const DAY_MS = 86_400_000;
/** Else one officer would hold for months, two weeks at a time. */
const HOLD_AGAIN_MS = 60 * DAY_MS;

/**
 * With `days` holds an agent that is open, at once; without proposes a standing that waits for another officer. Refuses with `agents.not_found`,
 * `agents.as_it_is`, `agents.already_proposed`, or `agents.hold_used` what one officer may not do alone.
 */
export async function setStanding(tx: Tx, { id: agentId, standing, days, reason, by, now }: Wanted): Promise<AgentStanding> {
  const node = await tx.selectFrom("agent_node").select("invitation_code as code").where("account_id", "=", agentId).forUpdate().executeTakeFirst();
  if (node === undefined || node.code === null) refuse("agents.not_found", { field: "id" });
  const running = await tx.selectFrom("agent_standing").select("until").where("agent_id", "=", agentId).where("state", "=", "inForce").executeTakeFirst();
  const current = await readStanding(tx, agentId, now);
  const isLonger = standing === "held" && current === "held" && days === undefined && (running?.until ?? null) !== null;
  if (current === standing && !isLonger) refuse("agents.as_it_is");
  if (days !== undefined) await checkHold(tx, { agentId, standing, current, now });
  const row = {
    id: newId(now),
    agent_id: agentId,
    standing,
    until: days === undefined ? null : new Date(now.getTime() + days * DAY_MS),
    reason,
    state: days === undefined ? "proposed" : "inForce",
    proposed_by: by.id,
    proposed_name: by.name,
    proposed_at: now,
  };
  if (days !== undefined) await endStanding(tx, agentId);
  const isNew = await tx
    .insertInto("agent_standing")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("agents.already_proposed");
  if (days !== undefined) await carryOut(tx, { id: row.id, agentId, standing, now });
  staleOnCommit(tx, STALE, ["operators"]);
  return getStanding(tx, row.id);
}

const STALE = ["agents.standings", "agents.view", "agents.find", "agents.level"];

async function checkHold(tx: Tx, { agentId, standing, current, now }: { agentId: bigint; standing: Standing; current: Standing; now: Date }): Promise<void> {
  const { rows } = await sql`
    select from agent_standing where agent_id = ${agentId} and decided_by is null and state in ('inForce', 'over')
      and proposed_at > ${new Date(now.getTime() - HOLD_AGAIN_MS)} limit 1`.execute(tx);
  if (standing !== "held" || current !== "open" || rows.length > 0) refuse("agents.hold_used", { field: "days" });
}

async function endStanding(tx: Tx, agentId: bigint): Promise<void> {
  await tx.updateTable("agent_standing").set({ state: "over" }).where("agent_id", "=", agentId).where("state", "=", "inForce").execute();
}

/** What a standing in force sets off. */
async function carryOut(tx: Tx, { id, agentId, standing, now }: { id: string; agentId: bigint; standing: Standing; now: Date }): Promise<void> {
  if (standing === "closed") await closeLinks(tx, { agentId, now });
  staleOnCommit(tx, ["agents.links"], [`member:${agentId}`]);
  await tell(tx, "agents.standingChanged", { accountId: String(agentId), standingId: id, kind: standing });
}

/** Puts a standing in force that another officer proposed. Refuses with `agents.proposal_not_found`, `agents.not_proposed` or `agents.own_proposal`. */
export async function confirmStanding(tx: Tx, decision: Decision): Promise<AgentStanding> {
  const proposal = await getStanding(tx, decision.id);
  const agentId = proposal.account.id;
  await tx.selectFrom("agent_node").select("account_id").where("account_id", "=", agentId).forUpdate().executeTakeFirstOrThrow();
  if (proposal.state === "proposed") await endStanding(tx, agentId);
  const decided = await decide(tx, "inForce", decision);
  await carryOut(tx, { id: decided.id, agentId, standing: decided.standing, now: decision.now });
  return decided;
}

/** Declines a standing that waits. Refuses with `agents.proposal_not_found` or `agents.not_proposed`. */
export const declineStanding = (tx: Tx, decision: Decision): Promise<AgentStanding> => decide(tx, "declined", decision);

async function decide(tx: Tx, to: "inForce" | "declined", decision: Decision): Promise<AgentStanding> {
  const isMoved = await decideProposal(tx, "agent_standing", to, decision);
  const standing = await getStanding(tx, decision.id);
  if (!isMoved) refuse(standing.state === "proposed" ? "agents.own_proposal" : "agents.not_proposed");
  staleOnCommit(tx, STALE, ["operators"]);
  return standing;
}
