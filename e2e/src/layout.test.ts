import { deposits } from "@laro/contract/deposits";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDeposit } from "@laro/server/testing/cashier";
import { addressOf, enterBackOffice, playRound, readStore, showAllOfHome } from "./acts.ts";
import { settle } from "./browser.ts";
import { makeDicePopular } from "./stage.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const AGENT = 1;

const header = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo", { name: "About this site" });

test("a visitor's header has the logo and opens the login and the register dialog [LAYOUT-02]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await header(page).getByRole("link", { name: "Home" }).first().waitFor();
  await header(page).getByRole("button", { name: "Log in" }).click();
  await page.locator("#loginPopupModal").getByRole("button", { name: "Close" }).click();
  await header(page).getByRole("button", { name: "Register" }).click();
  await page.locator("#registerPopupModal").waitFor();
});

test("a member's header has logo, balance, deposit, withdraw, avatar and account menu [LAYOUT-01, LAYOUT-03, LAYOUT-06, LAYOUT-07, LAYOUT-09]", async () => {
  const { token } = await stage.world.player({ balance: 1_234_50n });
  const { page } = await stage.visit({ token });
  await page.goto("/");
  await header(page).getByText("₱ 1,234.50").waitFor();
  await header(page).getByRole("link", { name: "Home" }).first().waitFor();
  await header(page).getByRole("link", { name: "Withdraw" }).click();
  await page.getByRole("dialog", { name: "Withdraw" }).waitFor();
  await page.getByRole("button", { name: "Close member centre" }).click();
  await header(page).getByRole("link", { name: "Deposit" }).click();
  await page.getByRole("dialog", { name: "Deposit" }).waitFor();
  await page.getByRole("button", { name: "Close member centre" }).click();
  await header(page).getByLabel("Account menu").click();
  for (const entry of ["Betting record", "Account record", "Account security"]) await header(page).getByRole("link", { name: entry }).waitFor();
  expect(await header(page).getByText("Agent centre").count()).toBe(0);
});

test("the balance can be hidden and is asked for again on demand [LAYOUT-04, LAYOUT-05]", async () => {
  const player = await stage.world.player({ balance: 100_00n });
  const { page } = await stage.visit({ token: player.token });
  await page.goto("/");
  await header(page).getByText("₱ 100.00").waitFor();
  await header(page).getByLabel("Hide the balance").click();
  await header(page).getByText("₱ ••••••").waitFor();
  await header(page).getByLabel("Show the balance").click();
  await header(page).getByText("₱ 100.00").waitFor();
  await stage.world.give(player.id, 50_00n);
  await header(page).getByLabel("Refresh the balance").click();
  await header(page).getByText("₱ 150.00").waitFor();
});

/** What the header's clock says at four of its ticks, told by itself: whoever looks from outside may miss one. */
const FOUR_TICKS = `new Promise((done) => {
  const [clock, said] = [document.querySelector("header time"), []];
  new MutationObserver((_changes, observer) => {
    if (said.push(clock.innerText) < 4) return;
    observer.disconnect();
    done(said);
  }).observe(clock, { characterData: true, childList: true, subtree: true });
})`;

test("the agent's header has the GMT offset, a clock that ticks each second, the name and a sign-out that ends at /agent [LAYOUT-10, LAYOUT-11, LAYOUT-12, LAYOUT-13, CONST-43]", async () => {
  const agent = await stage.world.member({ type: AGENT });
  const { page } = await stage.visit();
  await page.goto("/agent");
  await enterBackOffice(page, agent);
  await header(page).getByText("GMT+8").first().waitFor();
  await header(page).getByText(agent.name).waitFor();
  const seconds = (await page.evaluate<string[]>(FOUR_TICKS)).map((time) => Number(/:(\d\d)$/.exec(time.trim())?.[1]));
  const [first = 0, ...next] = seconds;
  expect(next).toEqual(next.map((_second, at) => (first + at + 1) % 60));
  await header(page).getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog", { name: "Sign out" }).getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Agent login" }).waitFor();
  expect(addressOf(page)).toBe("/agent");
});

test("an agent finds the agent center in the member menu [LAYOUT-32]", async () => {
  const { token } = await stage.world.member({ type: AGENT });
  const { page } = await stage.visit({ token });
  await page.goto("/");
  await header(page).getByLabel("Account menu").click();
  await header(page).getByRole("button", { name: "Agent centre" }).click();
  await page.getByRole("heading", { name: "Team overview" }).waitFor();
});

