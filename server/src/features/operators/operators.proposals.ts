import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import { areRolesApart, type Operator, type OperatorRole, type operators, type StaffProposal } from "@laro/contract/operators";
import { createOperator, giveOperatorPassword, holdSuperadmins, isNameTaken, setOperatorClosed, setOperatorRoles } from "../../core/accounts/operators.ts";
import { type Decision, decideProposal } from "../../core/approvals/proposals.ts";
import { removeTotp } from "../../core/factors/factors.ts";
import { reopenName } from "../../core/sessions/login.limits.ts";
import { drawPassword, hashPassword } from "../../core/sessions/passwords.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { cutPage, isIdCursor } from "../../platform/pages.ts";
import { changeWhileSuperadminRemains, checkIsOther, getOperator } from "./operators.ts";

type Kind = StaffProposal["kind"];

const selectProposals = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("operator_proposal")
    .select(["id", "kind", "operator_id as operatorId", "name", "roles", "reason", "state", "proposed_name as proposedBy", "proposed_at as proposedAt"])
    .select(["decided_name as decidedBy", "decision", "decided_at as decidedAt"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectProposals>["executeTakeFirstOrThrow"]>>;

const describe = ({ kind, state, proposedAt, decidedAt, ...row }: Row): StaffProposal => ({
  ...row,
  kind: kind as Kind,
  state: state as StaffProposal["state"],
  proposedAt: proposedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

/** What was proposed about the staff: what waits oldest first, what is decided newest first. */
export async function listStaffProposals(
  db: Db,
  { state, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof operators)["proposals"]>,
): Promise<OutputOf<(typeof operators)["proposals"]>> {
  const isOldestFirst = state === "proposed";
  const rows = await selectProposals(db)
    .where("state", "=", state)
    .$if(isIdCursor(cursor), (query) => query.where("id", isOldestFirst ? ">" : "<", cursor!))
    .orderBy("id", isOldestFirst ? "asc" : "desc")
    .limit(limit + 1)
    .execute();
  return cutPage(rows, { limit, describe, cursorOf: ({ id }) => id });
}

async function getProposal(db: Db | Tx, id: string): Promise<StaffProposal> {
  const row = await selectProposals(db).where("id", "=", id).executeTakeFirst();
  return row === undefined ? refuse("operators.proposal_not_found") : describe(row);
}

interface Proposed {
  readonly kind: Kind;
  readonly operatorId?: bigint;
  readonly name: string;
  readonly roles?: readonly OperatorRole[];
  readonly reason: string;
  readonly by: OperatorActor;
  readonly now: Date;
}

/** Writes down what a superadmin wants done; nothing happens yet. Refuses with `operators.already_proposed`. */
async function propose(tx: Tx, { kind, operatorId, name, roles = [], reason, by, now }: Proposed): Promise<StaffProposal> {
  const id = newId(now);
  const isNew = await tx
    .insertInto("operator_proposal")
    .values({
      id,
      kind,
      operator_id: operatorId,
      name,
      roles: [...roles],
      reason,
      proposed_by: by.id,
      proposed_name: by.name,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (isNew === undefined) refuse("operators.already_proposed");
  staleOnCommit(tx, ["operators.proposals"], ["operators"]);
  return getProposal(tx, id);
}

type By = Pick<Proposed, "reason" | "by" | "now">;

/** Proposes an account for someone new. Refuses with `accounts.name_taken`, `operators.roles_apart` or `operators.already_proposed`. */
export async function proposeOperator(tx: Tx, wanted: By & { name: string; roles: readonly OperatorRole[] }): Promise<StaffProposal> {
  checkRoles(wanted.roles);
  if (await isNameTaken(tx, wanted.name)) refuse("accounts.name_taken", { field: "name" });
  return propose(tx, { kind: "create", ...wanted });
}

interface OfOperator extends By {
  readonly id: bigint;
}

/** Proposes other roles for another operator. Refuses with a code of `operators.` */
export async function proposeRoles(tx: Tx, { id, roles, ...rest }: OfOperator & { roles: readonly OperatorRole[] }): Promise<StaffProposal> {
  checkRoles(roles);
  const { name, roles: present } = await getOther(tx, { id, ...rest });
  if (roles.length === present.length && roles.every((role) => present.includes(role))) refuse("operators.as_it_is");
  return propose(tx, { kind: "setRoles", operatorId: id, name, roles, ...rest });
}

/** Proposes what needs no more than a reason. Refuses with a code of `operators.` or `factors.not_enrolled`. */
export async function proposeFor(tx: Tx, { id, ...rest }: OfOperator, kind: "resetPassword" | "resetFactor" | "reopen"): Promise<StaffProposal> {
  const { name, closed, hasFactor } = await getOther(tx, { id, ...rest });
  if (kind === "reopen" && !closed) refuse("operators.as_it_is");
  if (kind === "resetFactor" && !hasFactor) refuse("factors.not_enrolled");
  return propose(tx, { kind, operatorId: id, name, ...rest });
}

async function getOther(tx: Tx, { id, by, now }: OfOperator): Promise<Operator> {
  checkIsOther({ id, by });
  return getOperator(tx, id, now);
}

function checkRoles(roles: readonly string[]): void {
  if (areRolesApart(roles)) refuse("operators.roles_apart", { field: "roles" });
}

/** Moves a proposal from where it waits; of many superadmins one wins. Refuses with a code of `operators.` */
async function decide(tx: Tx, to: "confirmed" | "declined", decision: Decision): Promise<StaffProposal> {
  const isMoved = await decideProposal(tx, "operator_proposal", to, decision);
  staleOnCommit(tx, ["operators.proposals", "operators.list"], ["operators"]);
  const proposal = await getProposal(tx, decision.id);
  if (!isMoved) refuse(proposal.state === "proposed" ? "operators.own_proposal" : "operators.not_proposed");
  return proposal;
}

/** Declines what was proposed. Refuses with `operators.proposal_not_found` or `operators.not_proposed`. */
export const declineStaffProposal = (tx: Tx, decision: Decision): Promise<StaffProposal> => decide(tx, "declined", decision);

/**
 * Carries out what another superadmin proposed; the decision and its effect stand together or not at all. A password that is given is answered this once.
 * Refuses with a code of `operators.`, with `accounts.name_taken` or `factors.not_enrolled`.
 */
export async function confirmStaffProposal(
  { db, begin }: { db: Db; begin: Database["begin"] },
  decision: Decision,
): Promise<OutputOf<(typeof operators)["confirm"]>> {
  const { kind, operatorId } = await getProposal(db, decision.id);
  if (operatorId !== null) checkIsOther({ id: operatorId, by: decision.by });
  const password = kind === "create" || kind === "resetPassword" ? drawPassword() : null;
  const passwordHash = password === null ? "" : await hashPassword(password);
  return begin(async (tx) => {
    // Locked in one order with what closes superadmins, so that no two wait for each other.
    const superadmins = await holdSuperadmins(tx);
    if (!superadmins.includes(decision.by.id)) refuse("sessions.forbidden");
    const proposal = await decide(tx, "confirmed", decision);
    const operator =
      proposal.operatorId === null ? await createProposed(tx, proposal, passwordHash, decision) : await carryOut(tx, proposal, passwordHash, decision);
    return { proposal, operator, password };
  });
}

async function createProposed(tx: Tx, { name, roles }: StaffProposal, passwordHash: string, { now }: Decision): Promise<Operator> {
  const id = await createOperator(tx, { name, roles: roles as OperatorRole[], passwordHash, mustChangePassword: true, now });
  return id === undefined ? refuse("accounts.name_taken", { field: "name" }) : getOperator(tx, id, now);
}

/** What each kind does to an account that is there; false where it is so already. */
const effects = {
  setRoles: (tx: Tx, { id, roles }: Effect) => setOperatorRoles(tx, { id, roles }),
  resetPassword: (tx: Tx, { id, passwordHash, now }: Effect) => giveOperatorPassword(tx, { id, passwordHash, now }).then(() => true),
  resetFactor: async (tx: Tx, { id, name }: Effect) => {
    await removeTotp(tx, { kind: "operator", id });
    await reopenName(tx, name);
    return true;
  },
  reopen: (tx: Tx, { id }: Effect) => setOperatorClosed(tx, { id, closed: false }),
} as const satisfies Record<Exclude<Kind, "create">, unknown>;

interface Effect {
  readonly id: bigint;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly passwordHash: string;
  readonly now: Date;
}

function carryOut(tx: Tx, proposal: StaffProposal, passwordHash: string, { by, now }: Decision): Promise<Operator> {
  const [id, name, roles] = [proposal.operatorId!, proposal.name, proposal.roles as OperatorRole[]];
  const kind = proposal.kind as Exclude<Kind, "create">;
  const endsRole = kind === "setRoles" && !roles.includes("superadmin");
  return changeWhileSuperadminRemains(tx, { id, by, now }, { endsRole, apply: () => effects[kind](tx, { id, name, roles, passwordHash, now }) });
}
