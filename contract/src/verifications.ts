import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Id, Moment, Uuid } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { Reason } from "./core/reason.ts";
import { compared, text } from "./core/text.ts";

/** What members show, by the specification's keys. */
export const idTypes = {
  1: "Passport",
  2: "Driver's License",
  3: "PRC ID",
  4: "Postal ID",
  5: "Voter's ID",
  6: "Barangay Certification",
  7: "Tax Identification (TIN)",
  8: "SSS",
  9: "Senior Citizen Card",
  10: "Alien Certificate Registration",
  11: "Unified Multi-purpose ID",
  12: "Seamans Book",
  13: "Firearms License",
  14: "Integrated Bar of the Philippines ID",
  15: "OWWA ID",
  16: "OFW ID",
  17: "National ID",
  18: "Phil Health",
  19: "Police clearance",
  20: "NBI clearance",
} as const;

export const sourcesOfIncome = { 1: "Employed", 2: "Self employed" } as const;

export const natureOfWorks = {
  3: "Corporate Executives",
  4: "Managers",
  5: "Supervisors",
  6: "Professionals",
  7: "Associate Professionals",
  8: "Technicians",
  9: "Clerks",
  10: "Service workers",
  11: "Sales workers",
  12: "Farmers",
  13: "Forestry workers",
  14: "Fishermen",
  15: "Traders",
  16: "Operators",
  17: "Machine assemblers",
  18: "Laborers",
  19: "Unskilled workers",
  20: "Special occupations",
  21: "Others",
} as const;

/** A calendar day as people write it; whether it exists is asked apart, so that the refusal can say so. */
const Birthday = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/);

const name = text({ max: 80 });

/** The ten keys of the form; `natureOfWorks` is sent as `occupation`, and the name under either spelling. */
export const PersonalInfo = z
  .object({
    idType: z.int().min(1).max(20),
    payeename: name.optional(),
    payeeName: name.optional(),
    birthday: Birthday,
    address: text({ min: 5, max: 200 }),
    permanentAddress: text({ min: 5, max: 200 }),
    placeOfBirth: text({ min: 2, max: 100 }),
    nationality: text({ max: 60 }),
    sourceOfIncome: z.int().min(1).max(2),
    occupation: z.int().min(3).max(21),
    employerName: text({ min: 0, max: 100 }),
  })
  .refine(({ payeename, payeeName }) => (payeename ?? payeeName) !== undefined, { path: ["payeename"], error: "missing" });
export type PersonalInfo = z.infer<typeof PersonalInfo>;

/** The form as it is kept and shown. */
export const PersonalForm = z.object({
  idType: z.int(),
  payeename: z.string(),
  birthday: z.string(),
  address: z.string(),
  permanentAddress: z.string(),
  placeOfBirth: z.string(),
  nationality: z.string(),
  sourceOfIncome: z.int(),
  occupation: z.int(),
  employerName: z.string(),
});
export type PersonalForm = z.infer<typeof PersonalForm>;

export const verificationStates = ["submitted", "askAgain", "approved", "refused", "draft", "expired"] as const;
export type VerificationState = (typeof verificationStates)[number];

/** What can be asked for again. */
export const verificationParts = ["person", "front", "back", "selfie"] as const;
export type VerificationPart = (typeof verificationParts)[number];

