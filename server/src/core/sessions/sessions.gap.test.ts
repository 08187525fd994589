import { sessions } from "@laro/contract/sessions";
import { wallet } from "@laro/contract/wallet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, cutListeners, LISTENERS } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { openRelay, type Relay } from "../../testing/relay.ts";
import { openSister } from "../../testing/sister.ts";
import { createWorld, type World } from "../../testing/world.ts";

const FOUND_SILENT_WITHIN_MS = 12_000;
const HEARD_AGAIN_WITHIN_MS = 10_000;

let world: World;
let relay: Relay;
let sister: Awaited<ReturnType<typeof openSister>>;
beforeAll(async () => {
  world = await createWorld();
  relay = await openRelay(world.open.url);
  sister = await openSister(world, { url: relay.url });
});
afterAll(async () => {
  await sister.close();
  await relay.close();
  await world.close();
});

// Time stands still, so what is remembered of a session stays fresh for ever: only what is heard can end it.
const isIn = async (person: Person): Promise<boolean> => (await person.send(wallet.balance, {})).status === 200;

const countListeners = async (): Promise<number> => {
  const [row] = await asOwner<{ count: number }>(world.open.url, `select count(*)::int as count ${LISTENERS}`);
  return row!.count;
};

/** In the database itself, by which no other process is told. */
const endSilently = (person: { readonly id: bigint }): Promise<unknown> =>
  asOwner(world.open.url, "update session set ended_at = now() where kind = 'member' and subject_id = $1", [String(person.id)]);

test("a session that ends while no process listens is trusted by none, from the first call on", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const elsewhere = sister.meet(ann);
  expect([await isIn(elsewhere), await isIn(ben)]).toEqual([true, true]);
  await cutListeners(world.open.url);
  await ann.call(sessions.logout, {});
  expect([await isIn(elsewhere), await isIn(ann), await isIn(ben)]).toEqual([false, false, true]);
  // What is read while nobody listens is not remembered either.
  await endSilently(ben);
  expect(await isIn(ben)).toBe(false);
  await expect.poll(countListeners, { timeout: HEARD_AGAIN_WITHIN_MS }).toBe(2);
});

test("a process whose listening connection fell silent notices within twelve seconds, trusts no session it cannot hear of, and listens again", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const elsewhere = sister.meet(ann);
  expect([await isIn(elsewhere), await isIn(sister.meet(ben))]).toEqual([true, true]);
  relay.freeze("listen laro_session");
  await ann.call(sessions.logout, {});
  await expect.poll(() => isIn(elsewhere), { timeout: FOUND_SILENT_WITHIN_MS, interval: 100 }).toBe(false);
  expect(await isIn(sister.meet(ben))).toBe(true);
  // Once it hears again it remembers again: an end nobody told of is not looked for at each call.
  const isRemembered = async (): Promise<boolean> => {
    const carl = await world.player();
    expect(await isIn(sister.meet(carl))).toBe(true);
    await endSilently(carl);
    return isIn(sister.meet(carl));
  };
  await expect.poll(isRemembered, { timeout: HEARD_AGAIN_WITHIN_MS, interval: 500 }).toBe(true);
});
