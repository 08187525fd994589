import type { RegistrationUser } from "@laro/contract/accounts";
import { holdsOwnWord, isWeakPin } from "@laro/contract/core/passwords";
import { isAsked } from "@laro/contract/core/registerFields";
import { type RegistrationType } from "@laro/contract/core/registrationTypes";
import { findBrokenRule } from "@laro/contract/core/rules";
import type { RegisterRule } from "@laro/contract/site";
import { sayRefusal } from "@laro/locales/refusals";
import type { Translator } from "@laro/locales/t";

/** The fields a rule can ask for, in the order of the form; a confirmation follows what it confirms. The SMS code has a dialog of its own. */
export const registerFields = [
  "username",
  "mobileNum",
  "password",
  "confirmPassword",
  "paymentPassword",
  "confirmPaymentPassword",
  "payeeName",
  "nickname",
  "birthday",
  "nationality",
  "occupation",
  "address",
  "email",
  "idNumber",
  "qqNum",
  "line",
  "whatsapp",
  "facebook",
  "wechat",
  "telegram",
  "zalo",
  "recommenderId",
  "affiliateCode",
  "captcha",
] as const satisfies readonly (keyof RegistrationUser)[];
export type RegisterField = (typeof registerFields)[number];

export type Typed = Readonly<Partial<Record<RegisterField, string>>>;

export type FormRule = RegisterRule & { field: RegisterField };

const isOfForm = (field: string): field is RegisterField => (registerFields as readonly string[]).includes(field);

/** What a field confirms. */
const confirmed = { confirmPassword: "password", confirmPaymentPassword: "paymentPassword" } as const satisfies Partial<Record<RegisterField, RegisterField>>;

/** The rules the form shows for one way to register, one per field, in the form's order. A confirmation is as strict as "the same". */
export function rulesOfForm(rules: readonly RegisterRule[], type: RegistrationType = "username"): readonly FormRule[] {
  const asked = new Map(rules.filter((rule) => isAsked(rule, type)).map((rule) => [rule.field, rule]));
  for (const [field, of] of Object.entries(confirmed)) {
    const rule = asked.get(of);
    if (rule !== undefined) asked.set(field, { ...rule, field, patternId: 1, minLength: 0 });
  }
  return registerFields.flatMap((field) => asked.get(field) ?? []).filter((rule): rule is FormRule => isOfForm(rule.field));
}

/** What is sent of a field: blanks around it say nothing, but in a password; a number's own spaces and dashes neither. */
export function sentText(field: RegisterField, typed: string): string {
  if (field === "password" || field === "confirmPassword") return typed;
  return field === "mobileNum" ? typed.replace(/[\s()-]/g, "") : typed.trim();
}

/** What is wrong with a field as the user is told, or nothing. The server runs the same rules on submit, and knows more common passwords than a page can hold. */
export function faultOfField(rule: RegisterRule, typed: Typed, t: Translator): string | undefined {
  if (!isOfForm(rule.field)) return undefined;
  const text = sentText(rule.field, typed[rule.field] ?? "");
  const told = (kind: string): string =>
    sayRefusal(t, "accounts.rule_broken", {
      rule: kind,
      minimum: rule.minLength,
      maximum: rule.maxLength,
      exact: rule.minLength === rule.maxLength,
    });
  const broken = findBrokenRule(rule, rule.field === "mobileNum" ? text.replace(/^\+/, "") : text);
  if (rule.field === "mobileNum" && broken?.startsWith("pattern")) return t("accounts.phoneFormat");
  if (broken !== undefined) return told(broken);
  if (rule.field in confirmed && text !== (typed[confirmed[rule.field as keyof typeof confirmed]] ?? "")) return told("same");
  if (rule.field === "paymentPassword" && text !== "" && isWeakPin(text)) return t("errors.accounts.pin_weak");
  const own = [typed.username, typed.email, typed.mobileNum];
  return rule.field === "password" && holdsOwnWord(text, own) ? t("errors.accounts.password_common", { why: "own" }) : undefined;
}

/** How long the text may be, said before anything is typed: one figure where both are the same. */
export function hintOf({ field, minLength, maxLength }: RegisterRule, t: Translator): string | undefined {
  if (minLength === 0 || field === "birthday") return undefined;
  return minLength === maxLength ? t("accounts.ruleHintExact", { length: minLength }) : t("accounts.ruleHint", { minimum: minLength, maximum: maxLength });
}
