import { type Group, groups, type Result } from "./validator.ts";

const VERDICT_WIDTH = 13;

/** How often each verdict was given, in the order they are told. */
export function countVerdicts(results: readonly Result[]): Readonly<Record<Result["verdict"], number>> {
  const count = (verdict: Result["verdict"]): number => results.filter((result) => result.verdict === verdict).length;
  return { pass: count("pass"), "text differs": count("text differs"), fail: count("fail"), "not run": count("not run") };
}

/** What a person reads: a line for each case, more where it did not pass, and the sums. */
export function describeResults(results: readonly Result[]): readonly string[] {
  const lines = results.flatMap((result) => [
    `${result.verdict.padEnd(VERDICT_WIDTH)}${result.id}  ${result.says}  [${result.source}]`,
    ...detailsOf(result).map((line) => " ".repeat(VERDICT_WIDTH) + line),
  ]);
  const sums = Object.entries(countVerdicts(results)).map(([verdict, count]) => `${count} ${verdict}`);
  return [...lines, sums.join(", ")];
}

function detailsOf({ verdict, rule, found, exchange, open }: Result): readonly string[] {
  const told = found === undefined ? [] : [`found   ${found}`];
  const failed =
    verdict === "fail"
      ? [`rule    ${rule}`, ...(exchange === undefined ? [] : [`sent    POST /${exchange.path} ${exchange.sent}`, `answer  ${exchange.answered}`])]
      : [];
  return [...failed, ...told, ...open.map((line) => `open    ${line}`)];
}

/** What XML 1.0 cannot hold, even escaped: controls but for the newline, half characters, two that are none. */
const UNSPEAKABLE = /[^\n\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu;
const escape = (text: string): string =>
  text
    .replaceAll(UNSPEAKABLE, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");

const MS_PER_S = 1_000;
const secondsOf = (results: readonly Result[]): string => (results.reduce((sum, { tookMs }) => sum + tookMs, 0) / MS_PER_S).toFixed(3);

/** JUnit's XML, a suite for each group, for machines that build. */
export function junitOf(results: readonly Result[]): string {
  const suites = (Object.keys(groups) as Group[]).map((group) =>
    suiteOf(
      group,
      results.filter((result) => result.group === group),
    ),
  );
  const { fail, "not run": skipped } = countVerdicts(results);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wallet validator" tests="${results.length}" failures="${fail}" skipped="${skipped}" time="${secondsOf(results)}">
${suites.join("")}</testsuites>
`;
}

function suiteOf(group: Group, results: readonly Result[]): string {
  if (results.length === 0) return "";
  const { fail, "not run": skipped } = countVerdicts(results);
  return `  <testsuite name="${group}" tests="${results.length}" failures="${fail}" skipped="${skipped}" time="${secondsOf(results)}">
${results.map(caseOf).join("")}  </testsuite>
`;
}

function caseOf(result: Result): string {
  const { group, id, says, verdict, found = "" } = result;
  const details = escape(detailsOf(result).join("\n"));
  const inside = {
    pass: details === "" ? "" : `<system-out>${details}</system-out>`,
    "text differs": `<system-out>${details}</system-out>`,
    fail: `<failure message="${escape(found)}">${details}</failure>`,
    "not run": `<skipped message="${escape(found)}"/>`,
  }[verdict];
  return `    <testcase classname="${group}" name="${escape(`${id} ${says}`)}" time="${secondsOf([result])}">${inside}</testcase>\n`;
}
