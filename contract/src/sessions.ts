import { z } from "zod";
import { FactorAnswer, ShownCredential } from "./core/credential.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** The answer of every way in. `mustChangePassword` sessions may do nothing but change the password and leave. */
export const Entered = z.object({
  token: z.string(),
  userName: z.string(),
  type: z.int(),
  firstTimeLogin: z.boolean(),
  passwordExpired: z.boolean(),
  mustChangePassword: z.boolean(),
});
export type Entered = z.infer<typeof Entered>;

/** What shows, after the first proof, that it is the owner who logs in from an address that is new to the account. */
export const challengeMethods = ["passkey", "totp", "email", "sms", "password", "bankName"] as const;
const ChallengeMethod = z.enum(challengeMethods);
export type ChallengeMethod = z.infer<typeof ChallengeMethod>;

/** What proves who holds a session that is open. */
const ProofMethod = z.enum(["passkey", "totp", "password"]);

/** A device in words, as its browser calls itself; null where it says nothing. */
const Device = { browser: z.string().nullable(), system: z.string().nullable() };

const Opened = z.object({
  /** Names the session; it cannot open it. */
  id: z.string(),
  isThis: z.boolean(),
  ...Device,
  country: z.string().nullable(),
  /** The first half of the address. */
  address: z.string(),
  method: z.string(),
  since: Moment,
  seenAt: Moment,
});

const Entry = z.object({
  id: z.string(),
  outcome: z.enum(["entered", "challenged", "wrongPassword", "wrongFactor", "refused"]),
  method: z.string(),
  factor: z.string().nullable(),
  ...Device,
  country: z.string().nullable(),
  address: z.string(),
  at: Moment,
});

const entranceErrors = ["sessions.account_closed", "sessions.verification_needed", "protection.excluded"] as const;

/** The minutes until the next code may be asked for. */
export const CodeSent = z.object({ expiredMinutes: z.int() });

const numberErrors = ["codes.phone_missing", "codes.phone_invalid", "codes.not_allowed"] as const;
const sendingErrors = ["codes.too_many", "codes.quota_exceeded", "codes.not_sent", "codes.unknown", "sessions.cookies_needed"] as const;

const loginRate = { count: 30, windowMs: 60_000 } as const;

