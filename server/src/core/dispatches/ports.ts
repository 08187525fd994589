import type { Config } from "../../platform/config.ts";
import { LetterRefused, type LetterPort, type Letters } from "../../platform/letters.ts";
import { brand } from "../settings/packs.ts";
import { openMail } from "./mail.smtp.ts";
import { openSms } from "./sms.http.ts";

/** Where no provider is configured the row is the delivery: staff of a sandbox read it in the console. */
const outbox: LetterPort = { send: async ({ id }) => ({ reference: id }) };

/** In production a letter that nobody carries was not sent. */
const none: LetterPort = { send: async () => Promise.reject(new LetterRefused("No provider is configured.")) };

/** The ways out a process is configured with. */
export function openLetters({ sms, smtpUrl, supportEmail, production }: Config): Letters {
  const otherwise = production ? none : outbox;
  return {
    sms: sms === undefined ? otherwise : openSms(sms),
    email: smtpUrl === undefined ? otherwise : openMail({ smtpUrl, from: supportEmail ?? brand.demoEmail }),
  };
}
