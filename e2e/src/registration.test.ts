import { accounts } from "@laro/contract/accounts";
import { agents } from "@laro/contract/agents";
import type { InputOf } from "@laro/contract/core/endpoint";
import { settings } from "@laro/contract/settings";
import { venues } from "@laro/contract/venues";
import { asOwner } from "@laro/server/testing/owner";
import { readOutbox } from "@laro/server/testing/outbox";
import type { Person } from "@laro/server/testing/person";
import { readSealed } from "@laro/server/testing/sealed";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { addressOf, enterBackOffice, newName, nextCaptcha, PASSWORD, personOf, readCaptcha, readStore, register } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const AGENT = 1;
const reason = "seen by the owner";

let chief: Person;
// Each test begins with the rules and flags as they are shipped, in minutes of its own: staff's sessions end and the site's clock runs ahead.
beforeEach(async () => {
  await asOwner(stage.world.open.url, "delete from setting where key in ('registerRules', 'flags')");
  chief = await stage.world.operator("superadmin");
});

const popup = (page: Page) => page.locator("#registerPopupModal");
const press = (page: Page) => popup(page).getByRole("button", { name: "Register" }).click();
const field = (page: Page, name: string) => popup(page).locator(`[name=${name}]`);

/** The message under a field of a dialog. */
const messageOf = async (page: Page, name: string): Promise<string> => {
  const id = await page.locator(`dialog [name=${name}]`).getAttribute("aria-describedby");
  return id === null ? "" : page.locator(`[id="${id}"]`).innerText();
};

/** The addresses of the server's answers, as the page asks for them. */
function listen(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, call] = /\/api\/([\w.]+)/.exec(request.url()) ?? [];
    if (call !== undefined) asked.push(call);
  });
  return asked;
}

type Rule = Omit<InputOf<typeof settings.setRegisterRule>, "reason">;
const setRule = (rule: Partial<Rule> & { field: string }) =>
  chief.call(settings.setRegisterRule, { enabled: true, required: false, patternId: 1, minLength: 0, maxLength: 80, types: ["username"], reason, ...rule });
const setFlags = async (flags: Readonly<Record<string, boolean>>) => {
  for (const [modId, enabled] of Object.entries(flags)) await chief.call(settings.setFlag, { modId, enabled, reason });
};

/** What passes and what fails each pattern, as the rows have it; the sentence's beginning is what the reader is told. */
const verdicts: readonly (readonly [patternId: number, passes: string, fails: string, told: string])[] = [
  [2, "a1b2", "1ab", "Begin with a letter"],
  [3, "中文12", "abc", "Use Chinese characters, with"],
  [4, "漢字12", "かな", "Use kanji"],
  [6, "ab12", "ab-1", "Use letters and digits only"],
  [7, "ab12", "abcd", "Use letters and digits, at least one of each"],
  [8, "123", "12a", "Use digits only"],
  [9, "aB1", "ab1", "Use letters and digits, at least one of them a capital"],
  [10, "ab cd", "ab1", "Use English letters and spaces"],
  [11, "a-b", "a b", "Do not use spaces"],
  [12, "中文。", "abc", "Use Chinese characters and punctuation"],
  [13, "2024-01-31", "01-31-2024", "Enter a date as year-month-day"],
  [14, "01-31-2024", "2024-01-31", "Enter a date as month-day-year"],
  [15, "ab cd", "a b c", "Use two words"],
  [16, "한국", "ab", "Use Korean"],
  [17, "ไทย", "ab", "Use Thai letters only"],
  [18, "ไทย ab", "12", "Use Thai or English"],
  [19, "AB C", "ab", "Use capital letters and spaces"],
  [20, "a1!", "a b", "Use letters, digits and symbols"],
  [21, "aB1!", "ab1!", "Use a capital letter, a small letter"],
  [22, "Ana Cruz", "Ana", "Enter first and last name"],
  [23, "ひカ漢", "ｶ", "Use full-width"],
  [24, "ABC", "AB C", "Use capital letters only"],
  [1, "¡any thing!", "", ""],
  [5, "a@b.co", "a@b", "Enter an e-mail address"],
];
/** Fields that may have any pattern. */
const free = ["payeeName", "nationality", "occupation", "address", "idNumber", "qqNum", "line", "whatsapp", "facebook", "wechat", "telegram", "zalo"] as const;

