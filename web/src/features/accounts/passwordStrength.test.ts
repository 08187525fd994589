import { expect, test } from "vitest";
import { strengthOf } from "./passwordStrength.ts";

test("nine mixed characters and twenty of one kind both read weak [VALID-21]", () => {
  expect(strengthOf("Abcdefg1!")).toBe("weak");
  expect(strengthOf("abcdefghijklmnopqrst")).toBe("weak");
  expect(strengthOf("Abcdefghijklmnop1")).toBe("weak");
});

test("ten to twelve mixed characters read medium [VALID-20, CONST-26]", () => {
  expect(strengthOf("Abcdefgh1!")).toBe("medium");
  expect(strengthOf("Abcdefghij1!")).toBe("medium");
});

test("thirteen mixed characters read strong [VALID-19, CONST-26]", () => {
  expect(strengthOf("Abcdefghijk1!")).toBe("strong");
});
