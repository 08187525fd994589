import { content, type ContentItem, type ContentText } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import { deposits } from "@laro/contract/deposits";
import { sessions } from "@laro/contract/sessions";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAnew } from "../../testing/anew.ts";
import { asOwner } from "../../testing/owner.ts";
import type { Person } from "../../testing/person.ts";
import { createWorld, type World } from "../../testing/world.ts";

const HOUR_MS = 60 * 60_000;

let world: World;
let officer: Person;
let other: Person;
beforeAll(async () => {
  world = await createWorld();
  await comeToWork();
});
afterAll(() => world.close());

const comeToWork = async (): Promise<void> => void ([officer, other] = [await world.operator("marketing"), await world.operator("superadmin")]);

/** Sessions of staff end when nothing happens for half an hour. */
async function passHours(hours: number): Promise<void> {
  await world.pass(hours * HOUR_MS);
  await comeToWork();
}

const none = { summary: "", html: "", alt: "", seo: { title: "", description: "" } };
const said = (language: string, title: string, more: Partial<ContentText> = {}): ContentText => ({ language, ...none, title, ...more });
const both = (title: string, html: string): ContentText[] => [said("EN", title, { html }), said("TY", `${title} (TY)`, { html: `${html}<p>TY</p>` })];
const stamp = ({ row, version }: ContentItem) => ({ id: row.id, no: version.no, revision: version.revision });

let made = 0;
async function draft(
  detail: Detail,
  texts: ContentText[],
  { by = officer, code = `made.${++made}x` }: { by?: Person; code?: string } = {},
): Promise<ContentItem> {
  const item = await by.call(content.create, { code, detail });
  return (await by.call(content.save, { ...stamp(item), detail, texts, startsAt: null, endsAt: null })).item;
}

const publish = (item: ContentItem, by = officer) => by.call(content.publish, { ...stamp(item), reason: "goes on the site" });
const refusedToPublish = (item: ContentItem, by = officer) => by.refused(content.publish, { ...stamp(item), reason: "goes on the site" });
const notice: Detail = { kind: "notice", platform: "W" };
const read = (types: string, language = "EN") => askAnew(world, content.announcements, { types, platform: "W", language });
const titles = async (types: string) => (await read(types)).list.map(({ title }) => title);

const term = (more: Partial<Extract<Detail, { kind: "term" }>> = {}): Detail => ({
  kind: "term",
  section: "term",
  slug: "term",
  document: "terms",
  consentNeeded: true,
  bindingFrom: null,
  twoOfficers: true,
  ...more,
});

test("what would leave a visitor before half a text or a dead end is not published, and says at which field", async () => {
  const html = "<p>Words</p>";
  expect(await refusedToPublish(await draft(notice, [said("EN", "Only English", { html })]))).toBe("content.text_missing");
  expect(await refusedToPublish(await draft(notice, [said("EN", "", { html }), said("TY", "", { html })]))).toBe("content.text_missing");
  expect(await refusedToPublish(await draft(notice, both("No way", '<p><a href="/nowhere">x</a></p>')))).toBe("content.link_dead");
  const popup: Detail = { kind: "popup", platform: "W", execution: "A", linkageType: 2, url: "http://plain.example", pictureId: null };
  expect(await refusedToPublish(await draft(popup, both("Plain http", html)))).toBe("content.link_dead");
  const banner: Detail = { kind: "banner", groupName: "w_home", gameType: "", linkageType: 0, url: "", pictureId: null, phonePictureId: null, audience: "all" };
  expect(await refusedToPublish(await draft(banner, both("No picture", "")))).toBe("content.picture_unknown");
  const item = await draft(notice, both("Ends first", html));
  const [startsAt, endsAt] = [new Date(world.clock.now().getTime() + 2 * HOUR_MS).toISOString(), new Date(world.clock.now().getTime() + HOUR_MS).toISOString()];
  const saved = await officer.call(content.save, { ...stamp(item), detail: notice, texts: both("Ends first", html), startsAt, endsAt });
  expect(await refusedToPublish(saved.item)).toBe("content.window_invalid");
  expect(await titles("PL")).toEqual([]);
});