test("an operator's rules show in the browser at the next opening: each of the 24 patterns gives the page's verdict under its field [VALID-45, VALID-13, PATTERN-01, PATTERN-02, PATTERN-03, PATTERN-04, PATTERN-05, PATTERN-06, PATTERN-07, PATTERN-08, PATTERN-09, PATTERN-10, PATTERN-11, PATTERN-12, PATTERN-13, PATTERN-14, PATTERN-15, PATTERN-16, PATTERN-17, PATTERN-18, PATTERN-19, PATTERN-20, PATTERN-21, PATTERN-22, PATTERN-23, PATTERN-24]", async () => {
  const { page } = await stage.visit();
  const asked = listen(page);
  for (const half of [verdicts.slice(0, free.length), verdicts.slice(free.length)]) {
    const placed = half.map(([patternId, ...rest], index) => ({ name: patternId === 5 ? "email" : free[index]!, patternId, rest }));
    for (const { name, patternId } of placed) await setRule({ field: name, patternId, minLength: 1 });
    await page.goto("/register");
    await field(page, "payeeName").waitFor();
    await press(page);
    for (const { name, patternId, rest } of placed) {
      const [passes, fails, told] = rest;
      await field(page, name).fill(passes);
      expect([patternId, (await messageOf(page, name)).startsWith("1 to 80")]).toEqual([patternId, true]);
      if (fails === "") continue;
      await field(page, name).fill(fails);
      expect([patternId, await messageOf(page, name)]).toEqual([patternId, expect.stringMatching(new RegExp(`^${told}.*Please enter 1 to 80 characters\\.$`))]);
    }
  }
  expect(asked).not.toContain("accounts.register");
});

test("each optional field is shown where its rule is on, stops an empty submit where it is required, and is absent where it is off; a second opening asks the server nothing [VALID-12, ENTITY-09, CALL-13, POPUP-25]", async () => {
  const { page } = await stage.visit();
  const asked = listen(page);
  const told = ["qqNum", "line", "whatsapp", "facebook", "wechat", "idNumber", "recommenderId", "payeeName"];
  const optional = told.concat("nickname", "telegram", "zalo", "address", "nationality", "occupation");
  await page.goto("/register");
  await field(page, "username").waitFor();
  for (const name of [...optional, "email", "birthday", "paymentPassword", "captcha"]) expect([name, await field(page, name).count()]).toEqual([name, 0]);
  for (const name of optional) await setRule({ field: name, required: true, maxLength: 20 });
  await setRule({ field: "email", patternId: 5, required: true });
  await setRule({ field: "birthday", patternId: 13, minLength: 10, maxLength: 10, required: true });
  await setRule({ field: "paymentPassword", patternId: 8, minLength: 6, maxLength: 6, required: true });
  await setRule({ field: "affiliateCode", patternId: 6, minLength: 6, maxLength: 12, required: true });
  await setRule({ field: "captcha", required: true, maxLength: 16 });
  await page.reload();
  await field(page, "captcha").waitFor();
  await press(page);
  for (const name of [...optional, "email", "birthday", "paymentPassword", "confirmPaymentPassword", "affiliateCode"])
    expect([name, await messageOf(page, name)]).toEqual([name, "Input cannot be empty."]);
  expect(await messageOf(page, "captcha")).toMatch(/captcha/i);
  for (const label of ["Nickname", "Telegram", "Zalo", "Birthday", "Address", "Nationality", "Occupation", "PIN (payment password)", "Confirm PIN"])
    await popup(page).locator("label", { hasText: label }).first().waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  const opened = asked.length;
  await popup(page).getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("banner").getByRole("button", { name: "Register" }).click();
  await field(page, "captcha").waitFor();
  expect(asked.slice(opened).filter((name) => name.startsWith("accounts."))).toEqual([]);
});

test("someone under 21 is told so under the birthday, and no account is opened [PROD-02, VALID-39]", async () => {
  await setRule({ field: "birthday", patternId: 13, minLength: 10, maxLength: 10, required: true });
  const { page } = await stage.visit({ refusals: [403] });
  await page.goto("/register");
  await field(page, "birthday").fill(`${new Date().getFullYear() - 20}-01-01`);
  await popup(page).getByText("Please confirm you are at least 21 years old").waitFor();
  await register(page, newName());
  await eventually(() => messageOf(page, "birthday")).toBe("You must be 21 years old or over.");
});