export const sessions = contract("sessions", {
  login: command({
    for: "guest",
    says: "Opens a member's session from the player entry or the agent entry.",
    sealed: true,
    transaction: "own",
    rate: loginRate,
    visitor: true,
    input: z.object({
      /** The user name, a verified mobile number or e-mail address; for `sms` the mobile number. */
      username: compared(254, { min: 1 }),
      /** The password; for `sms` the code. */
      password: compared(128, { min: 1 }),
      type: z.enum(["username", "sms"]),
      countryDialingCode: compared(8).optional(),
      entry: z.enum(["player", "agent"]),
      captcha: compared(16).optional(),
      /** What the human check left; `captchaKey` names the picture that `captcha` reads. */
      verification: z.object({ captchaKey: z.uuid().optional() }).optional(),
      /** Lets this browser in for a day without the password; no password is kept for it. */
      remember: z.boolean().optional(),
    }),
    output: Entered,
    errors: [
      "sessions.wrong_credentials",
      "sessions.captcha_required",
      "sessions.captcha_wrong",
      "sessions.too_many",
      "sessions.password_closed",
      "sessions.not_member",
      "sessions.not_agent",
      "sessions.code_login_closed",
      ...numberErrors,
      "codes.missing",
      "codes.wrong",
      "codes.expired",
      "sessions.cookies_needed",
      ...entranceErrors,
    ],
  }),
  sendCode: command({
    for: "guest",
    says: "Sends a login code to a mobile number; the answer is the same whether or not the number is anybody's.",
    transaction: "own",
    visitor: true,
    rate: loginRate,
    input: z.object({
      mobileNum: compared(64),
      countryDialingCode: compared(8),
      /** Of a browser we do not know, before its first text message; `captchaKey` names the picture that `captcha` reads. */
      captcha: compared(16).optional(),
      verification: z.object({ captchaKey: z.uuid().optional() }).optional(),
    }),
    output: CodeSent,
    errors: ["sessions.code_login_closed", "sessions.captcha_required", "codes.captcha_failed", ...numberErrors, ...sendingErrors],
  }),
  remembered: query({
    for: "guest",
    says: "Who this browser remembers, for the form to show; null where it remembers nobody.",
    visitor: true,
    trial: true,
    unfinished: true,
    input: z.object({}),
    output: z.object({ userName: z.string() }).nullable(),
  }),
  loginRemembered: command({
    for: "guest",
    says: "Opens the session of whoever this browser remembers; what it brought is used up and replaced by another with the same end.",
    transaction: "own",
    visitor: true,
    rate: loginRate,
    input: z.object({}),
    output: Entered,
    errors: ["sessions.not_remembered", ...entranceErrors],
  }),
  challenge: query({
    for: "guest",
    says: "The login of this browser that waits for a second factor, and what may be given.",
    visitor: true,
    trial: true,
    unfinished: true,
    input: z.object({}),
    output: z.object({
      entry: z.enum(["player", "agent"]),
      /** The strongest first; `target` is where a code goes, masked. */
      methods: z.array(z.object({ method: ChallengeMethod, target: z.string().nullable() })),
      left: z.int(),
      expiresAt: Moment,
    }),
    errors: ["sessions.challenge_over"],
  }),
  sendChallengeCode: command({
    for: "guest",
    says: "Sends a code to a contact that the account which waits here has verified.",
    transaction: "own",
    visitor: true,
    rate: loginRate,
    input: z.object({ method: z.enum(["email", "sms"]) }),
    output: CodeSent,
    errors: ["sessions.challenge_over", "sessions.factor_wrong", ...sendingErrors],
  }),
  answerChallenge: command({
    for: "guest",
    says: "Gives the second factor of a login that waits for one, and opens its session.",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate: loginRate,
    input: z.object({
      method: ChallengeMethod,
      /** What was typed; nothing with a passkey. */
      answer: compared(255).optional(),
      passkey: ShownCredential.optional(),
      trustDevice: z.boolean().optional(),
    }),
    output: Entered,
    errors: [
      "sessions.challenge_over",
      "sessions.factor_wrong",
      "sessions.factor_locked",
      "factors.locked",
      "passkeys.closed",
      "sessions.account_closed",
      "codes.missing",
      "codes.expired",
      "sessions.cookies_needed",
      "protection.excluded",
    ],
  }),
  mine: query({
    for: "member",
    says: "The member's own open sessions, the newest first.",
    trial: true,
    input: z.object({}),
    output: z.object({ list: z.array(Opened) }),
  }),
  end: command({
    for: "member",
    whileClosed: true,
    transaction: "own",
    says: "Ends one of the member's own sessions.",
    input: z.object({ id: compared(64, { min: 1 }) }),
    output: Empty,
    errors: ["sessions.not_found"],
  }),
  endOthers: command({
    for: "member",
    whileClosed: true,
    transaction: "own",
    says: "Ends the member's other sessions and forgets every browser that is remembered.",
    input: z.object({}),
    output: z.object({ ended: z.int() }),
  }),
  history: query({
    for: "member",
    says: "Who tried to enter the account, when and from where, the newest first; what was refused too.",
    input: PageInput,
    output: page(Entry),
  }),
  proof: query({
    for: "member",
    says: "What may prove who holds this session, and until when the last proof is good.",
    input: z.object({}),
    output: z.object({
      /** The strongest first. */
      methods: z.array(ProofMethod),
      provedUntil: Moment.nullable(),
    }),
  }),
  prove: command({
    for: "member",
    whileClosed: true,
    says: "Proves who holds this session, for ten minutes.",
    sealed: true,
    transaction: "own",
    visitor: true,
    input: z.object({ method: ProofMethod, answer: compared(255).optional(), passkey: ShownCredential.optional() }),
    output: Empty,
    errors: ["accounts.old_password_wrong", "accounts.password_locked", "sessions.factor_wrong", "factors.locked", "passkeys.closed", "passkeys.wrong"],
  }),
  handOver: command({
    for: "member",
    transaction: "own",
    says: "A one-time ticket, good for 60 seconds, that opens a session of the same member on another screen.",
    input: z.object({}),
    output: z.object({ ticket: z.string() }),
  }),
  takeOver: command({
    for: "guest",
    transaction: "own",
    visitor: true,
    says: "Opens a session by the ticket of another screen; a session token given here is refused and ended, for it has stood in an address. Where a session of another account is open, only once its owner agreed: else the ticket stays good.",
    rate: loginRate,
    input: z.object({
      ticket: compared(100, { min: 1 }),
      /** Whoever is logged in here wants to be somebody else. */
      replaces: z.boolean().optional(),
    }),
    output: Entered,
    errors: ["sessions.ticket_over", "sessions.other_open", ...entranceErrors],
  }),
  logout: command({
    for: "member",
    whileClosed: true,
    transaction: "own",
    says: "Ends the session on every process at once, and this browser remembers nobody any more.",
    visitor: true,
    method: "DELETE",
    trial: true,
    unfinished: true,
    input: z.object({}),
    output: Empty,
  }),
  loginOperator: command({
    for: "guest",
    whileClosed: true,
    says: "Opens an operator's session on the console.",
    sealed: true,
    transaction: "own",
    rate: loginRate,
    visitor: true,
    input: z.object({
      username: compared(64, { min: 1 }),
      password: compared(128, { min: 1 }),
      captcha: compared(16).optional(),
      verification: z.object({ captchaKey: z.uuid() }).optional(),
      /** A code of the authenticator, or a recovery code; who has bound one is refused without it. */
      factor: FactorAnswer.optional(),
    }),
    output: z.object({
      token: z.string(),
      userName: z.string(),
      roles: z.array(z.string()),
      permissions: z.array(z.string()),
      mustChangePassword: z.boolean(),
      /** The session may do nothing but bind a second factor, change the password and leave. */
      mustBindFactor: z.boolean(),
    }),
    errors: [
      "sessions.wrong_credentials",
      "sessions.captcha_required",
      "sessions.captcha_wrong",
      "sessions.too_many",
      "sessions.account_closed",
      "sessions.factor_needed",
      "sessions.factor_wrong",
      "sessions.network_closed",
      "factors.locked",
    ],
  }),
  logoutOperator: command({ for: "operator", says: "Ends the operator's session.", method: "DELETE", unfinished: true, input: z.object({}), output: Empty }),
  liveTicket: command({
    for: "member",
    whileClosed: true,
    transaction: "own",
    says: "A one-time ticket, good for 60 seconds, that opens the live socket: a token never travels in a URL.",
    trial: true,
    input: z.object({}),
    output: z.object({ ticket: z.string() }),
  }),
  liveTicketOperator: command({
    for: "operator",
    transaction: "own",
    quiet: true,
    says: "The same for the console.",
    input: z.object({}),
    output: z.object({ ticket: z.string() }),
  }),
});
