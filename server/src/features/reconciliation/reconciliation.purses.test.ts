import { reconciliation } from "@laro/contract/reconciliation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { addVendor, nameAt } from "../../testing/gateway.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { listUnmatched } from "./reconciliation.purses.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

test("what of a purse was explained stays so while it is as much, and is open again once it is more", async () => {
  const vendor = await addVendor(world, { id: 740, code: "PURSES", row: { simulated: false } });
  const ann = await world.player();
  await nameAt(world, vendor, ann.id);
  const since = new Date(world.clock.now().getTime() - 25 * 60 * 60_000);
  await asOwner(world.open.url, "insert into vendor_unmatched (purse_id, account_id, vendor_id, amount, id, since) values (1, $1, 740, 1000, $2, $3)", [
    ann.id,
    newId(since),
    since,
  ]);
  const officer = await world.operator("finance");
  const found = async (state: "open" | "explained") => (await officer.call(reconciliation.differences, { state, party: "PURSES" })).list;
  await listUnmatched(world.open.platform);
  const [difference] = await found("open");
  expect(difference).toMatchObject({ flow: "purse", memberName: ann.name, theirs: 10_00n });
  await officer.call(reconciliation.explain, { id: difference!.id, explanation: "They wrote that a round is late" });
  await listUnmatched(world.open.platform);
  expect(await found("explained")).toMatchObject([{ theirs: 10_00n, explainedBy: officer.name }]);
  await asOwner(world.open.url, "update vendor_unmatched set amount = 900000 where account_id = $1", [ann.id]);
  await listUnmatched(world.open.platform);
  expect(await found("explained")).toEqual([]);
  expect(await found("open")).toMatchObject([{ id: difference!.id, theirs: 9_000_00n, explanation: null }]);
});
