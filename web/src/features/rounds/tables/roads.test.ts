import { expect, test } from "vitest";
import { type Bead, beadPlate, bigRoad } from "./roads.ts";

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
