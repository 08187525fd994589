import { feedback } from "@laro/contract/feedback";
import { site } from "@laro/contract/site";
import { beginThreadOf, seenOf } from "@laro/server/testing/feedback";
import { firstOf } from "@laro/server/testing/long";
import { photo } from "@laro/server/testing/verifications";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, holdSocket, nextCaptcha, readCaptcha } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const formOf = (page: Page): Locator => page.locator("#feedbackPopupModal");

/** Opens the form from the help centre, where customer service stands. */
async function openForm(page: Page): Promise<Locator> {
  const drawn = nextCaptcha(page);
  await page.getByRole("button", { name: "Send us a message" }).click();
  await drawn;
  return formOf(page);
}

async function looksRight(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

test.each(firstOf([1440, 390]))(
  "at %i px a visitor writes to customer service from the help centre: six types, 200 characters counted, one warning for all that is empty, and the text is kept until it arrived [PROD-17, PROD-23, POPUP-29, POPUP-30, POPUP-31, POPUP-32, ENTITY-10, ENTITY-11, MSG-07, VALID-25, VALID-26, VALID-27, ERR-28, CONST-18, CALL-17, LAYOUT-25]",
  async (width) => {
    const { page, faults } = await stage.visit({ width, height: 844, refusals: [400] });
    await page.goto("/");
    if (width < 1024) await page.getByRole("button", { name: "Open the menu" }).click();
    const menu = width < 1024 ? page.getByRole("dialog") : page;
    const entry = menu.getByRole("navigation", { name: "Side menu" }).getByRole("link", { name: "Customer service" });
    const { customerService } = await stage.world.guest().call(site.permission, {});
    expect(await entry.getAttribute("href")).toBe(customerService.url);
    await entry.click();
    await page.waitForURL(`**${customerService.url}`);
    const form = await openForm(page);
    await looksRight(page);
    const type = form.getByLabel("Question type");
    expect((await type.locator("option").allTextContents()).slice(1)).toEqual(["Deposit", "Withdrawal", "Games", "Service", "Applications", "Other"]);
    const text = form.getByLabel("Description");
    expect(await text.getAttribute("placeholder")).toBe("20 to 200 characters");
    await form.getByRole("img", { name: "A picture of characters to type" }).waitFor();
    await text.fill("     ");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    expect(await form.getByRole("alert").allTextContents()).toEqual(["Question type, Description, Captcha is empty"]);
    await looksRight(page);
    await text.fill("");
    await text.pressSequentially("x".repeat(201), { delay: 0 });
    expect((await text.inputValue()).length).toBe(200);
    await form.getByText("200 / 200").waitFor();
    await text.fill("  Hello  ");
    await type.selectOption("deposit_issues");
    await form.getByText("We answer within 30 minutes.").waitFor();
    await form.getByLabel("Captcha", { exact: false }).first().fill("wrong");
    const again = nextCaptcha(page);
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await again;
    await eventually(() => text.inputValue()).toBe("  Hello  ");
    expect(await form.count()).toBe(1);
    await readCaptcha(stage.world, form, again);
    const sent = page.waitForRequest("**/api/feedback.send");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    const request = await sent;
    expect(request.method()).toBe("PUT");
    expect(request.postDataJSON()).toMatchObject({ content: "Hello", sender: "", type: 1, captcha: expect.any(String) });
    await page.getByText(/Your message has the number F-\d+/).waitFor();
    await form.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  },
);

test("each type that is chosen sends its number, and a member's message carries the user name [ENTITY-10, ENTITY-11]", async () => {
  const ann = await stage.world.player();
  const { page } = await stage.visit({ token: ann.token, refusals: [] });
  const bodies: { type: number; sender: string }[] = [];
  await page.route("**/api/feedback.send", async (route) => {
    bodies.push(route.request().postDataJSON() as { type: number; sender: string });
    await route.fulfill({ json: { success: true, value: { reference: "F-1", dueAt: null, id: null, helpline: null } } });
  });
  for (const chosen of ["deposit_issues", "withdraw_issues", "game_issues", "service_issues", "apply_issues", "other_issues"]) {
    await page.goto("/help#contact");
    const form = await openForm(page);
    await form.getByLabel("Question type").selectOption(chosen);
    await form.getByLabel("Description").fill("Hello");
    await form.getByLabel("Captcha", { exact: false }).first().fill("abcde");
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.waitFor({ state: "detached" });
  }
  expect(bodies.map(({ type }) => type)).toEqual([1, 2, 3, 4, 6, 0]);
  expect(new Set(bodies.map(({ sender }) => sender))).toEqual(new Set([ann.name]));
});

test.each(firstOf([390, 1440]))(
  "at %i px a member writes with a picture, an officer takes and answers by keyboard, the member's badge and thread follow at once, and a closed thread is opened again [PROD-23]",
  async (width) => {
    const [ann, officer] = [await stage.world.player({ balance: 250_00n }), await stage.world.operator("support")];
    await officer.call(feedback.saveMacro, { title: "On its way", language: "EN", text: "Dear {name}, about {number}: your money is on its way." });
    const member = await stage.visit({ width, height: 844, token: ann.token });
    await member.page.goto("/member/messageV2?part=threads");
    const drawn = nextCaptcha(member.page);
    await member.page.getByRole("button", { name: "Write to us" }).click();
    const form = formOf(member.page);
    await form.getByLabel("Question type").selectOption("withdraw_issues");
    await form.getByLabel("Description").fill("My withdrawal has not come");
    await readCaptcha(stage.world, form, drawn);
    await form.getByRole("button", { name: "Send", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await member.page.getByRole("button", { name: /My withdrawal has not come/ }).click();
    const thread = member.page.getByRole("region", { name: /^Conversation F-/ });
    await thread.getByText("Waiting", { exact: true }).waitFor();
    await thread.getByText("Answer promised by").waitFor();
    await thread.getByRole("button", { name: "Add a picture" }).click();
    const jpeg = Buffer.from((await photo("jpeg")).split(",")[1]!, "base64");
    await thread.getByLabel("Add a picture").setInputFiles({ name: "slip.jpg", mimeType: "image/jpeg", buffer: jpeg });
    await thread.getByRole("button", { name: "Send picture" }).click();
    await thread.getByRole("button", { name: "Picture 1" }).waitFor();
    await looksRight(member.page);

    const desk = await stage.visit({ width: width === 390 ? 390 : 1440, height: 900 });
    await desk.page.goto("/console/feedback");
    await enterBackOffice(desk.page, officer);
    await desk.page
      .getByRole("cell", { name: /My withdrawal has not come/ })
      .or(desk.page.getByText("My withdrawal has not come"))
      .first()
      .waitFor();
    await looksRight(desk.page);
    const chosen = desk.page.locator("tr[aria-current]");
    await eventually(async () => {
      await desk.page.keyboard.press("j");
      return await chosen.textContent();
    }).toContain(ann.name);
    await desk.page.keyboard.press("Enter");
    await desk.page.getByRole("heading", { name: "The member", exact: true }).waitFor();
    await desk.page.getByText(ann.name).first().waitFor();
    await desk.page.keyboard.press("t");
    await desk.page.getByRole("button", { name: "Send answer" }).waitFor();
    await desk.page.getByRole("button", { name: "Open picture 1" }).click();
    await desk.page.getByAltText("Pictures").waitFor();
    await looksRight(desk.page);
    await desk.page.getByLabel("Prepared answer").selectOption({ label: "On its way" });
    const answer = desk.page.locator("#thread [name=answer]");
    expect(await answer.inputValue()).toContain(`Dear ${ann.name}, about F-`);
    await answer.focus();
    await desk.page.keyboard.press("Control+Enter");

    await thread.getByText(/your money is on its way/).waitFor();
    await thread.getByText("Answered", { exact: true }).waitFor();
    await looksRight(member.page);
    // Seen is read: the badge is gone, of the letters one welcome stays.
    await eventually(async () => (await ann.call(feedback.mine, {})).list[0]!.unread).toBe(0);
    const { id } = (await ann.call(feedback.mine, {})).list[0]!;
    await officer.call(feedback.close, { id, seen: await seenOf(officer, id) });
    await thread.getByText("Closed", { exact: true }).waitFor();
    expect(await thread.getByLabel("Your reply").count()).toBe(0);
    await thread.getByLabel("What is still open?").fill("It has still not come");
    await thread.getByRole("button", { name: "Open again" }).click();
    await thread.getByText("Waiting", { exact: true }).waitFor();
    expect(await officer.call(feedback.case, { id })).toMatchObject({ state: "new", reopened: 1 });
  },
);

test("what an officer types stays while the thread passes through other hands, and an answer to what was not read is refused with the newer word", async () => {
  const [ann, officer, chief] = [await stage.world.player(), await stage.world.operator("support"), await stage.world.operator("superadmin")];
  const id = await beginThreadOf(stage.world, ann);
  await officer.call(feedback.take, { id });
  const { page } = await stage.visit({ refusals: [409] });
  const deafen = await holdSocket(page);
  await page.goto(`/console/feedback?open=${id}`);
  await enterBackOffice(page, officer);
  const [answer, note] = [page.locator("#thread [name=answer]"), page.locator("#thread [name=note]")];
  await answer.fill("It will come tomorrow");
  await note.fill("She called twice");
  await chief.call(feedback.handOver, { id });
  await answer.waitFor({ state: "detached" });
  expect(await note.inputValue()).toBe("She called twice");
  await officer.call(feedback.take, { id });
  await eventually(() => answer.inputValue()).toBe("It will come tomorrow");
  // The page learns of the word only by what its own call is answered.
  deafen();
  await ann.call(feedback.reply, { id, text: "It has come" });
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByText("There is a newer message in this conversation.").waitFor();
  await page.getByText("It has come", { exact: true }).waitFor();
  expect(await answer.inputValue()).toBe("It will come tomorrow");
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByText(/is answered/).waitFor();
});

test("an answer counts on the avatar of its member at once, and on nobody else's", async () => {
  const [ann, ben, officer] = [await stage.world.player(), await stage.world.player(), await stage.world.operator("support")];
  const id = await beginThreadOf(stage.world, ann);
  await officer.call(feedback.take, { id });
  const [hers, his] = [await stage.visit({ token: ann.token }), await stage.visit({ token: ben.token })];
  const badgeOf = (page: Page) =>
    page
      .getByRole("link", { name: /^Messages/ })
      .last()
      .textContent();
  for (const { page } of [hers, his]) {
    await page.goto("/member");
    await settle(page);
    await eventually(() => badgeOf(page)).toContain("1 unread");
  }
  await officer.call(feedback.answer, { id, text: "There it is.", seen: await seenOf(officer, id) });
  await eventually(() => badgeOf(hers.page)).toContain("2 unread");
  expect(await badgeOf(his.page)).toContain("1 unread");
});

test("the customer-service entry follows the configured contact: a path opens in place, https in a new tab [PROD-17, SITE-31, LAYOUT-25]", async () => {
  const url = "https://help.example/chat";
  const { page, context } = await stage.visit();
  await context.route("https://help.example/**", (route) => route.fulfill({ contentType: "text/html", body: "<title>chat</title>" }));
  await page.route("**/api/site.permission*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: { customerService: object } };
    await route.fulfill({ json: { ...answer, value: { ...answer.value, customerService: { ...answer.value.customerService, url } } } });
  });
  await page.goto("/");
  const entry = page.getByRole("navigation").getByRole("link", { name: "Customer service" }).first();
  const [tab] = await Promise.all([context.waitForEvent("page"), entry.click()]);
  expect(tab.url()).toBe(url);
  expect(new URL(page.url()).pathname).toBe("/");
  await page.unroute("**/api/site.permission*");
  await page.goto("/promotions");
  await page.getByRole("navigation").getByRole("link", { name: "Customer service" }).first().click();
  await page.getByRole("heading", { name: "Customer service" }).waitFor();
  expect(context.pages()).toHaveLength(2);
});
