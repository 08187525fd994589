import { expect, test } from "vitest";
import { askRoad, type Bead, beadPlate, bigRoad, deriveMarks, type DerivedRoad, derivedRoads, hiddenColumns, layRoad } from "./roads.ts";

const winners = { P: "first", B: "second", T: "tie" } as const;
const beadsOf = (row: string): readonly Bead[] => [...row].map((letter, at) => ({ id: String(at), winner: winners[letter as "P"] }));
const placed = (row: string): string =>
  bigRoad(beadsOf(row))
    .map(({ column, row: at, winner, ties }) => `${winner === "first" ? "P" : "B"}${column}${at}${"+".repeat(ties)}`)
    .join(" ");

test("the bead plate fills columns of six from the top", () => {
  const plate = beadPlate(beadsOf("PBTPBTP"));
  expect(plate.map(({ column, row }) => `${column}${row}`)).toEqual(["00", "01", "02", "03", "04", "05", "10"]);
});

test("the big road begins a column with every change of the winner, and counts ties where they fell", () => {
  expect(placed("PPBTTPBB")).toBe("P00 P01 B10++ P20 B30 B31");
  expect(placed("TTPB")).toBe("P00++ B10");
  expect(placed("TT")).toBe("");
});

test("a run of more than six turns to the side at the floor, and the next column begins beside its head", () => {
  expect(placed("PPPPPPPP")).toBe("P00 P01 P02 P03 P04 P05 P15 P25");
  expect(placed("PPPPPPPPB")).toBe("P00 P01 P02 P03 P04 P05 P15 P25 B10");
  expect(placed("PPPPPPPBBBBBB")).toBe("P00 P01 P02 P03 P04 P05 P15 B10 B11 B12 B13 B14 B24");
});

test("a tail that has turned goes on to the side, even where the place under it is free", () => {
  // Player's tail lies on the floor beside the banker's, whose own turns above it; the third run turns above both.
  expect(placed("PPPPPPPPBBBBBBBPPPPP")).toBe("P00 P01 P02 P03 P04 P05 P15 P25 B10 B11 B12 B13 B14 B24 B34 P20 P21 P22 P23 P33");
});

const marks = (row: string, road: DerivedRoad): string =>
  deriveMarks(beadsOf(row), road)
    .map((mark) => mark[0])
    .join("");
const shoe = "BBBPBBPPBBBBPBPBBB";

test("the derived roads of a shoe of runs 3 1 2 2 4 1 1 1 3 are those an old hand writes down, and ties change nothing", () => {
  const wanted = { bigEye: "bbbrrrbrbbrrbr", small: "rbbbrbrbbbrbr", cockroach: "rbbrrbbbbbr" };
  for (const road of derivedRoads) {
    expect([road, marks(shoe, road)]).toEqual([road, wanted[road]]);
    expect(marks(`T${[...shoe].join("T")}T`, road)).toBe(wanted[road]);
  }
});

test.each([
  ["bigEye", "PB", "PBB", "PBP"],
  ["small", "PBP", "PBPP", "PBPB"],
  ["cockroach", "PBPB", "PBPBB", "PBPBP"],
] as const)("%s begins with the second row of its first column, or else with the head of the next", (road, none, second, head) => {
  expect([marks(none, road), marks(second, road), marks(head, road)]).toEqual(["", "b", "r"]);
});

test("a run that goes on two places under its neighbour's end is red again", () => {
  expect(marks("PBBBB", "bigEye")).toBe("brr");
  expect(marks("PPBBBBBBBBB", "bigEye")).toBe("rbrrrrrr");
});

test("what would be marked if a side won next is what is marked once it has", () => {
  for (const road of derivedRoads)
    for (const [letter, winner] of [
      ["P", "first"],
      ["B", "second"],
    ] as const)
      for (let length = 0; length <= shoe.length; length += 1) {
        const before = shoe.slice(0, length);
        expect(askRoad(beadsOf(before), road, winner)?.[0] ?? "").toBe(marks(before + letter, road).slice(marks(before, road).length));
      }
});

test("a road longer than its frame hides its oldest columns", () => {
  const places = layRoad([..."PBPBPBPB"]);
  expect([hiddenColumns(places, 12), hiddenColumns(places, 6), hiddenColumns([], 6)]).toEqual([0, 2, 0]);
});
