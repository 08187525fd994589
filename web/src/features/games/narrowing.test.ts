import { expect, test } from "vitest";
import { facetNames, liftFacet, readNarrowing, toggleChoice, writeNarrowing } from "./narrowing.ts";

const read = (query: string) => readNarrowing(new URLSearchParams(query));

test("what an address says beside its choices, or says wrongly, is no choice", () => {
  expect(read("vassalage=PT&gameClassify=ALL&demo=yes&returnFrom=lots&minimumBet=1&lines=0&volatility=6,3,3&vendors=")).toEqual({ volatility: ["3"] });
  expect(read(`vendors=${Array.from({ length: 40 }, (_, at) => `V${at}`).join()}`).vendors).toHaveLength(12);
});

test("a choice of vendors, features and steps joins the others, any other takes the place of the one before; pressed again it goes", () => {
  const two = toggleChoice(toggleChoice({}, "vendors", "PT"), "vendors", "RTG");
  expect(two).toEqual({ vendors: ["PT", "RTG"] });
  expect(toggleChoice(two, "vendors", "PT")).toEqual({ vendors: ["RTG"] });
  expect(toggleChoice({ lines: ["10"] }, "lines", "25")).toEqual({ lines: ["25"] });
  expect(toggleChoice({ lines: ["25"] }, "lines", "25")).toEqual({});
  expect(liftFacet({ ...two, demo: ["1"] }, "vendors")).toEqual({ demo: ["1"] });
});

test("choices stand in the address beside what else it says, and come back as they were", () => {
  const narrowing = { vendors: ["PT", "RTG"], minimumBet: ["1.00"], lines: ["25"], demo: ["1"] };
  const query = writeNarrowing(new URLSearchParams("gameClassify=JP&returnFrom=96"), narrowing);
  expect([query.get("gameClassify"), query.has("returnFrom"), readNarrowing(query)]).toEqual(["JP", false, narrowing]);
  expect([...writeNarrowing(query, {}).keys()].filter((key) => (facetNames as readonly string[]).includes(key))).toEqual([]);
});
