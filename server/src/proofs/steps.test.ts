import { engines } from "@laro/engines/registry";
import type { AnySteps } from "@laro/engines/testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createWorld, type World } from "../testing/world.ts";
import { proveSteps } from "./steps.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("random actions over HTTP give the view that seed and actions give again, tell nothing hidden, go on from another device, and end by the clock at any step", async () => {
  expect(await proveSteps(world, { each: 6, seed: 1 })).toEqual([]);
  expect(await world.audit()).toEqual([]);
});

/** Changes how a game is replayed, here and in the server, until the test has ended. */
function change(code: "BLACKJACK" | "MINES" | "COIN_FLIP", replayed: (engine: AnySteps) => AnySteps["replay"]): void {
  const engine = engines[code] as unknown as { replay: AnySteps["replay"] };
  const replay = engine.replay;
  engine.replay = replayed({ ...engine } as AnySteps);
  onTestFinished(() => void (engine.replay = replay));
}

test("the proof turns red on a view that holds the dealer's hidden card, and on one that holds the mines", async () => {
  for (const [code, draws] of [
    ["BLACKJACK", 4],
    ["MINES", 3],
  ] as const) {
    change(code, ({ replay }) => (round) => {
      const drawn: number[] = [];
      const uniform = (count: number): number => {
        const value = round.stream.uniform(count);
        drawn.push(value);
        return value;
      };
      const at = replay({ ...round, stream: { uniform } });
      return { ...at, view: { ...(at.view as object), hidden: drawn[draws - 1] } };
    });
    expect(await proveSteps(world, { each: 2, seed: 2 })).toContainEqual(expect.stringContaining(`${code}: a view tells what is hidden`));
  }
});

test("the proof turns red on a view that is another each time it is looked at", async () => {
  let looks = 0;
  change("COIN_FLIP", ({ replay }) => (round) => {
    const at = replay(round);
    return { ...at, view: { ...(at.view as object), looks: (looks += 1) } };
  });
  expect(await proveSteps(world, { each: 1, seed: 3 })).toContainEqual(expect.stringContaining("COIN_FLIP: after [] it is another view"));
});
