import { z } from "zod";
import { Id } from "./core/ids.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { compared, ruled, text } from "./core/text.ts";
import { Entered } from "./sessions.ts";

const said = text({ min: 0, max: 255 }).optional();
const code = compared(255).optional();
const password = compared(128);

/** The twenty fields of the registration user and the five the submission adds. Which are asked for, and how they are checked, is the server's register rules. */
export const RegistrationUser = z.object({
  username: ruled(64),
  password,
  confirmPassword: password,
  payeeName: said,
  email: said,
  qqNum: said,
  mobileNum: said,
  recommenderId: said,
  captcha: code,
  verificationCode: code,
  affiliateCode: code,
  paymentPassword: code,
  line: said,
  whatsapp: said,
  facebook: said,
  wechat: said,
  idNumber: said,
  referralCode: code,
  domain: said,
  countryDialingCode: said,
  registerUrl: text({ min: 0, max: 500 }).optional(),
  registerMethod: z.literal("WEB"),
  /** The age and terms box; the server refuses a registration without it. */
  agreed: z.literal(true),
});
export type RegistrationUser = z.infer<typeof RegistrationUser>;

export const MemberInfo = z.object({
  id: Id,
  account: z.string(),
  nickname: z.string(),
  type: z.int(),
  isAgent: z.boolean(),
  isTrial: z.boolean(),
  imgUrl: z.string().nullable(),
  firstTimeLogin: z.boolean(),
  mustChangePassword: z.boolean(),
  hasPaymentPassword: z.boolean(),
  /** N none, P pending, A approved, R rejected. */
  verification: z.enum(["N", "P", "A", "R"]),
});
export type MemberInfo = z.infer<typeof MemberInfo>;

export const accounts = contract("accounts", {
  register: command({
    for: "guest",
    says: "Opens an account by user name and logs it in.",
    method: "PUT",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate: { count: 10, windowMs: 60_000 },
    input: RegistrationUser,
    output: Entered,
    errors: [
      "accounts.name_taken",
      "accounts.name_reserved",
      "accounts.rule_broken",
      "accounts.registration_closed",
      "accounts.invitation_unknown",
      "accounts.password_default",
      "accounts.password_common",
    ],
  }),
  me: query({ for: "member", says: "Who the session belongs to.", trial: true, unfinished: true, input: z.object({}), output: MemberInfo }),
  changePassword: command({
    for: "member",
    whileClosed: true,
    says: "Changes the password and ends the member's other sessions.",
    sealed: true,
    transaction: "own",
    unfinished: true,
    input: z.object({ oldPassword: password.optional(), newPassword: password, confirmNewPassword: password }),
    output: Empty,
    errors: [
      "accounts.old_password_wrong",
      "accounts.password_locked",
      "accounts.password_default",
      "accounts.password_common",
      "accounts.password_same",
      "accounts.rule_broken",
    ],
  }),
  setPaymentPassword: command({
    for: "member",
    says: "Sets the six-digit payment password that withdrawals ask for; needs the login password.",
    sealed: true,
    transaction: "own",
    input: z.object({ password, paymentPassword: z.string().regex(/^[0-9]{6}$/) }),
    output: Empty,
    errors: ["accounts.old_password_wrong", "accounts.password_locked", "accounts.pin_weak", "accounts.resting"],
  }),
  setLanguage: command({
    for: "member",
    whileClosed: true,
    says: "Remembers the member's language for messages.",
    trial: true,
    input: z.object({ language: compared(8, { min: 2 }) }),
    output: Empty,
  }),
});
