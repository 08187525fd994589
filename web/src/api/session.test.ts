import { expect, test, vi } from "vitest";
import { endSession, enterSession, hasEnded, leaveSession } from "./session.ts";

const kept = new Map<string, string>();
vi.stubGlobal("location", { pathname: "/console" });
vi.stubGlobal("sessionStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  clear: () => kept.clear(),
});

test("a session that another's hand ended is known until the next one; whoever left by themselves, or was never in, is told nothing", () => {
  const after = (...steps: readonly (() => void)[]) => {
    for (const step of steps) step();
    return hasEnded();
  };
  const enter = () => enterSession("token");
  expect(after(endSession)).toBe(false);
  expect(after(enter, leaveSession)).toBe(false);
  expect(after(enter, endSession)).toBe(true);
  expect(after(enter)).toBe(false);
});
