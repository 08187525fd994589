import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { work } from "./worker.ts";

test("every line of the clock can be read, and names a job there is", () => {
  const lines = parseCrontab(work.crontab);
  expect(lines).toHaveLength(work.crontab.split("\n").length);
  expect(lines.map(({ task }) => task).filter((task) => !Object.hasOwn(work.jobs, task))).toEqual([]);
});

test("what waits long for partners and vendors, pays many or seals many, has a queue of its own, so that two never hold a worker each", () => {
  const queued = parseCrontab(work.crontab).flatMap(({ task, options: { queueName } }) => (queueName === undefined ? [] : [[task, queueName]]));
  expect(queued).toEqual([
    ["rebates:count", "rebates"],
    ["rebates:earn", "rebates"],
    ["rebates:pay", "rebatePayments"],
    ["prizeDraws:seal", "seals"],
    ["wallet:sealSeeds", "seals"],
    ["partners:sealSeeds", "seals"],
    ["vendors:report", "reports"],
    ["vendors:lookAtTransfers", "transfers"],
    ["partners:continue", "partners"],
  ]);
});
