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
  factorFailing: ["email"],
  rememberStolen: ["email"],
  closing: ["email"],
