import { expect, test } from "vitest";
import { openSearch } from "./search.ts";

const names = ["Mango Rush", "Mango Market", "Sweet Mango", "Rush Hour", "Baccarat Salon", "Café Olé", "Fortune Fish", "Ocean King", "Dragon Tiger"];
const index = {
  nodeIds: names.map((_, at) => String(10_001 + at)),
  names,
  vendorOf: names.map((_, at) => at % 2),
  typeOf: names.map(() => 0),
  words: names.map((name) => (name === "Baccarat Salon" ? "bakarat punto" : "")),
  popularity: names.map((name) => (name === "Mango Market" ? 1_900 : name === "Mango Rush" ? 700 : 0)),
  vendors: [
    { code: "AG", name: "AG" },
    { code: "PNG", name: "Pine Grove" },
  ],
  gameTypes: ["RNG"],
};
const { find } = openSearch(index);
const found = (typed: string) => find(typed).games.map(({ name }) => name);

test("nothing typed finds nothing, and what fits nothing shows the closest names and says so", () => {
  for (const typed of ["", "   ", "\t"]) expect(find(typed)).toEqual({ games: [], isClose: false, vendors: [] });
  expect(find("magno rich")).toMatchObject({ isClose: true });
  expect(found("forten fisk")[0]).toBe("Fortune Fish");
  expect(find("1234567890".repeat(40)).games).toEqual([]);
});

test("a whole name stands before a beginning, that before a word's beginning, and of equals the more popular goes first", () => {
  expect(found("mango")).toEqual(["Mango Market", "Mango Rush", "Sweet Mango"]);
  expect(found("rush")).toEqual(["Rush Hour", "Mango Rush"]);
  expect(found("mango rush")[0]).toBe("Mango Rush");
});

test("words in any order, without accents or spaces, with one slip in a word of four letters, and by what the operator wrote", () => {
  expect(found("rush mango")).toEqual(["Mango Rush"]);
  expect(found("cafe ole")).toEqual(["Café Olé"]);
  expect(found("dragontiger")).toEqual(["Dragon Tiger"]);
  for (const slip of ["mangp rush", "mnago rush", "mngo rush", "mangoo rush"]) expect([slip, found(slip)]).toEqual([slip, ["Mango Rush"]]);
  expect(found("bakarat")).toEqual(["Baccarat Salon"]);
  expect(find("kinf").games.map(({ name }) => name)).toContain("Ocean King");
});

test("a vendor is found by its name and its code", () => {
  expect(find("pine").vendors).toEqual([{ code: "PNG", name: "Pine Grove" }]);
  expect(find("png").vendors).toEqual([{ code: "PNG", name: "Pine Grove" }]);
});

test("ten thousand games answer with the best two dozen", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `${["Mango", "Coral", "Star", "Jeepney"][at % 4]} Story ${at}`);
  const large = openSearch({
    ...index,
    nodeIds: many.map((_, at) => String(at)),
    names: many,
    vendorOf: many.map(() => 0),
    typeOf: many.map(() => 0),
    words: many.map(() => ""),
    popularity: many.map(() => 0),
  });
  expect(large.find("jeepney story").games).toHaveLength(24);
  expect(large.find("jeepney story 9999").games[0]?.name).toBe("Jeepney Story 9999");
});
