import type { Refusal } from "@laro/contract/core/errors";
import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";

test("what comes while a group is under way is the next one, each caller gets their own answer, and one that fails fails alone", async () => {
  const groups: number[][] = [];
  const ask = grouped<number, number>({
    work: async (items) => {
      groups.push([...items]);
      await new Promise((done) => setImmediate(done));
      return items.map((item) => (item === 2 ? new Error("two") : item * 10));
    },
    atOnceMax: 3,
    waitingMax: 100,
  });
  const answers = await Promise.allSettled([1, 2, 3, 4].map(ask));
  expect(answers.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual([10, "failed", 30, 40]);
  expect(groups).toEqual([[1, 2, 3], [4]]);
  expect(await ask(5)).toBe(50);
});

test("beyond what may wait everybody is told to come again, and work that throws fails its own group and no later one", async () => {
  let isBroken = true;
  const ask = grouped<number, number>({
    work: async (items) => {
      if (isBroken) throw new Error("broken");
      return items;
    },
    atOnceMax: 10,
    waitingMax: 2,
  });
  const first = [ask(1), ask(2), ask(3)].map((one) => one.catch((error: Error) => (error as Refusal).code ?? error.message));
  expect(await Promise.all(first)).toEqual(["broken", "broken", "server.busy"]);
  isBroken = false;
  expect(await ask(4)).toBe(4);
});
