import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { findLeastEdge, listValidEdges } from "./edge.ts";

let world: World;
beforeAll(async () => void (world = await createWorld({ catalogue: true })));
afterAll(() => world.close());

const asMaker = (text: string) => asOwner<{ id: number; name: string }>(world.open.url, text);

test("a vendor's game leaves the house what its maker states, twice that where its bets count half, and is none where nothing is stated or counted", async () => {
  const [whole, half, silent, free] = await asMaker(
    "select id, name from game where vendor_id > 1 and valid_percent = 100 and rtp_bps is not null order by id limit 4",
  );
  const ids = [whole!, half!, silent!, free!].map(({ id }) => id);
  await asMaker(
    `update game set rtp_bps = 9990, valid_percent = case id when ${half!.id} then 50 when ${free!.id} then 0 else 100 end where id in (${ids.join()})`,
  );
  await asMaker(`update game set rtp_bps = null, rtp_source = null where id = ${silent!.id}`);
  const edges = new Map((await listValidEdges(world.open.platform.database.db)).map(({ gameId, edge }) => [gameId, edge]));
  expect(ids.map((id) => edges.get(id))).toEqual([100, 200, undefined, undefined]);
  expect(edges.get(1)).toBe(1_000);
  expect(await findLeastEdge(world.open.platform.database.db)).toEqual({ game: whole!.name, edge: 100 });
});
