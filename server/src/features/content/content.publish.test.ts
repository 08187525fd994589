import { content, type ContentItem } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAnew } from "../../testing/anew.ts";
import { newId } from "../../platform/ids.ts";
import type { Person } from "../../testing/person.ts";
import { soon } from "../../testing/soon.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;
const reason = "tried by a test";

let world: World;
let officer: Person;
beforeAll(async () => {
  world = await createWorld();
  officer = await world.operator("marketing");
});
afterAll(() => world.close());

const texts = ["EN", "TY"].map((language) => ({ language, title: language, summary: "", html: "<p>said</p>", alt: "", seo: { title: "", description: "" } }));
const notice: Detail = { kind: "notice", platform: "W" };
const news = (slug: string, day = "2026-11-20"): Detail => ({ kind: "news", slug, pictureId: null, day });
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
const stamp = ({ row, version }: ContentItem) => ({ id: row.id, no: version.no, revision: version.revision });

let made = 0;
const create = (detail: Detail) => officer.call(content.create, { code: `${detail.kind}.p${++made}`, detail });
const savingOf = (item: ContentItem, endsAt: string | null = null) => ({ ...stamp(item), detail: item.version.detail, texts, startsAt: null, endsAt });

async function publish(item: ContentItem, endsAt: string | null = null): Promise<ContentItem> {
  const saved = await officer.call(content.save, savingOf(item, endsAt));
  return officer.call(content.publish, { ...stamp(saved.item), reason });
}

test("what is brought back ends when it was to end, and what is over by then is not brought back", async () => {
  const endsAt = inHours(2);
  const first = await publish(await create(notice), endsAt);
  await publish(first);
  const { id } = first.row;
  expect((await officer.call(content.rollback, { id, no: 1, reason })).version).toMatchObject({ no: 3, state: "live", endsAt });
  await world.pass(3 * HOUR_MS);
  officer = await world.operator("marketing");
  const over = await officer.refusal(content.rollback, { id, no: 1, reason });
  expect([over.code, over.field]).toEqual(["content.window_invalid", "endsAt"]);
  expect((await officer.call(content.rollback, { id, no: 2, reason })).version).toMatchObject({ no: 4, endsAt: null });
});

test("an address that another item has by now is not taken back, and of two who take one at the same moment one gets it", async () => {
  const old = await publish(await create(news("summer")));
  await officer.call(content.retire, { id: old.row.id, reason });
  await publish(await create(news("summer")));
  const taken = await officer.refusal(content.rollback, { id: old.row.id, no: 1, reason });
  expect([taken.code, taken.field]).toEqual(["content.code_taken", "detail.slug"]);
  for (let times = 0; times < 5; times++) {
    const items = await Promise.all([create(news(`left-${times}`)), create(news(`right-${times}`))]);
    const answers = await Promise.all(items.map((item) => officer.send(content.save, { ...savingOf(item), detail: news(`wanted-${times}`) })));
    expect(answers.map(({ answer }) => (answer.success ? "saved" : answer.message)).toSorted()).toEqual(["content.code_taken", "saved"]);
  }
});

test("terms bind from no moment before there were any: the database has no year 0, and every deposit reads it", async () => {
  const terms = (bindingFrom: string | null): Detail => ({
    ...({ kind: "term", section: "term", slug: "term", document: "terms", consentNeeded: true, twoOfficers: true } as const),
    bindingFrom,
  });
  const item = await officer.call(content.create, { code: "terms", detail: terms(null) });
  for (const moment of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z"]) {
    const { answer } = await officer.request("POST", "/api/content.save", JSON.stringify({ ...savingOf(item), detail: terms(moment) }));
    expect([moment, answer]).toMatchObject([moment, { message: "request.invalid" }]);
  }
});

