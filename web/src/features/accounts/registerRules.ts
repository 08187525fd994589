import type { RegistrationUser } from "@laro/contract/accounts";
import { holdsOwnWord } from "@laro/contract/core/passwords";
import { findBrokenRule } from "@laro/contract/core/rules";
import type { RegisterRule } from "@laro/contract/site";
import type { Translator } from "@laro/locales/t";

/** The fields a rule can ask for, in the order of the form; the confirmation always follows the password. */
export const registerFields = [
  "username",
  "password",
  "confirmPassword",
  "payeeName",
  "email",
  "mobileNum",
  "verificationCode",
  "paymentPassword",
  "idNumber",
  "qqNum",
  "line",
  "whatsapp",
  "facebook",
  "wechat",
  "recommenderId",
  "affiliateCode",
  "captcha",
] as const satisfies readonly (keyof RegistrationUser)[];
export type RegisterField = (typeof registerFields)[number];

export type Typed = Readonly<Partial<Record<RegisterField, string>>>;

const ANY_TEXT = "*";
const isOfForm = (field: string): field is RegisterField => (registerFields as readonly string[]).includes(field);

/** The rules the form shows, one per field, in the form's order. The confirmation is as strict as "same as the password". */
export function rulesOfForm(rules: readonly RegisterRule[]): readonly (RegisterRule & { field: RegisterField })[] {
  const asked = new Map(rules.filter(({ enabled }) => enabled).map((rule) => [rule.field, rule]));
  const password = asked.get("password");
  if (password !== undefined) asked.set("confirmPassword", { ...password, field: "confirmPassword", acceptedPattern: ANY_TEXT, minLength: 0 });
  return registerFields.flatMap((field) => asked.get(field) ?? []).filter((rule): rule is RegisterRule & { field: RegisterField } => isOfForm(rule.field));
}

/** What is wrong with a field as the user is told, or nothing. The server runs the same rules on submit, and knows more common passwords than a page can hold. */
export function faultOfField(rule: RegisterRule, typed: Typed, t: Translator): string | undefined {
  const text = (isOfForm(rule.field) ? typed[rule.field] : undefined) ?? "";
  const told = (kind: string): string =>
    t("errors.accounts.rule_broken", { rule: kind, minimum: rule.minLength, maximum: rule.maxLength, exact: rule.minLength === rule.maxLength });
  const broken = findBrokenRule(rule, text);
  if (broken !== undefined) return told(broken);
  if (rule.field === "confirmPassword" && text !== typed.password) return told("same");
  const own = [typed.username, typed.email, typed.mobileNum];
  return rule.field === "password" && holdsOwnWord(text, own) ? t("errors.accounts.password_common", { why: "own" }) : undefined;
}

/** How long the text may be, said before anything is typed: one figure where both are the same. */
export function hintOf({ minLength, maxLength }: RegisterRule, t: Translator): string | undefined {
  if (minLength === 0) return undefined;
  return minLength === maxLength ? t("accounts.ruleHintExact", { length: minLength }) : t("accounts.ruleHint", { minimum: minLength, maximum: maxLength });
}
