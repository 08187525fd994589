import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@laro/server/platform/config";
import { expect, test } from "vitest";
import { describeProof, listNamed, listRows, prove } from "./spec.ts";

const passed = (fullName: string): { fullName: string; status: string } => ({ fullName, status: "passed" });

test("an id the document does not have is refused with the test that names it", () => {
  expect(() => prove(["SITE-01"], [passed("a thing holds [SITE-02]")])).toThrow(
    'The test "a thing holds [SITE-02]" names SITE-02, which docs/requirements.md does not have.',
  );
});

test.each(["SITE-01 to SITE-03", "SITE-01 SITE-02", "SITE-01,SITE-02", "see SITE-01", "MSG-02..05"])(
  "a list written as %s is refused instead of counted in part",
  (list) => {
    expect(() => listNamed(`a thing holds [${list}]`)).toThrow(/cannot be read: write each ID, with a comma and a space between\.$/);
  },
);

test("brackets that name no row are only words", () => expect(listNamed("the answer is [] or [1, 2] for [UTF-8 text]")).toEqual([]));

test("a row is proved by a passing test that names it, once, and not while a failing one does", () => {
  const tests = [passed("a [SITE-01, SITE-02]"), passed("b [SITE-01]"), passed("c [NAV-01]"), { fullName: "d [NAV-01]", status: "failed" }];
  const proof = prove(["SITE-01", "SITE-02", "SITE-03", "NAV-01"], tests);
  expect(proof).toEqual({ total: 4, proved: ["SITE-01", "SITE-02"], missing: ["SITE-03", "NAV-01"] });
  expect(describeProof(proof)).toBe("NAV        0 of 1\nSITE       2 of 3\n2 of 4 rows proved");
});

test("the document has its 724 rows, each id once", () => {
  const rows = listRows(readFileSync(join(projectRoot, "docs/requirements.md"), "utf8"));
  expect([rows.length, new Set(rows).size]).toEqual([724, 724]);
});
