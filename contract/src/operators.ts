import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

export const operatorRoles = ["superadmin", "finance", "support", "kyc", "risk", "marketing", "auditor"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Whether one person may have these roles together: an auditor judges the others, and who decides about identities moves no money. */
export const areRolesApart = (roles: readonly string[]): boolean =>
  (roles.includes("auditor") && roles.length > 1) || (roles.includes("kyc") && roles.includes("finance"));

/** Some roles, each once. */
const Roles = z
  .array(z.enum(operatorRoles))
  .min(1)
  .max(operatorRoles.length)
  .refine((roles) => new Set(roles).size === roles.length);

/** A letter, then letters and digits. */
export const OperatorName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{2,31}$/);

/** Someone of the staff, as superadmins see them. */
export const Operator = z.object({
  id: Id,
  name: z.string(),
  roles: z.array(z.string()),
  closed: z.boolean(),
  /** Still has the password they were given. */
  mustChangePassword: z.boolean(),
  /** Has bound a second factor. */
  hasFactor: z.boolean(),
  openSessions: z.int(),
  lastLoginAt: Moment.nullable(),
  createdAt: Moment,
});
export type Operator = z.infer<typeof Operator>;

/** proposed by one superadmin → confirmed or declined by another. */
export const staffProposalStates = ["proposed", "confirmed", "declined"] as const;
export const staffProposalKinds = ["create", "setRoles", "resetPassword", "resetFactor", "reopen"] as const;

/** What one superadmin wants done about someone of the staff. */
export const StaffProposal = z.object({
  id: Uuid,
  kind: z.enum(staffProposalKinds),
  /** Null for someone who has no account yet. */
  operatorId: Id.nullable(),
  name: z.string(),
  /** The roles of someone new, or the new ones; none for what is not about roles. */
  roles: z.array(z.string()),
  reason: z.string(),
  state: z.enum(staffProposalStates),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type StaffProposal = z.infer<typeof StaffProposal>;

/** What was done about the staff on the machine itself. */
const BreakGlass = z.object({ at: Moment, command: z.string(), name: z.string(), reason: z.string() });
export type BreakGlass = z.infer<typeof BreakGlass>;

const OfOperator = z.object({ id: Id, reason: Reason });
const OfProposal = z.object({ id: Uuid, reason: Reason });
const refusals = ["operators.not_found", "operators.own_account", "operators.last_superadmin", "operators.as_it_is"] as const;

export const operators = contract("operators", {
  list: query({ for: "operator", personal: false, says: "The staff, those who came last first.", input: PageInput, output: page(Operator) }),
  proposals: query({
    for: "operator",
    personal: false,
    says: "What superadmins proposed about the staff: what waits oldest first, what is decided newest first.",
    input: PageInput.extend({ state: z.enum(staffProposalStates) }),
    output: page(StaffProposal),
  }),
  breakGlass: query({
    for: "operator",
    personal: false,
    says: "What was done about the staff on the machine itself within thirty days, newest first.",
    input: z.object({}),
    output: z.object({ list: z.array(BreakGlass) }),
  }),
  create: command({
    for: "operator",
    says: "Proposes an account for someone new; another superadmin confirms it.",
    input: z.object({ name: OperatorName, roles: Roles, reason: Reason }),
    output: StaffProposal,
    errors: ["accounts.name_taken", "operators.roles_apart", "operators.already_proposed"],
  }),
  setRoles: command({
    for: "operator",
    says: "Proposes other roles for an operator; another superadmin confirms it. A superadmin always remains.",
    input: OfOperator.extend({ roles: Roles }),
    output: StaffProposal,
    errors: [...refusals, "operators.roles_apart", "operators.already_proposed"],
  }),
  resetPassword: command({
    for: "operator",
    says: "Proposes a new password for an operator; another superadmin confirms it.",
    input: OfOperator,
    output: StaffProposal,
    errors: ["operators.not_found", "operators.own_account", "operators.already_proposed"],
  }),
  resetFactor: command({
    for: "operator",
    says: "Proposes to remove an operator's second factor, who lost it; another superadmin confirms it.",
    input: OfOperator,
    output: StaffProposal,
    errors: ["operators.not_found", "operators.own_account", "operators.already_proposed", "factors.not_enrolled"],
  }),
  reopen: command({
    for: "operator",
    says: "Proposes to open a closed operator's account again; another superadmin confirms it.",
    input: OfOperator,
    output: StaffProposal,
    errors: ["operators.not_found", "operators.own_account", "operators.as_it_is", "operators.already_proposed"],
  }),
  confirm: command({
    for: "operator",
    says: "Carries out what another superadmin proposed. A password that is given is answered this once and must be changed at the first login.",
    transaction: "own",
    input: OfProposal,
    output: z.object({ proposal: StaffProposal, operator: Operator, password: z.string().nullable() }),
    errors: [...refusals, "accounts.name_taken", "operators.proposal_not_found", "operators.not_proposed", "operators.own_proposal", "factors.not_enrolled"],
  }),
  decline: command({
    for: "operator",
    says: "Declines what was proposed, by anyone's hand, the proposer's too.",
    input: OfProposal,
    output: StaffProposal,
    errors: ["operators.proposal_not_found", "operators.not_proposed"],
  }),
  close: command({
    for: "operator",
    says: "Closes an operator's account, whose sessions end at once. A superadmin always remains.",
    input: OfOperator,
    output: Operator,
    errors: [...refusals],
  }),
  endSessions: command({
    for: "operator",
    says: "Ends all sessions of an operator.",
    input: OfOperator,
    output: Operator,
    errors: ["operators.not_found", "operators.own_account"],
  }),
  changePassword: command({
    for: "operator",
    says: "Changes the caller's own password and ends their other sessions.",
    sealed: true,
    transaction: "own",
    unfinished: true,
    input: z.object({ oldPassword: compared(128).optional(), newPassword: compared(128), confirmNewPassword: compared(128) }),
    output: Empty,
    errors: ["accounts.old_password_wrong", "accounts.password_locked", "accounts.password_default", "accounts.password_same", "accounts.rule_broken"],
  }),
});
