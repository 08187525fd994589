import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asOwner } from "../testing/owner.ts";
import { createWorld, type World } from "../testing/world.ts";
import { clockOf, listGivenUp, openDueJobs, openJobs, startWorker, sweepDead, type Jobs, type Subscribers } from "./jobs.ts";
import { addJob, tell } from "./outbox.ts";
import { workThrough } from "./rows.ts";

const RELEASED_WITHIN_MS = 30_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const add = (name: string): Promise<void> => world.open.platform.database.begin((tx) => addJob(tx, name, {}));

const AT_ONCE = 12;

test("processes that begin at once all open the job tables", async () => {
  const begun = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => openJobs(world.open.url)));
  expect(begun.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => "fulfilled"));
});

test("of one queue no two jobs run at a time, and others do not wait for it", async () => {
  let [running, most, others] = [0, 0, 0];
  let finish = (): void => undefined;
  const finished = new Promise<void>((end) => (finish = end));
  const jobs: Jobs = {
    "test:queued": async () => {
      running += 1;
      most = Math.max(most, running);
      await finished;
      running -= 1;
    },
    "test:other": async () => void (others += 1),
  };
  const { platform, url } = world.open;
  await platform.database.begin(async (tx) => {
    for (let place = 0; place < AT_ONCE; place++) await addJob(tx, "test:queued", {}, { queue: "test" });
  });
  const worker = await startWorker(url, { jobs, subscribers: {}, crontab: "" }, platform);
  try {
    await vi.waitFor(() => expect(running).toBe(1), { timeout: RELEASED_WITHIN_MS });
    await add("test:other");
    await vi.waitFor(() => expect(others).toBe(1), { timeout: RELEASED_WITHIN_MS });
    finish();
    await vi.waitFor(() => expect(running).toBe(0), { timeout: RELEASED_WITHIN_MS });
    expect(most).toBe(1);
  } finally {
    finish();
    await worker.close();
  }
});

test("who cannot hear of an event keeps it from nobody else, hears it again alone, and is named once that was given up", async () => {
  const { platform, url } = world.open;
  const { id } = await world.player();
  const heard: string[] = [];
  const hearer = (who: string, trouble?: () => void): Subscribers => ({
    "vip.levelled": [
      async (tx, { accountId }) => {
        await tx
          .updateTable("account")
          .set({ payment_password_tries: sql`payment_password_tries + 1` })
          .where("id", "=", BigInt(accountId))
          .execute();
        trouble?.();
        heard.push(`${who} ${accountId}`);
      },
    ],
  });
  let isBroken = true;
  const subscribers = { first: hearer("first"), second: hearer("second", () => isBroken && throwOut()), third: hearer("third") };
  const throwOut = (): never => {
    throw new Error("planted");
  };
  // A job that is done is taken away without anybody waiting for it.
  const expectAsked = (jobs: readonly unknown[]) => vi.waitFor(async () => expect(await asked()).toEqual(jobs), { timeout: RELEASED_WITHIN_MS });
  const asked = () => asOwner(url, "select payload, attempts from graphile_worker._private_jobs where payload->>'kind' = 'test'");
  const triesOf = async () => (await asOwner<{ tries: number }>(url, `select payment_password_tries as tries from account where id = ${id}`))[0]!.tries;
  const before = await triesOf();
  await platform.database.begin((tx) => tell(tx, "vip.levelled", { accountId: String(id), levelId: "1", kind: "test" }));
  const due = openDueJobs(url, { jobs: {}, subscribers, crontab: "" }, platform);
  try {
    await due.run();
    // The first was undone with the second, and then heard it once.
    expect(heard).toEqual([`first ${id}`, `first ${id}`, `third ${id}`]);
    expect(await triesOf()).toBe(before + 2);
    await expectAsked([{ payload: { accountId: String(id), levelId: "1", kind: "test", heardBy: "second" }, attempts: 1 }]);
    await asOwner(url, "update graphile_worker._private_jobs set attempts = max_attempts where payload->>'heardBy' is not null");
    expect(await listGivenUp(platform.database.db)).toContainEqual({ task: "event:vip.levelled for second", count: 1 });
    isBroken = false;
    await asOwner(url, "update graphile_worker._private_jobs set attempts = 1, run_at = now() where payload->>'heardBy' is not null");
    await due.run();
    expect(heard.at(-1)).toBe(`second ${id}`);
    expect(await triesOf()).toBe(before + 3);
    await expectAsked([]);
  } finally {
    await due.close();
  }
});

test("a dead worker's job is done by another soon, and a live worker's is left to it however long it takes", async () => {
  const done: string[] = [];
  let finishLong = (): void => undefined;
  const finished = new Promise<void>((finish) => (finishLong = finish));
  const jobs: Jobs = {
    "test:long": async () => {
      done.push("long");
      await finished;
    },
    "test:orphan": async () => void done.push("orphan"),
  };
  await add("test:orphan");
  await asOwner(world.open.url, "update graphile_worker._private_jobs set locked_by = 'laro-worker-dead', locked_at = now()");
  await add("test:long");
  const start = () => startWorker(world.open.url, { jobs, subscribers: {}, crontab: "" }, world.open.platform);
  const workers = [await start(), await start()];
  try {
    await vi.waitFor(() => expect(done).toContain("orphan"), { timeout: RELEASED_WITHIN_MS });
    // Whoever released the orphan looked at the long job just as often.
    await add("test:orphan");
    await vi.waitFor(() => expect(done.filter((name) => name === "orphan")).toHaveLength(2), { timeout: RELEASED_WITHIN_MS });
    expect(done.filter((name) => name === "long")).toHaveLength(1);
  } finally {
    finishLong();
    await Promise.all(workers.map((worker) => worker.close()));
  }
});

test("of what the clock begins one run is under way and one waits at most, whatever else its line says", () => {
  const items = clockOf("* * * * * test:one\n5 * * * * test:two ?queue=test");
  expect(items.map(({ task, options: { jobKey, jobKeyMode, queueName } }) => [task, jobKey, jobKeyMode, queueName])).toEqual([
    ["test:one", "test:one", "replace", "test:one"],
    ["test:two", "test:two", "replace", "test"],
  ]);
});

test("a run of the clock that nobody will try again is taken away; what is tried again, and what another job left, stays", async () => {
  const { platform, url } = world.open;
  await asOwner(url, "delete from graphile_worker._private_jobs");
  for (const task of ["test:clock", "test:clock", "test:once"]) await add(task);
  await asOwner(
    url,
    "update graphile_worker._private_jobs set attempts = max_attempts where id not in (select min(id) from graphile_worker.jobs where task_identifier = 'test:clock')",
  );
  await sweepDead(platform.database, "* * * * * test:clock");
  expect(await asOwner(url, "select task_identifier as task, attempts from graphile_worker.jobs order by id")).toEqual([
    { task: "test:clock", attempts: 0 },
    { task: "test:once", attempts: 25 },
  ]);
});

test("a run works through as many rows as it may, however they are paged", async () => {
  const done: bigint[] = [];
  const find = (after: bigint) => Promise.resolve([{ number: after + 1n }, { number: after + 2n }]);
  await workThrough(world.open.platform, { job: "test", find, each: async (_tx, { number }) => void done.push(number), atMost: 5 });
  expect(done).toEqual([1n, 2n, 3n, 4n, 5n]);
});