test("what was read of a draft that is gone stands for none that came after: it neither publishes nor overwrites other words", async () => {
  const other = await world.operator("superadmin");
  const detail: Detail = { kind: "term", section: "term", slug: "abandoned", document: "privacy", consentNeeded: true, bindingFrom: null, twoOfficers: true };
  const saying = (item: ContentItem, said: string) => ({ ...savingOf(item), texts: texts.map((text) => ({ ...text, html: `<p>${said}</p>` })) });
  const save = async (item: ContentItem, said: string) => (await officer.call(content.save, saying(item, said))).item;
  const empty = await officer.call(content.create, { code: "privacy", detail });
  const first = await other.call(content.publish, { ...stamp(await save(empty, "as it is")), reason });
  const harmless = await save(first, "a comma moved");
  const read = await other.call(content.get, { id: harmless.row.id });
  await officer.call(content.discard, { ...stamp(harmless), reason });
  const now = await save(await officer.call(content.get, { id: harmless.row.id }), "what nobody else read");
  expect(now.version.no).toBe(read.version.no);
  expect(await other.refused(content.publish, { ...stamp(read), reason })).toBe("content.changed");
  expect(await other.refused(content.save, saying(read, "over it"))).toBe("content.changed");
  expect(await officer.call(content.get, { id: harmless.row.id })).toEqual(now);
});

test("a page goes on behind the place where the one before ended, though what stood there is gone", async () => {
  const days = ["2026-10-01", "2026-10-02", "2026-10-03", "2026-10-04"];
  const items = [];
  for (const day of days) items.push(await publish(await create({ kind: "post", slug: `of-${day}`, pictureId: null, day })));
  const shown = { kind: "post", language: "EN", limit: 2 } as const;
  const first = await askAnew(world, content.posts, shown);
  const desk = await officer.call(content.overview, { only: "all", limit: 2 });
  await officer.call(content.retire, { id: items[2]!.row.id, reason });
  const gone = await officer.call(content.get, { id: desk.list[1]!.id });
  await officer.call(content.discard, { ...stamp(gone), reason });
  const second = await askAnew(world, content.posts, { ...shown, cursor: first.next! });
  expect([first, second].map(({ list }) => list.map(({ day }) => day))).toEqual([
    ["2026-10-04", "2026-10-03"],
    ["2026-10-02", "2026-10-01"],
  ]);
  const more = await officer.call(content.overview, { only: "all", limit: 100, cursor: desk.next! });
  const seen = desk.list.map(({ id }) => id);
  expect(more.list.filter(({ id }) => seen.includes(id))).toEqual([]);
  expect(more.list.length).toBeGreaterThan(0);
  for (const cursor of ["", "zzz", "2026-10-03", items[0]!.row.id])
    expect((await askAnew(world, content.posts, { ...shown, cursor })).list.map(({ day }) => day)).toEqual(["2026-10-04", "2026-10-02"]);
});

test("an order that officers give reaches open pages, and the other officers' desks", async () => {
  await create(news("told-first"));
  const last = await create(news("told-last"));
  const { live } = world.open.platform;
  const told: Record<"everyone" | "operators", string[]> = { everyone: [], operators: [] };
  const stops = (["everyone", "operators"] as const).map((who) => live.listen([who], (message) => "stale" in message && told[who].push(...message.stale)));
  const seen = (await officer.call(content.list, { kind: "news", limit: 100 })).list.map(({ id }) => id);
  // The first of them are enough; another order than stands is refused, and so is what is not there any more.
  for (const other of [seen.toReversed(), [seen[1]!], [...seen, newId(world.clock.now())].slice(-100)])
    expect(await officer.refused(content.order, { kind: "news", ids: [last.row.id], seen: other, reason })).toBe("content.changed");
  await officer.call(content.order, { kind: "news", ids: [last.row.id], seen: seen.slice(0, 2), reason });
  expect((await officer.call(content.list, { kind: "news", limit: 1 })).list[0]!.id).toBe(last.row.id);
  expect(await officer.refused(content.order, { kind: "news", ids: [seen[0]!], seen, reason })).toBe("content.changed");
  await soon(() => expect([told.everyone.includes("content.announcements"), told.operators.includes("content.list")]).toEqual([true, true]));
  for (const stop of stops) stop();
});
