import { expect, test } from "vitest";
import { leadsSomewhere } from "./content.links.ts";

test("a link of a text leads to every page of the table of paths, and to none that the site has not", () => {
  for (const dead of ["/fairness", "/no-such-page", "/blog/a/b", "/blog/a b", "/memberx", "//elsewhere.example"])
    expect(leadsSomewhere(dead), dead).toBe(false);
  for (const path of ["/", "/rng?vassalage=PT", "/help#fees", "/blog/first-post", "/member/deposit", "/lottert", "/verify", "/agent", "https://x.example/"])
    expect(leadsSomewhere(path), path).toBe(true);
});
