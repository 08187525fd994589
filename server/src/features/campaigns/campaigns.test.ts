import { campaigns } from "@laro/contract/campaigns";
import { audit } from "@laro/contract/audit";
import { images } from "@laro/contract/images";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { attend, openCampaign } from "../../testing/campaigns.ts";
import { drawPicture } from "../../testing/cashier.ts";
import type { Person } from "../../testing/person.ts";
import { comeBack } from "../../testing/withdrawals.ts";
import { createWorld, type World } from "../../testing/world.ts";

const reason = "as it should be";
const HOUR_MS = 60 * 60_000;
let world: World;
let officer: Person;
let picture: string;
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("marketing");
  picture = await drawPicture();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

const reviewed = { rule: { reviewed: true, again: true } } as const;
const apply = (code: string, change: { comment?: string; images?: string[] } = {}) => ({ code, comment: "Hello", images: [], ...change });
const waiting = async (state: "applying" | "process", code: string) =>
  (await officer.call(campaigns.applications, { state, limit: 100 })).list.filter((one) => one.campaign === code);

test("a comment of 140 characters passes and one of 141 is refused at its field; three pictures pass, the fourth, a gif and one of 5,242,881 bytes are refused at theirs [PROMO-09, VALID-29, CONST-52, ENTITY-51]", async () => {
  const code = await openCampaign(world, officer, reviewed);
  const ann = await world.player();
  const sent = JSON.stringify(apply(code, { comment: "x".repeat(141) }));
  const { answer } = await ann.request("POST", "/api/campaigns.apply", sent, { "content-type": "application/json" });
  expect(answer).toMatchObject({ success: false, message: "request.invalid", value: { field: "comment" } });
  expect(await ann.refusal(campaigns.apply, apply(code, { images: Array.from({ length: 4 }, () => picture) }))).toMatchObject({
    code: "campaigns.images_too_many",
    field: "images",
  });
  const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
    .gif()
    .toBuffer();
  expect(await ann.refusal(campaigns.apply, apply(code, { images: [gif.toString("base64")] }))).toMatchObject({ code: "images.not_an_image", field: "images" });
  const large = Buffer.concat([Buffer.from(picture, "base64"), Buffer.alloc(5_242_881)]).subarray(0, 5_242_881);
  expect(await ann.refusal(campaigns.apply, apply(code, { images: [large.toString("base64")] }))).toMatchObject({ code: "images.too_large", field: "images" });
  await world.pass(60_000);
  expect(await ann.call(campaigns.apply, apply(code, { comment: "x".repeat(140), images: [picture, picture, picture] }))).toMatchObject({ label: "applying" });
  const [row] = await waiting("applying", code);
  expect([row?.comment.length, row?.images.length, row?.memberName]).toEqual([140, 3, ann.name]);
});

test("of two officers one takes an application, only that one decides, and the member reads each step and the reason", async () => {
  const code = await openCampaign(world, officer, reviewed);
  const other = await world.operator("marketing");
  const ann = await world.player();
  const label = async () => (await ann.call(campaigns.get, { code })).label;
  expect(await ann.refused(campaigns.join, { code })).toBe("campaigns.needs_application");
  await ann.call(campaigns.apply, apply(code, { images: [picture] }));
  expect(await ann.refused(campaigns.apply, apply(code))).toBe("campaigns.already_in");
  const {
    id,
    images: [imageId],
  } = (await waiting("applying", code))[0]!;
  expect(await officer.refused(campaigns.decide, { id, accept: true, reason })).toBe("campaigns.application_not_yours");
  const taken = await Promise.allSettled([officer.call(campaigns.take, { id }), other.call(campaigns.take, { id })]);
  expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [winner, loser] = taken[0].status === "fulfilled" ? [officer, other] : [other, officer];
  expect([await label(), await loser.refused(campaigns.take, { id }), await loser.refused(campaigns.decide, { id, accept: true, reason })]).toEqual([
    "process",
    "campaigns.application_taken",
    "campaigns.application_not_yours",
  ]);
  expect((await winner.call(campaigns.openPicture, { id, imageId: imageId! })).base64.length).toBeGreaterThan(100);
  expect((await (await world.operator("superadmin")).call(audit.list, {})).list.some(({ endpoint }) => endpoint === "campaigns.openPicture")).toBe(true);
  await winner.call(campaigns.decide, { id, accept: false, reason: "The picture shows something else" });
  expect(await ann.call(campaigns.get, { code })).toMatchObject({ label: "rejected", reason: "The picture shows something else" });
  await ann.call(campaigns.apply, apply(code));
  await winner.call(campaigns.take, { id });
  await winner.call(campaigns.decide, { id, accept: true, reason });
  expect(await label()).toBe("claim");
  await ann.call(campaigns.claim, { code });
  await attend(world);
  expect([await label(), await winner.refused(campaigns.decide, { id, accept: true, reason })]).toEqual(["issued", "campaigns.application_not_found"]);
});

