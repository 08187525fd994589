import type { agents, NotCounted } from "@laro/contract/agents";
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

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("agent_not_counted as c")
    .innerJoin("account as a", "a.id", "c.account_id")
    .select(["c.id", "c.account_id as accountId", "a.name", "c.code", "c.state", "c.reason", "c.proposed_name as proposedBy", "c.proposed_at as proposedAt"])
    .select(["c.decided_name as decidedBy", "c.decision", "c.decided_at as decidedAt", "c.from_day as fromDay", "c.until_day as untilDay"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const describe = ({ accountId, name, code, state, proposedAt, decidedAt, ...row }: Row): NotCounted => ({
  ...row,
  account: { id: accountId, name },
  code: code as NotCounted["code"],
  state: state as NotCounted["state"],
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** Whose play earns nobody commission: what waits oldest first, what is decided newest first. */
export async function listNotCounted(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof agents)["notCounted"]>,
): Promise<OutputOf<(typeof agents)["notCounted"]>> {
  const isOldestFirst = state === "proposed";
  const rows = await select(db)
    .where("c.state", "=", state)
    .$if(isIdCursor(cursor), (query) => query.where("c.id", isOldestFirst ? ">" : "<", cursor!))
    .orderBy("c.id", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getNotCounted(tx: Tx, id: string): Promise<NotCounted> {
  const row = await select(tx).where("c.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("agents.proposal_not_found") : describe(row);
}

interface Wanted extends InputOf<(typeof agents)["proposeNotCounted"]> {
  readonly by: OperatorActor;
  readonly now: Date;
  readonly timeZone: string;
}

const BACK_DAYS_MAX = 62;

/** What is paid is paid: a day is open where no line above the member was paid for it. */
async function refuseSettled(tx: Tx, { accountId, fromDay }: { accountId: bigint; fromDay: string }): Promise<void> {
  const { rows } = await sql`
    select from agent_node n join settlement_pay p on p.agent_id = any(n.path)
    where n.account_id = ${accountId} and p.ends_on >= ${fromDay}::date and p.state = 'paid' limit 1`.execute(tx);
  if (rows.length > 0) refuse("agents.settled", { field: "fromDay" });
}

/** Proposes that a member is not counted. Refuses with `agents.not_found`, `agents.day_wrong`, `agents.settled` or `agents.already_proposed`. */
export async function proposeNotCounted(tx: Tx, { id: accountId, fromDay, untilDay, code, reason, by, now, timeZone }: Wanted): Promise<NotCounted> {
  const node = await tx.selectFrom("agent_node").select("account_id").where("account_id", "=", accountId).executeTakeFirst();
  if (node === undefined) refuse("agents.not_found", { field: "id" });
  const { rows } = await sql<{ isNear: boolean }>`
    select abs(${fromDay}::date - (${now}::timestamptz at time zone ${timeZone})::date) <= ${BACK_DAYS_MAX} as "isNear"`.execute(tx);
  if (!rows[0]!.isNear) refuse("agents.day_wrong", { field: "fromDay" });
  if (untilDay !== undefined && untilDay <= fromDay) refuse("agents.day_wrong", { field: "untilDay" });
  await refuseSettled(tx, { accountId, fromDay });
  const row = { id: newId(now), account_id: accountId, code, reason, proposed_by: by.id, proposed_name: by.name, proposed_at: now };
  const isNew = await tx
    .insertInto("agent_not_counted")
    .values({ ...row, from_day: fromDay, until_day: untilDay ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("agents.already_proposed");
  staleOnCommit(tx, ["agents.notCounted"], ["operators"]);
  return getNotCounted(tx, row.id);
}

/** Confirms what another officer proposed; the agent above is told by its code. Refuses with a code of `agents.`. */
export async function confirmNotCounted(tx: Tx, decision: Decision): Promise<NotCounted> {
  const row = await decide(tx, "confirmed", decision);
  await refuseSettled(tx, { accountId: row.account.id, fromDay: row.fromDay });
  const node = await tx.selectFrom("agent_node").select("parent_id as parentId").where("account_id", "=", row.account.id).executeTakeFirstOrThrow();
  if (node.parentId !== null) await tell(tx, "agents.notCounted", { accountId: String(node.parentId), notCountedId: row.id, kind: row.code });
  return row;
}

/** Declines what waits. Refuses with `agents.proposal_not_found` or `agents.not_proposed`. */
export const declineNotCounted = (tx: Tx, decision: Decision): Promise<NotCounted> => decide(tx, "declined", decision);

async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<NotCounted> {
  const isMoved = await decideProposal(tx, "agent_not_counted", to, decision);
  const row = await getNotCounted(tx, decision.id);
  if (!isMoved) refuse(row.state === "proposed" ? "agents.own_proposal" : "agents.not_proposed");
  staleOnCommit(tx, ["agents.notCounted"], ["operators"]);
  return row;
}
