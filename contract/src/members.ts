import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";
import { Limit, TimeLimit } from "./limits.ts";
import { Exclusion } from "./protection.ts";

/** What an officer can close of an account. */
export const restrictable = ["deposit", "play", "withdraw", "transfer", "bonus"] as const;
export type Restrictable = (typeof restrictable)[number];

const Restrictions = z.array(z.enum(restrictable)).max(restrictable.length);

/** N none, P pending, A approved, R rejected. */
export const verifications = ["N", "P", "A", "R"] as const;

/** A member as a list shows them. */
export const Member = z.object({
  id: Id,
  name: z.string(),
  type: z.int(),
  verification: z.enum(verifications),
  eligibility: z.enum(["open", "ineligible", "settled"]),
  restrictions: z.array(z.enum(restrictable)),
  closed: z.boolean(),
  balance: Balance,
  createdAt: Moment,
  lastSeenAt: Moment.nullable(),
});
export type Member = z.infer<typeof Member>;

/** proposed by one officer → confirmed or declined by a second person. */
export const memberProposalStates = ["proposed", "confirmed", "declined"] as const;
export const memberProposalKinds = ["reopen", "name", "factor"] as const;

/** What an officer proposes about a member: to open a closed account, to correct the verified name, to remove the second factor. */
export const MemberProposal = z.object({
  id: Uuid,
  kind: z.enum(memberProposalKinds),
  memberId: Id,
  memberName: z.string(),
  name: z.string().nullable(),
  reason: z.string(),
  state: z.enum(memberProposalStates),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decision: z.string().nullable(),
  decidedAt: Moment.nullable(),
});
export type MemberProposal = z.infer<typeof MemberProposal>;

/** What stands masked and is shown by `members.reveal` alone. */
export const revealable = ["verifiedName", "phone", "email", "payoutAccount"] as const;
export type Revealable = (typeof revealable)[number];

const Note = z.object({ id: Uuid, text: z.string(), by: z.string(), at: Moment });
/** What a browser says of itself, in words; null where it is not known. */
const Browser = { browser: z.string().nullable(), system: z.string().nullable() };
const Session = z.object({
  openedAt: Moment,
  seenAt: Moment,
  endedAt: Moment.nullable(),
  isOpen: z.boolean(),
  method: z.string(),
  factor: z.string().nullable(),
  address: z.string(),
  country: z.string().nullable(),
  ...Browser,
});

/** One member from every side; identity and numbers are masked. */
export const MemberView = Member.extend({
  nickname: z.string(),
  language: z.string(),
  parent: z.object({ id: Id, name: z.string() }).nullable(),
  verifiedNameMasked: z.string().nullable(),
  contacts: z.array(z.object({ kind: z.enum(["phone", "email"]), masked: z.string(), verified: z.boolean() })),
  restUntil: Moment.nullable(),
  factors: z.object({ totpSince: Moment.nullable(), recoveryLeft: z.int(), passkeys: z.int(), paymentPassword: z.boolean() }),
  money: z.object({
    wallets: z.array(z.object({ code: z.string(), balance: Balance, status: z.enum(["open", "noStakes", "noDebits"]) })),
    deposited: Balance,
    depositCount: z.int(),
    withdrawn: Balance,
    withdrawalCount: z.int(),
    waiting: Balance,
    payoutAccounts: z.array(z.object({ id: Id, bank: z.string(), holderMasked: z.string(), numberMasked: z.string(), sharedBy: z.int() })),
  }),
  play: z.object({
    staked: Balance,
    won: Balance,
    games: z.array(z.object({ game: z.string(), rounds: z.string(), stake: Balance, win: Balance })),
    rounds: z.array(z.object({ id: Uuid, game: z.string(), stake: Balance, win: Balance, at: Moment })),
  }),
  protection: z.object({
    limits: z.array(Limit),
    time: z.array(TimeLimit),
    exclusion: Exclusion.nullable(),
    breaks: z.array(Exclusion.extend({ madeBy: z.string(), endedAt: Moment.nullable() })),
  }),
  sessions: z.array(Session),
  devices: z.array(
    z.object({
      /** SHA-256 of the browser's cookie, as the search takes it. */
      device: z.string(),
      ...Browser,
      firstAt: Moment,
      lastAt: Moment,
      /** Others who entered from it. */
      sharedWith: z.array(z.object({ id: Id, name: z.string() })),
    }),
  ),
  logins: z.array(
    z.object({ outcome: z.string(), method: z.string(), factor: z.string().nullable(), address: z.string(), country: z.string().nullable(), at: Moment }),
  ),
  notes: z.array(Note),
  messages: z.array(z.object({ template: z.string(), values: z.array(z.string()), readAt: Moment.nullable(), at: Moment })),
  proposals: z.array(MemberProposal),
});
export type MemberView = z.infer<typeof MemberView>;

