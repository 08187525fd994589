import { translatorFor } from "@laro/locales/compiled";
import { expect, test } from "vitest";
import type { RegisterRule } from "@laro/contract/site";
import { faultOfField, hintOf, rulesOfForm } from "./registerRules.ts";

const t = translatorFor("EN");
/** The specification's generic list of patterns has so many (VALID-45). */
const PATTERNS = 24;
const rule = (change: Partial<RegisterRule>): RegisterRule => ({
  field: "username",
  enabled: true,
  required: true,
  acceptedPattern: "*",
  patternId: 1,
  minLength: 6,
  maxLength: 12,
  ...change,
});

test("an empty field is refused when its rule requires it and let through when not", () => {
  expect(faultOfField(rule({}), { username: "  " }, t)).toBe("Input cannot be empty.");
  expect(faultOfField(rule({ required: false }), {}, t)).toBeUndefined();
});

test("a text of the wrong length is told both figures, and one figure where they are equal [VALID-15] [VALID-16]", () => {
  expect(faultOfField(rule({}), { username: "abc" }, t)).toBe("Please enter 6 to 12 characters.");
  expect(faultOfField(rule({ maxLength: 6 }), { username: "abc" }, t)).toBe("Please enter 6 characters.");
  expect(hintOf(rule({ maxLength: 6 }), t)).toBe("6 characters.");
});

test("a pattern is checked, and a lone star lets any text pass [VALID-14]", () => {
  expect(faultOfField(rule({ acceptedPattern: "^[a-z]+$", patternId: 2 }), { username: "abc123" }, t)).toBe(
    "Begin with a letter; use letters and digits only. Please enter 6 to 12 characters.",
  );
  expect(faultOfField(rule({}), { username: "¡#? 123" }, t)).toBeUndefined();
});

test.each(["EN", "TY"])("in %s the text of every pattern has both figures, and one where they are equal [VALID-15, VALID-16]", (language) => {
  const speak = translatorFor(language);
  for (let patternId = 1; patternId <= PATTERNS; patternId++) {
    const broken = { acceptedPattern: "^never$", patternId };
    const text = faultOfField(rule(broken), { username: "abcdefg" }, speak);
    expect([patternId, text?.match(/\d+/g)]).toEqual([patternId, ["6", "12"]]);
    const exact = faultOfField(rule({ ...broken, maxLength: 6 }), { username: "abcdef" }, speak);
    expect([patternId, exact?.match(/\d+/g)]).toEqual([patternId, ["6"]]);
  }
});

test("a confirmation that differs from the password is refused [VALID-09]", () => {
  const [, confirmation] = rulesOfForm([rule({ field: "password" })]);
  expect(confirmation && faultOfField(confirmation, { password: "secret-1", confirmPassword: "secret-2" }, t)).toBe("Confirmation password is not correct.");
});

test("the form asks for the enabled fields only, in its own order [POPUP-25]", () => {
  const fields = rulesOfForm([
    rule({ field: "affiliateCode", required: false }),
    rule({ field: "email", enabled: false }),
    rule({ field: "password" }),
    rule({}),
  ]).map(({ field }) => field);
  expect(fields).toEqual(["username", "password", "confirmPassword", "affiliateCode"]);
});

test("length is counted as people count, not in halves of an emoji or of an accent", () => {
  expect(faultOfField(rule({ minLength: 2, maxLength: 2 }), { username: "😀😀" }, t)).toBeUndefined();
  expect(faultOfField(rule({ minLength: 2, maxLength: 2 }), { username: "e\u0301e\u0301" }, t)).toBeUndefined();
  expect(faultOfField(rule({ minLength: 2, maxLength: 2 }), { username: "😀" }, t)).toBe("Please enter 2 characters.");
});

test("a password that holds the user name or the e-mail's own part is refused before it is sent", () => {
  const password = rule({ field: "password" });
  for (const [own, text] of [
    [{ username: "marisol" }, "xMarisol-77"],
    [{ username: "marisol" }, "ｍａｒｉｓｏｌ77"],
    [{ email: "bughaw.langit@example.com" }, "Bughaw.Langit!"],
  ] as const)
    expect(faultOfField({ ...password, maxLength: 64 }, { ...own, password: text }, t)).toBe(
      "This password holds your name or address. Please choose another.",
    );
  expect(faultOfField(password, { username: "ana", password: "banana-77" }, t)).toBeUndefined();
});