test("of two officers who read the same draft the second is told, and what the first wrote stays", async () => {
  const item = await draft(notice, both("One", "<p>1</p>"));
  await other.call(content.save, { ...stamp(item), detail: notice, texts: both("Two", "<p>2</p>"), startsAt: null, endsAt: null });
  const late = { ...stamp(item), detail: notice, texts: both("Three", "<p>3</p>"), startsAt: null, endsAt: null };
  expect(await officer.refused(content.save, late)).toBe("content.changed");
  expect(await refusedToPublish(item)).toBe("content.changed");
  const { version } = await officer.call(content.get, { id: item.row.id });
  expect(version).toMatchObject({ no: 1, revision: 3 });
  expect(version.texts.map(({ title }) => title).sort()).toEqual(["Two", "Two (TY)"]);
});

test("two saves of the same draft at the same moment: one is kept whole, the other is told", async () => {
  const item = await draft(notice, both("Race", "<p>0</p>"));
  const save = (by: Person, title: string) =>
    by.request("POST", "/api/content.save", JSON.stringify({ ...stamp(item), detail: notice, texts: both(title, "<p>r</p>"), startsAt: null, endsAt: null }));
  const outcomes = await Promise.all([save(officer, "Left"), save(other, "Right")]);
  expect(outcomes.map(({ answer }) => (answer.success ? "saved" : answer.message)).sort()).toEqual(["content.changed", "saved"]);
});

test("what was published is frozen in the table itself, and a rollback is a new version that equals the old one", async () => {
  const first = await publish(await draft(notice, both("First", "<p>first</p>")));
  const edited = await officer.call(content.save, { ...stamp(first), detail: notice, texts: both("Second", "<p>second</p>"), startsAt: null, endsAt: null });
  expect(edited.item.version).toMatchObject({ no: 2, state: "draft" });
  expect(await titles("PL")).toEqual(["First"]);
  await publish(edited.item);
  expect(await titles("PL")).toEqual(["Second"]);
  const { id } = first.row;
  await expect(asOwner(world.open.url, "update content_text set title = 'x' where content_id = $1 and no = 1", [id])).rejects.toThrow("stay as they were");
  await expect(asOwner(world.open.url, "update content_version set detail = '{}' where content_id = $1 and no = 1", [id])).rejects.toThrow("stays as it was");
  await expect(asOwner(world.open.url, "delete from content_version where content_id = $1 and no = 2", [id])).rejects.toThrow("stays as it was");
  const back = await officer.call(content.rollback, { id, no: 1, reason: "the first was right" });
  const old = await officer.call(content.version, { id, no: 1 });
  expect(back.version).toMatchObject({ no: 3, state: "live", detail: old.detail });
  expect(back.version.texts).toEqual(old.texts);
  const history = await officer.call(content.history, { id });
  expect(history.list.map(({ no, state }) => [no, state])).toEqual([
    [3, "live"],
    [2, "over"],
    [1, "over"],
  ]);
  await officer.call(content.retire, { id, reason: "done with it" });
  expect(await titles("PL")).toEqual([]);
});

test("the same question is answered anew within a second of a publication, though answers are shared", async () => {
  const ask = () => world.guest().call(content.announcements, { types: "PL", platform: "W", language: "EN" });
  const before = await ask();
  const item = await publish(await draft(notice, both("Now", "<p>now</p>")));
  await expect.poll(async () => (await ask()).list.length, { timeout: 1_000, interval: 50 }).toBe(before.list.length + 1);
  await officer.call(content.retire, { id: item.row.id, reason: "the test is over" });
});

test("a schedule needs nobody: it begins at its moment, ends at its moment, and gives way to what stood before", async () => {
  const item = await publish(await draft(notice, both("Always", "<p>a</p>")));
  const at = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const feast = await officer.call(content.save, { ...stamp(item), detail: notice, texts: both("Feast", "<p>f</p>"), startsAt: at(1), endsAt: at(2) });
  expect((await publish(feast.item)).version.state).toBe("scheduled");
  expect(await titles("PL")).toEqual(["Always"]);
  await passHours(1);
  expect(await titles("PL")).toEqual(["Feast"]);
  await passHours(1);
  expect(await titles("PL")).toEqual(["Always"]);
  await officer.call(content.retire, { id: item.row.id, reason: "the test is over" });
});

