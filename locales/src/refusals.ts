import type { Key, Translator, Values } from "./t.ts";

const PATTERN = /^pattern(?:[1-9]|1[0-9]|2[0-4])$/;

/** The sentence of a refusal. A broken rule that has a pattern says the pattern's own text, with both figures of the rule. */
export function sayRefusal(t: Translator, code: string, values: Values): string {
  const { rule } = values;
  const isPattern = code === "accounts.rule_broken" && typeof rule === "string" && PATTERN.test(rule);
  return t((isPattern ? `patterns.${rule.slice("pattern".length)}` : `errors.${code}`) as Key, values);
}
