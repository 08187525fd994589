import { dispatches } from "@laro/contract/dispatches";
import { feedback } from "@laro/contract/feedback";
import { afterAll, beforeAll, expect, test } from "vitest";
import { solveCaptcha } from "../../testing/captcha.ts";
import { beginThreadOf, seenOf, writeToUs } from "../../testing/feedback.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { speaksOfHarm } from "./feedback.harm.ts";
import { eraseGuests } from "./feedback.erase.ts";
import { closeSilent } from "./feedback.ts";

let world: World;
let [officer, other]: Person[] = [];
beforeAll(async () => {
  world = await createWorld();
  [officer, other] = [await world.operator("support"), await world.operator("support")];
});
afterAll(() => world.close());

const guestThread = async (email = "") => {
  const { reference } = await writeToUs(world, world.guest(), { email });
  const [row] = await asOwner<{ id: string }>(world.open.url, "select id from feedback where number = $1", [reference.slice(2)]);
  return { id: row!.id, reference };
};

test("of two officers who take one thread at once one gets it, and the other hears who [PROD-23]", async () => {
  const ann = await world.player();
  for (let round = 0; round < 5; round++) {
    const id = await beginThreadOf(world, ann);
    const taken = await Promise.all(
      [officer!, other!].map((one) =>
        one.call(feedback.take, { id }).then(
          () => one,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(taken.filter((one) => typeof one !== "string")).toHaveLength(1);
    expect(taken).toContain("feedback.taken");
    const first = taken.find((one) => typeof one !== "string") as Person;
    const second = first === officer ? other! : officer!;
    expect((await second.refusal(feedback.take, { id })).values["officer"]).toBe(first.name);
    expect(await second.refused(feedback.answer, { id, text: "Me too", seen: id })).toBe("feedback.not_taken");
    expect(await second.refused(feedback.close, { id, seen: id })).toBe("feedback.not_taken");
    expect(await second.refused(feedback.handOver, { id })).toBe("feedback.not_taken");
  }
});

test("what nobody has taken is not answered or closed, and a closed thread is not taken", async () => {
  const id = await beginThreadOf(world, await world.player());
  expect(await officer!.refused(feedback.answer, { id, text: "Hello", seen: id })).toBe("feedback.not_taken");
  expect(await officer!.refused(feedback.close, { id, seen: id })).toBe("feedback.not_taken");
  await officer!.call(feedback.take, { id });
  await officer!.call(feedback.close, { id, seen: await seenOf(officer!, id) });
  expect(await other!.refused(feedback.take, { id })).toBe("feedback.closed");
  expect(await officer!.refused(feedback.answer, { id, text: "Hello", seen: id })).toBe("feedback.not_taken");
  expect(await officer!.refused(feedback.case, { id: "00000000-0000-7000-8000-000000000000" })).toBe("feedback.not_found");
});

test("an officer answers and closes what they saw: a word its member wrote since is read first, another officer's note is not", async () => {
  const ann = await world.player();
  const id = await beginThreadOf(world, ann);
  await officer!.call(feedback.take, { id });
  const before = await seenOf(officer!, id);
  await ann.call(feedback.reply, { id, text: "Wait, it has come" });
  expect(await officer!.refused(feedback.answer, { id, text: "It will come", seen: before })).toBe("feedback.changed");
  expect(await officer!.refused(feedback.close, { id, seen: before })).toBe("feedback.changed");
  // A message of another thread is none of this one.
  const elsewhere = await seenOf(officer!, await beginThreadOf(world, await world.player()));
  expect(await officer!.refused(feedback.close, { id, seen: elsewhere })).toBe("feedback.changed");
  expect(await officer!.call(feedback.case, { id })).toMatchObject({ state: "open", messages: [{ kind: "writer" }, { kind: "writer" }] });
  const now = await seenOf(officer!, id);
  await other!.call(feedback.note, { id, text: "She wrote twice" });
  expect(await officer!.call(feedback.answer, { id, text: "Good", seen: now })).toMatchObject({ state: "answered" });
});

test("of a member's word and an officer's answer in the same moment none is overlooked", async () => {
  for (let round = 0; round < 10; round++) {
    const ann = await world.player();
    const id = await beginThreadOf(world, ann);
    await officer!.call(feedback.take, { id });
    const seen = await seenOf(officer!, id);
    const [answered] = await Promise.all([
      officer!.call(feedback.answer, { id, text: "There", seen }).then(
        () => true,
        (error: { code: string }) => (error.code === "feedback.changed" ? false : error),
      ),
      ann.call(feedback.reply, { id, text: "Wait" }),
    ]);
    // The word came after the answer and waits anew, or the answer was refused for it.
    const { state, messages } = await officer!.call(feedback.case, { id });
    expect([answered, state, messages.map(({ kind }) => kind)]).toEqual(
      answered === true ? [true, "new", ["writer", "answer", "writer"]] : [false, "open", ["writer", "writer"]],
    );
  }
});

test("a thread is handed to an officer who may answer, or back to the queue; a superadmin may hand over another's", async () => {
  const id = await beginThreadOf(world, await world.player());
  const { list } = await officer!.call(feedback.officers, {});
  const to = list.find(({ name }) => name === other!.name)!.id;
  await officer!.call(feedback.take, { id });
  expect(await officer!.refused(feedback.handOver, { id, to: 9_999n })).toBe("feedback.officer_unknown");
  const finance = await world.operator("finance");
  const [row] = await asOwner<{ id: string }>(world.open.url, "select id from operator where name = $1", [finance.name]);
  expect(list.map(({ id: one }) => String(one))).not.toContain(row!.id);
  expect(await officer!.refused(feedback.handOver, { id, to: BigInt(row!.id) })).toBe("feedback.officer_unknown");
  expect(await officer!.call(feedback.handOver, { id, to })).toMatchObject({ state: "open", takenBy: other!.name });
  expect(await officer!.refused(feedback.answer, { id, text: "Hello", seen: id })).toBe("feedback.not_taken");
  const chief = await world.operator("superadmin");
  expect(await chief.call(feedback.handOver, { id })).toMatchObject({ state: "new", takenBy: null });
});

test("a guest who left an e-mail address is answered there and the address is kept sealed; one who left none cannot be answered", async () => {
  const email = "Guest.Of@Example.org";
  expect(await world.guest().refused(feedback.send, { content: "Hello", type: 0, email: "no address", ...(await solveCaptcha(world)) })).toBe(
    "feedback.email_invalid",
  );
  const { id, reference } = await guestThread(email);
  const [kept] = await asOwner<{ email: Buffer; email_masked: string }>(world.open.url, "select email, email_masked from feedback where id = $1", [id]);
  expect(kept!.email.toString("latin1")).not.toContain("example");
  await officer!.call(feedback.take, { id });
  expect(await officer!.call(feedback.case, { id })).toMatchObject({ email: kept!.email_masked, answerable: true, memberId: null });
  const letters = async () =>
    (await officer!.call(dispatches.list, {})).list.filter(({ template }) => template === "feedbackAnswer").map(({ target }) => target);
  expect(await letters()).toEqual([]);
  await officer!.call(feedback.answer, { id, text: "We found it.", seen: await seenOf(officer!, id) });
  expect(await letters()).toEqual([kept!.email_masked]);
  expect(reference).toMatch(/^F-\d+$/);
  const silent = await guestThread();
  await officer!.call(feedback.take, { id: silent.id });
  expect(await officer!.refused(feedback.answer, { id: silent.id, text: "Hello?", seen: await seenOf(officer!, silent.id) })).toBe("feedback.not_answerable");
  expect(await officer!.call(feedback.case, { id: silent.id })).toMatchObject({ state: "open", answerable: false, messages: [{ kind: "writer" }] });
  expect(await officer!.call(feedback.close, { id: silent.id, seen: await seenOf(officer!, silent.id) })).toMatchObject({ state: "closed" });
});

test("words of harm, in English and Tagalog, come first in the queue and are due as soon as anything is", async () => {
  for (const said of [
    "I want to kill myself",
    "I can't stop",
    "SUICIDE",
    "naáadik na ako",
    "Baon sa utang.",
    "please self-exclude me",
    "I have a gambling problem!",
  ])
    expect([said, speaksOfHarm(said)]).toEqual([said, true]);
  for (const said of ["The reel does not stop", "Where is my deposit?", "radikal", "Nasaan ang pera ko?", "killer bonus"])
    expect([said, speaksOfHarm(said)]).toEqual([said, false]);
  const before = await beginThreadOf(world, await world.player(), { type: 1 });
  const id = await beginThreadOf(world, await world.player(), { type: 0, content: "I lost everything and cannot stop" });
  const { list } = await officer!.call(feedback.queue, { state: "new", limit: 100 });
  expect(list[0]).toMatchObject({ id, harm: true });
  expect(list.find((row) => row.id === before)).toMatchObject({ harm: false });
  expect(Date.parse(list[0]!.dueAt!) - world.clock.now().getTime()).toBe(30 * 60_000);
  const later = await world.player();
  const calm = await beginThreadOf(world, later, { type: 0 });
  await later.call(feedback.reply, { id: calm, text: "Gusto ko nang magpakamatay" });
  expect(await officer!.call(feedback.case, { id: calm })).toMatchObject({ harm: true });
  for (const one of [id, calm]) {
    await officer!.call(feedback.take, { id: one });
    await officer!.call(feedback.close, { id: one, seen: await seenOf(officer!, one) });
  }
});

test("the queue is in the order of what is due, page by page, none twice and none left out", async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => world.player()));
  for (const [at, person] of people.entries()) for (const type of [4, 3, 1] as const) await beginThreadOf(world, person, { type, content: `No ${at}` });
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await officer!.call(feedback.queue, { state: "new", limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.list.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const { list, counts } = await officer!.call(feedback.queue, { state: "new", limit: 100 });
  expect(ids).toEqual(list.map(({ id }) => id));
  expect(new Set(ids).size).toBe(counts.new);
  const due = list.map(({ dueAt }) => Date.parse(dueAt!));
  expect(due).toEqual(due.toSorted((one, two) => one - two));
});

test("the figures say what waits, what is overdue and how soon the first answer came", async () => {
  const figures = () => officer!.call(feedback.figures, {});
  const before = await figures();
  const ann = await world.player();
  const id = await beginThreadOf(world, ann);
  expect(await figures()).toMatchObject({ waiting: before.waiting + 1, oldestAt: before.oldestAt });
  await officer!.call(feedback.take, { id });
  await asOwner(world.open.url, "update feedback set at = at - interval '90 minutes', due_at = due_at - interval '90 minutes' where id = $1", [id]);
  expect((await figures()).overdue).toBe(before.overdue + 1);
  await officer!.call(feedback.answer, { id, text: "There", seen: await seenOf(officer!, id) });
  const after = await figures();
  expect(after.waiting).toBe(before.waiting);
  expect(after.firstAnswerP95Minutes).toBeGreaterThan(before.firstAnswerP95Minutes ?? 0);
  await officer!.call(feedback.close, { id, seen: await seenOf(officer!, id) });
  await ann.call(feedback.reopen, { id, text: "No" });
  expect((await figures()).reopened).toBe(before.reopened + 1);
});

test("an answer nobody spoke of for a week closes by itself, and no sooner", async () => {
  const ann = await world.player();
  const id = await beginThreadOf(world, ann);
  await officer!.call(feedback.take, { id });
  await officer!.call(feedback.answer, { id, text: "There", seen: await seenOf(officer!, id) });
  const close = () => world.open.platform.database.begin((tx) => closeSilent(tx, world.clock.now()));
  const back = (span: string) => asOwner(world.open.url, `update feedback set answered_at = answered_at - interval '${span}' where id = $1`, [id]);
  await back("6 days 23 hours");
  await close();
  expect(await ann.call(feedback.thread, { id })).toMatchObject({ state: "answered" });
  await back("1 hour");
  await close();
  expect(await ann.call(feedback.thread, { id })).toMatchObject({ state: "closed", reopenUntil: expect.any(String) });
});

test("where a visitor can be reached is forgotten ninety days after the thread was closed, and no sooner", async () => {
  const { id } = await guestThread("somebody@example.com");
  await officer!.call(feedback.take, { id });
  await officer!.call(feedback.close, { id, seen: await seenOf(officer!, id) });
  const erase = () => eraseGuests(world.open.platform.database, world.clock.now(), 1);
  const kept = async () => (await asOwner<{ email: Buffer | null }>(world.open.url, "select email from feedback where id = $1", [id]))[0]!.email !== null;
  const back = (span: string) => asOwner(world.open.url, `update feedback set closed_at = closed_at - interval '${span}' where id = $1`, [id]);
  await back("89 days 23 hours");
  await erase();
  expect(await kept()).toBe(true);
  await back("1 hour");
  await erase();
  expect(await kept()).toBe(false);
});

test("prepared answers are kept by title and language, with words in braces only where something is put for them", async () => {
  const save = { title: "Deposit found", language: "EN", text: "Dear {name}, your message {number} is settled." };
  expect(await officer!.refused(feedback.saveMacro, { ...save, text: "Dear {password}" })).toBe("feedback.macro_placeholder");
  expect(await officer!.refused(feedback.saveMacro, { ...save, language: "XX" })).toBe("feedback.language_unknown");
  const { id } = await officer!.call(feedback.saveMacro, save);
  await officer!.call(feedback.saveMacro, { ...save, language: "TY", text: "Kumusta {name}" });
  expect((await officer!.call(feedback.saveMacro, { ...save, title: "DEPOSIT found", text: "Anew" })).id).toBe(id);
  expect((await other!.call(feedback.macros, {})).list.map(({ language, text }) => [language, text])).toEqual([
    ["EN", "Anew"],
    ["TY", "Kumusta {name}"],
  ]);
  await officer!.call(feedback.removeMacro, { id });
  expect(await officer!.refused(feedback.removeMacro, { id })).toBe("feedback.macro_unknown");
});

test("what an officer writes stands in the thread for good and not in the staff's record", async () => {
  const id = await beginThreadOf(world, await world.player());
  // Words, because four digits may stand in any hash.
  const text = "Your card ends in forty-two";
  await officer!.call(feedback.take, { id });
  await officer!.call(feedback.note, { id, text });
  await officer!.call(feedback.answer, { id, text, seen: await seenOf(officer!, id) });
  const chain = await asOwner<{ line: string }>(world.open.url, "select row_to_json(a)::text as line from audit_entry a");
  expect(chain.some(({ line }) => line.includes("feedback.answer"))).toBe(true);
  expect(chain.filter(({ line }) => line.includes("card ends"))).toEqual([]);
  expect((await officer!.call(feedback.case, { id })).messages).toMatchObject([
    { kind: "writer" },
    { kind: "note", by: officer!.name, text },
    { kind: "answer", text },
  ]);
});
