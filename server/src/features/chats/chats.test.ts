import { accounts } from "@laro/contract/accounts";
import { chats } from "@laro/contract/chats";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { protection } from "@laro/contract/protection";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brand } from "../../core/settings/packs.ts";
import { newId } from "../../platform/ids.ts";
import { attend } from "../../testing/attend.ts";
import { enterAgain } from "../../testing/cashier.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { eraseChats } from "./chats.erase.ts";
import { findFault } from "./chats.words.ts";

const CODE = "ROULETTE_1";
const PACE_MS = 3_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const officer = () => world.operator("support");
const reason = "Looked at by hand";
const message = (text: string, requestId = newId(world.clock.now())) => ({ requestId, series: CODE, text });
/** A message after the member's pace. */
const say = async (person: Person, text: string) => {
  world.clock.advance(PACE_MS);
  return person.call(chats.send, message(text));
};
const textsFor = async (person: Person) => (await person.call(chats.launch, { series: CODE })).messages.map(({ text }) => text);

test("a chat opens with its newest messages, oldest first, under nicknames and masked names, and goes on at everyone's socket [CALL-63]", async () => {
  const [ann, ben] = [await world.player({ name: "mariasantos" }), await world.player({ name: "benjiereyes" })];
  await asOwner(world.open.url, "update account set nickname = 'Inday' where id = $1", [ann.id]);
  expect(await ann.call(chats.launch, { series: CODE })).toEqual({
    series: CODE,
    messages: [],
    open: true,
    everySeconds: 3,
    name: "Inday",
    muted: false,
    mutedUntil: null,
  });
  const his = await attend(world, ben);
  his.say({ watch: [CODE] });
  await expect
    .poll(async () => (await say(ann, "Magandang gabi po"), his.heard))
    .toContainEqual({ table: CODE, chat: expect.objectContaining({ name: "Inday" }) });
  await say(ben, "hello  there");
  expect((await ann.call(chats.launch, { series: CODE })).messages.at(-1)).toMatchObject({ name: "be***s", text: "hello there" });
  expect((await ann.call(chats.launch, { series: "BACCARAT_1" })).messages).toEqual([]);
  his.close();
});

test("a guest, a trial, an unknown table, a slot and whoever takes a break say nothing; the other may read on", async () => {
  const [ann, trial] = [await world.player(), await world.member({ type: accountTypes.trial })];
  expect(await world.guest().refused(chats.send, message("hi"))).toBe("sessions.required");
  expect(await trial.refused(chats.send, message("hi"))).toBe("sessions.real_account_needed");
  for (const series of ["NONE", "DICE", "__proto__"]) {
    expect(await ann.refused(chats.send, { ...message("hi"), series })).toBe("games.not_found");
    expect(await ann.refused(chats.launch, { series })).toBe("games.not_found");
  }
  await ann.call(protection.takeBreak, { period: "24h" });
  expect(await ann.refused(chats.send, message("hi"))).toBe("protection.excluded");
  expect((await ann.call(chats.launch, { series: CODE })).open).toBe(true);
});

test("of thirty messages at once one stands; the next after three seconds; the same request is one message, another text under it is refused", async () => {
  const ann = await world.player();
  world.clock.advance(PACE_MS);
  const sent = await Promise.all(Array.from({ length: 30 }, (_, at) => ann.send(chats.send, message(`number ${at}`))));
  expect(sent.filter(({ answer }) => answer.success)).toHaveLength(1);
  expect(await ann.refusal(chats.send, message("too soon"))).toMatchObject({ code: "chats.too_soon", values: { seconds: 3 } });
  const later = await world.player();
  world.clock.advance(PACE_MS);
  const once = message("only once");
  const first = await later.call(chats.send, once);
  expect(await later.call(chats.send, once)).toEqual(first);
  expect(await later.refused(chats.send, { ...once, text: "something else" })).toBe("request.id_reused");
  // The same request of another member is another message.
  expect((await (await world.player()).call(chats.send, once)).id).not.toBe(first.id);
});

