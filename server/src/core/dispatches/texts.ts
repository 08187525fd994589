import { translatorFor } from "@laro/locales/compiled";
import type { Key, Values } from "@laro/locales/t";

export type Channel = "sms" | "email";

/** What letters there are and by which ways each goes. */
export const templates = {
  register: ["sms", "email"],
  login: ["sms", "email"],
  recovery: ["sms", "email"],
  recoveryMail: ["email"],
  contact: ["sms", "email"],
  challenge: ["sms", "email"],
  taken: ["sms", "email"],
  newDevice: ["sms", "email"],
  credentialChanged: ["sms", "email"],
  contactChanged: ["sms", "email"],
  recovered: ["sms", "email"],
  factorFailing: ["email"],
  rememberStolen: ["email"],
  feedbackAnswer: ["email"],
  closing: ["email"],
} as const satisfies Record<string, readonly Channel[]>;

/** Those that carry a code. */
export const codeTemplates: readonly Template[] = ["register", "login", "recovery", "contact", "challenge"];

export type Template = keyof typeof templates;
export type LetterValues = Readonly<Record<string, string | number>>;

/** A letter's words. Every value a text names is given; a key without a text does not exist, because `templates` and the locales are held against each other by a test. */
export function writeLetter({ channel, template, language, values }: { channel: Channel; template: Template; language: string; values: LetterValues }): {
  readonly subject: string | null;
  readonly body: string;
} {
  const t = translatorFor(language);
  const say = (part: string): string => t(`dispatches.${template}.${part}` as Key, values as Values);
  return channel === "sms" ? { subject: null, body: say("sms") } : { subject: say("email.subject"), body: say("email.body") };
}
