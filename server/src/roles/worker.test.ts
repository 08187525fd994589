import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { work } from "./worker.ts";

test("every line of the clock can be read, and names a job there is", () => {
  const lines = parseCrontab(work.crontab);
  expect(lines).toHaveLength(work.crontab.split("\n").length);
  expect(lines.map(({ task }) => task).filter((task) => !Object.hasOwn(work.jobs, task))).toEqual([]);
});