test("the side menu stands open at first, folds and unfolds, and leads where it says [LAYOUT-14, LAYOUT-15, LAYOUT-18, LAYOUT-21]", async () => {
  const { page } = await stage.visit();
  await page.goto("/bgs");
  const side = page.getByRole("navigation", { name: "Side menu" });
  const widthOf = async (): Promise<number> => (await page.locator("aside").first().boundingBox())?.width ?? 0;
  await eventually(widthOf).toBe(248);
  await page.getByLabel("Fold the side menu").click();
  await eventually(widthOf).toBe(72);
  await page.getByLabel("Unfold the side menu").click();
  await eventually(widthOf).toBe(248);
  for (const [name, path] of [
    ["Hot", "/hot"],
    ["Promotions", "/promotions"],
    ["Home", "/"],
  ] as const) {
    await side.getByRole("link", { name, exact: true }).click();
    await eventually(() => addressOf(page)).toBe(path);
  }
});

test("English is the first language, Tagalog the other; a choice changes every word at once, is kept with its history and told the server [I18N-02, I18N-03, I18N-05, I18N-06, I18N-07, SITE-37, CONST-48]", async () => {
  const { token } = await stage.world.player();
  const { page } = await stage.visit({ token });
  await page.goto("/");
  await showAllOfHome(page);
  await page.getByRole("heading", { name: "How a fair round works" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await header(page).getByLabel("Language: English").click();
  expect(
    await header(page)
      .getByRole("button", { name: /^(English|Tagalog)$/ })
      .count(),
  ).toBe(2);
  await Promise.all([page.waitForRequest(/accounts\.setLanguage/), header(page).getByRole("button", { name: "Tagalog" }).click()]);
  await eventually(() => page.locator("html").getAttribute("lang")).toBe("tl");
  expect(await page.getByRole("heading", { name: "How a fair round works" }).count()).toBe(0);
  await header(page)
    .getByLabel(/: Tagalog$/)
    .click();
  await header(page).getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "How a fair round works" }).waitFor();
  const stored = await readStore(page, "localStorage");
  expect(stored["language"]).toBe("EN");
  expect(JSON.parse(stored["languageHistory"] ?? "[]")).toEqual(["EN", "TY"]);
});

test("the names of months follow a change of language [I18N-08]", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  await page.route("**/api/messages.mine*", async (route) => {
    const answer = await route.fetch();
    const said = (await answer.json()) as { value: { list: object[] } };
    await route.fulfill({
      response: answer,
      json: { ...said, value: { ...said.value, list: said.value.list.map((one) => ({ ...one, at: "2026-01-05T04:00:00.000Z" })) } },
    });
  });
  await page.goto("/member/messageV2");
  await page
    .getByRole("dialog")
    .getByText(/\bJan\b/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await header(page).getByLabel("Language: English").click();
  await header(page).getByRole("button", { name: "Tagalog" }).click();
  await eventually(() => page.locator("html").getAttribute("lang")).toBe("tl");
  await page.goto("/member/messageV2");
  await page
    .getByRole("dialog")
    .getByText(/\bEne\b/)
    .first()
    .waitFor();
});

test("a chosen language is there from the first moment of the next visit", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await header(page).getByLabel("Language: English").click();
  await header(page).getByRole("button", { name: "Tagalog" }).click();
  await eventually(() => page.locator("html").getAttribute("lang")).toBe("tl");
  await page.reload();
  await header(page)
    .getByLabel(/: Tagalog$/)
    .waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("tl");
});

test("the theme changes the colours and stays for the next visit [LAYOUT-39]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  const ground = () => page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
  const dark = await ground();
  await header(page).getByLabel("Light").click();
  // The colours pass over into each other: only the theme itself is there at once.
  await eventually(ground).not.toBe(dark);
  await settle(page);
  const light = await ground();
  await page.reload();
  await header(page).getByLabel("Dark").waitFor();
  expect(await ground()).toBe(light);
  await header(page).getByLabel("Dark").click();
  await eventually(ground).not.toBe(light);
});

test("home has the notice, hot games and slots, and a footer with licence, care, payments, vendors, help and 2024 [HOME-02, HOME-04, HOME-05, HOME-11, HOME-12, HOME-13, HOME-15, HOME-16, CONST-47]", async () => {
  const player = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: player.token });
  await page.goto("/room/DICE");
  await playRound(page, "Roll");
  await makeDicePopular(stage.world);
  await eventually(async () => {
    await page.goto("/");
    await page.getByRole("heading", { name: "Slots" }).waitFor();
    return page.getByRole("heading", { name: "Hot · In-house", exact: true }).count();
  }).toBe(1);
  await page.getByLabel("Notice").getByText("Players must be 21 or over.").first().waitFor();
  await footer(page).scrollIntoViewIfNeeded();
  await footer(page).getByText("A sandbox with play money.").waitFor();
  await footer(page).getByLabel("21 and over only").waitFor();
  for (const payment of ["QR Ph", "E-wallet", "Bank transfer"]) await footer(page).getByLabel(payment).waitFor();
  await footer(page).getByLabel("Games by").getByText("BGS").waitFor();
  await footer(page).getByText("© 2024").waitFor();
  await footer(page).getByRole("link", { name: "Terms" }).click();
  await page.getByRole("dialog", { name: "Help centre" }).waitFor();
});

