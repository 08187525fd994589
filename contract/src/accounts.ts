import { z } from "zod";
import { AVATARS } from "./core/avatars.ts";
import { Birthday, Id, Moment } from "./core/ids.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { compared, ruled, text } from "./core/text.ts";
import { RegisterSettings } from "./core/registerSettings.ts";
import { CodeSent, Entered } from "./sessions.ts";
import { RegisterRule } from "./site.ts";

const said = text({ min: 0, max: 255 }).optional();
const code = compared(255).optional();
const password = compared(128);
const sixDigits = z.string().regex(/^[0-9]{6}$/);

/** The twenty fields of the registration user, the five the submission adds, and what else can be asked for; which are, and how they are checked, say the server's rules. */
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
  confirmPaymentPassword: code,
  nickname: said,
  birthday: said,
  address: said,
  nationality: said,
  occupation: said,
  telegram: said,
  zalo: said,
  /** The `value` of a venue of `venues.list`, where there are any. */
  venue: code,
  /** Which picture `captcha` answers. */
  verification: z.object({ captchaKey: z.uuid() }).optional(),
  /** The age and terms box; the server refuses a registration without it. */
  agreed: z.literal(true),
  /** The box that says the newcomer belongs to none of the barred groups, where the pack asks for it. */
  declared: z.boolean().optional(),
});
export type RegistrationUser = z.infer<typeof RegistrationUser>;

const registrationErrors = [
  "countries.closed",
  "accounts.name_taken",
  "accounts.name_reserved",
  "accounts.rule_broken",
  "accounts.registration_closed",
  "accounts.registrations_full",
  "accounts.invitation_unknown",
  "agents.too_deep",
  "accounts.password_default",
  "accounts.password_common",
  "accounts.pin_weak",
  "accounts.too_young",
  "accounts.declaration_needed",
  "accounts.venue_needed",
  "sessions.captcha_required",
  "sessions.captcha_wrong",
  "sessions.cookies_needed",
  "codes.phone_missing",
  "codes.phone_invalid",
  "codes.not_allowed",
  "codes.missing",
  "codes.wrong",
  "codes.expired",
] as const;

/** Who registers by mobile number is named by the server; either spelling of the number is taken. */
export const MobileRegistrationUser = RegistrationUser.extend({ username: ruled(64).optional(), mobileNo: said });
export type MobileRegistrationUser = z.infer<typeof MobileRegistrationUser>;

export const MemberInfo = z.object({
  id: Id,
  account: z.string(),
  nickname: z.string(),
  type: z.int(),
  isAgent: z.boolean(),
  isTrial: z.boolean(),
  imgUrl: z.string(),
  firstTimeLogin: z.boolean(),
  mustChangePassword: z.boolean(),
  hasPaymentPassword: z.boolean(),
  /** N none, P pending, A approved, R rejected. */
  verification: z.enum(["N", "P", "A", "R"]),
});
export type MemberInfo = z.infer<typeof MemberInfo>;

const contactKind = z.enum(["phone", "email"]);
const newContact = { kind: contactKind, value: compared(254), countryDialingCode: compared(8).optional() };
const contactErrors = ["accounts.resting", "accounts.rule_broken", "codes.phone_missing", "codes.phone_invalid", "codes.not_allowed"] as const;

export const MyContact = z.object({
  kind: contactKind,
  masked: z.string(),
  isVerified: z.boolean(),
  /** Until when the owner of the one before may stop the change; null where there is none to stop. */
  stoppableUntil: Moment.nullable(),
});
export type MyContact = z.infer<typeof MyContact>;

/** So many accounts an agent opens within 24 hours, and so many of its may wait for their owners. */
export const OPENED_A_DAY_MAX = 20;
export const OPENED_WAITING_MAX = 50;
/** So many new codes a day for one account, the first not counted. */
export const CODES_A_DAY_MAX = 3;

const Opens = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(41), z.literal(42)]);

/** An account an agent opened that its owner has not taken yet. `works`: whether its code still does; `codesLeft`: how many new ones may be made today. */
export const OpenedAccount = z.object({
  accountId: Id,
  account: z.string(),
  type: z.int(),
  openedAt: Moment,
  expiresAt: Moment,
  works: z.boolean(),
  codesLeft: z.int(),
});
export type OpenedAccount = z.infer<typeof OpenedAccount>;

