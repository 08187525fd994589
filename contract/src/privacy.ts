import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";

export const consentKinds = ["terms", "privacy", "declaration", "marketingEmail", "marketingSms"] as const;
const ConsentKind = z.enum(consentKinds);
export type ConsentKind = z.infer<typeof ConsentKind>;

/** What a member may take back and give again as they like; the others go with the account. */
export const marketingKinds = ["marketingEmail", "marketingSms"] as const satisfies readonly ConsentKind[];
export type MarketingKind = (typeof marketingKinds)[number];

/** One word of a member: what they agreed to or took back, of which version, when and from where. */
export const ConsentWord = z.object({
  kind: ConsentKind,
  version: z.string(),
  given: z.boolean(),
  at: Moment,
  /** The network it came from. */
  address: z.string(),
});
export type ConsentWord = z.infer<typeof ConsentWord>;

/** What may still be under way in an account that is to be closed. */
export const openBusiness = [
  "deposit",
  "withdrawal",
  "withdrawalCase",
  "bonus",
  "verification",
  "eligibility",
  "adjustment",
  "rebate",
  "redeem",
  "team",
] as const;
export type OpenBusiness = (typeof openBusiness)[number];

/** Rows of one kind, the newest first; `more` where there are others that are not in the file. */
const part = <Row extends z.ZodRawShape>(row: Row) => z.object({ list: z.array(z.object(row)), more: z.boolean() });
const words = z.record(z.string(), z.union([z.string(), z.number()]));

/** A member's data as a file: what they told us, what they did, and what was decided about them. */
export const DataCopy = z.object({
  at: Moment,
  profile: z.object({
    id: z.string(),
    userName: z.string(),
    nickname: z.string(),
    avatar: z.string(),
    language: z.string(),
    registeredAt: Moment,
    verification: z.enum(["N", "P", "A", "R"]),
    verifiedName: z.string().nullable(),
    /** What the registration asked for. */
    told: words,
  }),
  contacts: part({ kind: z.string(), value: z.string(), verifiedAt: Moment.nullable(), since: Moment }),
  consents: part(ConsentWord.shape),
  logins: part({ at: Moment, outcome: z.string(), method: z.string(), address: z.string(), country: z.string().nullable(), browser: z.string() }),
  devices: part({ browser: z.string(), firstAt: Moment, lastAt: Moment }),
  signIns: part({ provider: z.string(), label: z.string(), at: Moment }),
  passkeys: part({ name: z.string(), at: Moment }),
  payoutAccounts: part({ bank: z.string(), holder: z.string(), number: z.string(), at: Moment }),
  limits: part({ kind: z.string(), period: z.string(), amount: z.string() }),
  breaks: part({ kind: z.string(), period: z.string(), from: Moment, until: Moment, endedAt: Moment.nullable() }),
  forms: part({ state: z.string(), submittedAt: Moment.nullable(), form: words }),
  decisions: part({ about: z.enum(["verification", "eligibility"]), state: z.string(), at: Moment }),
  /** What was said to customer service and by it, the newest first; what officers noted is theirs. */
  feedback: part({ number: z.int(), by: z.enum(["member", "office"]), text: z.string(), at: Moment }),
  /** What the member wrote at live tables, the newest first, under the name it stood with. */
  chats: part({ table: z.string(), name: z.string(), text: z.string(), at: Moment }),
  messages: part({ template: z.string(), values: z.array(z.string()), at: Moment }),
  /** Money stands in the statements: each month's is the file of this endpoint with this input. */
  money: z.object({ endpoint: z.literal("reports.statementPdf"), months: z.array(z.string()) }),
});
export type DataCopy = z.infer<typeof DataCopy>;

export const privacy = contract("privacy", {
  consents: query({
    for: "member",
    says: "What the member agreed to and took back, the newest first, and which marketing they agree to now.",
    input: z.object({}),
    output: z.object({ list: z.array(ConsentWord), marketing: z.object({ marketingEmail: z.boolean(), marketingSms: z.boolean() }) }),
  }),
  setMarketing: command({
    for: "member",
    says: "Agrees to news and offers by one way, or takes that back; taking back is as easy as agreeing.",
    input: z.object({ kind: z.enum(marketingKinds), given: z.boolean() }),
    output: Empty,
  }),
  download: command({
    for: "member",
    says: "A copy of the member's own data, once a day.",
    proof: true,
    transaction: "own",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({}),
    output: DataCopy,
    errors: ["privacy.copy_taken"],
  }),
  close: command({
    for: "member",
    says: "Closes the member's account: no login from now on, thirty days to change one's mind by a new password, then what nobody must keep is erased.",
    proof: true,
    transaction: "own",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({}),
    output: z.object({ reopenableUntil: Moment }),
    errors: ["privacy.money_left", "privacy.open_business", "accounts.resting"],
  }),
});