const OfMember = z.object({ id: Id, reason: Reason });
const OfProposal = z.object({ id: Uuid, reason: Reason });
const Figure = z.object({ value: z.string(), count: z.int() });

export const members = contract("members", {
  list: query({
    for: "operator",
    personal: true,
    says: "Members, those who came last first; by the beginning of a name in the order of names, or one by number.",
    input: PageInput.extend({
      search: compared(120).optional(),
      type: z.coerce.number().int().min(0).max(99).optional(),
      verification: z.enum(verifications).optional(),
      state: z.enum(["ineligible", "restricted", "closed"]).optional(),
    }),
    output: page(Member),
  }),
  find: command({
    for: "operator",
    says: "Members by an exact telephone number, e-mail address, payout account number, device or network address. What was looked for stands in no address and no log.",
    sealed: true,
    rate: { count: 60, windowMs: 60_000 },
    input: z.object({ text: compared(120, { min: 1 }) }),
    output: z.object({ list: z.array(Member) }),
  }),
  open: query({
    for: "operator",
    personal: true,
    says: "One member from every side, with identity and numbers masked.",
    input: z.object({ id: Id }),
    output: MemberView,
    errors: ["members.not_found"],
  }),
  counts: query({
    for: "operator",
    personal: false,
    readsMuch: true,
    says: "How many members there are, by kind, verification and state; nobody by name.",
    input: z.object({}),
    output: z.object({
      all: z.int(),
      newInWeek: z.int(),
      newInMonth: z.int(),
      closed: z.int(),
      restricted: z.int(),
      ineligible: z.int(),
      byType: z.array(Figure),
      byVerification: z.array(Figure),
    }),
  }),
  reveal: command({
    for: "operator",
    says: "Shows one masked field of a member; why stands in the staff log before it is shown.",
    input: OfMember.extend({ field: z.enum(revealable), payoutAccountId: Id.optional() }),
    output: z.object({ value: z.string() }),
    errors: ["members.not_found", "members.nothing_to_reveal"],
  }),
  note: command({
    for: "operator",
    says: "Writes a note about a member for other officers; it stays.",
    input: z.object({ id: Id, text: text({ min: 3, max: 500 }) }),
    output: Note,
    errors: ["members.not_found"],
  }),
  notes: query({
    for: "operator",
    personal: true,
    says: "What officers wrote about a member for each other, newest first.",
    input: PageInput.extend({ id: Id }),
    output: page(Note),
  }),
  restrict: command({
    for: "operator",
    says: "Closes parts of an account, and opens those that are not named. `seen` are those that the officer saw closed.",
    input: OfMember.extend({ restrictions: Restrictions, seen: Restrictions }),
    output: Member,
    errors: ["members.not_found", "members.changed", "members.as_it_is"],
  }),
  close: command({
    for: "operator",
    says: "Closes a member's account, whose sessions end everywhere at once.",
    input: OfMember,
    output: Member,
    errors: ["members.not_found", "members.as_it_is"],
  }),
  endSessions: command({ for: "operator", says: "Ends all sessions of a member.", input: OfMember, output: Empty, errors: ["members.not_found"] }),
  propose: command({
    for: "operator",
    says: "Proposes to open a closed account again, or to remove the second factor; a second person confirms it.",
    input: OfMember.extend({ kind: z.enum(["reopen", "factor"]) }),
    output: MemberProposal,
    errors: ["members.not_found", "members.as_it_is", "members.already_proposed", "members.records_erased", "factors.not_enrolled"],
  }),
  proposeName: command({
    for: "operator",
    says: "Proposes to correct the verified name; a second person confirms it. Sealed, because names stand in no log.",
    sealed: true,
    input: OfMember.extend({ name: text({ min: 3, max: 80 }) }),
    output: MemberProposal,
    errors: ["members.not_found", "members.as_it_is", "members.already_proposed", "members.records_erased"],
  }),
  proposals: query({
    for: "operator",
    personal: true,
    says: "What officers proposed about members: what waits oldest first, what is decided newest first.",
    input: PageInput.extend({ state: z.enum(memberProposalStates) }),
    output: page(MemberProposal),
  }),
  confirm: command({
    for: "operator",
    says: "Carries out what another officer proposed about a member.",
    input: OfProposal,
    output: MemberProposal,
    errors: [
      "members.proposal_not_found",
      "members.not_proposed",
      "members.own_proposal",
      "members.as_it_is",
      "members.records_erased",
      "factors.not_enrolled",
    ],
  }),
  decline: command({
    for: "operator",
    says: "Declines what was proposed about a member.",
    input: OfProposal,
    output: MemberProposal,
    errors: ["members.proposal_not_found", "members.not_proposed"],
  }),
});
