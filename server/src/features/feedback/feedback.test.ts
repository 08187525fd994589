import { randomUUID } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { feedback, feedbackTypes } from "@laro/contract/feedback";
import { images } from "@laro/contract/images";
import { messages } from "@laro/contract/messages";
import { site } from "@laro/contract/site";
import { translatorFor } from "@laro/locales/compiled";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { solveCaptcha } from "../../testing/captcha.ts";
import { beginThreadOf, seenOf, writeToUs } from "../../testing/feedback.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("support");
});
afterAll(() => world.close());

const content = "Where is my money?";
const picture = async () =>
  (
    await sharp({ create: { width: 200, height: 120, channels: 3, background: "teal" } })
      .png()
      .toBuffer()
  ).toString("base64");

async function answered(ann: Person, text = "It is on its way."): Promise<string> {
  const id = await beginThreadOf(world, ann);
  await officer.call(feedback.take, { id });
  await officer.call(feedback.answer, { id, text, seen: await seenOf(officer, id) });
  return id;
}

async function closed(ann: Person): Promise<string> {
  const id = await answered(ann);
  await officer.call(feedback.close, { id, seen: await seenOf(officer, id) });
  return id;
}

async function close(id: string): Promise<void> {
  await officer.call(feedback.take, { id });
  await officer.call(feedback.close, { id, seen: await seenOf(officer, id) });
}

const anHourLater = (ann: Person & { readonly id: bigint }) =>
  asOwner(world.open.url, "update feedback_count set since = since - interval '1 hour' where key = $1", [`member:${ann.id}`]);

const threadsOf = async () => Number((await asOwner<{ count: string }>(world.open.url, "select count(*) from feedback"))[0]!.count);

test("what is empty, too long, of no type or with a word of its own is refused by its field, and nothing is kept [VALID-25, CONST-18, CALL-17]", async () => {
  const ann = await world.player();
  const before = await threadsOf();
  const send = async (change: object) => {
    const { answer } = await ann.request(
      "PUT",
      "/api/feedback.send",
      JSON.stringify({ content, type: 1, sender: ann.name, ...(await solveCaptcha(world, ann)), ...change }),
    );
    return answer.success ? "sent" : `${answer.message} ${String(answer.value["field"])}`;
  };
  expect(await send({ content: "" })).toBe("request.invalid content");
  expect(await send({ content: "   \t " })).toBe("request.invalid content");
  expect(await send({ content: "x".repeat(201) })).toBe("request.invalid content");
  expect(await send({ content: "‮turned" })).toBe("request.invalid content");
  expect(await send({ content: undefined })).toBe("request.invalid content");
  expect(await send({ type: undefined })).toBe("request.invalid type");
  for (const type of [5, 7, -1, "1", 1.5]) expect(await send({ type })).toBe("request.invalid type");
  expect(await send({ status: "closed" })).toBe("request.invalid ");
  expect(await threadsOf()).toBe(before);
  expect(await send({ content: "x".repeat(200) })).toBe("sent");
  expect(await send({ content: "short" })).toBe("sent");
  expect(await threadsOf()).toBe(before + 2);
});

test("feedback is a PUT and nothing else [CALL-17]", async () => {
  const body = JSON.stringify({ content, type: 1, ...(await solveCaptcha(world)) });
  const { answer, status } = await world.guest().request("POST", "/api/feedback.send", body);
  expect([status, answer.success ? "" : answer.message]).toEqual([405, "request.wrong_method"]);
  expect((await world.guest().request("PUT", "/api/feedback.send", body)).answer.success).toBe(true);
});

test("a captcha that is missing, wrong or used is refused and nothing is kept [POPUP-31]", async () => {
  const ann = await world.player();
  const before = await threadsOf();
  expect(await ann.refused(feedback.send, { content, type: 1, captcha: "" })).toBe("sessions.captcha_required");
  expect(await ann.refused(feedback.send, { content, type: 1, captcha: "abcde" })).toBe("sessions.captcha_required");
  expect(await ann.refused(feedback.send, { content, type: 1, captcha: "abcde", verification: { captchaKey: randomUUID() } })).toBe("sessions.captcha_wrong");
  const { captcha, ...rest } = await solveCaptcha(world, ann);
  expect(await ann.refused(feedback.send, { content, type: 1, captcha: `${captcha}x`, ...rest })).toBe("sessions.captcha_wrong");
  expect(await ann.refused(feedback.send, { content, type: 1, captcha, ...rest })).toBe("sessions.captcha_wrong");
  expect(await threadsOf()).toBe(before);
});

