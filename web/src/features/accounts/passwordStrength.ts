import type { PasswordStrength } from "../../ui/PasswordField.tsx";

/** The specification's thresholds (CONST-26). */
const MEDIUM_LENGTH = 10;
const STRONG_LENGTH = 13;
const kinds = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/] as const;

/** Weak until all four kinds of characters are there; from then on the length decides. */
export function strengthOf(password: string): PasswordStrength {
  if (password.length < MEDIUM_LENGTH || !kinds.every((kind) => kind.test(password))) return "weak";
  return password.length < STRONG_LENGTH ? "medium" : "strong";
}
