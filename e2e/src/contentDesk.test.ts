import { content, type ContentItem, type ContentText } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import { firstOf } from "@laro/server/testing/long";
import type { Person } from "@laro/server/testing/person";
import { photo } from "@laro/server/testing/verifications";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const none = { summary: "", html: "", alt: "", seo: { title: "", description: "" } };
const both = (title: string, html: string): ContentText[] => ["EN", "TY"].map((language) => ({ ...none, language, title: `${title} ${language}`, html }));
const stamp = ({ row: { id }, version: { no, revision } }: ContentItem) => ({ id, no, revision });
const notice: Detail = { kind: "notice", platform: "W" };

/** A draft that an officer saved without a screen. */
async function draft(by: Person, code: string, texts: ContentText[], detail: Detail = notice): Promise<ContentItem> {
  const item = await by.call(content.create, { code, detail });
  return (await by.call(content.save, { ...stamp(item), detail, texts, startsAt: null, endsAt: null })).item;
}

const publish = (by: Person, item: ContentItem) => by.call(content.publish, { ...stamp(item), reason: "goes on the site" });

async function enterDesk(officer: Person & { name: string; password: string }, path: string, width = 1440): Promise<Page> {
  const { page } = await stage.visit({ width, height: 900, refusals: [403, 404, 409, 422] });
  await page.goto(`/console/content${path}`);
  await enterBackOffice(page, officer);
  return page;
}

