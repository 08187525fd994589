import { accounts } from "@laro/contract/accounts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, enterBackOffice, GIVEN_PASSWORD, logIn, newName, PASSWORD, readStore, register } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const [PLAYER, AGENT] = [0, 1] as const;

const login = (page: Page) => page.locator("#loginPopupModal");
const registration = (page: Page) => page.locator("#registerPopupModal");

/** The message under a field of a dialog. */
const messageOf = async (page: Page, field: string): Promise<string> => {
  const id = await page.locator(`dialog [name=${field}]`).getAttribute("aria-describedby");
  return id === null ? "" : page.locator(`[id="${id}"]`).innerText();
};

/** How often the page asks the server to do this. */
function countCalls(page: Page, name: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/${name}`)) count++;
  });
  return () => count;
}

async function signOut(page: Page): Promise<void> {
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog", { name: "Do you want to sign out?" }).getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Log in" }).waitFor();
}

test("a login without name, password or agreement is told so under each and is not sent [VALID-01, VALID-02, VALID-04, ERR-02, ERR-40, POPUP-20, VALID-52]", async () => {
  const { page } = await stage.visit();
  const sent = countCalls(page, "sessions.login");
  await page.goto("/login");
  await login(page).getByRole("button", { name: "Log in" }).click();
  await login(page).getByText("Please tick this box to go on.").waitFor();
  expect(await messageOf(page, "username")).toBe("Input cannot be empty.");
  expect(await messageOf(page, "password")).toBe("Input cannot be empty.");
  await login(page).getByText("Please enter the username and password.").waitFor();
  await login(page).getByText("Please confirm you are at least 21 years old").waitFor();
  expect(sent()).toBe(0);
});

test("after failed logins a captcha appears, must be filled in, and the right answer lets the right password in [ERR-03, AUTH-10, POPUP-22, VALID-03]", async () => {
  const { name } = await stage.world.player();
  const { page } = await stage.visit({ refusals: [400, 401, 403] });
  const sent = countCalls(page, "sessions.login");
  await page.goto("/login");
  const captcha = login(page).getByLabel("Captcha", { exact: false }).first();
  const drawn = page.waitForResponse(/captcha\.image/);
  for (let failures = 0; failures < 3; failures++) {
    await Promise.all([page.waitForResponse(/sessions\.login/), logIn(page, { name, password: "not-the-password-1" })]);
    await login(page).getByText("Account, password or e-mail format is incorrect.").waitFor();
  }
  await captcha.waitFor();
  const key = new URL((await drawn).url()).searchParams.get("key");
  const before = sent();
  await logIn(page, { name, password: PASSWORD });
  expect(await messageOf(page, "captcha")).toBe("Input cannot be empty.");
  expect(sent()).toBe(before);
  const { answer } = await stage.world.open.platform.database.db.selectFrom("captcha").select("answer").where("key", "=", key).executeTakeFirstOrThrow();
  await captcha.fill(answer);
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
});

test("a second press of the captcha's refresh within a second is held back; who cannot read it lets the device do a sum [CONST-36]", async () => {
  const { name } = await stage.world.player();
  const { page } = await stage.visit({ refusals: [401] });
  await page.goto("/login");
  for (let failures = 0; failures < 3; failures++) {
    await Promise.all([page.waitForResponse(/sessions\.login/), logIn(page, { name, password: "not-the-password-1" })]);
    await login(page).getByText("Account, password or e-mail format is incorrect.").waitFor();
  }
  const times: number[] = [];
  page.on("request", (request) => void (request.url().includes("captcha.image") && times.push(performance.now())));
  const refresh = login(page).getByRole("button", { name: "Show another picture" });
  for (let round = 0; round < 3; round++) {
    await eventually(() => refresh.isEnabled()).toBe(true);
    const { x, y, width, height } = (await refresh.boundingBox())!;
    for (let press = 0; press < 5; press++) await page.mouse.click(x + width / 2, y + height / 2);
  }
  expect(times).toHaveLength(3);
  for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThan(950);
  await login(page).getByRole("button", { name: "Cannot read it? Let this device do a sum" }).click();
  await login(page).getByText("This device has done its sum.").waitFor();
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
});

test("who logs in with the given password must choose another, without being asked for the old one, and then plays on at home [AUTH-07, AUTH-11, VALID-22, VALID-23, VALID-24, SITE-07]", async () => {
  const { name } = await stage.world.member({ type: PLAYER, password: GIVEN_PASSWORD });
  const { page } = await stage.visit();
  await page.goto("/login");
  await logIn(page, { name, password: GIVEN_PASSWORD });
  const change = page.locator("#changePasswordModal");
  await change.waitFor();
  await page.keyboard.press("Escape");
  await change.locator("[name=newPassword]").fill("short1");
  await change.getByRole("button", { name: "Change password" }).click();
  expect(await messageOf(page, "newPassword")).toBe("Please enter 8 to 64 characters.");
  await change.locator("[name=newPassword]").fill("Another-horse-8");
  expect(await messageOf(page, "confirmNewPassword")).toContain("Input cannot be empty.");
  await change.locator("[name=confirmNewPassword]").fill("Another-horse-9");
  await eventually(() => messageOf(page, "confirmNewPassword")).toBe("Confirmation password is not correct.");
  expect(await change.getByLabel("Current password").count()).toBe(0);
  await change.locator("[name=confirmNewPassword]").fill("Another-horse-8");
  await change.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("banner").getByText("₱ 0.00").waitFor();
  expect(await change.count()).toBe(0);
  expect(addressOf(page)).toBe("/");
  await page.goto("/member/securityCenter");
  await page.getByRole("button", { name: "Change: Login password" }).click();
  await page.getByRole("dialog", { name: "Login password" }).getByLabel("Current password").waitFor();
});

test("the text that two passwords differ goes when both agree, and nothing is sent while they do not [VALID-23]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  await page.goto("/member/securityCenter");
  await page.getByRole("button", { name: "Change: Login password" }).click();
  const change = page.getByRole("dialog", { name: "Login password" });
  const send = change.getByRole("button", { name: "Change password" });
  await change.getByLabel("Current password").fill(PASSWORD);
  await change.getByLabel(/^New password\s*\*?$/).fill("Another-horse-8");
  await change.getByLabel("New password again").fill("Another");
  expect(await send.isDisabled()).toBe(true);
  await change.getByLabel("New password again").fill("Another-horse-9");
  await change.getByText("The two are not the same.").waitFor();
  await change.getByLabel(/^New password\s*\*?$/).fill("Another-horse-9");
  await eventually(() => change.getByText("The two are not the same.").count()).toBe(0);
  await send.click();
  await page.getByText("The password is changed.").waitFor();
});

test("an ordinary refusal says what it is and no request id; a fault of ours gives the id to tell us", async () => {
  const { name } = await stage.world.player();
  const { page } = await stage.visit({ refusals: [401, 500] });
  await page.goto("/login");
  const dialog = page.locator("#loginPopupModal");
  await logIn(page, { name, password: "not-the-password-1" });
  await dialog.getByRole("alert").first().waitFor();
  expect(await dialog.getByText("Request id").count()).toBe(0);
  await page.route("**/api/sessions.login", (route) =>
    route.fulfill({ status: 500, json: { success: false, message: "server.unknown", text: "Unknown error.", value: {}, requestId: "id-to-tell" } }),
  );
  await dialog.getByRole("button", { name: "Log in" }).click();
  await dialog.getByText("id-to-tell").waitFor();
});

test("an agent who logs in with the given password must choose another, also after a reload, and then arrives in the agent center [AUTH-07, ROUTE-05]", async () => {
  const { name } = await stage.world.member({ type: AGENT, password: GIVEN_PASSWORD });
  const { page } = await stage.visit();
  await page.goto("/agent");
  await enterBackOffice(page, { name, password: GIVEN_PASSWORD });
  const change = page.locator("#changePasswordModal");
  await change.waitFor();
  await page.reload();
  await change.locator("[name=newPassword]").fill("Another-horse-8");
  await change.locator("[name=confirmNewPassword]").fill("Another-horse-8");
  await change.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "Team overview" }).waitFor();
  expect(addressOf(page)).toBe("/agentHome");
});

test("registration tells under each field what is wrong with it by the server's rules [VALID-07, VALID-08, VALID-15, VALID-17, VALID-18, VALID-46, VALID-49, ERR-04, ERR-46]", async () => {
  const { page } = await stage.visit();
  const sent = countCalls(page, "accounts.register");
  await page.goto("/register");
  const send = registration(page).getByRole("button", { name: "Register" });
  await send.click();
  await registration(page).getByText("Please tick this box to go on.").waitFor();
  for (const field of ["username", "password", "confirmPassword"]) expect(await messageOf(page, field)).toBe("Input cannot be empty.");
  expect(await messageOf(page, "affiliateCode")).not.toBe("Input cannot be empty.");
  await registration(page).locator("[name=username]").fill("ab");
  expect(await messageOf(page, "username")).toBe("Please enter 6 to 16 characters.");
  await registration(page).locator("[name=username]").fill("1newcomer");
  expect(await messageOf(page, "username")).toMatch(/letter/);
  await registration(page).locator("[name=password]").fill("with spaces here");
  expect(await messageOf(page, "password")).toMatch(/letters/);
  await registration(page).locator("[name=password]").fill(PASSWORD);
  await registration(page).locator("[name=confirmPassword]").fill(`${PASSWORD}8`);
  expect(await messageOf(page, "confirmPassword")).toBe("Confirmation password is not correct.");
  expect(sent()).toBe(0);
});

test("a password that is guessed first is refused under its field, and no strength praises it [VALID-08]", async () => {
  const { page } = await stage.visit({ refusals: [400] });
  await page.goto("/register");
  await register(page, newName(), "Aa1!Aa1!Aa1!A");
  await eventually(() => messageOf(page, "password")).toMatch(/among the first that are guessed/);
  expect(await registration(page).getByText("Strong", { exact: true }).count()).toBe(0);
  await register(page, newName());
  await page.locator("#registerSuccessModal").waitFor();
});

test("the strength of a password is said while it is typed [VALID-19, VALID-20, VALID-21, CONST-26]", async () => {
  const { page } = await stage.visit();
  await page.goto("/register");
  for (const [password, strength] of [
    ["Aa1!Aa1!A", "Weak"],
    ["abcdefghijklmnopqrst", "Weak"],
    ["Aa1!Aa1!Aa", "Medium"],
    ["Aa1!Aa1!Aa1!", "Medium"],
    ["Aa1!Aa1!Aa1!A", "Strong"],
  ] as const) {
    await registration(page).locator("[name=password]").fill(password);
    await registration(page).getByText(strength, { exact: true }).waitFor();
  }
});

test("a newcomer registers, signs out and signs in again, ending at home each time [PROD-03, AUTH-05]", async () => {
  const { page } = await stage.visit();
  const name = newName();
  await page.goto("/register");
  await register(page, name);
  await page.locator("#registerSuccessModal").getByRole("button", { name: "Later" }).click();
  expect(addressOf(page)).toBe("/");
  await signOut(page);
  await page.goto("/login");
  await logIn(page, { name, password: PASSWORD });
  await page.getByLabel("Account menu").waitFor();
  expect(addressOf(page)).toBe("/");
  expect((await readStore(page, "sessionStorage"))["token"]).toBeTruthy();
  await page.reload();
  await page.getByLabel("Account menu").waitFor();
});

test("signing out asks first, shows a loader while the server lets go, and keeps nothing but the merchant code [LAYOUT-33, AUTH-03]", async () => {
  const { token } = await stage.world.player();
  const { page } = await stage.visit({ token });
  await page.goto("/promotions");
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const ask = page.getByRole("dialog", { name: "Do you want to sign out?" });
  await ask.getByRole("button", { name: "Cancel" }).last().click();
  await page.getByLabel("Account menu").waitFor();
  expect(addressOf(page)).toBe("/promotions");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/sessions.logout", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await ask.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("status").getByText("Signing out").waitFor();
  held.resolve();
  await page.getByRole("banner").getByRole("button", { name: "Log in" }).waitFor();
  await page.waitForURL(({ pathname }) => pathname === "/");
  expect(await readStore(page, "sessionStorage")).toEqual({ merchantCode: "laro" });
  const left = stage.world.guest();
  left.token = token;
  expect(await left.refused(accounts.me, {})).toBe("sessions.required");
});

test("a dialog waits a tenth of a second, is at least 200 by 200, ignores a click outside and locks the page behind it [POPUP-33, POPUP-34, POPUP-35, CONST-42]", async () => {
  const { page } = await stage.visit({ height: 700 });
  await page.goto("/");
  await page.getByRole("heading", { name: "In-house" }).waitFor();
  const delayMs = await page.evaluate<number>(`new Promise((done) => {
    const pressed = performance.now();
    new MutationObserver((_, watcher) => {
      if (document.querySelector("dialog[open]") === null) return;
      watcher.disconnect();
      done(performance.now() - pressed);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    [...document.querySelectorAll("header button")].find((button) => button.textContent === "Log in").click();
  })`);
  expect(delayMs).toBeGreaterThanOrEqual(99);
  const sizeMin = 'getComputedStyle(document.querySelector("#loginPopupModal"))';
  expect(await page.evaluate<string[]>(`[${sizeMin}.minWidth, ${sizeMin}.minHeight]`)).toEqual(["200px", "200px"]);
  await page.mouse.click(5, 5);
  await page.mouse.move(720, 650);
  await page.mouse.wheel(0, 400);
  await login(page).waitFor();
  expect(await page.evaluate<number>("window.scrollY")).toBe(0);
  expect(await page.evaluate<string>("getComputedStyle(document.documentElement).overflow")).toContain("hidden");
});