test("a valid code in the address hides the field and is sent with all the submission adds; an invalid one shows it, and a bad code stops the submit [REG-07, REG-08, REG-09, REG-13, ENTITY-07, ENTITY-08, ERR-29]", async () => {
  const agent = await stage.world.member({ type: AGENT });
  const { invitationCode } = await agent.call(agents.overview, {});
  const { page } = await stage.visit({ refusals: [400] });
  await page.goto("/register?affiliateCode=ZZZZZZZZ");
  await field(page, "affiliateCode").waitFor();
  await field(page, "affiliateCode").fill("YYYYYYYY");
  await register(page, newName());
  await eventually(() => messageOf(page, "affiliateCode")).toBe("Invalid invitation code.");
  expect((await readStore(page, "localStorage"))["affiliateCode"]).toBeUndefined();
  await page.goto(`/register?affiliateCode=${invitationCode}&referralCode=${invitationCode}`);
  await field(page, "username").waitFor();
  expect(await field(page, "affiliateCode").count()).toBe(0);
  // Later, without the codes and with a wrong one: the last valid one is still known.
  await page.goto("/promotions?referralCode=ZZZZZZZZ");
  await page.getByRole("banner").getByRole("button", { name: "Register" }).click();
  await field(page, "username").waitFor();
  expect(await field(page, "affiliateCode").inputValue()).toBe(invitationCode);
  const [request] = await Promise.all([page.waitForRequest("**/api/accounts.register"), register(page, newName())]);
  expect(request.method()).toBe("PUT");
  expect(await readSealed(stage.world, request.postData())).toMatchObject({
    affiliateCode: invitationCode,
    referralCode: invitationCode,
    domain: new URL(page.url()).hostname,
    registerMethod: "WEB",
    registerUrl: expect.stringMatching(/^http.*\/promotions$/),
  });
  await page.locator("#registerSuccessModal").waitFor();
  expect(await agent.call(agents.overview, {})).toMatchObject({ direct: 1 });
});

test("a stored code is forgotten after 30 days", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await page.evaluate(`localStorage.setItem("affiliateCode", "OLDCODE1"); localStorage.setItem("affiliateCodeAt", String(${Date.now()} - 31 * 86400000))`);
  await page.goto("/register");
  await field(page, "affiliateCode").waitFor();
  expect(await field(page, "affiliateCode").inputValue()).toBe("");
  expect((await readStore(page, "localStorage"))["affiliateCode"]).toBeUndefined();
});

test("with mobile registration on its tab comes first; the first press sends a code, six digits and the second press open the account, on a phone too [REG-01, REG-02, REG-03, REG-04, REG-05, SITE-04, SITE-05, POPUP-24, POPUP-27, AUTH-15, AUTH-17, CALL-07, CONST-20, CONST-21, VALID-40, VALID-47, VALID-50, VALID-54, ERR-30, ENTITY-15]", async () => {
  await setFlags({ mobileRegister: true, smsVerification: true });
  const { page } = await stage.visit({ width: 390, height: 844, refusals: [400] });
  const asked = listen(page);
  await page.goto("/register");
  await eventually(() => popup(page).getByRole("tab").allInnerTexts()).toEqual(["Mobile number", "User name"]);
  expect(await popup(page).getByRole("tab", { name: "Mobile number" }).getAttribute("aria-selected")).toBe("true");
  await eventually(() => messageOf(page, "mobileNum")).toBe("+63 and a 10-digit phone number.");
  await field(page, "mobileNum").fill("0917CALLME");
  await field(page, "password").fill(PASSWORD);
  await field(page, "confirmPassword").fill(PASSWORD);
  await field(page, "paymentPassword").fill("246810");
  await field(page, "confirmPaymentPassword").fill("246810");
  await field(page, "agreed").check();
  await press(page);
  expect(await messageOf(page, "mobileNum")).toBe("The phone number’s format is incorrect.");
  await field(page, "mobileNum").fill("0917 555 0123");
  expect(await readOverflow(page)).toBeLessThanOrEqual(0);
  // Nobody knows this browser yet.
  const drawn = nextCaptcha(page);
  await press(page);
  await readCaptcha(stage.world, popup(page), drawn);
  const [sent] = await Promise.all([page.waitForRequest("**/api/accounts.sendCode"), press(page)]);
  expect(JSON.parse(sent.postData() ?? "{}")).toMatchObject({ mobileNo: "09175550123", countryDialingCode: "+63" });
  const modal = page.locator("#smsCodeModal");
  await modal.getByText("We sent six digits to +63 9175550123.").waitFor();
  expect(asked).not.toContain("accounts.registerMobile");
  await modal.locator("[name=verificationCode]").fill("12345");
  await modal.getByRole("button", { name: "Register" }).click();
  await modal.getByText("Please enter all six digits.").waitFor();
  expect(asked).not.toContain("accounts.registerMobile");
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  const again = modal.getByRole("button", { name: /Send again/ });
  expect(await again.isDisabled()).toBe(true);
  expect(await again.innerText()).toMatch(/Send again in\s+(1:00|0:[0-5]\d)/);
  await page.clock.install();
  await page.clock.fastForward(61_000);
  stage.world.clock.advance(61_000);
  await eventually(() => again.isDisabled()).toBe(false);
  await again.click();
  await eventually(() => asked.filter((name) => name === "accounts.sendCode").length).toBe(3);
  const code = await readOutbox(stage.world, "+639175550123");
  await modal.locator("[name=verificationCode]").fill(code === "000000" ? "111111" : "000000");
  await modal.getByRole("button", { name: "Register" }).click();
  await modal.getByText(/Invalid verification code\./).waitFor();
  await modal.locator("[name=verificationCode]").fill(code);
  const [put] = await Promise.all([page.waitForRequest("**/api/accounts.registerMobile"), modal.getByRole("button", { name: "Register" }).click()]);
  expect([put.method(), await readSealed(stage.world, put.postData())]).toMatchObject(["PUT", { mobileNo: "09175550123", verificationCode: code }]);
  await page
    .locator("#registerSuccessModal")
    .getByText(/Welcome, u[0-9]{8}!/)
    .waitFor();
  expect([await popup(page).count(), await modal.count(), addressOf(page)]).toEqual([0, 0, "/"]);
  expect(await (await personOf(stage.world, page)).call(accounts.me, {})).toMatchObject({ hasPaymentPassword: true });
});

