import { accounts } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { settings } from "@laro/contract/settings";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, logIn, newName, PASSWORD, readStore, register } from "./acts.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const AGENT = 1;
/** All a tab may keep. */
const tabKeys = ["token", "disclaimerAccept", "verifyLater", "securityAlreadyUpLoad", "merchantCode"];
/** What the specification has no name for: where pages were left, and which popups were closed. */
const ownKeys = /^(?:places$|popupClosed:)/;

/** What the page asks for from now on, with whether the call brought a token. */
function watchCalls(page: Page): { readonly name: string; readonly bears: boolean }[] {
  const calls: { name: string; bears: boolean }[] = [];
  page.on("request", (request) => {
    const name = /\/api\/(\w+\.\w+)/.exec(request.url())?.[1];
    if (name !== undefined) calls.push({ name, bears: /^Bearer \S{20,}$/.test(request.headers()["authorization"] ?? "") });
  });
  return calls;
}

const dialogs = (page: Page) => ({
  login: page.locator("#loginPopupModal"),
  welcome: page.locator("#registerSuccessModal"),
  change: page.locator("#changePasswordModal"),
});

test("a visitor looks around; a first login shows a loader, then balance, menu and a welcome that does not come twice, by calls that carry the token [ROLE-01, AUTH-04, AUTH-06, AUTH-09, AUTH-34, CONST-46]", async () => {
  const { name, id } = await stage.world.player();
  await asOwner(stage.world.open.url, "delete from first_login where account_id = $1", [String(id)]);
  const { page } = await stage.visit();
  for (const [path, heading] of [
    ["/", "Every round you can check yourself"],
    ["/bgs?gameClassify=RNG", "In-house"],
    ["/promotions", "Promotions"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("heading", { name: heading }).first().waitFor();
    await page.getByRole("banner").getByRole("button", { name: "Register" }).waitFor();
  }
  const { login, welcome } = dialogs(page);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/sessions.login", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("button", { name: "Log in" }).click();
  await logIn(page, { name, password: PASSWORD });
  await login.locator("button[aria-busy=true]").waitFor();
  const calls = watchCalls(page);
  held.resolve();
  await welcome.waitFor();
  await welcome.getByRole("button", { name: "Later" }).click();
  await page.getByRole("banner").getByText("₱ 0.00").waitFor();
  await page.getByLabel("Account menu").waitFor();
  await eventually(() => calls.filter(({ name: call }) => ["accounts.me", "wallet.balance", "messages.unread"].includes(call)).length).toBeGreaterThanOrEqual(
    3,
  );
  expect(calls.filter(({ name: call, bears }) => !bears && ["accounts", "wallet", "messages", "limits"].includes(call.split(".")[0]!))).toEqual([]);
  expect(Object.keys(await readStore(page, "sessionStorage")).filter((key) => !tabKeys.includes(key) && !ownKeys.test(key))).toEqual([]);
  const { page: again } = await stage.visit();
  await again.goto("/login");
  await logIn(again, { name, password: PASSWORD });
  await again.getByRole("banner").getByText("₱ 0.00").waitFor();
  expect(await dialogs(again).welcome.count()).toBe(0);
});

test("an expired password opens the change only where expiry is on; the change is sealed, posted and carries the token [AUTH-08, AUTH-24, SITE-17, CALL-08]", async () => {
  const [{ name, id }, admin] = [await stage.world.player(), await stage.world.operator("superadmin")];
  await asOwner(stage.world.open.url, "update account set password_changed_at = now() - interval '120 days' where id = $1", [String(id)]);
  const { page: free } = await stage.visit();
  await free.goto("/login");
  await logIn(free, { name, password: PASSWORD });
  await free.getByLabel("Account menu").waitFor();
  expect(await dialogs(free).change.count()).toBe(0);
  await admin.call(settings.setFlag, { modId: "passwordExpiry", enabled: true, reason: "passwords shall be renewed" });
  // What was asked with the old token while the change gave a new one is told so.
  const { page } = await stage.visit({ refusals: [401] });
  await page.goto("/login");
  await logIn(page, { name, password: PASSWORD });
  const { change } = dialogs(page);
  await change.locator("[name=newPassword]").fill("Another-horse-8");
  await change.locator("[name=confirmNewPassword]").fill("Another-horse-8");
  const sent = page.waitForRequest(/accounts\.changePassword/);
  await change.getByRole("button", { name: "Change password" }).click();
  const request = await sent;
  expect([request.method(), request.headers()["authorization"]]).toEqual(["POST", expect.stringMatching(/^Bearer \S{20,}$/)]);
  expect(request.postData()).not.toContain("Another-horse-8");
  await page.getByRole("banner").getByText("₱").first().waitFor();
  await admin.call(settings.setFlag, { modId: "passwordExpiry", enabled: false, reason: "the trial is over" });
});

test("an agent on the player's site finds the way to the agent center; who is none has no such link and no place there [ROLE-09, ROLE-13, PROD-11]", async () => {
  const { token } = await stage.world.member({ type: AGENT });
  const { page } = await stage.visit({ token });
  await page.goto("/");
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Agent centre" }).click();
  await page.getByRole("heading", { name: "Team overview" }).waitFor();
  expect(addressOf(page)).toBe("/agentHome");
  const { page: plain } = await stage.visit({ token: (await stage.world.player()).token });
  await plain.goto("/");
  await plain.getByLabel("Account menu").click();
  await plain.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await plain.getByRole("button", { name: "Agent centre" }).count()).toBe(0);
  await plain.getByRole("link", { name: "Account security" }).click();
  const centre = plain.getByRole("dialog", { name: "Account security" });
  await centre.getByRole("button", { name: "Change: Login password" }).waitFor();
  expect(addressOf(plain)).toBe("/member/securityCenter");
  await plain.goto("/agentHome");
  await plain.getByRole("heading", { name: "Agent login" }).waitFor();
  expect(addressOf(plain)).toBe("/agent");
});

test("each state has a header and a menu of its own; a trial looks around, is told that a real account is needed, and opens one [AUTH-01, AUTH-31, AUTH-33, ROLE-03, ROLE-05, ROLE-06, PROD-25, SITE-06, GAME-08, VALID-57, MSG-06, ERR-41]", async () => {
  const admin = await stage.world.operator("superadmin");
  const { page } = await stage.visit({ refusals: [403] });
  const header = page.getByRole("banner");
  await page.goto("/login");
  await dialogs(page).login.locator("[name=username]").waitFor();
  expect(await page.getByRole("button", { name: "Try it free" }).count()).toBe(0);
  await admin.call(settings.setFlag, { modId: "freePlay", enabled: true, reason: "visitors may look around" });
  await page.goto("/login");
  const calls = watchCalls(page);
  await page.getByRole("button", { name: "Try it free" }).click();
  await header.getByText("Trial", { exact: true }).waitFor();
  expect(await header.getByText("₱").count()).toBe(0);
  await page.getByLabel("Account menu").click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await page.getByRole("link", { name: "Account security" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  const told = page.getByRole("dialog", { name: "A real account is needed" });
  for (const path of ["/member", "/room/DICE", "/lottery"]) {
    await page.goto(path);
    await told.waitFor();
    expect(addressOf(page)).toBe("/");
    await told.getByRole("button", { name: "Cancel" }).last().click();
  }
  await page.goto("/bgs?gameClassify=RNG");
  await page
    .getByRole("button", { name: /Mango Rush/ })
    .first()
    .click();
  await told.waitFor();
  expect(
    calls.filter(({ name }) => ["wallet.balance", "wallet.consolidated", "messages.unread", "bonuses.rewards", "verifications.config"].includes(name)),
  ).toEqual([]);
  await told.getByRole("button", { name: "Open an account" }).click();
  const name = newName();
  await register(page, name);
  await dialogs(page).welcome.getByRole("button", { name: "Later" }).click();
  await header.getByText("₱ 0.00").waitFor();
  expect(await header.getByText("Trial", { exact: true }).count()).toBe(0);
  await page.getByLabel("Account menu").click();
  await page.getByRole("link", { name: "Account security" }).waitFor();
});

test("the security centre draws a code that opens the account on another screen before its page shows, once, and leaves nothing in the address; a session's own token there is ended [AUTH-02]", async () => {
  const player = await stage.world.player();
  const { page } = await stage.visit({ token: player.token });
  await page.goto("/member/securityCenter");
  const drawn = page.waitForResponse(/sessions\.handOver/);
  await page.getByRole("button", { name: "Open on another screen" }).click();
  await page.getByRole("img", { name: "A code that opens your account" }).waitFor();
  expect(await page.getByRole("timer").innerText()).toMatch(/^0:5\d|1:00$/);
  const { value } = (await (await drawn).json()) as { value: { ticket: string } };
  const { page: other } = await stage.visit({ refusals: [401, 410, 403, 409] });
  await other.goto(`/?token=${value.ticket}`);
  await other.getByLabel("Account menu").waitFor();
  expect(addressOf(other)).toBe("/");
  await other.reload();
  await other.getByLabel("Account menu").waitFor();
  const { page: late } = await stage.visit({ refusals: [400, 401, 403, 409, 410] });
  for (const token of [value.ticket, player.token!]) {
    await late.goto(`/promotions?token=${token}`);
    await dialogs(late).login.waitFor();
    expect(late.url()).not.toContain(token);
  }
  expect(await player.refused(accounts.me, {})).toBe("sessions.required");
});

test("a link that opens another account than the one that is open asks first, and who closes the question stays who they are", async () => {
  const [stranger, player] = [await stage.world.player({ balance: 7_00n }), await stage.world.player({ balance: 3_00n })];
  const { ticket } = await stranger.call(sessions.handOver, {});
  const { page } = await stage.visit({ token: player.token, refusals: [409] });
  const token = () => page.evaluate(() => sessionStorage.getItem("token"));
  const header = page.getByRole("banner");
  const question = page.getByRole("dialog", { name: "This link opens another account" });
  await page.goto(`/?token=${ticket}`);
  await question.waitFor();
  expect(page.url()).not.toContain(ticket);
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
  await header.getByText("₱ 3.00").first().waitFor();
  expect(await token()).toBe(player.token);
  await page.goto(`/promotions?token=${ticket}`);
  await question.getByRole("button", { name: "Open the other account" }).click();
  await header.getByText("₱ 7.00").first().waitFor();
  expect(await token()).not.toBe(player.token);
  expect((await player.call(accounts.me, {})).account).toBeTruthy();
});
