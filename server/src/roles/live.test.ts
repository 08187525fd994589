import { settings } from "@laro/contract/settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staleOnCommit } from "../platform/live.ts";
import { attend } from "../testing/attend.ts";
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
