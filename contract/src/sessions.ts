import { z } from "zod";
import { command, contract, Empty } from "./core/endpoint.ts";
import { compared } from "./core/text.ts";
import { FactorAnswer } from "./factors.ts";

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

const loginRate = { count: 30, windowMs: 60_000 } as const;

export const sessions = contract("sessions", {
  login: command({
    for: "guest",
    says: "Opens a member's session from the player entry or the agent entry.",
    sealed: true,
    transaction: "own",
    rate: loginRate,
    input: z.object({
      username: compared(64, { min: 1 }),
      password: compared(128, { min: 1 }),
      type: z.literal("username"),
      entry: z.enum(["player", "agent"]),
      captcha: compared(16).optional(),
      verification: z.object({ captchaKey: z.uuid() }).optional(),
    }),
    output: Entered,
    errors: [
      "sessions.wrong_credentials",
      "sessions.captcha_required",
      "sessions.captcha_wrong",
      "sessions.not_member",
      "sessions.not_agent",
      "sessions.account_closed",
    ],
  }),
  logout: command({
    for: "member",
    whileClosed: true,
    transaction: "own",
    says: "Ends the session on every process at once.",
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