test("with one way to register off its tab is gone; with both off the popup says that registration is closed and how to reach us [SITE-18, POPUP-24, CALL-12]", async () => {
  const { page } = await stage.visit();
  await page.goto("/register");
  await field(page, "username").waitFor();
  expect(await popup(page).getByRole("tab").count()).toBe(0);
  await setFlags({ mobileRegister: true, usernameRegister: false });
  await page.reload();
  await field(page, "mobileNum").waitFor();
  expect([await popup(page).getByRole("tab").count(), await field(page, "username").count()]).toEqual([0, 0]);
  await setFlags({ mobileRegister: false });
  await page.reload();
  await page.getByRole("dialog", { name: "Registration is closed" }).getByRole("link", { name: "Customer service" }).waitFor();
});

test("venues: none, no field; a few, a dropdown that must be answered; many, a popup with search; a member who has none is asked once [POPUP-26, POPUP-36, REG-11, REG-12, VALID-42, ENTITY-17, CALL-16]", async () => {
  const ann = await stage.world.player();
  const { page } = await stage.visit();
  await page.goto("/register");
  await field(page, "username").waitFor();
  expect(await field(page, "venue").count()).toBe(0);
  await chief.call(venues.add, { label: "Laro Cebu", reason });
  await chief.call(venues.add, { label: "Laro Manila", reason });
  const [list] = await Promise.all([page.waitForRequest("**/api/venues.list*"), page.reload()]);
  expect(new URL(list.url()).searchParams.get("menuGroup")).toBe("gamingvenue");
  await eventually(() => field(page, "venue").locator("option").allInnerTexts()).toEqual(["Choose", "Laro Cebu", "Laro Manila"]);
  await register(page, newName());
  expect(await messageOf(page, "venue")).toBe("Please choose a gaming venue.");
  await field(page, "venue").selectOption({ label: "Laro Manila" });
  await press(page);
  await page.locator("#registerSuccessModal").waitFor();
  expect(await (await personOf(stage.world, page)).call(venues.mine, {})).toMatchObject({ venue: { label: "Laro Manila" }, isAsked: false });
  for (let count = 0; count < 8; count++) await chief.call(venues.add, { label: `Venue Ñ${count}`, reason });
  const { page: hers } = await stage.visit({ token: ann.token });
  await hers.goto("/");
  const ask = hers.locator("#venueModal");
  await ask.getByRole("button", { name: "Gaming venue: Choose" }).click();
  const search = hers.locator("#venuePopupModal");
  await search.getByLabel("Search venues").fill("venue n7");
  await settle(hers);
  expect(await findAccessFaults(hers)).toEqual([]);
  await search.getByRole("button", { name: "Venue Ñ7" }).click();
  await ask.getByRole("button", { name: "Choose", exact: true }).click();
  await hers.getByText("Your venue is Venue Ñ7.").waitFor();
  expect(await ann.call(venues.mine, {})).toMatchObject({ venue: { label: "Venue Ñ7" } });
  const ben = await stage.world.member({ type: 0 });
  const { page: his } = await stage.visit({ token: ben.token });
  await his.goto("/");
  await his.locator("#venueModal").getByRole("button", { name: "Later" }).click();
  await his.reload();
  await his.getByLabel("Account menu").waitFor();
  await settle(his);
  expect(await his.locator("#venueModal").count()).toBe(0);
  for (const { id, label } of (await chief.call(venues.kept, {})).list) await chief.call(venues.change, { id, label, isOpen: false, reason });
});

