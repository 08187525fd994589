import { refuse } from "@laro/contract/core/errors";
import { findBrokenRule } from "@laro/contract/core/rules";
import type { RegisterRule } from "@laro/contract/site";

/** The server's own look at a field by the rule the web was given. Refuses with `accounts.rule_broken`, which says what is broken and both figures. */
export function checkRule(rule: Omit<RegisterRule, "enabled" | "types" | "acceptedPattern">, value: unknown): void {
  const broken = findBrokenRule(rule, typeof value === "string" ? value : "");
  if (broken !== undefined)
    refuse("accounts.rule_broken", {
      field: rule.field,
      minimum: rule.minLength,
      maximum: rule.maxLength,
      exact: rule.minLength === rule.maxLength,
      rule: broken,
    });
}
