import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { MemberProposal, members } from "@laro/contract/members";
import { sql } from "kysely";
import { screenPerson } from "../../core/accounts/screened.ts";
import { changeStanding, setAccountClosed, startRest } from "../../core/accounts/standing.ts";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { hasTotp, removeTotp } from "../../core/factors/factors.ts";
import { listPasskeys, removePasskeys } from "../../core/sessions/passkeys.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import type { Keys } from "../../platform/keys.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { endEverywhere } from "./members.ts";

type Kind = MemberProposal["kind"];

const PROPOSALS_OF_ONE_MAX = 20;

const selectProposals = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("member_proposal as p")
    .innerJoin("account as a", "a.id", "p.account_id")
    .select(["p.id", "p.kind", "p.account_id as memberId", "a.name as memberName", "p.name", "p.reason", "p.state", "p.proposed_name as proposedBy"])
    .select(["p.proposed_at as proposedAt", "p.decided_name as decidedBy", "p.decision", "p.decided_at as decidedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectProposals>["executeTakeFirstOrThrow"]>>;

const describe = ({ kind, state, proposedAt, decidedAt, ...row }: Row): MemberProposal => ({
  ...row,
  kind: kind as Kind,
  state: state as MemberProposal["state"],
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** What was proposed about one member, newest first. */
export async function listProposalsOf(db: Db, accountId: bigint): Promise<MemberProposal[]> {
  const rows = await selectProposals(db).where("p.account_id", "=", accountId).orderBy("p.id", "desc").limit(PROPOSALS_OF_ONE_MAX).execute();
  return rows.map(describe);
}

/** What was proposed about members: what waits oldest first, what is decided newest first. */
export async function listMemberProposals(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof members)["proposals"]>,
): Promise<OutputOf<(typeof members)["proposals"]>> {
  const isOldestFirst = state === "proposed";
  const rows = await selectProposals(db)
    .where("p.state", "=", state)
    .$if(isIdCursor(cursor), (query) => query.where("p.id", isOldestFirst ? ">" : "<", cursor!))
    .orderBy("p.id", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getProposal(db: Db | Tx, id: string): Promise<MemberProposal> {
  const row = await selectProposals(db).where("p.id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("members.proposal_not_found") : describe(row);
}

interface Proposed {
  readonly id: bigint;
  readonly kind: Kind;
  readonly name?: string | undefined;
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Writes down what an officer wants done about a member; nothing happens yet. Refuses with a code of `members.` or `factors.not_enrolled`. */
export async function proposeForMember(tx: Tx, { id, kind, name, reason, by, now }: Proposed): Promise<MemberProposal> {
  const account = await tx.selectFrom("account").select(["closed", "verified_name as verifiedName"]).where("id", "=", id).executeTakeFirst();
  if (account === undefined) refuse("members.not_found");
  await checkRecords(tx, id);
  if (kind === "reopen" && !account.closed) refuse("members.as_it_is");
  if (kind === "factor" && !(await hasFactor(tx, id))) refuse("factors.not_enrolled");
  if (kind === "name" && name === account.verifiedName) refuse("members.as_it_is", { field: "name" });
  const proposalId = newId(now);
  const isNew = await tx
    .insertInto("member_proposal")
    .values({
      id: proposalId,
      account_id: id,
      kind,
      name: kind === "name" ? name : null,
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("members.already_proposed");
  staleOnCommit(tx, ["members.proposals", "members.open"], ["operators"]);
  return getProposal(tx, proposalId);
}

/** What was decided about somebody whose records are over stays, without the name. */
export const memberSubscribers: Subscribers = {
  "privacy.erased": [
    async (tx, { accountId, part }) => {
      if (part !== "records") return;
      await tx.updateTable("member_proposal").set({ name: "" }).where("account_id", "=", BigInt(accountId)).where("kind", "=", "name").execute();
    },
  ],
};

/** Nothing of somebody whose records are erased is changed any more; an erasure at the same moment is waited for. */
async function checkRecords(tx: Tx, id: bigint): Promise<void> {
  const { rows } = await sql<{ isErased: boolean }>`select records_erased_at is not null as "isErased" from account where id = ${id} for no key update`.execute(
    tx,
  );
  if (rows[0]?.isErased) refuse("members.records_erased");
}

/** Whether a member has an authenticator or a passkey. */
const hasFactor = async (tx: Tx, id: bigint): Promise<boolean> => (await hasTotp(tx, { kind: "member", id })) || (await listPasskeys(tx, id)).length > 0;

/** Moves a proposal from where it waits; of many who decide one wins. Refuses with a code of `members.` */
async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<MemberProposal> {
  const isMoved = await decideProposal(tx, "member_proposal", to, decision);
  staleOnCommit(tx, ["members.proposals", "members.open", "members.list"], ["operators"]);
  const proposal = await getProposal(tx, decision.id);
  if (!isMoved) refuse(proposal.state === "proposed" ? "members.own_proposal" : "members.not_proposed");
  return proposal;
}

/** Declines what was proposed, by anyone's hand who may decide. Refuses with `members.proposal_not_found` or `members.not_proposed`. */
export const declineMemberProposal = (tx: Tx, decision: Decision): Promise<MemberProposal> => decide(tx, "declined", decision);

/** Carries out what another officer proposed; the decision and its effect stand together or not at all. Refuses with a code of `members.` or `factors.not_enrolled`. */
export async function confirmMemberProposal(tx: Tx, keys: Pick<Keys, "dataKey">, decision: Decision): Promise<MemberProposal> {
  const proposal = await decide(tx, "confirmed", decision);
  await checkRecords(tx, proposal.memberId);
  await effects[proposal.kind](tx, proposal, { keys, now: decision.now });
  return proposal;
}

interface Moment {
  readonly keys: Pick<Keys, "dataKey">;
  readonly now: Date;
}

const effects = {
  reopen: async (tx, { memberId: accountId }) => {
    if (!(await setAccountClosed(tx, { accountId, closed: false }))) refuse("members.as_it_is");
  },
  name: async (tx, { memberId: accountId, name }, { keys, now }) => {
    await changeStanding(tx, { accountId, verifiedName: name });
    await screenPerson(tx, keys, { accountId, name: name!, source: "document", now });
  },
  factor: async (tx, { memberId: accountId }, { now }) => {
    if (!(await hasFactor(tx, accountId))) refuse("factors.not_enrolled");
    const hadTotp = await hasTotp(tx, { kind: "member", id: accountId });
    if (hadTotp) {
      await removeTotp(tx, { kind: "member", id: accountId });
      await tell(tx, "accounts.credentialChanged", { accountId: String(accountId), changeId: newId(now), kind: "totpRemoved", by: "staff" });
    }
    // One text message says it.
    await removePasskeys(tx, { accountId, isByStaff: !hadTotp, now });
    await endEverywhere(tx, { id: accountId, now });
    await startRest(tx, { accountId, cause: "factorReset", now });
  },
} as const satisfies Record<Kind, (tx: Tx, proposal: MemberProposal, moment: Moment) => Promise<void>>;
