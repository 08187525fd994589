import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test, vi } from "vitest";
import en from "../en.json" with { type: "json" };
import tl from "../tl.json" with { type: "json" };
import { Numerals, say } from "./say.ts";

const numerals = new Numerals("en");
const said = (message: string, values: Readonly<Record<string, unknown>> = {}): string => say(compileMessage(message), values, numerals);

test.each([
  ["Plain words", {}, "Plain words"],
  ["{a} and {b}", { a: "one", b: 2 }, "one and 2"],
  ["{gone} is not there", {}, " is not there"],
  ["{n, plural, one {# game} other {# games}}", { n: 1 }, "1 game"],
  ["{n, plural, one {# game} other {# games}}", { n: 0 }, "0 games"],
  ["{n, plural, one {# game} other {# games}}", { n: 12_345 }, "12,345 games"],
  ["{n, plural, =0 {none} one {# game} other {# games}}", { n: 0 }, "none"],
  ["{n, plural, offset:1 one {you and # more} other {you and # more}}", { n: 3 }, "you and 2 more"],
  ["{kind, select, a {first} other {rest}}", { kind: "a" }, "first"],
  ["{kind, select, a {first} other {rest}}", { kind: "constructor" }, "rest"],
  ["{kind, select, a {first} other {rest}}", { kind: "offset" }, "rest"],
  ["{n, plural, one {{kind, select, a {# A} other {# B}}} other {{kind, select, a {# As} other {# Bs}}}}", { n: 2, kind: "a" }, "2 As"],
  ["{x, number} of {y, number}", { x: 1_234.5678, y: -999 }, "1,234.568 of -999"],
  ["No. # stays", {}, "No. # stays"],
])("%s with %j says %s", (message, values, expected) => {
  expect(said(message, values)).toBe(expected);
});

test("no page needs the browser's way of writing numbers for those below a thousand", () => {
  const asked = vi.spyOn(Intl, "NumberFormat");
  const fresh = new Numerals("tl");
  expect([fresh.write(0), fresh.write(999), fresh.write(-7)]).toEqual(["0", "999", "-7"]);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
  expect(fresh.write(1_000)).toBe("1,000");
});

test("every message of both catalogues can be said", () => {
  const values = new Proxy({}, { get: () => 2 });
  for (const [key, message] of [...Object.entries(en), ...Object.entries(tl)]) expect([key, said(message, values)]).toEqual([key, expect.stringMatching(/\S/)]);
});