async function looksRight(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

const notices = async (language = "EN") =>
  (await stage.world.guest().call(content.announcements, { types: "PL", platform: "W", language })).list.map(({ title, content: html }) => ({ title, html }));
const textBox = (page: Page, language: string): Locator => page.getByRole("textbox", { name: `Text in ${language}` });
const tab = (page: Page, name: RegExp | string): Promise<void> => page.getByRole("tab", { name }).click();

/** Puts HTML on the clipboard's way into an editor, as a press of Ctrl V does. */
const paste = (box: Locator, html: string) =>
  box.evaluate((element, given) => {
    const { DataTransfer, ClipboardEvent } = globalThis as unknown as PasteParts;
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", given);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);

/** What the page has and this process has not. */
interface PasteParts {
  readonly DataTransfer: new () => { setData: (type: string, data: string) => void };
  readonly ClipboardEvent: new (type: string, init: object) => Event;
}

test.each(firstOf([1440, 390]))(
  "at %i px an officer writes a notice with formatting in two languages, is told what a paste left behind, publishes it with its difference and a reason, and the site has it within a second",
  async (width) => {
    const officer = await stage.world.operator("marketing");
    const page = await enterDesk(officer, "?kind=notice", width);
    await page.getByRole("button", { name: "New item" }).first().click();
    await page.getByRole("dialog").getByLabel("Name on the desk").fill(`notice.cashier${width}`);
    await looksRight(page);
    await page.getByRole("dialog").getByRole("button", { name: "New item" }).click();
    await page.getByLabel("Title", { exact: true }).fill(`Cashier ${width}`);
    const english = textBox(page, "EN");
    await english.click();
    await page.keyboard.type("The cashier closes at ");
    await page.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("ten");
    await paste(english, '<p>Paid <em>tomorrow</em><script>document.title = "run"</script><img src="x" onerror="document.title=1"></p>');
    await page.getByText("Left out of what came in").waitFor();
    await page.getByText(/^script × 1$/).waitFor();
    expect(await english.innerHTML()).toContain("<strong>ten</strong>");
    expect(await english.innerHTML()).toContain("<em>tomorrow</em>");
    expect(await english.locator("script, img[onerror]").count()).toBe(0);
    await looksRight(page);
    await tab(page, /^TY/);
    await page.getByLabel("Title", { exact: true }).fill(`Cashier ${width} TY`);
    await page.getByRole("button", { name: "Write as HTML" }).click();
    await page.getByLabel("HTML of the text").fill('<p onclick="x()">Sarado <strong>mamaya</strong></p><script>1</script>');
    await page.keyboard.press("Control+s");
    const told = page.getByRole("status").filter({ hasText: "Saved without this" });
    await told.getByText(/TY: script × 1/).waitFor();
    await told.getByText(/TY: p\[onclick\] × 1/).waitFor();
    await page.getByText("All saved").waitFor();
    expect(await notices()).not.toContainEqual(expect.objectContaining({ title: `Cashier ${width}` }));
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Publish: notice.cashier${width}` });
    await dialog.locator("ins").filter({ hasText: "The cashier closes at ten" }).waitFor();
    await looksRight(page);
    await dialog.getByLabel("Reason").fill("New hours of the cashier");
    const answered = page.waitForResponse(/content\.publish/);
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await answered;
    await expect.poll(() => notices(), { timeout: 1_000, interval: 50 }).toContainEqual(expect.objectContaining({ title: `Cashier ${width}` }));
    const html = (await notices()).find(({ title }) => title === `Cashier ${width}`)!.html;
    expect(html).toContain("<strong>ten</strong>");
    expect(html).not.toMatch(/script|onerror/);
    expect((await notices("TY")).find(({ title }) => title === `Cashier ${width} TY`)!.html).toBe("<p>Sarado <strong>mamaya</strong></p>");
    await page.getByRole("heading", { level: 1, name: `Cashier ${width}` }).waitFor();
    await page.getByText("On the site", { exact: true }).first().waitFor();
  },
);

test("a draft that another officer saved meanwhile is told, both texts are seen, and either can be taken over; leaving the page loses nothing", async () => {
  const [mine, other] = [await stage.world.operator("marketing"), await stage.world.operator("superadmin")];
  const item = await draft(mine, "notice.stale", both("Race", "<p>first</p>"));
  const page = await enterDesk(mine, `?kind=notice&open=${item.row.id}`);
  await page.getByLabel("Title", { exact: true }).fill("Race of mine");
  const asked = page.waitForEvent("dialog");
  await page.evaluate("void setTimeout(() => location.assign('/console/members'))");
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await other.call(content.save, { ...stamp(item), detail: notice, texts: both("Race of theirs", "<p>second</p>"), startsAt: null, endsAt: null });
  await page.getByRole("button", { name: "Content" }).click();
  await page.getByText("Not saved").waitFor();
  await page.getByRole("button", { name: /Race/ }).first().click();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Race of mine");
  await page.getByText(`${other.name} saved this item in the meantime.`, { exact: false }).waitFor();
  await page.keyboard.press("Control+s");
  const meeting = page.getByRole("region", { name: `${other.name} saved in the meantime` });
  await meeting.locator("del", { hasText: "theirs" }).first().waitFor();
  await meeting.locator("ins", { hasText: "mine" }).first().waitFor();
  await looksRight(page);
  expect((await other.call(content.get, { id: item.row.id })).version.texts.find(({ language }) => language === "EN")!.title).toBe("Race of theirs EN");
  await meeting.getByRole("button", { name: "Go on with theirs" }).click();
  await eventually(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("Race of theirs EN");
  await page.getByRole("button", { name: "Swap the two" }).click();
  await eventually(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("Race of mine");
  await page.keyboard.press("Control+s");
  await page.getByText("All saved").waitFor();
  expect((await other.call(content.get, { id: item.row.id })).version.texts.find(({ language }) => language === "EN")!.title).toBe("Race of mine");
  await page.getByRole("button", { name: "Throw the draft away" }).click();
  await decide(page, "Throw the draft away: notice.stale", { reason: "never goes out", verb: "Throw the draft away" });
  await page.getByRole("heading", { level: 1, name: "Content" }).waitFor();
  expect(await other.refused(content.get, { id: item.row.id })).toBe("content.not_found");
});

test("an old version is read, compared and brought back, and terms are published by an officer who did not write them", async () => {
  const [author, second] = [await stage.world.operator("marketing"), await stage.world.operator("superadmin")];
  const first = await publish(author, await draft(author, "notice.back", both("Back one", "<p>the old words</p>")));
  const edited = await author.call(content.save, {
    ...stamp(first),
    detail: notice,
    texts: both("Back two", "<p>the new words</p>"),
    startsAt: null,
    endsAt: null,
  });
  await publish(author, edited.item);
  const page = await enterDesk(author, `?kind=notice&open=${first.row.id}`);
  await tab(page, "Versions");
  await page.getByRole("button", { name: "Version 1" }).click();
  const reading = page.getByRole("dialog", { name: "Version 1" });
  await reading.locator("del", { hasText: "old" }).first().waitFor();
  await reading.getByRole("tab", { name: "EN" }).click();
  await reading.getByText("the old words").waitFor();
  await looksRight(page);
  await reading.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Bring back" }).click();
  await decide(page, "Bring back version 1", { reason: "the first was right", verb: "Bring back" });
  await page.getByRole("button", { name: "Version 3" }).waitFor();
  await eventually(async () => (await notices()).map(({ title }) => title)).toContain("Back one EN");

  const term = await draft(author, "terms", both("Terms anew", "<p>One comma more</p>"), {
    kind: "term",
    section: "term",
    slug: "term",
    document: "terms",
    consentNeeded: true,
    bindingFrom: null,
    twoOfficers: true,
  });
  await page.goto(`/console/content?kind=term&open=${term.row.id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const title = `Publish: ${term.row.code}`;
  await page.getByText("Terms are published by an officer who wrote nothing in them.").waitFor();
  await decide(page, title, { reason: "a comma more", verb: "Publish" });
  await page.getByRole("dialog", { name: title }).getByText("You wrote in it. Somebody else publishes terms.").waitFor();
  const reader = await enterDesk(second, `?kind=term&open=${term.row.id}`);
  await reader.getByRole("button", { name: "Publish", exact: true }).click();
  await decide(reader, title, { reason: "read and agreed", verb: "Publish" });
  await reader.getByText("It is published.").waitFor();
  const shown = async () => (await stage.world.guest().call(content.help, { lang: "EN", device: "WEB" })).sections.flatMap(({ articles }) => articles);
  await eventually(async () => (await shown()).map(({ title: name }) => name)).toContain("Terms anew EN");
  expect((await second.call(content.get, { id: term.row.id })).version).toMatchObject({ state: "live", publishedBy: second.name });
});

test("a preview frames a draft that the site does not show, in its widths, colours, languages and for its reader; no other address may be framed", async () => {
  const officer = await stage.world.operator("marketing");
  const popup: Detail = { kind: "popup", platform: "W", execution: "F", linkageType: 0, url: "", pictureId: null };
  const item = await draft(officer, "popup.hidden", both("Only for members", "<p>A <strong>secret</strong> draft</p>"), popup);
  const page = await enterDesk(officer, `?kind=popup&open=${item.row.id}`);
  await tab(page, "Preview");
  const frame = page.frameLocator("iframe");
  await frame.getByText("Visitors do not see this; members do.").waitFor();
  await tab(page, "Member");
  await frame.getByRole("heading", { name: "Only for members EN" }).waitFor();
  await frame.locator("strong", { hasText: "secret" }).waitFor();
  expect(await frame.locator("html").getAttribute("data-theme")).toBe("dark");
  await tab(page, "Light");
  await tab(page, "TY");
  await tab(page, "1440 px");
  await frame.getByRole("heading", { name: "Only for members TY" }).waitFor();
  expect(await frame.locator("html").getAttribute("data-theme")).toBe("light");
  expect(await frame.locator("html").evaluate("innerWidth")).toBe(1440);
  // The frame has no session of its own and ends none.
  expect(await page.evaluate("sessionStorage.getItem('token') !== null && document.documentElement.dataset.theme")).toBe("dark");
  await looksRight(page);
  expect((await stage.world.guest().call(content.announcements, { types: "PU", platform: "W", language: "EN" })).list.map(({ title }) => title)).not.toContain(
    "Only for members EN",
  );
  const policyOf = async (path: string) => (await page.request.get(path)).headers()["content-security-policy"];
  expect(await policyOf("/preview?ticket=x")).toMatch(/frame-ancestors 'self'(;|$)/);
  for (const path of ["/", "/console/content", "/promotions", "/previews"]) expect(await policyOf(path)).toMatch(/frame-ancestors 'none'/);
});

test("the desk orders items by keys with a reason, keeps a picture's focus, and lists gaps and what is to come", async () => {
  const officer = await stage.world.operator("marketing");
  const soon = new Date(stage.world.clock.now().getTime() + 60 * 60_000).toISOString();
  const [one, two] = [
    await draft(officer, "video.one", [{ ...none, language: "EN", title: "First" }], video()),
    await draft(officer, "video.two", both("Second", ""), video()),
  ];
  const timed = await officer.call(content.save, {
    ...stamp(await officer.call(content.create, { code: "notice.soon", detail: notice })),
    detail: notice,
    texts: both("Soon", "<p>soon</p>"),
    startsAt: soon,
    endsAt: null,
  });
  await publish(officer, timed.item);
  const page = await enterDesk(officer, "?kind=video");
  await page.getByRole("button", { name: "Change the order" }).click();
  await looksRight(page);
  await page.locator("[data-ordered]").filter({ hasText: "First" }).focus();
  const before = (await officer.call(content.list, { kind: "video", limit: 100 })).list.map(({ id }) => id);
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByRole("button", { name: "Save the order" }).click();
  await decide(page, "Change the order", { reason: "the second one first", verb: "Save the order" });
  await page.getByText("The order is saved.").waitFor();
  const after = (await officer.call(content.list, { kind: "video", limit: 100 })).list.map(({ id }) => id);
  expect(after.indexOf(two.row.id)).toBe(before.indexOf(one.row.id));
  expect(after.indexOf(one.row.id)).toBe(before.indexOf(two.row.id));

  await tab(page, "Languages");
  await page.getByRole("button", { name: /video\.one/ }).waitFor();
  expect(await page.getByRole("button", { name: /notice\.soon/ }).count()).toBe(0);
  await looksRight(page);
  await tab(page, "Schedule");
  await page.getByRole("button", { name: /notice\.soon/ }).waitFor();
  await looksRight(page);

  await tab(page, "Pictures");
  const jpeg = Buffer.from((await photo("jpeg")).split(",")[1]!, "base64");
  await page.getByLabel("New picture").setInputFiles({ name: "beach.jpg", mimeType: "image/jpeg", buffer: jpeg });
  const focus = page.getByRole("button", { name: "Focus at 50% from the left, 50% from the top" });
  await focus.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Focus at 60% from the left, 45% from the top" }).waitFor();
  await looksRight(page);
  await page.getByRole("button", { name: "Save the focus" }).click();
  await page.getByText("The focus is saved.").waitFor();
  expect((await officer.call(content.pictures, {})).list[0]).toMatchObject({ focusX: 60, focusY: 45 });
});

const video = (): Detail => ({ kind: "video", urls: { EN: "https://youtu.be/dQw4w9WgXcQ" }, pictureId: null });