test("an application that its officer does not decide can be taken by another an hour later, and is theirs alone from then on", async () => {
  const code = await openCampaign(world, officer, reviewed);
  const gone = await world.operator("marketing");
  const ann = await world.player();
  await ann.call(campaigns.apply, apply(code));
  const { id } = (await waiting("applying", code))[0]!;
  const { takenUntil } = await gone.call(campaigns.take, { id });
  expect(Date.parse(takenUntil!)).toBe(world.clock.now().getTime() + HOUR_MS);
  await world.pass(HOUR_MS - 1);
  const [there, other] = [await world.operator("marketing"), await world.operator("marketing")];
  expect(await there.refused(campaigns.take, { id })).toBe("campaigns.application_taken");
  await world.pass(1);
  expect((await there.call(campaigns.take, { id })).takenBy).toBe(there.name);
  expect(await other.refused(campaigns.take, { id })).toBe("campaigns.application_taken");
  expect(await other.refused(campaigns.decide, { id, accept: true, reason })).toBe("campaigns.application_not_yours");
  officer = await world.operator("marketing");
  await there.call(campaigns.decide, { id, accept: true, reason });
});

test("pictures are their member's and the officers' who look at this application, and nobody else's", async () => {
  const code = await openCampaign(world, officer, reviewed);
  const [ann, ben] = [await world.player(), await world.player()];
  await ann.call(campaigns.apply, apply(code, { images: [picture] }));
  await ben.call(campaigns.apply, apply(code));
  const rows = await waiting("applying", code);
  const [hers, his] = [rows.find((row) => row.memberId === ann.id)!, rows.find((row) => row.memberId === ben.id)!];
  const imageId = hers.images[0]!;
  expect(await ben.refused(images.mine, { id: imageId })).toBe("images.not_found");
  expect((await ann.call(images.mine, { id: imageId })).base64.length).toBeGreaterThan(100);
  expect(await officer.refused(campaigns.openPicture, { id: his.id, imageId })).toBe("campaigns.application_not_found");
  expect(await (await world.operator("support")).refused(campaigns.openPicture, { id: hers.id, imageId })).toBe("sessions.forbidden");
  expect(await (await world.operator("superadmin")).refused(images.view, { id: imageId, reason })).toBe("images.not_found");
});

test("an officer accepts only what can be joined now, and no more a day than one officer hands out to a member", async () => {
  const rule = { reviewed: true, gift: { gives: "cash", amount: 30_000_00n } } as const;
  const [first, second, third, stopped] = [
    await openCampaign(world, officer, { rule, budget: 90_000_00n }),
    await openCampaign(world, officer, { rule, budget: 90_000_00n }),
    await openCampaign(world, officer, { rule, budget: 90_000_00n }),
    await openCampaign(world, officer, { rule: { reviewed: true } }),
  ];
  const ann = await world.player();
  const accept = async (code: string) => {
    await ann.call(campaigns.apply, apply(code));
    const { id } = (await waiting("applying", code))[0]!;
    await officer.call(campaigns.take, { id });
    return { id, accept: true, reason };
  };
  await officer.call(campaigns.decide, await accept(first));
  const more = await accept(second);
  expect(await officer.refused(campaigns.decide, more)).toBe("campaigns.alone_full");
  expect((await waiting("process", second)).map(({ id }) => id)).toEqual([more.id]);
  await world.pass(24 * 60 * 60_000);
  await comeBack(ann);
  officer = await world.operator("marketing");
  await officer.call(campaigns.decide, await accept(third));
  const late = await accept(stopped);
  await officer.call(campaigns.stop, { code: stopped, reason });
  expect(await officer.refused(campaigns.decide, late)).toBe("campaigns.not_open");
});

test("whoever was rejected for good does not come in again by leaving, and no picture of theirs is read", async () => {
  const code = await openCampaign(world, officer, { rule: { reviewed: true, again: false } });
  const ann = await world.player();
  await ann.call(campaigns.apply, apply(code));
  const { id } = (await waiting("applying", code))[0]!;
  await officer.call(campaigns.take, { id });
  await officer.call(campaigns.decide, { id, accept: false, reason });
  expect((await ann.call(campaigns.get, { code })).canLeave).toBe(false);
  expect(await ann.refused(campaigns.leave, { code })).toBe("campaigns.not_in");
  // Were it read, it would be refused as no picture.
  const broken = Buffer.from("no picture").toString("base64");
  expect(await ann.refused(campaigns.apply, apply(code, { images: [broken] }))).toBe("campaigns.already_in");
});

test("a member who leaves can come back once, and one who was rejected where it is allowed", async () => {
  const code = await openCampaign(world, officer, { rule: { reviewed: true, again: false } });
  const ann = await world.player();
  await ann.call(campaigns.apply, apply(code));
  expect((await ann.call(campaigns.leave, { code })).label).toBe("join");
  await ann.call(campaigns.apply, apply(code));
  const { id } = (await waiting("applying", code))[0]!;
  await officer.call(campaigns.take, { id });
  await officer.call(campaigns.decide, { id, accept: false, reason });
  expect(await ann.refused(campaigns.apply, apply(code))).toBe("campaigns.already_in");
});

test("lists are cut into pages, by tab and by what is the member's own, and what nobody can join any more stands last", async () => {
  const [first, second, over] = [
    await openCampaign(world, officer, { tab: "vip" }),
    await openCampaign(world, officer, { tab: "vip" }),
    await openCampaign(world, officer, { tab: "vip" }),
  ];
  await officer.call(campaigns.pause, { code: over, reason });
  const ann = await world.player();
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const { list, next } = await ann.call(campaigns.list, { tab: "vip", limit: 1, cursor });
    listed.push(...list.map(({ code }) => code));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  expect(listed).toEqual([second, first, over]);
  await ann.call(campaigns.join, { code: first });
  expect((await ann.call(campaigns.list, { tab: "mine", language: "TY" })).list).toMatchObject([{ code: first, title: "Mga araw ng ulan" }]);
});