test("one answer carries banners, notices, popups, promotions and help with the keys of the specification, in the language asked for [CALL-34, ENTITY-21]", async () => {
  const bytes = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const picture = await officer.call(content.uploadPicture, { picture: bytes.toString("base64"), focusX: 70, focusY: 40 });
  const alt = { alt: "A teal field" };
  const pictured = (title: string, html = "") => both(title, html).map((text) => ({ ...text, ...alt }));
  for (const groupName of ["w_login", "w_register", "w_home", "w_forget", "w_video", "w_leftmenu"] as const) {
    const detail: Detail = {
      kind: "banner",
      groupName,
      gameType: "LIVE",
      linkageType: 1,
      url: "/live",
      pictureId: picture.id,
      phonePictureId: null,
      audience: "all",
    };
    await publish(await draft(detail, pictured(`Banner ${groupName}`)));
  }
  for (const platform of ["W", "A", "M"] as const) await publish(await draft({ kind: "notice", platform }, both(`Notice ${platform}`, "<p>n</p>")));
  for (const execution of ["A", "B", "F"] as const) {
    await publish(await draft({ kind: "popup", platform: "W", execution, linkageType: 0, url: "", pictureId: null }, both(`Popup ${execution}`, "<p>p</p>")));
  }
  const images = [
    { sequence: 2, pictureId: picture.id },
    { sequence: 1, pictureId: picture.id },
  ];
  await publish(
    await draft(
      { kind: "promotion", platform: "W", slug: "spring", linkageType: 2, url: "https://example.org/x", images, clearance: "" },
      pictured("Promotion", "<p>r</p>"),
    ),
  );
  await publish(await draft({ kind: "help", section: "fair", slug: "fair" }, both("Fair", "<p>h</p>")));
  const { list } = await read("B,PL,PU,PR,H");
  expect(new Set(list.map(({ type }) => type))).toEqual(new Set(["B", "PL", "PU", "PR", "H"]));
  const banners = list.filter((item) => item.type === "B");
  expect(banners.map(({ groupName }) => groupName)).toEqual(["w_login", "w_register", "w_home", "w_forget", "w_video", "w_leftmenu"]);
  expect(banners[0]).toMatchObject({
    url: "/live",
    linkageType: 1,
    gameType: "LIVE",
    picture: { id: picture.id, width: 1_560, height: 878, focusX: 70, focusY: 40, alt: "A teal field" },
  });
  const notices = list.filter((item) => item.type === "PL");
  expect(notices.map(({ platform }) => platform)).toEqual(["W", "A"]);
  expect(notices[0]).toMatchObject({ title: "Notice W", content: "<p>n</p>", platform: "W", time: expect.stringMatching(/Z$/), id: expect.any(String) });
  expect(list.filter((item) => item.type === "PU").map(({ execution }) => execution)).toEqual(["A", "B", "F"]);
  const promotion = list.find((item) => item.type === "PR");
  expect(promotion!.announcementImages.map(({ sequence, url }) => [sequence, url])).toEqual([
    [1, `/pictures/${picture.id}/1560.webp`],
    [2, `/pictures/${picture.id}/1560.webp`],
  ]);
  expect((await read("PL", "TY")).list.map(({ title }) => title)).toEqual(["Notice W (TY)", "Notice A (TY)"]);
  for (const wrong of ["types=B,X&platform=W&language=EN", "types=B&platform=M&language=EN", "types=B&platform=W&language=EN&more=1"]) {
    expect((await world.guest().request("GET", `/api/content.announcements?${wrong}`)).answer).toMatchObject({ message: "request.invalid" });
  }
});