test("the regulator's notice stands in the register popup, in the footer and in the help centre, with the five groups, the forfeiture and the public places [PROD-26, PROD-27, PROD-28]", async () => {
  const { page } = await stage.visit();
  await page.goto("/register");
  await field(page, "username").waitFor();
  const places = [popup(page), page.getByRole("contentinfo"), page.locator("#helpCenterModal")];
  for (const [index, place] of places.entries()) {
    if (index === 1) await page.keyboard.press("Shift");
    if (index === 2) await page.goto("/help");
    const notice = place.locator("section", { has: page.getByRole("heading", { name: "Regulator’s notice", includeHidden: true }) }).last();
    await notice.waitFor();
    expect(await notice.locator("li").allInnerTexts()).toEqual([
      "government officials and employees",
      "members of the armed forces and the national police",
      "anyone under 21",
      "persons on the regulator’s list of restricted persons",
      "holders of a gaming employment licence",
    ]);
    await notice.getByText("Funds of a player who may not play are forfeited to the Government.").waitFor();
    await notice.getByText("Playing in open public places is prohibited.").waitFor();
  }
});

test("an officer sees a rule's effect on a text before changing it, changes it with a reason, and keeps the venues [VALID-13]", async () => {
  const { page } = await stage.visit({ refusals: [409] });
  await page.goto("/console");
  await enterBackOffice(page, chief);
  await page.getByRole("link", { name: "Registration rules" }).click();
  const table = page.getByRole("region", { name: "Registration rules" });
  await table.getByText("Telegram", { exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change the rule of “Telegram”" });
  await dialog.locator("[name=patternId]").selectOption("8");
  await dialog.getByText(/Use digits only\. Please enter 2 to 32/).waitFor();
  await dialog.locator("[name=preview]").fill("12a");
  expect(await messageOf(page, "preview")).toMatch(/^Use digits only/);
  await dialog.locator("[name=preview]").fill("123");
  expect(await messageOf(page, "preview")).toBe("This text fits.");
  await dialog.locator("[name=maxLength]").fill("256");
  expect(await messageOf(page, "maxLength")).toBe("This field cannot be checked like that.");
  await dialog.getByLabel("Reason").fill(reason);
  expect(await dialog.getByRole("button", { name: "Change it", exact: true }).isDisabled()).toBe(true);
  await dialog.locator("[name=maxLength]").fill("12");
  await dialog.locator("[name=enabled]").check();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change it", exact: true }).click();
  await page.getByText("Telegram: Optional, pattern 8, 2 to 12").waitFor();
  const { rules } = await stage.world.guest().call(accounts.validationRules, {});
  expect(rules.find(({ field: name }) => name === "telegram")).toMatchObject({ enabled: true, patternId: 8, maxLength: 12 });
  await page.getByRole("link", { name: "Gaming venues" }).click();
  await page.getByRole("button", { name: "Add a venue" }).click();
  const add = page.getByRole("dialog", { name: "Add a venue" });
  await add.locator("[name=label]").fill("Laro Davao");
  await add.getByLabel("Reason").fill(reason);
  await add.getByRole("button", { name: "Add a venue" }).click();
  await page.getByRole("region", { name: "Gaming venues" }).getByText("Laro Davao", { exact: true }).click();
  const change = page.getByRole("dialog", { name: "Change “Laro Davao”" });
  await change.locator("[name=isOpen]").uncheck();
  await change.getByLabel("Reason").fill(reason);
  await change.getByRole("button", { name: "Change it", exact: true }).click();
  await page.getByText("“Laro Davao” is changed.").waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect((await chief.call(venues.kept, {})).list.find(({ label }) => label === "Laro Davao")).toMatchObject({ isOpen: false });
});
