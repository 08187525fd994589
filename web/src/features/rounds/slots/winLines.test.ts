import { mangoRushMachine, mangoRush } from "@laro/engines/slots/mango-rush";
import { fiestaLines, fiestaMachine } from "@laro/engines/slots/fiesta-lines";
import { jeepney243, jeepneyMachine } from "@laro/engines/slots/jeepney-243";
import { perlasHold, perlasMachine } from "@laro/engines/slots/perlas-hold";
import { settleStops, totalPays } from "@laro/engines/slots/reels";
import { settleWays } from "@laro/engines/slots/ways";
import { goldenStream } from "@laro/engines/testing";
import { expect, test } from "vitest";
import { mangoRushGame } from "./mangoRushGame.ts";
import { fiestaLinesGame } from "./fiestaLinesGame.ts";
import { jeepney243Game } from "./jeepney243Game.ts";
import { perlasHoldGame } from "./perlasHoldGame.ts";
import { payOf, stepsOf, stripFrom } from "./slotGame.ts";
import { cellsOf, linePath } from "./winLines.ts";

test("a win line runs through the middle of the cell it crosses on each reel, from edge to edge", () => {
  expect(linePath([1, 1, 1, 1, 1])).toBe("M0 150L50 150L150 150L250 150L350 150L450 150L500 150");
  expect(linePath([0, 1, 2, 1, 0])).toBe("M0 50L50 50L150 150L250 250L350 150L450 50L500 50");
});

test("the cells of a line win show its symbol or the wild, and there are as many as the win counts", () => {
  const outcome = settleStops(mangoRushMachine, [3, 9, 13, 17, 21]);
  const rush = settleStops(mangoRushMachine, [0, 0, 0, 0, 0]);
  const wins = [outcome, rush].flatMap((round) => round.wins.map((win) => ({ win, grid: round.grid })));
  expect(wins.length).toBeGreaterThanOrEqual(20);
  for (const { win, grid } of wins) {
    const cells = cellsOf(mangoRushGame, win, grid);
    expect(cells).toHaveLength(win.count);
    for (const { reel, row } of cells) expect([win.symbol, mangoRushMachine.wild]).toContain(grid[reel]?.[row]);
  }
});

test("the cells of a scatter win are the scatters in view, wherever they stand", () => {
  const grid = [
    [1, 2, 3],
    [4, 1, 5],
    [6, 7, 1],
    [2, 3, 4],
    [5, 6, 7],
  ];
  expect(cellsOf(mangoRushGame, { line: null, symbol: 1, count: 3, pays: 40 }, grid)).toEqual([
    { reel: 0, row: 0 },
    { reel: 1, row: 1 },
    { reel: 2, row: 2 },
  ]);
});

test("the pays drawn on the lines add up to the win the engine settles", () => {
  const stops = [0, 0, 0, 0, 0];
  const draws = stops.values();
  const { winMinor, outcome } = mangoRush.play({ stakeMinor: 500n, choice: {}, stream: { uniform: () => draws.next().value ?? 0 } });
  expect(outcome.wins.reduce((sum, { pays }) => sum + payOf(mangoRushGame, 500n, pays), 0n)).toBe(winMinor);
  expect(payOf(mangoRushGame, 500n, totalPays(outcome))).toBe(winMinor);
});

test("what a reel shows when it stops is the beginning of the strip it spins on", () => {
  const { grid, stops } = settleStops(mangoRushMachine, [31, 9, 30, 17, 29]);
  grid.forEach((column, reel) => expect(stripFrom(mangoRushGame.strips[reel] ?? [], stops[reel] ?? 0, 3)).toEqual(column));
});

test("every line of the machine has a row for each of its reels", () => {
  mangoRushMachine.lines.forEach((_, line) => expect(mangoRushGame.lines[line]).toHaveLength(mangoRushMachine.strips.length));
});

test("the window before the first spin promises nothing: it would pay nothing", () => {
  expect(settleStops(mangoRushMachine, [...mangoRushGame.stopsFirst]).wins).toEqual([]);
  expect(settleStops(fiestaMachine, [...fiestaLinesGame.stopsFirst]).wins).toEqual([]);
  expect(settleWays(jeepneyMachine, [...jeepney243Game.stopsFirst]).wins).toEqual([]);
  expect(settleStops(perlasMachine, [...perlasHoldGame.stopsFirst]).wins).toEqual([]);
});

test("the cells of a win of ways are its symbol and the wild on the reels of its run, and nowhere else", () => {
  const grid = [
    [2, 3, 4],
    [0, 2, 5],
    [2, 2, 6],
    [7, 8, 7],
    [2, 5, 6],
  ];
  expect(cellsOf(jeepney243Game, { line: null, symbol: 2, count: 3, ways: 4, pays: 140 }, grid)).toEqual([
    { reel: 0, row: 0 },
    { reel: 1, row: 0 },
    { reel: 1, row: 1 },
    { reel: 2, row: 0 },
    { reel: 2, row: 1 },
  ]);
});

test.each([
  ["Fiesta Lines", fiestaLines, fiestaLinesGame],
  ["Jeepney 243", jeepney243, jeepney243Game],
  ["Perlas Hold", perlasHold, perlasHoldGame],
] as const)("the steps of a round of %s bring together what the engine pays, feature and all", (_, engine, game) => {
  let features = 0;
  for (let nonce = 0n; nonce < 1_500n; nonce += 1n) {
    const { winMinor, outcome } = engine.play({ stakeMinor: 700n, choice: {}, stream: goldenStream({ nonce }) });
    const steps = stepsOf(game, outcome);
    if (steps.length > 1) features += 1;
    expect(steps.reduce((sum, { coins }) => sum + payOf(game, 700n, coins), 0n)).toBe(winMinor);
  }
  expect(features).toBeGreaterThan(2);
});
