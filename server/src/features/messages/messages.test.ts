import { accountTypes } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { translatorFor } from "@laro/locales/compiled";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const credited = (accountId: bigint, depositId = newId(world.clock.now())) =>
  world.open.platform.database.begin((tx) => tell(tx, "deposits.credited", { depositId, accountId: String(accountId), amount: "1234567.50" }));

test("a trial account has no inbox", async () => {
  const trial = await world.member({ type: accountTypes.trial });
  expect(await trial.refused(messages.unread, {})).toBe("sessions.real_account_needed");
  expect(await trial.refused(messages.mine, {})).toBe("sessions.real_account_needed");
});

test("another member's message looks like none and stays unread", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  await world.work();
  const [welcome] = (await ann.call(messages.mine, {})).list;
  expect(await ben.refused(messages.read, { id: welcome!.id })).toBe("messages.not_found");
  expect(await ann.call(messages.unread, {})).toEqual({ count: 1 });
});

test("a new member is welcomed, and a read message is read from then on", async () => {
  const ann = await world.player();
  await world.work();
  const [welcome, ...others] = (await ann.call(messages.mine, {})).list;
  expect([welcome, others]).toMatchObject([{ template: "welcome", readAt: null }, []]);
  await ann.call(messages.read, { id: welcome!.id });
  const readAt = world.clock.now().toISOString();
  world.clock.advance(60_000);
  await ann.call(messages.read, { id: welcome!.id });
  expect((await ann.call(messages.mine, {})).list).toMatchObject([{ readAt }]);
  expect(await ann.call(messages.unread, {})).toEqual({ count: 0 });
});

test("an event told twice is one message", async () => {
  const ann = await world.player();
  const depositId = newId(world.clock.now());
  await credited(ann.id, depositId);
  await credited(ann.id, depositId);
  await world.work();
  expect((await ann.call(messages.mine, {})).list.filter(({ template }) => template === "depositCredited")).toHaveLength(1);
});

test("a message's template is filled with site, currency and amount in the reader's language [ENTITY-62]", async () => {
  const ann = await world.player();
  await credited(ann.id);
  await world.work();
  const letter = (await ann.call(messages.mine, {})).list.find(({ template }) => template === "depositCredited");
  const values = Object.fromEntries((letter?.values ?? []).entries());
  expect(translatorFor("EN")("messages.depositCredited.text", values)).toBe("Laro: your deposit of ₱1,234,567.50 is in your balance.");
  const tagalog = translatorFor("TY")("messages.depositCredited.text", values);
  expect(tagalog).toContain("₱1,234,567.50");
  expect(tagalog).not.toMatch(/^Laro: your deposit/);
});

test("the inbox is paged newest first, none twice and none left out", async () => {
  const ann = await world.player();
  for (let count = 0; count < 4; count++) {
    world.clock.advance(1_000);
    await credited(ann.id);
    await world.work();
  }
  const first = await ann.call(messages.mine, { limit: 3 });
  const second = await ann.call(messages.mine, { limit: 3, cursor: first.next ?? "" });
  const moments = [...first.list, ...second.list].map(({ at }) => at);
  expect(moments).toHaveLength(5);
  expect(moments).toEqual(moments.toSorted().toReversed());
});
