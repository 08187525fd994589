import { refuse } from "@laro/contract/core/errors";
import { holdsOwnWord } from "@laro/contract/core/passwords";
import type { RegisterRule } from "@laro/contract/site";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { brand } from "../settings/packs.ts";
import { shippedPasswordRule } from "../settings/registerRules.ts";
import { checkRule } from "../settings/rules.ts";
import { DEFAULT_PASSWORD, inHashQueue } from "./passwords.ts";
import { localWords } from "./passwords.words.ts";

/** Of the estimate's 0 to 4: below it are passwords that some million guesses find, however many kinds of characters they have. */
const SCORE_MIN = 2;

interface Choice {
  /** The input to point at. */
  readonly field: string;
  /** What others know of whoever chooses: names, addresses. */
  readonly own: readonly (string | undefined)[];
  /** What operators made of the password's rule, where it is a member who chooses. */
  readonly rule?: RegisterRule;
}

/**
 * The one rule for a password that is chosen, whoever chooses it. Refuses with `accounts.password_default`, `accounts.rule_broken` (length, characters)
 * or `accounts.password_common` (holds an own word, or is among the first that are guessed).
 */
export async function checkNewPassword(password: string, { field, own, rule = shippedPasswordRule }: Choice): Promise<void> {
  if (password === DEFAULT_PASSWORD) refuse("accounts.password_default", { field });
  checkRule({ ...rule, field }, password);
  if (holdsOwnWord(password, own)) refuse("accounts.password_common", { field, why: "own" });
  const words = [brand.name, ...own].filter((word) => word !== undefined);
  // It thinks up to 30 ms about 64 characters, so it waits where hashes wait.
  const { score } = await inHashQueue(async () => (await loadEstimator()).check(password, words));
  if (score < SCORE_MIN) refuse("accounts.password_common", { field, why: "common" });
}

/** The same for a change, in which the new password is typed twice. */
export async function checkNewPasswords(
  { newPassword, confirmNewPassword }: { newPassword: string; confirmNewPassword: string },
  choice: Omit<Choice, "field">,
): Promise<void> {
  await checkNewPassword(newPassword, { field: "newPassword", ...choice });
  if (newPassword !== confirmNewPassword) refuse("accounts.rule_broken", { field: "confirmNewPassword", rule: "same" });
}

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded when the first password is chosen: a start need not wait for a dictionary. */
const loadEstimator = (): Promise<ZxcvbnFactory> =>
  (estimator ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory: Estimator }, { adjacencyGraphs: graphs, dictionary }]) =>
      new Estimator({ dictionary: { ...dictionary, local: [...localWords] }, graphs }),
  ));
