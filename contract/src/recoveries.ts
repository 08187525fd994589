import { z } from "zod";
import { command, contract, Empty } from "./core/endpoint.ts";
import { ShownCredential } from "./core/credential.ts";
import { compared } from "./core/text.ts";
import { CodeSent, Entered } from "./sessions.ts";

/** The human check that every request for a new password brings: what the picture of `captchaKey` says. */
const human = { captcha: compared(16).optional(), captchaKey: z.uuid().optional() };
const askingErrors = ["recoveries.closed", "recoveries.too_soon", "sessions.captcha_required", "sessions.captcha_wrong"] as const;
const settingErrors = [
  "recoveries.closed",
  "accounts.password_default",
  "accounts.password_common",
  "accounts.rule_broken",
  "sessions.factor_needed",
  "sessions.factor_wrong",
  "factors.locked",
  "passkeys.closed",
  "passkeys.wrong",
  "sessions.account_closed",
  "protection.excluded",
] as const;
const rate = { count: 20, windowMs: 60_000 } as const;
const password = compared(128);
/** A code of the authenticator, or a recovery code, where one is bound: a new password never goes past it. */
const factor = compared(32).optional();
/** The same by a passkey. */
const passkey = ShownCredential.optional();

export const recoveries = contract("recoveries", {
  byEmail: command({
    for: "guest",
    says: "Sends a link to the verified address of an account; the answer is the same whether or not there is one.",
    form: true,
    transaction: "own",
    visitor: true,
    rate,
    input: z.object({ username: compared(64), email: compared(254), ...human }),
    output: Empty,
    errors: [...askingErrors, "accounts.rule_broken"],
  }),
  sendCode: command({
    for: "guest",
    says: "Sends a code to the verified number of an account; the answer is the same whether or not there is one.",
    transaction: "own",
    visitor: true,
    rate,
    input: z.object({ mobileNum: compared(64), countryDialingCode: compared(8), ...human }),
    output: CodeSent,
    errors: [...askingErrors, "codes.phone_missing", "codes.phone_invalid", "codes.not_allowed", "codes.too_many", "codes.quota_exceeded"],
  }),
  byPhone: command({
    for: "guest",
    says: "Sets a new password by a code that was sent to the account's number, and logs in; money then rests for 72 hours.",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate,
    input: z.object({
      newPassword: password,
      mobileNum: compared(64),
      countryDialingCode: compared(8).optional(),
      verificationCode: compared(255),
      factor,
      passkey,
    }),
    output: Entered,
    errors: [
      ...settingErrors,
      "codes.phone_missing",
      "codes.phone_invalid",
      "codes.not_allowed",
      "codes.missing",
      "codes.wrong",
      "codes.expired",
      "sessions.cookies_needed",
    ],
  }),
  byTicket: command({
    for: "guest",
    says: "Sets a new password by the ticket of a link that was sent by e-mail, and logs in.",
    sealed: true,
    transaction: "own",
    visitor: true,
    rate,
    input: z.object({ ticket: compared(100, { min: 1 }), newPassword: password, confirmNewPassword: password, factor, passkey }),
    output: Entered,
    errors: [...settingErrors, "recoveries.ticket_over"],
  }),
});