export const decisionReasons = [
  "blurred",
  "cutOff",
  "glare",
  "wrongDocument",
  "expired",
  "name",
  "birthday",
  "selfie",
  "codeMissing",
  "notOriginal",
  "duplicate",
  "listed",
  "other",
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

/** What an officer looks at before an approval. */
export const checklist = ["legible", "original", "name", "birthday", "selfie", "listed"] as const;

/** Why someone of the staff has the pictures opened. */
export const lookReasons = ["review", "secondLook", "regulator", "dispute", "own"] as const;

/** A picture as a data URL; what is no jpeg, jpg or png is refused in words of its own. */
const Photo = compared(22_000_000, { min: 0 }).optional();

const PHOTOS_BODY_BYTES_MAX = 21 * 1024 * 1024;

export const Mine = z.object({
  state: z.enum(["none", ...verificationStates]),
  /** What must be handed in again. */
  asked: z.array(z.enum(verificationParts)),
  reasons: z.array(z.enum(decisionReasons)),
  dueAt: Moment.nullable(),
  expiresOn: z.string().nullable(),
  submissionsLeft: z.int(),
  /** Four digits to write on paper beside one's face today; null where the market asks for none. */
  code: z.string().nullable(),
  /** What was filled in, while it can still be changed. */
  form: PersonalForm.nullable(),
});
export type Mine = z.infer<typeof Mine>;

export const QueuedVerification = z.object({
  id: Uuid,
  reference: z.string(),
  memberId: Id,
  memberName: z.string(),
  state: z.enum(verificationStates),
  idType: z.int(),
  submittedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
  /** Three quarters of its time are gone. */
  pressing: z.boolean(),
  claimedBy: z.string().nullable(),
  claimedUntil: Moment.nullable(),
  reopened: z.boolean(),
});
export type QueuedVerification = z.infer<typeof QueuedVerification>;

/** What two accounts share, the strongest first: the first two are held to be the same person until officers say otherwise. */
export const matchKinds = ["document", "person", "near", "photo", "payout", "device"] as const;

export const VerificationMatch = z.object({
  otherId: Uuid,
  memberName: z.string(),
  kind: z.enum(matchKinds),
  state: z.enum(verificationStates),
  verdict: z.enum(["samePerson", "anotherPerson"]).nullable(),
  proposedBy: z.string().nullable(),
  decided: z.boolean(),
});

/** What an officer read off the document. */
export const Printed = z.object({ documentNumber: z.string(), expiresOn: z.string().nullable(), birthday: z.string() });

export const VerificationCase = QueuedVerification.extend({
  form: PersonalForm,
  printed: Printed.nullable(),
  asked: z.array(z.enum(verificationParts)),
  reasons: z.array(z.enum(decisionReasons)),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  expiresOn: z.string().nullable(),
  /** What the first of two officers decided about a case that was opened again. */
  proposed: z.enum(["approve", "askAgain", "refuse"]).nullable(),
  /** By the form's birthday, at the moment of asking. */
  underage: z.boolean(),
  eligible: z.boolean(),
  submissions: z.array(z.object({ at: Moment })),
  matches: z.array(VerificationMatch),
  /** The digits the selfie shows: those of the day it was handed in, or of the day before; none where the market asks for none. */
  codes: z.array(z.string()),
});
export type VerificationCase = z.infer<typeof VerificationCase>;

const OfCase = z.object({ id: Uuid });
const Decision = OfCase.extend({
  reasons: z.array(z.enum(decisionReasons)).min(1).max(decisionReasons.length),
  /** For the file; the member never reads it. */
  note: Reason,
});

export const verifications = contract("verifications", {
  config: query({
    for: "member",
    says: "Whether members are asked to show who they are, and how far this one is.",
    unfinished: true,
    input: z.object({}),
    output: z.object({
      info: z.object({
        idVerification: z.object({
          enabled: z.boolean(),
          isComplete: z.boolean(),
          /** N none, P pending, A approved, R rejected or asked for again. */
          status: z.enum(["N", "P", "A", "R"]),
        }),
      }),
    }),
  }),
  mine: query({ for: "member", says: "The member's own verification.", input: z.object({}), output: Mine }),
  setPersonalInfo: command({
    for: "member",
    says: "Keeps the identity form; who is too young is warned, and the account then waits for two officers.",
    sealed: true,
    rate: { count: 20, windowMs: 60_000 },
    input: PersonalInfo,
    output: z.object({ warning: z.literal("local_age_21").nullable(), next: z.enum(["upload", "review"]) }),
    errors: [
      "verifications.birthday_invalid",
      "verifications.birthday_future",
      "verifications.name_format",
      "verifications.nationality_unknown",
      "verifications.employer_missing",
      "verifications.under_review",
      "verifications.complete",
      "verifications.refused",
      "verifications.not_asked",
      "verifications.too_many",
    ],
  }),
  uploadIdImages: command({
    for: "member",
    says: "Hands in the three pictures, or those asked for again; all of them are kept or none.",
    transaction: "own",
    bodyLimitBytes: PHOTOS_BODY_BYTES_MAX,
    rate: { count: 20, windowMs: 60_000 },
    input: z.strictObject({ idCardFront: Photo, idCardBack: Photo, idCardSelfie: Photo, module: z.literal("UPLOADID3") }),
    output: z.object({ text: z.literal("upload_success") }),
    errors: [
      "verifications.front_missing",
      "verifications.back_missing",
      "verifications.selfie_missing",
      "verifications.picture_type",
      "verifications.picture_size",
      "images.too_small",
      "verifications.form_first",
      "verifications.under_review",
      "verifications.complete",
      "verifications.refused",
      "verifications.too_many",
    ],
  }),
  queue: query({
    for: "operator",
    personal: true,
    says: "The verifications in a state: those that wait by when they are due, the others newest first.",
    input: PageInput.extend({ state: z.enum(verificationStates) }),
    output: page(QueuedVerification).extend({ counts: z.record(z.enum(verificationStates), z.int()) }),
  }),
  case: query({
    for: "operator",
    personal: true,
    says: "One verification: the form, what was read off the document and who else looks like the same person.",
    input: OfCase,
    output: VerificationCase,
    errors: ["verifications.not_found"],
  }),
  claim: command({
    for: "operator",
    says: "Takes a case for a quarter of an hour, so that nobody else decides it meanwhile.",
    input: OfCase,
    output: QueuedVerification,
    errors: ["verifications.not_found", "verifications.not_submitted", "verifications.claimed"],
  }),
  open: command({
    for: "operator",
    says: "Shows the three pictures with officer, time and case drawn over them; the look is on record before they are shown.",
    transaction: "own",
    rate: { count: 30, windowMs: 60_000 },
    input: OfCase.extend({ reason: z.enum(lookReasons), words: Reason.optional() }),
    output: z.object({ front: z.string(), back: z.string(), selfie: z.string() }),
    errors: ["verifications.not_found", "verifications.words_missing"],
  }),
  readDocument: command({
    for: "operator",
    says: "Keeps what the officer reads off the document: its number, its end and the birthday as printed.",
    sealed: true,
    input: OfCase.extend({ documentNumber: text({ min: 3, max: 40 }), expiresOn: Birthday.optional(), birthday: Birthday }),
    output: VerificationCase,
    errors: [
      "verifications.not_found",
      "verifications.not_submitted",
      "verifications.not_claimed",
      "verifications.birthday_invalid",
      "verifications.birthday_future",
      "verifications.expiry_invalid",
    ],
  }),
  settleMatch: command({
    for: "operator",
    says: "Says whether another account is the same person; that it is another person takes two officers.",
    input: OfCase.extend({ otherId: Uuid, verdict: z.enum(["samePerson", "anotherPerson"]), reason: Reason }),
    output: VerificationCase,
    errors: ["verifications.not_found", "verifications.match_decided", "verifications.own_word"],
  }),
  approve: command({
    for: "operator",
    says: "Approves a case after every line of the checklist; one that was opened again needs two officers.",
    input: OfCase.extend({
      checked: z.object(Object.fromEntries(checklist.map((line) => [line, z.literal(true)])) as Record<(typeof checklist)[number], z.ZodLiteral<true>>),
      /** The printed birthday is another than the form's, and the printed one holds. */
      printedHolds: z.boolean().optional(),
    }),
    output: VerificationCase,
    errors: [
      "verifications.not_found",
      "verifications.not_submitted",
      "verifications.not_claimed",
      "verifications.document_first",
      "verifications.document_expired",
      "verifications.birthday_differs",
      "verifications.duplicate",
      "verifications.not_eligible",
      "verifications.own_word",
    ],
  }),
  askAgain: command({
    for: "operator",
    says: "Asks the member for parts of it again.",
    input: Decision.extend({ parts: z.array(z.enum(verificationParts)).min(1).max(verificationParts.length) }),
    output: VerificationCase,
    errors: ["verifications.not_found", "verifications.not_submitted", "verifications.not_claimed", "verifications.own_word"],
  }),
  refuse: command({
    for: "operator",
    says: "Refuses a verification.",
    input: Decision,
    output: VerificationCase,
    errors: ["verifications.not_found", "verifications.not_submitted", "verifications.not_claimed", "verifications.own_word"],
  }),
  reopen: command({
    for: "operator",
    says: "Opens a refused verification again; two officers then decide it.",
    input: OfCase.extend({ reason: Reason }),
    output: VerificationCase,
    errors: ["verifications.not_found", "verifications.not_refused"],
  }),
});
