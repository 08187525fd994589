import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { house, HouseProposal } from "@laro/contract/house";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { sql } from "kysely";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";

type Kind = HouseProposal["kind"];

const select = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("house_proposal as p")
    // A name is read and not kept: it goes when its account does.
    .leftJoin("account as a", (join) => join.on(sql<boolean>`a.id = (p.detail->>'memberId')::bigint`))
    .select([
      "p.id",
      "p.kind",
      "p.subject",
      "p.game_code as gameCode",
      "p.detail",
      "p.reason",
      "p.state",
      "p.proposed_name as proposedBy",
      "p.proposed_at as proposedAt",
    ])
    .select(["p.decided_name as decidedBy", "p.decision", "p.decided_at as decidedAt", "a.name as memberName"]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const describe = ({ kind, state, detail, proposedAt, decidedAt, memberName, ...row }: Row): HouseProposal => ({
  ...row,
  kind: kind as Kind,
  displayName: findGameByCode(row.gameCode)?.displayName ?? row.gameCode,
  detail: { ...(detail as HouseProposal["detail"]), ...(memberName === null ? {} : { memberName }) },
  state: state as HouseProposal["state"],
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** What officers proposed: what waits oldest first, what is decided newest first. */
export async function listHouseProposals(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof house)["proposals"]>,
): Promise<OutputOf<(typeof house)["proposals"]>> {
  const isOldestFirst = state === "proposed";
  const rows = await select(db)
    .where("p.state", "=", state)
    .$if(isIdCursor(cursor), (query) => query.where("p.id", isOldestFirst ? ">" : "<", cursor!))
    .orderBy("p.id", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

/** Who wants something done, when and why. */
export interface By {
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

type Wanted = Pick<HouseProposal, "kind" | "subject" | "gameCode" | "detail">;

/** Writes down what an officer wants done; nothing happens yet. Refuses with `house.already_proposed` what waits already. */
export async function propose(tx: Tx, { kind, subject, gameCode, detail }: Wanted, { reason, by, now }: By): Promise<HouseProposal> {
  const id = newId(now);
  const isNew = await tx
    .insertInto("house_proposal")
    .values({
      id,
      kind,
      subject,
      game_code: gameCode,
      detail: JSON.stringify(detail),
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("house.already_proposed");
  staleOnCommit(tx, ["house.proposals"], ["operators"]);
  return getProposal(tx, id);
}

async function getProposal(tx: Tx, id: string): Promise<HouseProposal> {
  const row = await select(tx).where("p.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("house.proposal_not_found") : describe(row);
}

/** Moves a proposal from where it waits: of many who decide one wins. Refuses with a code of `house.` */
export async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<HouseProposal> {
  const isMoved = await decideProposal(tx, "house_proposal", to, decision);
  staleOnCommit(tx, ["house.proposals"], ["operators"]);
  const proposal = await getProposal(tx, decision.id);
  if (!isMoved) refuse(proposal.state === "proposed" ? "house.own_proposal" : "house.not_proposed");
  return proposal;
}

/** Declines what was proposed. Refuses with `house.proposal_not_found` or `house.not_proposed`. */
export const declineHouseProposal = (tx: Tx, decision: Decision): Promise<HouseProposal> => decide(tx, "declined", decision);