test.each([
  ["see example.com", "chats.link"],
  ["see https://a", "chats.link"],
  ["t.me/somebody", "chats.link"],
  ["win at casino (dot) com", "chats.link"],
  ["write to @somebody", "chats.link"],
  ["0917 123 4567", "chats.number"],
  ["call 0-9-1-7-1-2-3", "chats.number"],
  ["９１７１２３４", "chats.number"],
  ["0:9:1:7:1:2:3", "chats.number"],
  ["0917|123|4567", "chats.number"],
  ["0'9'1'7'1'2'3", "chats.number"],
  ["٠٩١٧١٢٣٤", "chats.number"],
  ["0️⃣9️⃣1️⃣7️⃣1️⃣2️⃣3️⃣", "chats.number"],
  ["example。com", "chats.link"],
  ["Won 1,500.00! And 250.00 before.", undefined],
  ["500 + 500 = 1,000", undefined],
  ["P U T A ka", "chats.word"],
  ["Pút@", "chats.word"],
  ["gaaago", "chats.word"],
  ["sh1t", "chats.word"],
  ["Nanalo ako ng 1,500.00 kanina. Ang saya!", undefined],
  ["20261122-0713 was mine", "chats.number"],
  ["Good luck sa lahat :)", undefined],
  ["O, A, E", undefined],
])("of %j the fault is %s", (text, fault) => expect(findFault(text, brand.chatWords)).toBe(fault));

test("what may not stand in a chat is refused at its field and stands nowhere; a nickname that may not be shown is none", async () => {
  const ann = await world.player({ name: "carlareyes" });
  await asOwner(world.open.url, "update account set nickname = 'call 09171234567' where id = $1", [ann.id]);
  world.clock.advance(PACE_MS);
  expect(await ann.refusal(chats.send, message("see example.com"))).toMatchObject({ code: "chats.link", field: "text" });
  expect((await ann.request("POST", "/api/chats.send", JSON.stringify(message("a".repeat(161))))).status).toBe(400);
  expect(await textsFor(ann)).not.toContain("see example.com");
  expect((await ann.call(chats.send, message("fine"))).name).toBe("ca***s");
});

test("a reported message waits for an officer, once for each member; hidden it is gone everywhere at once, kept it waits no more", async () => {
  const support = await officer();
  const [ann, ben, cat] = [await world.player(), await world.player(), await world.player()];
  const [bad, good] = [await say(ann, "this is rude"), await say(ann, "this is not")];
  for (const id of [bad.id, bad.id, good.id]) await ben.call(chats.report, { id });
  await cat.call(chats.report, { id: bad.id });
  expect(await ann.refused(chats.report, { id: bad.id })).toBe("chats.not_found");
  expect(await ben.refused(chats.report, { id: newId(world.clock.now()) })).toBe("chats.not_found");
  const waiting = async () => (await support.call(chats.queue, { state: "reported" })).list.map(({ text, reports }) => [text, reports]);
  expect(await waiting()).toEqual([
    ["this is rude", 2],
    ["this is not", 1],
  ]);
  const hers = await attend(world, cat);
  hers.say({ watch: [CODE] });
  await new Promise((wait) => setTimeout(wait, 100));
  await support.call(chats.hide, { id: bad.id, reason });
  await support.call(chats.keep, { id: good.id, reason });
  await expect.poll(() => hers.heard).toContainEqual({ table: CODE, unchat: bad.id });
  hers.close();
  expect(await waiting()).toEqual([]);
  expect(await textsFor(ben)).not.toContain("this is rude");
  expect(await textsFor(ben)).toContain("this is not");
  for (const act of [support.refused(chats.hide, { id: bad.id, reason }), support.refused(chats.keep, { id: good.id, reason })])
    expect(await act).toBe("chats.not_found");
  expect((await support.call(chats.queue, { state: "all", limit: 1 })).next).not.toBe(null);
  expect(await (await world.operator("finance")).refused(chats.hide, { id: good.id, reason })).toBe("sessions.forbidden");
  expect(await ann.refused(chats.queue, { state: "all" })).toBe("sessions.required");
});

