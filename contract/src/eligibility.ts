import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";

export const eligibilityCauses = ["underage", "barredGroup", "restrictedList", "falseIdentity"] as const;
export type EligibilityCause = (typeof eligibilityCauses)[number];

export const eligibilityStates = ["open", "cleared"] as const;

export const EligibilityCase = z.object({
  id: Uuid,
  reference: z.string(),
  memberId: Id,
  memberName: z.string(),
  cause: z.enum(eligibilityCauses),
  state: z.enum(eligibilityStates),
  openedAt: Moment,
  openedBy: z.string().nullable(),
  proposedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type EligibilityCase = z.infer<typeof EligibilityCase>;

const OfCase = z.object({ id: Uuid, reason: Reason });

export const eligibility = contract("eligibility", {
  cases: query({
    for: "operator",
    personal: true,
    says: "The accounts that may not take part and why, newest first.",
    input: PageInput.extend({ state: z.enum(eligibilityStates) }),
    output: page(EligibilityCase),
  }),
  open: command({
    for: "operator",
    says: "Closes an account to deposits, play, withdrawals, transfers and bonuses until two officers clear it.",
    input: z.object({ memberId: Id, cause: z.enum(eligibilityCauses), reason: Reason }),
    output: EligibilityCase,
    errors: ["accounts.not_found", "eligibility.already_open"],
  }),
  proposeClearing: command({
    for: "operator",
    says: "The first of two officers says that an account may take part again.",
    input: OfCase,
    output: EligibilityCase,
    errors: ["eligibility.not_found", "eligibility.not_open"],
  }),
  clear: command({
    for: "operator",
    says: "The second officer clears an account; the last open case opens its wallets.",
    input: OfCase,
    output: EligibilityCase,
    errors: ["eligibility.not_found", "eligibility.not_open", "eligibility.not_proposed", "eligibility.own_proposal"],
  }),
});