/** The code is shown once: nothing but its hash is kept. */
const Activation = z.object({ accountId: Id, account: z.string(), code: z.string(), expiresAt: Moment });
export type Activation = z.infer<typeof Activation>;

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
    errors: registrationErrors,
  }),
  registerMobile: command({
    for: "guest",
    says: "Opens an account by mobile number, with the code that was sent to it where that is asked for, and logs it in.",
    method: "PUT",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate: { count: 10, windowMs: 60_000 },
    input: MobileRegistrationUser,
    output: Entered,
    errors: registrationErrors,
  }),
  freePlay: command({
    for: "guest",
    says: "Opens a trial: a look around that owns no wallet, plays nothing and ends after seven days; a browser that has one enters it again.",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({
      os: text({ min: 1, max: 64 }),
      platform: z.literal("W"),
      /** New with every call; it names nothing of ours. */
      token: z.uuid(),
      gatewayVersion: z.literal(3),
    }),
    output: Entered,
    errors: ["accounts.trial_closed", "accounts.trial_full"],
  }),
  sendCode: command({
    for: "guest",
    says: "Sends the code of a registration to a mobile number; whether the number has an account already is told to the number alone.",
    transaction: "own",
    visitor: true,
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({
      mobileNum: said,
      mobileNo: said,
      countryDialingCode: said,
      /** The name the newcomer chose, where they register by one. */
      username: compared(64).optional(),
      language: compared(8).optional(),
      captcha: code,
      verification: z.object({ captchaKey: z.uuid() }).optional(),
    }),
    /** Minutes until the next code may be asked for. */
    output: z.object({ expiredMinutes: z.int() }),
    errors: [
      "accounts.registration_closed",
      "accounts.name_taken",
      "sessions.captcha_required",
      "sessions.captcha_wrong",
      "codes.captcha_failed",
      "codes.phone_missing",
      "codes.phone_invalid",
      "codes.not_allowed",
      "codes.too_many",
      "codes.quota_exceeded",
      "codes.not_sent",
      "codes.unknown",
    ],
  }),
  open: command({
    for: "agent",
    says: "Opens an account below the agent and answers, once, the code its owner takes it with; there is no password before that.",
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ username: ruled(64), opens: Opens }),
    output: Activation,
    errors: [
      "accounts.opening_closed",
      "accounts.opened_full",
      "accounts.name_taken",
      "accounts.name_reserved",
      "accounts.rule_broken",
      "agents.held",
      "agents.type_not_allowed",
      "agents.too_deep",
    ],
  }),
  opened: query({
    for: "agent",
    says: "The accounts the agent opened that wait for their owners, and the types it may open; none where agents open no accounts.",
    input: z.object({}),
    output: z.object({ types: z.array(Opens), list: z.array(OpenedAccount) }),
  }),
  renewCode: command({
    for: "agent",
    says: "Makes a new code for an account that waits for its owner; the one before is over.",
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ accountId: Id }),
    output: Activation,
    errors: ["accounts.opening_closed", "accounts.not_opened", "accounts.codes_full", "agents.held"],
  }),
  activate: command({
    for: "guest",
    says: "Takes an account that an agent opened, by its code: sets birthday, password and PIN and logs in. What is wrong with name or code is not told apart.",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({
      username: compared(64, { min: 1 }),
      code: compared(32, { min: 1 }),
      birthday: Birthday,
      password,
      confirmPassword: password,
      paymentPassword: z.string().regex(/^[0-9]{6}$/),
      confirmPaymentPassword: z.string().regex(/^[0-9]{6}$/),
      /** The age and terms box. */
      agreed: z.literal(true),
      declared: z.boolean().optional(),
    }),
    output: Entered,
    errors: [
      "countries.closed",
      "accounts.opening_closed",
      "accounts.activation_wrong",
      "accounts.rule_broken",
      "accounts.password_default",
      "accounts.password_common",
      "accounts.pin_weak",
      "accounts.too_young",
      "accounts.declaration_needed",
      "sessions.cookies_needed",
    ],
  }),
  registerSettings: query({
    for: "guest",
    says: "Which ways to register are open and what the form asks for beside its fields.",
    visitor: true,
    input: z.object({}),
    output: RegisterSettings,
  }),
  validationRules: query({
    for: "guest",
    says: "How each field of the registration is checked.",
    input: z.object({}),
    output: z.object({ rules: z.array(RegisterRule) }),
  }),
  me: query({ for: "member", says: "Who the session belongs to.", trial: true, unfinished: true, input: z.object({}), output: MemberInfo }),
  icon: query({
    for: "member",
    says: "Where the picture is that the member chose.",
    trial: true,
    unfinished: true,
    input: z.object({}),
    output: z.object({ imgUrl: z.string() }),
  }),
  setProfile: command({
    for: "member",
    says: "Sets the nickname and which of the drawn pictures stands for the member.",
    proof: true,
    input: z.object({ nickname: text({ max: 64 }), avatar: z.int().min(1).max(AVATARS) }),
    output: Empty,
    errors: ["accounts.rule_broken", "accounts.name_reserved"],
  }),
  contacts: query({
    for: "member",
    says: "The caller's telephone number and e-mail address, masked.",
    input: z.object({}),
    output: z.object({ list: z.array(MyContact) }),
  }),
  setContact: command({
    for: "member",
    says: "Sends a code to a new telephone number or e-mail address; whether it is another account's is told to nobody.",
    proof: true,
    transaction: "own",
    visitor: true,
    rate: { count: 10, windowMs: 60_000 },
    input: z.object(newContact),
    output: CodeSent,
    errors: [...contactErrors, "codes.too_many", "codes.quota_exceeded"],
  }),
  confirmContact: command({
    for: "member",
    says: "Takes the code: the contact is the account's own. The one before is told, may stop it for 72 hours, and so long the account rests.",
    proof: true,
    transaction: "own",
    visitor: true,
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ ...newContact, verificationCode: compared(255) }),
    output: Empty,
    errors: [...contactErrors, "codes.missing", "codes.wrong", "codes.expired", "sessions.cookies_needed"],
  }),
  stopContactChange: command({
    for: "guest",
    says: "Puts the contact before back, by the code that was sent to it, and ends the account's sessions.",
    whileClosed: true,
    transaction: "own",
    rate: { count: 10, windowMs: 60_000 },
    input: z.object({ code: compared(64, { min: 1 }) }),
    output: Empty,
    errors: ["accounts.change_over"],
  }),
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
      "accounts.resting",
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
    says: "Sets the six-digit payment password that withdrawals ask for; needs the login password, and a proof where a factor is bound. One replaced without the old one makes the account rest.",
    sealed: true,
    transaction: "own",
    input: z.object({ password, paymentPassword: sixDigits, oldPaymentPassword: sixDigits.optional() }),
    output: Empty,
    errors: [
      "accounts.old_password_wrong",
      "accounts.password_locked",
      "accounts.payment_password_missing",
      "accounts.payment_password_wrong",
      "accounts.payment_password_locked",
      "accounts.pin_weak",
      "accounts.resting",
      "codes.too_many",
      "sessions.proof_needed",
    ],
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
