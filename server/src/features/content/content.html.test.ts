import { HTML_MAX, isAllowedAttribute } from "@laro/contract/core/html";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedMarks, attacks } from "../../testing/attacks.ts";
import { linksOf, sanitise } from "./content.html.ts";

const TAG = /<(\/?)([a-zA-Z][^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>/g;
const ATTRIBUTE = /\s+([^\s=>/]+)(?:="([^"]*)")?/g;
const plain = (value: string): string => value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** What stands in a cleaned text that is not on the list: judged apart from the sanitiser, sign by sign. */
function strayOf(html: string): readonly string[] {
  const rest = html.replaceAll(TAG, "");
  const marks = [...html.matchAll(TAG)].flatMap(([whole, closing, tag, attributes]) => {
    if (closing === "/") return isAllowedAttribute(tag!, "title", "") || ["hr", "br"].includes(tag!) ? [] : [whole];
    const wrong = [...attributes!.matchAll(ATTRIBUTE)].filter(([, name, value]) => !isAllowedAttribute(tag!, name!, plain(value ?? "")));
    return isAllowedAttribute(tag!, "title", "") || ["hr", "br"].includes(tag!) ? wrong.map(([one]) => one) : [whole];
  });
  return [...marks, ...(/[<]/.test(rest) ? [rest] : [])];
}

test("of 400 known attacks nothing is left that is not on the list, and what was cleaned once is clean", async () => {
  expect(new Set(attacks).size).toBeGreaterThanOrEqual(400);
  for (const attack of attacks) {
    const { html } = await sanitise(attack);
    expect(strayOf(html), attack).toEqual([]);
    expect((await sanitise(html)).html, attack).toBe(html);
  }
});

test("the judge of that test sees what it should", () => {
  for (const stray of ["<script>x</script>", '<p onclick="hit()">x</p>', '<a href="javascript:hit()">x</a>', "<img src=x onerror=hit()>", "<svg/onload=hit()>"])
    expect(strayOf(stray), stray).not.toEqual([]);
  expect(strayOf('<p title="a &lt;b&gt;">x<br />y</p>')).toEqual([]);
});

test("the marks an editor makes stay as they are, and nothing is told to have fallen away", async () => {
  const { html, removed } = await sanitise(allowedMarks);
  expect(html.replaceAll(" />", ">")).toBe(allowedMarks);
  expect(removed).toEqual([]);
});

test("what fell away is told by its name and how often, and what means the same becomes a mark of the list", async () => {
  const { html, removed } = await sanitise(
    '<h1>T</h1><p onclick="x" style="y">a <b>b</b></p><script>1</script><script>2</script><a href="javascript:x">c</a><div>d</div>',
  );
  expect(html).toBe("<h3>T</h3><p>a <strong>b</strong></p><a>c</a>d");
  expect(Object.fromEntries(removed.map(({ what, count }) => [what, count]))).toEqual({ "p[onclick]": 1, "p[style]": 1, script: 2, "a[href]": 1, div: 1 });
});

test("a mark called as what every object has is one more that falls away", async () => {
  expect(await sanitise("<constructor>a</constructor><valueof>b</valueof>")).toEqual({
    html: "ab",
    removed: [
      { what: "constructor", count: 1 },
      { what: "valueof", count: 1 },
    ],
  });
});

test("nesting of 13 becomes 12, and says so", async () => {
  const { html, removed } = await sanitise(`${"<blockquote>".repeat(13)}deep${"</blockquote>".repeat(13)}`);
  expect(html.match(/<blockquote>/g)).toHaveLength(12);
  expect(removed).toEqual([{ what: "depth", count: 1 }]);
});

test("50,000 signs are taken and one more is not", async () => {
  await expect(sanitise("a".repeat(HTML_MAX))).resolves.toMatchObject({ removed: [] });
  await expect(sanitise("a".repeat(HTML_MAX + 1))).rejects.toMatchObject({ code: "content.too_long", values: { field: "html", maximum: HTML_MAX } });
});

test("a paragraph is ended by a heading, also where a mark that is none stood between them", async () => {
  const { html } = await sanitise("<p>one<p<h3>two</h3><h4>three</h4>");
  expect(html).toBe("<p>onetwo</p><h4>three</h4><p></p>");
  expect((await sanitise(html)).html).toBe(html);
});

test("whatever is put in, what comes out is on the list and comes out the same again", async () => {
  const part = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constant(allowedMarks),
    fc.string(),
    fc.constantFrom("<", ">", "</p>", "<p", '"', "'", "&", "<!--", "-->"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const { html } = await sanitise(parts.join(""));
      expect(strayOf(html)).toEqual([]);
      expect((await sanitise(html)).html).toBe(html);
    }),
    { numRuns: 1_000 },
  );
});

test("every link of a text is found, as it will be followed", async () => {
  const { html } = await sanitise('<p><a href="/help?a=1&b=2#x">a</a> <a href="https://example.org/">b</a></p>');
  expect(linksOf(html)).toEqual(["/help?a=1&b=2#x", "https://example.org/"]);
});