test("the sender is the session's, whatever the message says; a visitor's is nobody's [ENTITY-10]", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const { id } = await ann.call(feedback.send, { content, type: 1, sender: ben.name, ...(await solveCaptcha(world, ann)) });
  expect(await officer.call(feedback.case, { id: id! })).toMatchObject({ memberId: ann.id, memberName: ann.name });
  expect((await ben.call(feedback.mine, {})).list).toEqual([]);
  expect((await ann.call(feedback.mine, {})).list).toMatchObject([{ id, type: 1, state: "new", begins: content }]);
  const guest = await world.guest().call(feedback.send, { content, type: 0, sender: ben.name, ...(await solveCaptcha(world)) });
  expect(guest).toMatchObject({ id: null, dueAt: null });
  const [row] = await asOwner<{ account_id: string | null }>(world.open.url, "select account_id from feedback where number = $1", [guest.reference.slice(2)]);
  expect(row!.account_id).toBeNull();
});

test("each of the six types is kept by its number, and five is none of them [ENTITY-11]", async () => {
  expect(feedbackTypes).toEqual({ deposit_issues: 1, withdraw_issues: 2, game_issues: 3, service_issues: 4, apply_issues: 6, other_issues: 0 });
  const [ann, ben] = [await world.player(), await world.player()];
  for (const [at, type] of Object.values(feedbackTypes).entries()) await writeToUs(world, at < 3 ? ann : ben, { type });
  const kept = [...(await ben.call(feedback.mine, {})).list, ...(await ann.call(feedback.mine, {})).list].map(({ type }) => type);
  expect(kept).toEqual([0, 6, 4, 3, 2, 1]);
});

test("the first answer is promised within thirty minutes for deposits and withdrawals, two hours for games and eight for the rest [PROD-23]", async () => {
  const now = world.clock.now().getTime();
  const minutes: number[] = [];
  for (const type of [1, 2, 3, 4] as const) {
    const { dueAt } = await writeToUs(world, await world.player(), { type });
    minutes.push((Date.parse(dueAt!) - now) / 60_000);
  }
  expect(minutes.map(Math.round)).toEqual([30, 30, 120, 480]);
  expect((await world.guest().call(feedback.promises, {})).minutes).toContainEqual({ type: 0, minutes: 480 });
});

test("the sixth message of an hour is refused, of many at once too; an hour later it is taken, and other members never wait", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const solved = await Promise.all(Array.from({ length: 9 }, () => solveCaptcha(world, ann)));
  const outcomes = await Promise.all(
    solved.map((human) =>
      ann.call(feedback.send, { content, type: 1, ...human }).then(
        () => "sent",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === "request.too_many")).toHaveLength(4);
  expect((await ann.call(feedback.mine, {})).list).toHaveLength(5);
  expect((await writeToUs(world, ben)).id).not.toBeNull();
  await anHourLater(ann);
  await close((await ann.call(feedback.mine, {})).list[0]!.id);
  expect((await writeToUs(world, ann)).id).not.toBeNull();
});

