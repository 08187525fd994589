import { expect, test } from "vitest";
import { countReport, lastLine, type Report } from "./results.ts";

const file = (status: "passed" | "failed", tests: Record<string, string>, message = ""): Report["testResults"][number] => ({
  name: "wallet.test.ts",
  status,
  message,
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({ fullName, status: state })),
});

test("a skipped, a pending and an undone test are failures that say why", () => {
  expect(countReport({ testResults: [file("passed", { a: "passed", b: "skipped", c: "pending", d: "todo" })] })).toEqual({
    passed: 1,
    failed: 3,
    faults: ["b (skipped: skipping is not allowed)", "c (pending: skipping is not allowed)", "d (todo: skipping is not allowed)"],
    again: [],
  });
});

test("a file that did not load is one failure, with the first line of its reason", () => {
  const { failed, faults } = countReport({ testResults: [file("failed", {}, "Cannot find module\n  at line 1"), file("failed", {})] });
  expect([failed, faults]).toEqual([2, ["wallet.test.ts did not run: Cannot find module", "wallet.test.ts did not run: no reason was given"]]);
});

test("a file whose tests pass but whose clean-up fails is one failure more", () => {
  expect(countReport({ testResults: [file("failed", { a: "passed" }, "drop database failed")] })).toMatchObject({ passed: 1, failed: 1 });
});

test("a failed test is counted once and not again for its file", () => {
  expect(countReport({ testResults: [file("failed", { a: "failed", b: "passed" }, "1 failed")] })).toEqual({
    passed: 1,
    failed: 1,
    faults: ["a (no reason was given)"],
    again: [],
  });
});

test("a failure says why without the places in the code, and a long reason its beginning", () => {
  const told = (message: string): readonly string[] => {
    const [one] = [file("failed", { a: "failed" })];
    return countReport({ testResults: [{ ...one, assertionResults: [{ fullName: "a", status: "failed", failureMessages: [message, "later"] }] }] }).faults;
  };
  expect(told("AssertionError: expected 1\nto be 2\n    at file.ts:1:2\n    at more.ts")).toEqual(["a (AssertionError: expected 1\nto be 2)"]);
  expect(told("x".repeat(5000))).toEqual([`a (${"x".repeat(600)})`]);
});

test("what passed only when it was tried once more is named with its reason", () => {
  const [first] = [file("passed", { a: "passed", b: "passed" })];
  const tests = first.assertionResults.map((one) => (one.fullName === "b" ? { ...one, failureMessages: ["timed out"] } : one));
  expect(countReport({ testResults: [{ ...first, assertionResults: tests }] })).toEqual({ passed: 2, failed: 0, faults: [], again: ["b (timed out)"] });
});

test("the last line is two numbers and four words", () => expect(lastLine({ passed: 12, failed: 0 })).toBe("12 passed, 0 failed"));
