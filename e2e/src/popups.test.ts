import { content, type ContentItem, type ContentText } from "@laro/contract/content";
import type { Detail } from "@laro/contract/core/contentKinds";
import { firstOf } from "@laro/server/testing/long";
import type { Person } from "@laro/server/testing/person";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addressOf, readStore } from "./acts.ts";
import { bringAnswers } from "./answers.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ content: true });

const none = { summary: "", html: "", alt: "", seo: { title: "", description: "" } };
const both = (title: string, html: string, summary = ""): ContentText[] => ["EN", "TY"].map((language) => ({ ...none, language, title, summary, html }));
const stamp = ({ row: { id }, version: { no, revision } }: ContentItem) => ({ id, no, revision });

/** What is on the site once an officer has written it and another one has published it. */
async function put(detail: Detail, title: string, html = "<p>Its <strong>text</strong></p>"): Promise<void> {
  const item = await writer.call(content.create, { code: `made.${title.toLowerCase().replaceAll(" ", "-")}`, detail });
  const saved = await writer.call(content.save, { ...stamp(item), detail, texts: both(title, html), startsAt: null, endsAt: null });
  await publisher.call(content.publish, { ...stamp(saved.item), reason: "goes on the site" });
}

const popup = (execution: "A" | "B" | "F"): Detail => ({ kind: "popup", platform: "W", execution, linkageType: 1, url: "/promotions", pictureId: null });

let writer: Person;
let publisher: Person;
beforeAll(async () => {
  [writer, publisher] = [await stage.world.operator("marketing"), await stage.world.operator("superadmin")];
  const { list } = await stage.world.guest().call(content.announcements, { types: "PL,PU", platform: "W", language: "EN" });
  const shipped = (type: string): number => list.filter((one) => one.type === type).length;
  await put(popup("B"), "Only visitors");
  await put(popup("F"), "Only members");
  // Ten for a visitor: what is shipped, the one for visitors, and these.
  for (let at = shipped("PU"); at < 9; at++) await put(popup("A"), `Everyone ${at}`);
  for (let at = shipped("PL"); at < 10; at++) await put({ kind: "notice", platform: at === 9 ? "A" : "W" }, `Notice ${at}`);
  await put({ kind: "notice", platform: "M" }, "Telephones only");
});

/** A member who agreed to everything there is. */
async function agreed(): Promise<Person> {
  const member = await stage.world.player({ balance: 100_00n });
  for (const { id, no } of (await member.call(content.consentsDue, { language: "EN" })).list) await member.call(content.accept, { id, no });
  return member;
}

const accepted = { disclaimerAccept: "1" };
const disclaimer = (page: Page): Locator => page.locator("#disclaimerModal");
const announcement = (page: Page): Locator => page.locator("#announcementModal");
const notice = (page: Page): Locator => page.locator("#noticeModal");
const close = (dialog: Locator): Promise<void> => dialog.getByRole("button", { name: "Close" }).click();
const titles = (dialog: Locator): Locator => dialog.locator("button[aria-expanded]");
const openDialogs = (page: Page): Promise<number> => page.locator("dialog[open]").count();

