import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared } from "./core/text.ts";

export const operatorRoles = ["superadmin", "finance", "support", "risk", "kyc", "auditor"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** A letter, then letters and digits. */
export const OperatorName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{2,31}$/);

/** Someone of the staff, as superadmins see them. */
export const Operator = z.object({
  id: Id,
  name: z.string(),
  role: z.string(),
  closed: z.boolean(),
  /** Still has the password they were given. */
  mustChangePassword: z.boolean(),
  openSessions: z.int(),
  lastLoginAt: Moment.nullable(),
  createdAt: Moment,
});
export type Operator = z.infer<typeof Operator>;

const Given = z.object({ operator: Operator, password: z.string() });
const OfOperator = z.object({ id: Id, reason: Reason });

export const operators = contract("operators", {
  list: query({ for: "operator", personal: false, says: "The staff, those who came last first.", input: PageInput, output: page(Operator) }),
  create: command({
    for: "operator",
    says: "Opens an operator's account with a password that is shown this once and must be changed at the first login.",
    transaction: "own",
    input: z.object({ name: OperatorName, role: z.enum(operatorRoles), reason: Reason }),
    output: Given,
    errors: ["accounts.name_taken"],
  }),
  resetPassword: command({
    for: "operator",
    says: "Gives an operator a new password, shown this once, that must be changed at the next login, and ends their sessions.",
    transaction: "own",
    input: OfOperator,
    output: Given,
    errors: ["operators.not_found", "operators.own_account"],
  }),
  setRole: command({
    for: "operator",
    says: "Gives an operator another role and ends their sessions. A superadmin always remains.",
    input: OfOperator.extend({ role: z.enum(operatorRoles) }),
    output: Operator,
    errors: ["operators.not_found", "operators.own_account", "operators.last_superadmin", "operators.as_it_is"],
  }),
  close: command({
    for: "operator",
    says: "Closes an operator's account, whose sessions end at once. A superadmin always remains.",
    input: OfOperator,
    output: Operator,
    errors: ["operators.not_found", "operators.own_account", "operators.last_superadmin", "operators.as_it_is"],
  }),
  reopen: command({
    for: "operator",
    says: "Opens a closed operator's account again.",
    input: OfOperator,
    output: Operator,
    errors: ["operators.not_found", "operators.own_account", "operators.as_it_is"],
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