test("the notice moves from where it stands, and waits under the pointer; whoever wants no motion sees it stand", async () => {
  const motion =
    '[...document.querySelectorAll("section[aria-label=Notice] *")].flatMap((one) => one.getAnimations()).filter(({ effect }) => effect.getTiming().iterations === Infinity)';
  const states = (page: Page) => page.evaluate<string[]>(`${motion}.map(({ playState }) => playState)`);
  const { page } = await stage.visit({ motion: true });
  await page.goto("/");
  await eventually(() => states(page)).toEqual(["running"]);
  const left = () =>
    page.evaluate<number>(`${motion}[0].effect.target.getBoundingClientRect().left - ${motion}[0].effect.target.parentElement.getBoundingClientRect().left`);
  const first = await left();
  expect(first).toBeLessThanOrEqual(0);
  await eventually(left).toBeLessThan(first);
  await page.getByLabel("Notice").hover();
  await eventually(() => states(page)).toEqual(["paused"]);
  await page.mouse.move(0, 0);
  await eventually(() => states(page)).toEqual(["running"]);
  const still = (await stage.visit()).page;
  await still.goto("/");
  await still.getByLabel("Notice").getByText("Players must be 21 or over.").first().waitFor();
  expect(await states(still)).toEqual([]);
});

test("each page of the member centre opens from its menu and names the tab [CENTRE-01, CENTRE-03, CENTRE-04, CENTRE-06, CENTRE-07, CENTRE-13]", async () => {
  const { token } = await stage.world.player();
  const { page } = await stage.visit({ token });
  await page.goto("/member");
  const menu = page.getByRole("navigation", { name: "Member centre" });
  for (const [name, path] of [
    ["Account security", "/member/securityCenter"],
    ["Deposit", "/member/depositv2"],
    ["Withdraw", "/member/withdraw"],
    ["Betting record", "/member/personalHistoryCopy"],
    ["Account record", "/member/transactionHistory"],
    ["Messages", "/member/messageV2"],
  ] as const) {
    await menu.getByRole("link", { name }).click();
    await page.getByRole("dialog", { name }).waitFor();
    expect(addressOf(page).startsWith(path)).toBe(true);
    expect(await page.title()).toBe(`${name} · Laro`);
  }
});

test("an unread message is counted in the menu until it is read [CENTRE-16, MSG-01, CALL-38]", async () => {
  const player = await stage.world.player();
  const opened = await openDeposit(stage.world, player, 500_00n);
  await stage.world.psp?.answer(opened.payUrl ?? "", "pay");
  await eventually(async () => (await player.call(deposits.get, { id: opened.id })).state).toBe("credited");
  const { page } = await stage.visit({ token: player.token });
  const [asked] = await Promise.all([page.waitForRequest(/messages\.unread/), page.goto("/member/messageV2")]);
  expect([asked.method(), await asked.headerValue("authorization")]).toEqual(["GET", `Bearer ${player.token}`]);
  const entry = page.getByRole("navigation", { name: "Member centre" }).getByRole("link", { name: /Messages/ });
  await entry.filter({ hasText: "2 unread messages" }).waitFor();
  await page.getByRole("button", { name: /Deposit credited/ }).click();
  await page.getByText(/your deposit of ₱500\.00 is in your balance/).waitFor();
  await entry.filter({ hasText: "1 unread message" }).waitFor();
  await page.getByRole("button", { name: /Welcome to Laro/ }).click();
  await eventually(() => entry.innerText()).toBe("Messages");
});

test("records are filtered by presets of 7 and 30 days, past and next [CENTRE-19]", async () => {
  const { token } = await stage.world.player();
  const { page } = await stage.visit({ token });
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Manila" });
  const day = (offset: number): string => today.format(stage.world.clock.now().getTime() + offset * 86_400_000);
  for (const path of ["/member/personalHistoryCopy", "/member/transactionHistory"]) {
    await page.goto(path);
    const span = async () => [await page.getByLabel("From").inputValue(), await page.getByLabel("To", { exact: true }).inputValue()];
    await page.getByRole("button", { name: "Past 7 days" }).click();
    await eventually(span).toEqual([day(-6), day(0)]);
    await page.getByRole("button", { name: "Past 30 days" }).click();
    await eventually(span).toEqual([day(-29), day(0)]);
    await page.getByLabel("To", { exact: true }).fill(day(-20));
    await page.getByRole("button", { name: "Next 7 days" }).click();
    await eventually(span).toEqual([day(-19), day(-13)]);
    await page.getByRole("button", { name: "Next 30 days" }).click();
    await eventually(span).toEqual([day(-12), day(0)]);
  }
});
