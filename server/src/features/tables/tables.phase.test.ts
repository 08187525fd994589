import { expect, test } from "vitest";
import { dueStep, nextAt, shownAt } from "./tables.phase.ts";
import { findSeries, listSeries } from "./tables.series.ts";

const SECOND_MS = 1_000;
const at = (second: number): Date => new Date(Date.UTC(2026, 10, 24) + second * SECOND_MS);
const roulette = findSeries("ROULETTE_1")!;
const crash = findSeries("CRASH_1")!;
const blackjack = findSeries("BLACKJACK_1")!;
const times = { opensAt: at(0), closesAt: at(20), drawsAt: at(21), drawnAt: null, result: null };
const drawn = { ...times, state: "drawn", drawnAt: at(21), result: { pocket: 7 } } as const;

test.each([
  ["scheduled", -1, undefined],
  ["scheduled", 0, "open"],
  ["open", 19, undefined],
  ["open", 20, "close"],
  ["open", 900, "close"],
  ["closed", 20, undefined],
  ["closed", 21, "draw"],
  ["void", 0, "next"],
] as const)("of a draw that is %s at second %i the next step is %s", (state, second, step) => {
  expect(dueStep(roulette, { ...times, state }, at(second))).toBe(step);
});

test("a drawn draw is paid when it has been shown, and the next begins when its result has stood; a late draw is shown as long as any", () => {
  expect(dueStep(roulette, undefined, at(0))).toBe("next");
  expect([dueStep(roulette, drawn, at(29)), dueStep(roulette, drawn, at(30))]).toEqual([undefined, "pay"]);
  const settled = { ...drawn, state: "settled" } as const;
  expect([dueStep(roulette, settled, at(35)), dueStep(roulette, settled, at(36))]).toEqual([undefined, "next"]);
  const late = { ...drawn, drawnAt: at(500) };
  expect([shownAt(roulette, late), nextAt(roulette, late)]).toEqual([at(509), at(515)]);
});

test("a crash draw flies when it is closed, is drawn when its flight ends by what its leader knows, and two seconds later the rest is settled", () => {
  const flying = { ...times, state: "acting", endsAt: at(60) } as const;
  expect(dueStep(crash, { ...times, state: "closed" }, at(21))).toBe("act");
  expect([dueStep(crash, flying, at(59)), dueStep(crash, flying, at(60))]).toEqual([undefined, "draw"]);
  const crashed = { ...times, state: "drawn", drawnAt: at(60), result: { point: 231 } } as const;
  expect([dueStep(crash, crashed, at(61)), dueStep(crash, crashed, at(62))]).toEqual([undefined, "pay"]);
});

test("a hand of blackjack is dealt five seconds, insurance six and each decision ten; when a turn is over its leader says what comes next", () => {
  expect((["deal", "insurance", "hands"] as const).map((asks) => blackjack.turnMs!({ turn: 1, asks }))).toEqual([5_000, 6_000, 10_000]);
  const deciding = { ...times, state: "acting", endsAt: at(30) } as const;
  expect(dueStep(blackjack, { ...times, state: "closed" }, at(21))).toBe("act");
  expect([dueStep(blackjack, deciding, at(29)), dueStep(blackjack, deciding, at(30))]).toEqual([undefined, "turn"]);
});

test("a draw takes the seconds its table is known for", () => {
  const results = {
    ROULETTE_1: [{ pocket: 1 }, 36],
    ROULETTE_SPEED_1: [{ pocket: 1 }, 25],
    BACCARAT_1: [{ player: [1, 2], banker: [3, 4, 5] }, 29],
    BACCARAT_NC_1: [{ player: [1, 2], banker: [3, 4] }, 27.4],
    DRAGON_TIGER_1: [{ dragon: 1, tiger: 2 }, 24],
    SIC_BO_1: [{ dice: [1, 2, 3] }, 30],
    CRASH_1: [{ point: 231 }, 10],
    // Without the deal and the turns before its result.
    BLACKJACK_1: [{ dealer: [1, 2] }, 26],
  } as const;
  for (const series of listSeries()) {
    const [result, seconds] = results[series.code as keyof typeof results];
    const closes = series.betsMs / SECOND_MS;
    const draws = closes + series.lockMs / SECOND_MS;
    expect(nextAt(series, { ...times, state: "drawn", drawnAt: at(draws), result })).toEqual(at(seconds));
  }
});