test("five threads of a member may be open: a sixth is refused hours later, of many at once too, and so is one opened again; a report is not counted", async () => {
  const ann = await world.player();
  const before = await closed(ann);
  for (let count = 0; count < 4; count++) await beginThreadOf(world, ann);
  await anHourLater(ann);
  const solved = await Promise.all(Array.from({ length: 3 }, () => solveCaptcha(world, ann)));
  const outcomes = await Promise.all(
    solved.map((human) =>
      ann.call(feedback.send, { content, type: 1, ...human }).then(
        () => "sent",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(["feedback.open_full", "feedback.open_full", "sent"]);
  expect(await ann.refusal(feedback.reopen, { id: before, text: "Still nothing." })).toMatchObject({
    code: "feedback.open_full",
    text: "You have 5 conversations that are not closed, which is the most. Please write on in one of them.",
  });
  const [latest] = (await ann.call(feedback.mine, {})).list;
  await asOwner(world.open.url, "update feedback set message_id = $2 where id = $1", [latest!.id, randomUUID()]);
  expect(await ann.call(feedback.reopen, { id: before, text: "Still nothing." })).toMatchObject({ state: "new" });
  await close(before);
  expect((await writeToUs(world, ann)).id).not.toBeNull();
});

test("visitors are counted by their address, a whole street of an IPv6 network at once", async () => {
  const guests = Array.from({ length: 6 }, () => world.guest());
  for (const guest of guests) Object.assign(guest, { ip: "2001:db8:77:1::1" });
  const at = (last: number) => ({ "x-forwarded-for": `2001:db8:77:1::${last}` });
  const codes: string[] = [];
  for (const [last, guest] of guests.entries()) {
    const body = JSON.stringify({ content, type: 1, ...(await solveCaptcha(world)) });
    const { answer } = await guest.request("PUT", "/api/feedback.send", body, at(last + 1));
    codes.push(answer.success ? "sent" : answer.message);
  }
  expect(codes).toEqual(["sent", "sent", "sent", "sent", "sent", "request.too_many"]);
});

test("a trial counts as a visitor: it may write, and has no threads of its own", async () => {
  const trial = await world.member({ type: accountTypes.trial });
  expect(await writeToUs(world, trial)).toMatchObject({ id: null, dueAt: null });
  expect(await trial.refused(feedback.mine, {})).toBe("sessions.real_account_needed");
});

test("another member's thread looks like none to whoever asks", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const id = await closed(ann);
  expect(await ben.refused(feedback.thread, { id })).toBe("feedback.not_found");
  expect(await ben.refused(feedback.read, { id })).toBe("feedback.not_found");
  expect(await ben.refused(feedback.reply, { id, text: "mine?" })).toBe("feedback.not_found");
  expect(await ben.refused(feedback.reopen, { id, text: "mine?" })).toBe("feedback.not_found");
  expect(await ben.refused(feedback.addPicture, { id, picture: await picture() })).toBe("feedback.not_found");
});

test("an answer reaches the member's thread and badge, not another's, and is read once; what officers note is not in it [PROD-23]", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  await world.work();
  const before = await ann.call(messages.unread, {});
  const others = await ben.call(messages.unread, {});
  const id = await answered(ann, "Your deposit is credited.");
  await officer.call(feedback.note, { id, text: "Checked with the provider" });
  expect(await ann.call(messages.unread, {})).toEqual({ count: before.count + 1 });
  expect(await ben.call(messages.unread, {})).toEqual(others);
  expect(await ann.call(feedback.thread, { id })).toMatchObject({
    state: "answered",
    unread: 1,
    dueAt: null,
    messages: [
      { from: "writer", text: "My deposit is missing" },
      { from: "office", text: "Your deposit is credited." },
    ],
  });
  expect(JSON.stringify(await ann.call(feedback.thread, { id }))).not.toContain(officer.name);
  await ann.call(feedback.read, { id });
  expect(await ann.call(messages.unread, {})).toEqual(before);
});

test("a reply puts an answered thread back into the queue, where any officer may take it, and adds to one that waits", async () => {
  const ann = await world.player();
  const id = await answered(ann);
  expect(await ann.call(feedback.reply, { id, text: "Still nothing." })).toMatchObject({ state: "new" });
  expect((await ann.call(feedback.thread, { id })).dueAt).not.toBeNull();
  expect(await officer.call(feedback.case, { id })).toMatchObject({ takenBy: null });
  expect(await ann.call(feedback.reply, { id, text: "Please hurry." })).toMatchObject({ state: "new" });
  expect((await ann.call(feedback.thread, { id })).messages).toHaveLength(4);
});

test("a closed thread is opened again for fourteen days and not a moment longer; an open one is not", async () => {
  const ann = await world.player();
  const id = await closed(ann);
  expect(await ann.refused(feedback.reply, { id, text: "Still nothing." })).toBe("feedback.closed");
  expect(await ann.refused(feedback.addPicture, { id, picture: await picture() })).toBe("feedback.closed");
  const until = Date.parse((await ann.call(feedback.thread, { id })).reopenUntil!);
  expect(until - world.clock.now().getTime()).toBe(14 * DAY_MS);
  expect(await ann.call(feedback.reopen, { id, text: "Still nothing." })).toMatchObject({ state: "new", reopenUntil: null });
  expect(await officer.call(feedback.case, { id })).toMatchObject({ reopened: 1, takenBy: null });
  expect(await ann.refused(feedback.reopen, { id, text: "Again." })).toBe("feedback.not_closed");
  const other = await closed(ann);
  const before = (days: string) => asOwner(world.open.url, `update feedback set closed_at = closed_at - interval '${days}' where id = $1`, [other]);
  await before("13 days 23 hours 59 minutes");
  expect(await ann.call(feedback.reopen, { id: other, text: "In time" })).toMatchObject({ state: "new" });
  await officer.call(feedback.take, { id: other });
  await officer.call(feedback.close, { id: other, seen: await seenOf(officer, other) });
  await before("14 days");
  expect(await ann.refused(feedback.reopen, { id: other, text: "Too late" })).toBe("feedback.reopen_over");
});

test("three pictures are kept, sealed, and are their member's alone; a fourth, and what is no picture, is refused", async () => {
  const [ann, ben] = [await world.player(), await world.player()];
  const id = await beginThreadOf(world, ann);
  expect(await ann.refused(feedback.addPicture, { id, picture: Buffer.from("<svg/>").toString("base64") })).toBe("images.not_an_image");
  const drawn = await picture();
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () =>
      ann.call(feedback.addPicture, { id, picture: drawn }).then(
        () => "kept",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(["feedback.pictures_full", "feedback.pictures_full", "kept", "kept", "kept"]);
  const { pictures } = await ann.call(feedback.thread, { id });
  expect(pictures).toHaveLength(3);
  expect((await ann.call(images.mine, { id: pictures[0]! })).base64).not.toBe("");
  expect(await ben.refused(images.mine, { id: pictures[0]! })).toBe("images.not_found");
  const [kept] = await asOwner<{ sealed: Buffer }>(world.open.url, "select sealed from image where id = $1", [pictures[0]]);
  expect(kept!.sealed.subarray(0, 3).toString("hex")).not.toBe("ffd8ff");
  const mine = await beginThreadOf(world, ben);
  expect(await officer.refused(feedback.openPicture, { id: mine, pictureId: pictures[0]! })).toBe("images.not_found");
  expect((await officer.call(feedback.openPicture, { id, pictureId: pictures[0]! })).base64).not.toBe("");
});

test("ten pictures a day are a member's, whatever the thread, of many at once too; a day later there are ten more", async () => {
  const ann = await world.player();
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push(await beginThreadOf(world, ann));
  const drawn = await picture();
  for (const id of ids.slice(0, 3)) for (let count = 0; count < 3; count++) await ann.call(feedback.addPicture, { id, picture: drawn });
  const last = { id: ids[3]!, picture: drawn };
  const outcomes = await Promise.all(
    [1, 2, 3].map(() =>
      ann.call(feedback.addPicture, last).then(
        () => "kept",
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(["feedback.pictures_today", "feedback.pictures_today", "kept"]);
  expect(await ann.refusal(feedback.addPicture, last)).toMatchObject({
    text: "You have sent 10 pictures within 24 hours, which is the most. Please send more tomorrow.",
  });
  await asOwner(world.open.url, "update feedback_picture set at = at - interval '1 day' where feedback_id = any($1::uuid[])", [ids]);
  await ann.call(feedback.addPicture, last);
});

test("a thread takes a hundred messages of its member, and officers still have room for the last answer", async () => {
  const ann = await world.player();
  const id = await beginThreadOf(world, ann);
  await asOwner(world.open.url, "update feedback set messages = 100 where id = $1", [id]);
  expect(await ann.refused(feedback.reply, { id, text: "One more" })).toBe("feedback.full");
  await officer.call(feedback.take, { id });
  expect(await officer.call(feedback.answer, { id, text: "The last word", seen: await seenOf(officer, id) })).toMatchObject({ state: "answered" });
});

test("the customer-service entry's contact is part of the permission response [SITE-31]", async () => {
  const { customerService } = await world.guest().call(site.permission, {});
  expect(customerService).toMatchObject({ url: expect.stringMatching(/^(\/|https:\/\/)/), label: expect.any(String) });
});

test("the sentence about words between two figures stands in every language [VALID-28]", () => {
  for (const language of ["EN", "TY"]) {
    const said = translatorFor(language)("feedback.words", { 0: 20, 1: 200 });
    expect(said).toMatch(/20.*200/);
  }
  expect(translatorFor("EN")("feedback.words", { 0: 20, 1: 200 })).toBe("The content is between 20 and 200 words");
});