test("help answers sections with their articles to exactly lang and device, and the help centre the ways to reach us [CALL-35, CALL-61]", async () => {
  const types = ["SOCIALMEDIA", "TOURNAMENT", "Android", "iOS", "FACEBOOK", "COMMUNITY", "TELEGRAM", "INSTAGRAM", "TIKTOK", "WHATSAPP", "VIBER"] as const;
  for (const type of types)
    await publish(await draft({ kind: "resource", type, labelNameEn: `Our ${type}`, url: "https://example.org/us" }, both(`Our ${type}`, "")));
  await publish(await draft({ kind: "help", section: "contact", slug: "contact" }, both("Reach us", "<p>Write</p>")));
  const { sections } = await world.guest().call(content.help, { lang: "TY", device: "WEB" });
  expect(sections.map(({ section }) => section)).toEqual(["fair", "contact"]);
  expect(sections[1]!.articles[0]).toMatchObject({ slug: "contact", title: "Reach us (TY)", content: "<p>Write</p><p>TY</p>", isTerm: false });
  expect((await world.guest().request("GET", "/api/content.help?lang=TY&device=APP")).answer).toMatchObject({ message: "request.invalid" });
  const { list } = await world.guest().call(content.resources, { language: "EN" });
  expect(list.map(({ type, labelNameEn, url }) => [type, labelNameEn, url])).toEqual(types.map((type) => [type, `Our ${type}`, "https://example.org/us"]));
  const { channels, article } = await world.guest().call(content.helpCenter, { lang: "EN" });
  expect(channels.map(({ type }) => type)).toEqual(types.filter((type) => !["TOURNAMENT", "Android", "iOS"].includes(type)));
  expect(article).toMatchObject({ slug: "contact" });
});

test("only videos of YouTube are kept, each in the language asked for, else in English", async () => {
  const video = (urls: Record<string, string>): Detail => ({ kind: "video", urls, pictureId: null });
  for (const url of [
    "https://vimeo.com/1",
    "http://www.youtube.com/watch?v=aqz-KE-bpKQ",
    "https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ",
    "https://youtu.be/short",
    "javascript:alert(1)",
  ])
    expect(await officer.refused(content.create, { code: `bad.${++made}x`, detail: video({ EN: url }) }), url).toBe("content.video_invalid");
  await publish(
    await draft(
      video({ EN: "https://youtu.be/aqz-KE-bpKQ", TY: "https://m.youtube.com/watch?v=YE7VzlLtp-4", CN: "https://www.youtube.com/embed/AAAAAAAAAAA" }),
      both("Film", ""),
    ),
  );
  const idIn = async (language: string) => (await world.guest().call(content.videos, { language })).list.map(({ videoId }) => videoId);
  expect([await idIn("EN"), await idIn("TY"), await idIn("CN"), await idIn("VI")]).toEqual([
    ["aqz-KE-bpKQ"],
    ["YE7VzlLtp-4"],
    ["AAAAAAAAAAA"],
    ["aqz-KE-bpKQ"],
  ]);
});

test("terms are published by somebody who did not write in them: the desk refuses the author, and so does the table", async () => {
  const [ann, ben] = [await world.operator("marketing"), await world.operator("marketing")];
  const item = await draft(term(), both("Terms", "<p>one</p>"), { by: ann, code: "terms" });
  expect(await refusedToPublish(item, ann)).toBe("content.own_publication");
  const joined = await ben.call(content.save, { ...stamp(item), detail: term(), texts: both("Terms", "<p>two</p>"), startsAt: null, endsAt: null });
  expect(await refusedToPublish(joined.item, ben)).toBe("content.own_publication");
  expect(await refusedToPublish(joined.item, ann)).toBe("content.own_publication");
  const force =
    "update content_version v set state = 'published', starts_at = now(), published_by = v.made_by, published_at = now(), reason = 'r' where content_id = $1";
  await expect(asOwner(world.open.url, force, [item.row.id])).rejects.toThrow("content_version_two_officers");
  expect((await publish(joined.item, other)).version.state).toBe("live");
  expect(await other.refused(content.retire, { id: item.row.id, reason: "no more terms" })).toBe("content.term_stays");
});