test("a muted member writes nothing for an hour, a day or for good, until an officer takes it back", async () => {
  const ann = await world.player();
  await (await officer()).call(chats.mute, { memberId: ann.id, hours: 1, reason });
  expect(await ann.call(chats.launch, { series: CODE })).toMatchObject({ muted: true, mutedUntil: expect.any(String) });
  expect(await ann.refused(chats.send, message("hi"))).toBe("chats.muted");
  world.clock.advance(HOUR_MS);
  await enterAgain(ann);
  await say(ann, "back again");
  const support = await officer();
  await support.call(chats.mute, { memberId: ann.id, hours: null, reason });
  world.clock.advance(PACE_MS);
  expect(await ann.refused(chats.send, message("hi"))).toBe("chats.muted");
  expect((await support.call(chats.mutes, {})).list).toMatchObject([{ memberId: ann.id, until: null, reason }]);
  await support.call(chats.unmute, { memberId: ann.id, reason });
  expect(await support.refused(chats.unmute, { memberId: ann.id, reason })).toBe("chats.not_muted");
  expect(await support.refused(chats.mute, { memberId: 999_999n, hours: 1, reason })).toBe("accounts.not_found");
  await say(ann, "hello again");
});

test("a chat that is closed takes nothing, a slow one a message a minute; each for its table alone", async () => {
  const support = await officer();
  const ann = await world.player();
  const set = (open: boolean, everySeconds: 3 | 60) => support.call(chats.setRoom, { series: CODE, open, everySeconds, reason });
  const { list } = await set(false, 3);
  expect(list.filter(({ open }) => !open).map(({ series }) => series)).toEqual([CODE]);
  expect(list.length).toBeGreaterThan(4);
  world.clock.advance(PACE_MS);
  expect(await ann.refused(chats.send, message("hi"))).toBe("chats.closed");
  await ann.call(chats.send, { ...message("over here"), series: "BACCARAT_1" });
  await set(true, 60);
  world.clock.advance(PACE_MS);
  expect(await ann.refused(chats.send, message("hi"))).toBe("chats.too_soon");
  world.clock.advance(60_000);
  await ann.call(chats.send, message("a minute later"));
  await set(true, 3);
  expect(await support.refused(chats.setRoom, { series: "DICE", open: true, everySeconds: 3, reason })).toBe("games.not_found");
});

test("messages go after thirty days, reported ones after a year", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  await say(ann, "soon forgotten");
  const { id } = await say(ann, "kept for a year");
  await ben.call(chats.report, { id });
  const forget = async (afterMs: number) => {
    world.clock.advance(afterMs);
    await eraseChats(world.open.platform.database, world.clock.now());
    const rows = await asOwner(world.open.url, "select text from chat_message where account_id = $1", [ann.id]);
    return rows.map((row) => row["text"]);
  };
  expect(await forget(29 * DAY_MS)).toEqual(["soon forgotten", "kept for a year"]);
  expect(await forget(DAY_MS)).toEqual(["kept for a year"]);
  expect(await forget(335 * DAY_MS)).toEqual([]);
});

test("one run forgets all old messages, however few at a time", async () => {
  const ann = await world.player();
  for (let place = 0; place < 5; place++) await say(ann, `message ${place}`);
  world.clock.advance(30 * DAY_MS);
  await eraseChats(world.open.platform.database, world.clock.now(), 2);
  expect(await asOwner(world.open.url, "select text from chat_message where account_id = $1", [ann.id])).toEqual([]);
});

test("the nickname is the one the member has when they write", async () => {
  const ann = await world.player({ name: "dorareyes" });
  expect((await ann.call(accounts.me, {})).nickname).toBe("dorareyes");
  expect((await say(ann, "first")).name).toBe("do***s");
});