async function looksRight(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test.each(firstOf([390, 1440]))(
  "at %i px the disclaimer comes first and stays until it is accepted: five groups, a second heading with one term, the terms to read, no way around it [POPUP-11, POPUP-12, POPUP-13, POPUP-14, POPUP-15]",
  async (width) => {
    const { page } = await stage.visit({ width, height: 844 });
    await page.goto("/");
    await disclaimer(page).waitFor();
    await looksRight(page);
    const lists = disclaimer(page).locator("ul");
    expect([await lists.first().locator("li").count(), await lists.last().locator("li").count()]).toEqual([5, 1]);
    expect(await disclaimer(page).getByRole("heading", { level: 3 }).count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await disclaimer(page).getByRole("button", { name: "Close" }).count()).toBe(0);
    expect(await openDialogs(page)).toBe(1);
    await page.reload();
    await disclaimer(page).getByRole("link", { name: "Read the terms of use" }).click();
    const help = page.locator("#helpCenterModal");
    await help.getByRole("button", { name: "Terms", pressed: true }).waitFor();
    expect(await page.evaluate("location.pathname + location.hash")).toBe("/help#term");
    expect(await disclaimer(page).count()).toBe(0);
    await close(help);
    await disclaimer(page).getByRole("button", { name: "Accept" }).click();
    await announcement(page).waitFor();
    expect(await disclaimer(page).count()).toBe(0);
    expect((await readStore(page, "sessionStorage"))["disclaimerAccept"]).toBe("1");
    await page.reload();
    await announcement(page).waitFor();
    expect(await disclaimer(page).count()).toBe(0);
  },
);

test("nothing comes over a menu that is open: a popup whose turn comes meanwhile waits until it is folded", async () => {
  const member = await agreed();
  const { page } = await stage.visit({ token: member.token, session: accepted });
  const open = Promise.withResolvers<void>();
  await page.route(/content\.consentsDue/, (route) => open.promise.then(() => route.continue()));
  await page.goto("/");
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  const due = page.waitForResponse(/content\.consentsDue/);
  open.resolve();
  await due;
  await page.waitForTimeout(1_000);
  expect([await page.getByRole("button", { name: "Sign out" }).count(), await openDialogs(page)]).toEqual([1, 0]);
  await page.keyboard.press("Escape");
  await announcement(page).waitFor();
});

test.each(firstOf([1440, 390]))(
  "at %i px announcements and then notices come nine a page, fold by their titles, and once closed stay closed in the tab for whoever closed them and nobody else [POPUP-01, POPUP-04, POPUP-05, POPUP-06, POPUP-07, POPUP-08, POPUP-09, POPUP-10, CONST-02, CONST-03, ENTITY-21, ENTITY-22, CALL-34, ROLE-02]",
  async (width) => {
    const { page } = await stage.visit({ width, height: 844, session: accepted });
    await bringAnswers(page);
    const asked = page.waitForRequest(/content\.announcements/);
    await page.goto("/");
    const query = new URL((await asked).url()).searchParams;
    expect([query.get("types"), query.get("platform")]).toEqual(["B,PL,PU,PR,H", "W"]);
    const shown = announcement(page);
    await shown.waitFor();
    expect([await titles(shown).count(), await openDialogs(page)]).toEqual([9, 1]);
    const first = titles(shown).filter({ hasText: "Only visitors" });
    const text = shown.locator("li", { hasText: "Only visitors" }).locator("strong", { hasText: "text" });
    expect(await text.isVisible()).toBe(false);
    await first.click();
    await text.waitFor();
    await looksRight(page);
    await first.click();
    await text.waitFor({ state: "hidden" });
    await shown.getByRole("button", { name: "Next" }).click();
    expect(await titles(shown).count()).toBe(1);
    // Unclosed it comes back.
    await page.reload();
    await announcement(page).waitFor();
    await close(announcement(page));
    await notice(page).waitFor();
    await looksRight(page);
    expect(await titles(notice(page)).count()).toBe(9);
    await notice(page).getByRole("button", { name: "Next" }).click();
    expect(await titles(notice(page)).count()).toBe(1);
    expect(await notice(page).getByText("Telephones only").count()).toBe(0);
    await close(notice(page));
    await notice(page).waitFor({ state: "detached" });
    await page.goto("/promotions");
    await settle(page);
    expect(await openDialogs(page)).toBe(0);
    const member = await agreed();
    await page.evaluate(`sessionStorage.setItem("token", ${JSON.stringify(member.token)})`);
    await page.reload();
    await announcement(page).waitFor();
  },
);

test("A shows to everyone, B to visitors, F to members [ENTITY-23]", async () => {
  const member = await agreed();
  const seenBy = async (token?: string): Promise<string[]> => {
    const { page } = await stage.visit({ token, session: accepted });
    await page.goto("/");
    await announcement(page).waitFor();
    return await titles(announcement(page)).locator("span:first-child").allTextContents();
  };
  const [visitor, insider] = [await seenBy(), await seenBy(member.token)];
  const wanted = ["Only visitors", "Only members", "Everyone 3"];
  expect(wanted.map((title) => visitor.includes(title))).toEqual([true, false, true]);
  expect(wanted.map((title) => insider.includes(title))).toEqual([false, true, true]);
});

test("no popup comes over a game, the member centre, or a dialog somebody opened; it waits until they are left", async () => {
  const member = await agreed();
  const { page } = await stage.visit({ token: member.token, session: accepted });
  await page.goto("/room/DICE");
  await page.getByRole("button", { name: "Roll" }).first().waitFor();
  await settle(page);
  expect(await openDialogs(page)).toBe(0);
  await page.goto("/member/withdraw");
  await settle(page);
  expect(await announcement(page).count()).toBe(0);
  await page.goto("/help");
  await page.locator("#helpCenterModal").waitFor();
  await settle(page);
  expect(await announcement(page).count()).toBe(0);
  await close(page.locator("#helpCenterModal"));
  await announcement(page).waitFor();
  const item = announcement(page).locator("li", { hasText: "Everyone 1" });
  await item.getByRole("button", { expanded: false }).click();
  await item.getByRole("link", { name: "See more" }).click();
  await page.getByRole("heading", { name: "Promotions", level: 1, includeHidden: true }).waitFor();
  await notice(page).waitFor();
  expect(addressOf(page)).toBe("/promotions");
});

test("newer terms come before any announcement, say what changed, can wait while money may still leave, stop a game once they bind, and are over when the member accepts", async () => {
  const member = await agreed();
  const { list } = await writer.call(content.list, { kind: "term" });
  const item = await writer.call(content.get, { id: list.find(({ code }) => code === "terms")!.id });
  const { detail } = item.version;
  if (detail.kind !== "term") throw new Error("The terms are of the kind term.");
  const bindingFrom = new Date(stage.world.clock.now().getTime() - 1_000).toISOString();
  const texts = both("Terms of use", "<p>All of the <strong>new terms</strong></p>", "Fees are gone.");
  const changed = { ...detail, consentNeeded: true, bindingFrom };
  const saved = await writer.call(content.save, { ...stamp(item), detail: changed, texts, startsAt: null, endsAt: null });
  await publisher.call(content.publish, { ...stamp(saved.item), reason: "fees are gone" });
  const { page } = await stage.visit({ token: member.token, session: accepted, refusals: [403] });
  const consent = page.locator("#consentModal");
  await page.goto("/");
  await consent.getByText("Fees are gone.").waitFor();
  await consent.getByText("new terms").waitFor();
  expect(await openDialogs(page)).toBe(1);
  await consent.getByRole("button", { name: "Sign out" }).waitFor();
  await looksRight(page);
  await close(consent);
  await close(announcement(page));
  await close(notice(page));
  await page.goto("/bgs");
  await page.getByRole("button", { name: /^Play: Dice/ }).click();
  await consent.getByRole("button", { name: "Accept" }).click();
  await consent.waitFor({ state: "detached" });
  await eventually(async () => (await member.call(content.consentsDue, { language: "EN" })).list).toEqual([]);
  await page.getByRole("button", { name: /^Play: Dice/ }).click();
  await page.waitForURL("**/room/DICE");
});

test("the login, register and forgotten-password dialogs bear the banner of their group, which leads where it says [POPUP-23, ENTITY-18]", async () => {
  const { page } = await stage.visit({ session: { ...accepted, "popupClosed:announcement:anonymous": "1", "popupClosed:notice:anonymous": "1" } });
  const { list } = await stage.world.guest().call(content.announcements, { types: "B", platform: "W", language: "EN" });
  const altOf = (group: string): string => list.flatMap((one) => (one.type === "B" && one.groupName === group ? (one.picture?.alt ?? "") : []))[0]!;
  await bringAnswers(page);
  await page.route("**/api/content.announcements*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: { list: { groupName?: string }[] } };
    const more = answer.value.list.map((one) => (one.groupName === "w_login" ? { ...one, linkageType: 1, url: "/promotions" } : one));
    await route.fulfill({ json: { ...answer, value: { list: more } } });
  });
  await page.goto("/register");
  await page
    .locator("#registerPopupModal")
    .getByRole("img", { name: altOf("w_register") })
    .waitFor();
  await looksRight(page);
  await page.goto("/login");
  const login = page.locator("#loginPopupModal");
  await login.getByRole("img", { name: altOf("w_login") }).waitFor();
  await login.getByRole("button", { name: /^Forgot/ }).click();
  await page
    .locator("#forgotPasswordModal")
    .getByRole("img", { name: altOf("w_forget") })
    .waitFor();
  await page.goto("/login");
  await login.getByRole("link", { name: altOf("w_login") }).click();
  await page.waitForURL("**/promotions");
  await login.waitFor({ state: "detached" });
});