test("newer terms are asked for, from their day on stop a deposit and nothing else, and are over when the member agrees", async () => {
  const member = await world.player();
  expect((await member.call(content.consentsDue, { language: "EN" })).list).toEqual([]);
  const { list } = await officer.call(content.list, { kind: "term" });
  const { id } = list[0]!;
  const before = await officer.call(content.get, { id });
  const bindingFrom = new Date(world.clock.now().getTime() + HOUR_MS).toISOString();
  const texts = both("Terms", "<p>three</p>").map((text) => ({ ...text, summary: "What changed" }));
  const saved = await officer.call(content.save, { ...stamp(before), detail: term({ bindingFrom }), texts, startsAt: null, endsAt: null });
  const { version } = await publish(saved.item, other);
  const [due] = (await member.call(content.consentsDue, { language: "EN" })).list;
  expect(due).toMatchObject({ id, no: version.no, document: "terms", summary: "What changed", content: "<p>three</p>", isBinding: false });
  const order = { amount: 500_00n, method: "QRPH" } as const;
  const deposit = () => member.refused(deposits.create, { ...order, requestId: crypto.randomUUID() });
  expect(await deposit()).toBe("deposits.provider_unreachable");
  await passHours(2);
  await member
    .call(sessions.login, { username: member.name, password: member.password, type: "username", entry: "player" })
    .then(({ token }) => (member.token = token));
  expect(await deposit()).toBe("content.consent_due");
  expect((await member.call(content.consentsDue, { language: "EN" })).list[0]).toMatchObject({ isBinding: true });
  expect((await member.request("GET", "/api/withdrawals.mine")).status).toBe(200);
  expect(await member.refused(content.accept, { id, no: version.no - 1 })).toBe("content.changed");
  await member.call(content.accept, { id, no: version.no });
  await member.call(content.accept, { id, no: version.no });
  expect((await member.call(content.consentsDue, { language: "EN" })).list).toEqual([]);
  expect(await deposit()).toBe("deposits.provider_unreachable");
  const kept = await asOwner<{ version: string; language: string }>(
    world.open.url,
    "select version, language from consent where account_id = $1 and kind = 'terms' order by at",
    [member.id],
  );
  expect(kept).toHaveLength(2);
  expect(kept[1]).toMatchObject({ version: expect.stringMatching(new RegExp(`^\\d{4}-\\d{2}-\\d{2}\\.${version.no}$`)), language: "EN" });
  const newcomer = await world.player();
  expect((await newcomer.call(content.consentsDue, { language: "EN" })).list).toEqual([]);
});

test("a version that asks for nothing leaves every agreement as it was", async () => {
  const member = await world.player();
  const { list } = await officer.call(content.list, { kind: "term" });
  const before = await officer.call(content.get, { id: list[0]!.id });
  const saved = await officer.call(content.save, {
    ...stamp(before),
    detail: term({ consentNeeded: false }),
    texts: both("Terms", "<p>a comma</p>"),
    startsAt: null,
    endsAt: null,
  });
  await publish(saved.item, other);
  expect((await member.call(content.consentsDue, { language: "EN" })).list).toEqual([]);
});

test("the overview says what is missing and what is older than its English, and a word that it fits ends that", async () => {
  const item = await draft(notice, both("Fits", "<p>1</p>"));
  const stateOf = ({ row }: ContentItem) => row.languages.map(({ language, state }) => `${language} ${state}`);
  expect(stateOf(item)).toEqual(["EN complete", "TY complete"]);
  const [english, tagalog] = both("Fits", "<p>1</p>") as [ContentText, ContentText];
  const moved = await officer.call(content.save, {
    ...stamp(item),
    detail: notice,
    texts: [{ ...english, html: "<p>1, and more</p>" }, tagalog],
    startsAt: null,
    endsAt: null,
  });
  expect(stateOf(moved.item)).toEqual(["EN complete", "TY older"]);
  const gaps = async () => (await officer.call(content.overview, { only: "gaps", limit: 100 })).list.map(({ id }) => id);
  expect(await gaps()).toContain(item.row.id);
  const seen = await officer.call(content.save, {
    ...stamp(moved.item),
    detail: notice,
    texts: [
      { ...english, html: "<p>1, and more</p>" },
      { ...tagalog, reviewed: true },
    ],
    startsAt: null,
    endsAt: null,
  });
  expect(stateOf(seen.item)).toEqual(["EN complete", "TY complete"]);
  expect(await gaps()).not.toContain(item.row.id);
  await officer.call(content.discard, { ...stamp(seen.item), reason: "never goes out" });
  expect(await officer.refused(content.get, { id: item.row.id })).toBe("content.not_found");
});

