import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMeter, MESSAGES_MAX, OUR_PAGES, readGameEvent, ROUND_HOLDS_MS, RoundHold } from "./frameEvents.ts";

const frame = { name: "the frame's window" };
const speakers = { window: frame, game: "https://games.example" };
const read = (data: unknown, { source = frame as object | null, origin = speakers.game } = {}) =>
  readGameEvent({ source: source as MessageEventSource | null, origin, data }, speakers);

test("a message counts only from the frame's own window, from the exact origin and in a known shape", () => {
  const ready = { type: "laro.ready", v: 1 };
  expect(read(ready)).toEqual({ type: "laro.ready" });
  for (const other of [
    { source: null },
    { source: {} },
    { origin: "https://games.example.evil" },
    { origin: "http://games.example" },
    { origin: "null" },
    { origin: "https://laro.example" },
  ])
    expect([other, read(ready, other)]).toEqual([other, undefined]);
  for (const shape of [
    null,
    "laro.ready",
    1,
    [],
    {},
    { type: "laro.ready" },
    { type: "laro.ready", v: 2 },
    { type: "laro.pay", v: 1 },
    { type: ["laro.ready"], v: 1 },
  ])
    expect([shape, read(shape)]).toEqual([shape, undefined]);
});

test("every row of the table is read, a balance in a message is not, and a round has two states", () => {
  for (const type of ["laro.ready", "laro.balance", "laro.cashier", "laro.close", "laro.error"])
    expect(read({ type, v: 1, balance: "9.99" })).toEqual({ type });
  for (const state of ["open", "closed"]) expect(read({ type: "laro.round", v: 1, state })).toEqual({ type: "laro.round", state });
  for (const state of ["won", undefined, 1]) expect(read({ type: "laro.round", v: 1, state })).toBe(undefined);
});

test("our own pages in the frame ask for the cashier or the way out, and for nothing else", () => {
  const own = { origin: OUR_PAGES };
  for (const type of ["laro.cashier", "laro.close"]) expect(read({ type, v: 1 }, own)).toEqual({ type });
  for (const type of ["laro.ready", "laro.balance", "laro.error"]) expect(read({ type, v: 1 }, own)).toBe(undefined);
  expect(read({ type: "laro.round", v: 1, state: "open" }, own)).toBe(undefined);
});

test("within any second twenty messages are heard and the others dropped", () => {
  let now = 0;
  const isHeard = createMeter(() => now);
  const count = (): number => Array.from({ length: 50 }, isHeard).filter(Boolean).length;
  expect(count()).toBe(MESSAGES_MAX);
  now = 999;
  expect(count()).toBe(0);
  now = 1_000;
  expect(count()).toBe(MESSAGES_MAX);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a round holds back what would interrupt it until it ends, and 60 s at most however often it says that it is open", () => {
  const told: boolean[] = [];
  const hold = new RoundHold((isHeld) => void told.push(isHeld));
  hold.hear("open");
  hold.hear("closed");
  expect(told).toEqual([true, false]);
  hold.hear("open");
  vi.advanceTimersByTime(ROUND_HOLDS_MS - 1);
  hold.hear("open");
  expect(told).toEqual([true, false, true]);
  vi.advanceTimersByTime(1);
  hold.hear("open");
  expect(told).toEqual([true, false, true, false]);
  hold.hear("closed");
  hold.hear("open");
  expect(told.at(-1)).toBe(true);
});
