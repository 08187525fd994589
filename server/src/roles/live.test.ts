import { EVERYTHING } from "@laro/contract/core/live";
import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staleOnCommit } from "../platform/live.ts";
import { attend } from "../testing/attend.ts";
import { cutListeners } from "../testing/owner.ts";
import { soon } from "../testing/soon.ts";
import { createWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("what grew stale between a page and its socket is said when the socket opens, to whom it was said, for as long as the page says it missed it", async () => {
  const [ann, officer] = [await world.player(), await world.operator("superadmin")];
  const first = await attend(world, ann);
  await officer.call(settings.setFlag, { modId: "pointsSystem", enabled: false, reason: "it is asked for" });
  await soon(() => expect(first.heard).toContainEqual({ stale: ["site.permission"] }));
  world.open.platform.live.stale(["wallets.me"], [`member:${ann.id}`]);
  await soon(() => expect(first.heard).toContainEqual({ stale: ["wallets.me"] }));
  const said = async (person: typeof ann, missedMs?: string) => {
    const { heard, close } = await attend(world, person, undefined, missedMs);
    close();
    return heard.flatMap((one) => ("stale" in one ? one.stale : [])).toSorted();
  };
  expect(await said(ann, "60000")).toEqual(["site.permission", "wallets.me"]);
  expect(await said(await world.player(), "60000")).toEqual(["site.permission"]);
  for (const nothing of [undefined, "0", "-5", "soon", "1e400"]) expect(await said(ann, nothing)).toEqual([]);
  first.close();
});

test("what grows stale for thousands in one transaction is said to each of them", async () => {
  const ann = await world.player();
  const { heard, close } = await attend(world, ann);
  const others = Array.from({ length: 3_000 }, (_, at) => `member:${9_000_000 + at}` as const);
  await world.open.platform.database.begin(async (tx) => staleOnCommit(tx, ["prizeDraws.tickets"], [...others, `member:${ann.id}`]));
  await soon(() => expect(heard).toEqual([{ stale: ["prizeDraws.tickets"] }]));
  close();
});

const breakListening = async (): Promise<void> => {
  await cutListeners(world.open.url);
  await soon(() => expect(world.open.platform.live.isListening).toBe(false));
};

test("what a process says while its connection is away is said when it is back: of a table the newest of each kind, and of too much that everything is stale", async () => {
  const { live } = world.open.platform;
  const ann = await world.player();
  const { heard, close } = await attend(world, ann, { watch: ["CRASH_1"] });
  await breakListening();
  live.stale(["wallets.me"], [`member:${ann.id}`]);
  for (const members of [1, 2]) await live.tell(["table:CRASH_1"], { table: "CRASH_1", sums: { drawId: "1", members, spots: {} } });
  await soon(() => expect(heard).toContainEqual({ stale: ["wallets.me"] }));
  await soon(() => expect(heard.filter((one) => "table" in one)).toHaveLength(1));
  expect(heard.find((one) => "table" in one)).toMatchObject({ sums: { members: 2 } });
  const all = () => heard.filter((one) => "stale" in one && one.stale.includes(EVERYTHING));
  expect(all()).toHaveLength(1);
  await breakListening();
  live.stale(
    ["wallets.me"],
    Array.from({ length: 10_001 }, (_, at) => `member:${9_000_000 + at}` as const),
  );
  // Once because this process did not hear, and once because of what it could not say.
  await soon(() => expect(all()).toHaveLength(3));
  close();
});

test("what is remembered until somebody says that it is stale is let go of when notices are heard again", async () => {
  const { live } = world.open.platform;
  let forgotten = 0;
  const stop = live.onStale(["site.permission"], () => (forgotten += 1));
  live.stale(["wallets.me"], ["everyone"]);
  await breakListening();
  await soon(() => expect(forgotten).toBe(1));
  stop();
});
