import { expect, test } from "vitest";
import { type LiveState, tellTable } from "./told.ts";
import { stageOf } from "./stages.ts";
import { togetherOf } from "./together.ts";

const phase = {
  drawId: 5n,
  number: "20261124-0005",
  link: 5,
  state: "open",
  opensAt: "2026-11-24T00:00:00.000Z",
  closesAt: "2026-11-24T00:00:20.000Z",
  drawsAt: "2026-11-24T00:00:21.000Z",
  actsAt: null,
  turn: null,
  shownAt: null,
  nextAt: null,
  commitment: "00",
  seed: null,
  result: null,
  version: 26,
  at: "2026-11-24T00:00:00.000Z",
} as const;
const drawn = {
  ...phase,
  state: "drawn",
  shownAt: "2026-11-24T00:00:30.000Z",
  nextAt: "2026-11-24T00:00:36.000Z",
  result: { pocket: 7 },
  version: 28,
} as const;
const known: LiveState = {
  series: "ROULETTE_1",
  displayName: "Live Roulette",
  phase,
  sums: null,
  cashed: null,
  chosen: null,
  last: [{ number: "20261124-0004", link: 4, result: { pocket: 3 } }],
  chain: null,
  memberMax: 1n,
  at: phase.at,
};
const second = (at: number): number => Date.parse("2026-11-24T00:00:00.000Z") + at * 1_000;

test("bets are open until the close by the clock, whatever was said since; the wheel is shown until it is paid, the result stands until the next draw", () => {
  const stages = [
    stageOf(null, second(0)),
    stageOf({ ...phase, state: "scheduled" }, second(0)),
    stageOf(phase, second(19)),
    stageOf(phase, second(20)),
    stageOf({ ...phase, state: "closed" }, second(20)),
    stageOf({ ...phase, state: "acting", actsAt: phase.drawsAt }, second(90)),
    stageOf(drawn, second(25)),
    stageOf(drawn, second(30)),
    stageOf({ ...drawn, state: "settled" }, second(31)),
    stageOf({ ...drawn, state: "settled" }, second(36)),
    stageOf({ ...phase, state: "void" }, second(5)),
  ];
  expect(stages.map(({ name }) => name)).toEqual([
    "still",
    "waiting",
    "bets",
    "locked",
    "locked",
    "flying",
    "showing",
    "standing",
    "standing",
    "waiting",
    "void",
  ]);
});

test("what is told of a draw takes its place; what is old is passed over; the next draw puts the last result in front; a gap is asked for", () => {
  expect(tellTable(known, { table: "ROULETTE_1", phase: drawn })).toEqual({ ...known, phase: drawn });
  expect(tellTable({ ...known, phase: drawn }, { table: "ROULETTE_1", phase })).toEqual({ ...known, phase: drawn });
  const next = { ...phase, drawId: 6n, number: "20261124-0006", link: 6, version: 31 };
  expect(tellTable({ ...known, phase: drawn }, { table: "ROULETTE_1", phase: next })).toEqual({
    ...known,
    phase: next,
    sums: null,
    cashed: null,
    chosen: null,
    last: [{ number: drawn.number, link: 5, result: { pocket: 7 } }, ...known.last],
  });
  expect(tellTable(known, { table: "ROULETTE_1", phase: next })).toBeUndefined();
  expect(tellTable({ ...known, phase: drawn }, { table: "ROULETTE_1", phase: { ...next, link: 8 } })).toBeUndefined();
});

test("who cashed out takes the place of who did before, of the draw that is shown alone", () => {
  const cashed = { drawId: 5n, list: [{ name: "an***e", cashed: 231, win: 2_310n }] };
  expect(tellTable(known, { table: "CRASH_1", cashed })).toEqual({ ...known, cashed });
  expect(tellTable(known, { table: "CRASH_1", cashed: { ...cashed, drawId: 4n } })).toEqual(known);
});

test("a turn lasts until its time by the clock, then the server is asked; what was chosen belongs to its turn alone, and the next one begins without", () => {
  const turn = { from: phase.opensAt, until: "2026-11-24T00:00:30.000Z", shown: { turn: 2, asks: "hands" } };
  const deciding = { ...phase, state: "acting", actsAt: phase.drawsAt, turn } as const;
  expect([stageOf(deciding, second(29)), stageOf(deciding, second(30))]).toEqual([{ name: "turn", untilMs: second(30) }, { name: "turn" }]);
  const [at, chosen] = [
    { ...known, phase: deciding },
    { drawId: 5n, turn: 2, acts: { hit: 12, stand: 30 } },
  ];
  expect(tellTable(at, { table: "BLACKJACK_1", chosen })).toEqual({ ...at, chosen });
  for (const other of [
    { ...chosen, turn: 1 },
    { ...chosen, drawId: 4n },
  ])
    expect(tellTable(at, { table: "BLACKJACK_1", chosen: other })).toEqual(at);
  const next = { ...deciding, version: deciding.version + 1, turn: { ...turn, shown: { turn: 3, asks: "hands" } } };
  expect(tellTable({ ...at, chosen }, { table: "BLACKJACK_1", phase: next })).toEqual({ ...at, phase: next, chosen: null });
});

test("a turn that begins anew under the same version has its new time; the old one is passed over", () => {
  const turn = { from: phase.opensAt, until: "2026-11-24T00:00:30.000Z", shown: { turn: 2, asks: "hands" } };
  const old = { ...phase, state: "acting", actsAt: phase.drawsAt, turn } as const;
  const anew = { ...old, turn: { ...turn, from: "2026-11-24T00:01:30.000Z", until: "2026-11-24T00:01:40.000Z" } };
  expect(tellTable({ ...known, phase: old }, { table: "BLACKJACK_1", phase: anew })).toEqual({ ...known, phase: anew });
  expect(tellTable({ ...known, phase: anew }, { table: "BLACKJACK_1", phase: old })).toEqual({ ...known, phase: anew });
});

test("sums of another draw than the one that is shown are passed over", () => {
  const sums = { drawId: 5n, members: 2, spots: { red: "10.00" } };
  expect(tellTable(known, { table: "ROULETTE_1", sums })).toEqual({ ...known, sums });
  expect(tellTable(known, { table: "ROULETTE_1", sums: { ...sums, drawId: 4n } })).toEqual(known);
});

test("two tickets of a flight are celebrated for what they come to together: one that brings back less than both staked is no win yet", () => {
  const [flying, cashed] = [
    { stake: 100n, win: 0n },
    { stake: 100n, win: 150n },
  ];
  expect(togetherOf([cashed, flying])).toEqual({ stake: 200n, win: 150n });
  expect(togetherOf([cashed, { ...flying, win: 120n }])).toEqual({ stake: 200n, win: 270n });
  expect(togetherOf([])).toEqual({ stake: 0n, win: 0n });
});
