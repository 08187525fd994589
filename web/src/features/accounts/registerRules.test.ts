import { patternIds } from "@laro/contract/core/patterns";
import { translatorFor } from "@laro/locales/compiled";
import { expect, test } from "vitest";
import type { RegisterRule } from "@laro/contract/site";
import { faultOfField, hintOf, rulesOfForm } from "./registerRules.ts";

const t = translatorFor("EN");
const rule = (change: Partial<RegisterRule>): RegisterRule => ({
  field: "username",
  enabled: true,
  required: true,
  acceptedPattern: "*",
  patternId: 1,
  minLength: 6,
  maxLength: 12,
  types: ["username"],
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
  expect(faultOfField(rule({ patternId: 2 }), { username: "1abc123" }, t)).toBe(
    "Begin with a letter; use letters and digits only. Please enter 6 to 12 characters.",
  );
  expect(faultOfField(rule({}), { username: "¡#? 123" }, t)).toBeUndefined();
});

test.each(["EN", "TY"])("in %s the text of every pattern has both figures, and one where they are equal [VALID-15, VALID-16]", (language) => {
  const speak = translatorFor(language);
  const told = new Set<string>();
  // Every character fits the first, and no pattern but it takes a lone accent among blanks.
  for (const patternId of patternIds.filter((id) => id !== 1)) {
    const text = faultOfField(rule({ patternId }), { username: "\u0301a 1 \u0301a 1" }, speak)!;
    expect([patternId, text.match(/\d+/g)?.slice(-2)]).toEqual([patternId, ["6", "12"]]);
    const exact = faultOfField(rule({ patternId, maxLength: 6 }), { username: "\u0301a 1 a" }, speak)!;
    expect([patternId, exact.match(/\d+/g)?.at(-1), /\b6 (to|hanggang) /.test(exact)]).toEqual([patternId, "6", false]);
    told.add(text);
  }
  expect(told.size).toBe(patternIds.length - 1);
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

test("each way to register asks for its own fields, and a confirmation follows the PIN", () => {
  const rules = [rule({}), rule({ field: "mobileNum", types: ["mobile"] }), rule({ field: "paymentPassword", types: ["mobile"] })];
  expect(rulesOfForm(rules, "mobile").map(({ field }) => field)).toEqual(["mobileNum", "paymentPassword", "confirmPaymentPassword"]);
  expect(rulesOfForm(rules).map(({ field }) => field)).toEqual(["username"]);
});

test("a PIN that is guessed first, or is not typed twice alike, is refused before it is sent", () => {
  const [pin, again] = rulesOfForm([rule({ field: "paymentPassword", patternId: 8, minLength: 6, maxLength: 6 })]);
  expect(faultOfField(pin!, { paymentPassword: "123456" }, t)).toMatch(/guessed first/);
  expect(faultOfField(pin!, { paymentPassword: "246810" }, t)).toBeUndefined();
  expect(faultOfField(again!, { paymentPassword: "246810", confirmPaymentPassword: "246811" }, t)).toBe("Confirmation password is not correct.");
});

test("a mobile number may be typed with blanks and dashes, letters in it are refused", () => {
  const number = rule({ field: "mobileNum", patternId: 8, minLength: 7, maxLength: 15 });
  expect(faultOfField(number, { mobileNum: " 0917 123-4567 " }, t)).toBeUndefined();
  expect(faultOfField(number, { mobileNum: "+63 917 123 4567" }, t)).toBeUndefined();
  expect(faultOfField(number, { mobileNum: "0917 CALLME" }, t)).toBe("The phone number’s format is incorrect.");
});
