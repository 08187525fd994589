import { isAgentType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Platform } from "../../platform/routes.ts";
import { deviceOf, sendCode, takeCode } from "../codes/codes.ts";
import { findByContact } from "../contacts/contacts.ts";
import { parsePhone } from "../phones/phones.ts";
import { packs } from "../settings/packs.ts";
import { isFlagOn } from "../settings/settings.ts";
import { humanCheck } from "./human.ts";
import { enter, getAccountToEnter } from "./login.enter.ts";
import type { Visit } from "./visit.ts";

interface Number {
  readonly mobileNum: string;
  readonly countryDialingCode: string;
}

/** Refuses with `sessions.code_login_closed` where the operator does not offer it. */
async function checkOffered({ database }: Platform): Promise<void> {
  if (!(await isFlagOn(database.db, "mobileCodeLogin"))) refuse("sessions.code_login_closed");
}

interface Asking extends Visit, Number {
  readonly captcha?: string | undefined;
  readonly verification?: { readonly captchaKey?: string | undefined } | undefined;
}

/**
 * Sends a login code to a number, if it is an account's verified one. Nobody learns whether it is: the answer is the same, and the letter goes out later.
 * A browser we do not know solves a captcha first: `sessions.captcha_required`, `codes.captcha_failed`.
 */
export async function sendLoginCode(platform: Platform, { visitor, ip, now, captcha, verification, ...number }: Asking): Promise<{ expiredMinutes: number }> {
  await checkOffered(platform);
  const { keys, config, database } = platform;
  const { e164 } = await parsePhone(number, packs[config.pack].phoneCountries);
  const accountId = (await findByContact(database.db, keys, { kind: "phone", value: e164 })) ?? null;
  const bound = { purpose: "login", channel: "sms", target: e164, device: visitor.nameDevice() } as const;
  const isHuman = humanCheck(database.begin, { captcha, captchaKey: verification?.captchaKey, now });
  return sendCode(platform, { ...bound, accountId, ip, language: visitor.language, now, mode: "job", decoy: accountId === null, isHuman });
}

interface CodeAttempt extends Visit, Number {
  readonly code: string;
  readonly entry: "player" | "agent";
  readonly remember?: boolean | undefined;
}

/** Logs a member in by the code that was sent to their number. Refuses with `codes.*`. */
export async function logInByCode(platform: Platform, attempt: CodeAttempt): Promise<Entered> {
  await checkOffered(platform);
  const { keys, config, database } = platform;
  const { visitor, now, code, entry } = attempt;
  const { e164 } = await parsePhone(attempt, packs[config.pack].phoneCountries);
  const bound = { purpose: "login", channel: "sms", target: e164, device: deviceOf(visitor) } as const;
  const { accountId } = await takeCode(database.begin, keys, { ...bound, code, now });
  // A decoy's code went to nobody; whoever guesses it has guessed nothing. Nor does one open an account whose number it is no more.
  const owner = await findByContact(database.db, keys, { kind: "phone", value: e164 });
  if (accountId === null || owner !== accountId) refuse("codes.wrong", { field: "verificationCode", left: 0 });
  const account = await getAccountToEnter(database.db, accountId);
  if (entry === "agent" && !isAgentType(account.type)) refuse("sessions.not_agent");
  return enter(database.begin, { ...attempt, account, method: "sms", mustChangePassword: false, passwordExpired: false });
}
