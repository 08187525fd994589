import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recordedMessages, sendMessage } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import { openSister } from "../../testing/sister.ts";
import { createWorld, type World } from "../../testing/world.ts";

const MINUTE_MS = 60_000;
const ROWS_PER_MINUTE_MAX = 21;

let world: World;
beforeAll(async () => void (world = await createWorld({ psp: true })));
afterEach(() => asOwner(world.open.url, "delete from unsigned_message"));
afterAll(() => world.close());

interface Row {
  readonly address: string;
  readonly count: string;
  readonly fault: string;
  readonly sample: string;
}

const counted = (): Promise<Row[]> =>
  asOwner<Row>(
    world.open.url,
    "select address, count::text, fault, encode(sample, 'escape') as sample from unsigned_message order by minute, count desc, address",
  );

const forge = (body: string, ip: string): Promise<number> => sendMessage(world, body, { secret: "a guess", ip });

test("three hundred forged messages of one address in a minute are one row with their number and one sample, and none stands among the provider's", async () => {
  const before = await recordedMessages(world);
  expect(await forge('{"first":"\\u0000"}', "203.0.113.1")).toBe(401);
  const answers = await Promise.all(Array.from({ length: 299 }, (_, index) => forge(`{"n":${index},"more":"${"x".repeat(2_000)}"}`, "203.0.113.1")));
  expect(new Set(answers)).toEqual(new Set([401]));
  expect(await counted()).toEqual([{ address: "203.0.113.1", count: "300", fault: "webhooks.signature_wrong", sample: '{"first":"\\\\u0000"}' }]);
  expect(await recordedMessages(world)).toEqual(before);
});

test("the next minute is a row of its own, and a sample is short", async () => {
  await forge("x".repeat(5_000), "203.0.113.2");
  world.clock.advance(MINUTE_MS);
  await forge("again", "203.0.113.2");
  expect((await counted()).map(({ count, sample }) => [count, sample])).toEqual([
    ["1", "x".repeat(512)],
    ["1", "again"],
  ]);
});

test("two hundred addresses within a minute, at two processes at once, are twenty-one rows that together count every message", async () => {
  const sister = await openSister(world);
  try {
    const { clock, open, address } = world;
    const send = (at: string, sender: number) => sendMessage({ clock, open, address: at }, "{}", { secret: "a guess", ip: `203.0.113.${sender}` });
    await Promise.all(Array.from({ length: 400 }, (_, index) => send(index % 2 === 0 ? address : sister.address, index >> 1)));
    const rows = await counted();
    expect(rows).toHaveLength(ROWS_PER_MINUTE_MAX);
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(400);
    expect(rows[0]).toMatchObject({ address: "others" });
  } finally {
    await sister.close();
  }
});

test("what was counted a week ago is forgotten", async () => {
  await forge("old", "203.0.113.3");
  await world.pass(7 * 24 * 60 * MINUTE_MS + MINUTE_MS);
  await forge("new", "203.0.113.3");
  await asOwner(world.open.url, "select graphile_worker.add_job('payments:sweepUnsigned', '{}'::json)");
  await world.work();
  expect((await counted()).map(({ sample }) => sample)).toEqual(["new"]);
});
