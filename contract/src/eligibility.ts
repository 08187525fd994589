import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Balance, Share } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { text } from "./core/text.ts";

export const eligibilityCauses = ["underage", "barredGroup", "restrictedList", "falseIdentity"] as const;
export type EligibilityCause = (typeof eligibilityCauses)[number];

export const eligibilityStates = ["open", "noticed", "appealed", "upheld", "settled", "cleared"] as const;
export type EligibilityState = (typeof eligibilityStates)[number];

/** What is told, answered, held and settled; null until it is. */
const process = {
  notice: z.string().nullable(),
  noticeAt: Moment.nullable(),
  appealUntil: Moment.nullable(),
  appeal: z.string().nullable(),
  appealedAt: Moment.nullable(),
  answer: z.string().nullable(),
  upheldAt: Moment.nullable(),
  held: Balance,
  returned: Balance.nullable(),
  remitted: Balance.nullable(),
  regulatorReference: z.string().nullable(),
};

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
  /** What lies in the member's main wallet, closed: a notice holds it. */
  available: Balance,
  ...process,
  noticedBy: z.string().nullable(),
  upheldBy: z.string().nullable(),
});
export type EligibilityCase = z.infer<typeof EligibilityCase>;

/** A case as its member sees it: before the notice only that there is one. */
export const MyEligibilityCase = z.object({
  id: Uuid,
  reference: z.string(),
  state: z.enum(eligibilityStates),
  cause: z.enum(eligibilityCauses).nullable(),
  openedAt: Moment,
  decidedAt: Moment.nullable(),
  ...process,
});
export type MyEligibilityCase = z.infer<typeof MyEligibilityCase>;

const Settlement = z.object({
  /** What goes back to the member; the rest of what is held goes to the government. */
  returned: Share,
  /** Under which the regulator's word about this money is filed. */
  regulatorReference: text({ min: 3, max: 60 }),
});

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
  notice: command({
    for: "operator",
    says: "Tells the member the reason as it stands here, holds their money and begins the days to appeal.",
    input: OfCase,
    output: EligibilityCase,
    errors: ["eligibility.not_found", "eligibility.not_open"],
  }),
  uphold: command({
    for: "operator",
    says: "Another officer answers the appeal, or finds that none came in its days: the notice stands. The member reads the reason.",
    input: OfCase,
    output: EligibilityCase,
    errors: ["eligibility.not_found", "eligibility.not_open", "eligibility.own_notice", "eligibility.appeal_open"],
  }),
  proposeSettlement: command({
    for: "operator",
    says: "The first of two officers says what of the held money goes back; the rest goes to the government.",
    input: OfCase.extend(Settlement.shape),
    output: EligibilityCase,
    errors: ["eligibility.not_found", "eligibility.not_open", "eligibility.more_than_held", "eligibility.money_open"],
  }),
  settle: command({
    for: "operator",
    says: "The second officer settles a case by the figures that stand proposed.",
    input: OfCase.extend(Settlement.shape),
    output: EligibilityCase,
    errors: [
      "eligibility.not_found",
      "eligibility.not_open",
      "eligibility.not_proposed",
      "eligibility.own_proposal",
      "eligibility.other_figures",
      "eligibility.money_open",
    ],
  }),
  mine: query({
    for: "member",
    says: "The cases about the member's own account, newest first, and what they hold.",
    input: z.object({}),
    output: z.object({ list: z.array(MyEligibilityCase) }),
  }),
  appeal: command({
    for: "member",
    says: "The member's answer to a notice, once and within its days.",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ id: Uuid, appeal: text({ min: 10, max: 2_000 }) }),
    output: MyEligibilityCase,
    errors: ["eligibility.not_found", "eligibility.not_open", "eligibility.appeal_over"],
  }),
});