test("the schedule names each published version that begins or ends in time to come, the next first and page by page, and no draft", async () => {
  const at = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const timed = async (title: string, startsAt: string | null, endsAt: string | null, item?: ContentItem) => {
    const known = stamp(item ?? (await draft(notice, both(title, "<p>t</p>"))));
    return (await officer.call(content.save, { ...known, detail: notice, texts: both(title, "<p>t</p>"), startsAt, endsAt })).item;
  };
  const late = await publish(await timed("Late", at(30), at(40)));
  const ending = await publish(await timed("Ending", null, at(20)));
  await publish(await timed("Open", null, null));
  await timed("Only a draft", at(25), null);
  const schedule = async () => {
    const first = await officer.call(content.overview, { only: "timed", limit: 1 });
    const rest = await officer.call(content.overview, { only: "timed", limit: 100, cursor: first.next! });
    expect(rest.next).toBe(null);
    return [...first.list, ...rest.list].map(({ title, lastNo, state }) => `${title} ${lastNo} ${state}`);
  };
  const before = ["Ending 1 live", "Late 1 scheduled"];
  expect(await schedule()).toEqual(before);
  await publish(await timed("Later", at(50), null, late));
  expect(await schedule()).toEqual([...before, "Later 2 scheduled"]);
  for (const { row } of [late, ending]) await officer.call(content.retire, { id: row.id, reason: "the test is over" });
  expect((await officer.call(content.overview, { only: "timed" })).list).toEqual([]);
});

test("a preview shows a draft to whoever holds the ticket, for ten minutes, and to nobody else", async () => {
  const item = await draft({ kind: "post", slug: "to-come", pictureId: null, day: "2026-11-23" }, both("To come", "<p>soon</p>"));
  const { ticket } = await officer.call(content.previewTicket, { id: item.row.id, no: 1 });
  expect((await world.guest().call(content.preview, { ticket, language: "TY" })).post).toMatchObject({ title: "To come (TY)", slug: "to-come" });
  expect(await world.guest().refused(content.post, { kind: "post", slug: "to-come", language: "EN" })).toBe("content.not_found");
  expect(await world.guest().refused(content.preview, { ticket: `${ticket}x`, language: "EN" })).toBe("content.preview_over");
  await world.pass(10 * 60_000);
  expect(await world.guest().refused(content.preview, { ticket, language: "EN" })).toBe("content.preview_over");
});

test("posts come in pages, the newest day first, and one by its address; two cannot have the same", async () => {
  for (const day of ["2026-11-01", "2026-11-03", "2026-11-02"])
    await publish(await draft({ kind: "news", slug: `of-${day}`, pictureId: null, day }, both(day, "<p>w</p>")));
  const first = await world.guest().call(content.posts, { kind: "news", language: "EN", limit: 2 });
  expect(first.list.map(({ day }) => day)).toEqual(["2026-11-03", "2026-11-02"]);
  const second = await world.guest().call(content.posts, { kind: "news", language: "EN", limit: 2, cursor: first.next! });
  expect([second.list.map(({ day }) => day), second.next]).toEqual([["2026-11-01"], null]);
  expect(await world.guest().call(content.post, { kind: "news", slug: "of-2026-11-02", language: "TY" })).toMatchObject({
    title: "2026-11-02 (TY)",
    content: "<p>w</p><p>TY</p>",
  });
  expect(
    await officer.refused(content.create, { code: "another.news", detail: { kind: "news", slug: "of-2026-11-02", pictureId: null, day: "2026-11-02" } }),
  ).toBe("content.code_taken");
});

test("an officer of another role writes nothing, an auditor reads and writes nothing", async () => {
  const [finance, auditor] = [await world.operator("finance"), await world.operator("auditor")];
  expect(await finance.refused(content.list, { kind: "notice" })).toBe("sessions.forbidden");
  expect((await auditor.call(content.list, { kind: "notice" })).list.length).toBeGreaterThan(0);
  expect(await auditor.refused(content.create, { code: "of.auditor", detail: notice })).toBe("sessions.forbidden");
});
