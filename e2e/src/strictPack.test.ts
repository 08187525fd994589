import { codeAt } from "@laro/server/testing/authenticator";
import { askForCode } from "@laro/server/testing/outbox";
import { asOwner } from "@laro/server/testing/owner";
import { verify } from "@laro/server/testing/verifications";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { enterBackOffice, newName, register } from "./acts.ts";
import { findAccessFaults, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ pack: "ph", vendors: [] });

const centre = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const footer = (page: Page) => page.getByRole("contentinfo", { name: "About this site" });

test("where only verified members may deposit, the page says so and leads to the identity dialog, and a verified member has the form [ERR-14]", async () => {
  const ann = await stage.world.player();
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/member/depositv2");
  const identity = page.locator("#securityModal");
  await identity.getByRole("button", { name: "Verify later" }).click();
  const desk = centre(page, "Deposit");
  await desk.getByRole("heading", { name: "Deposits wait for verification" }).waitFor();
  await desk.getByText("1553").waitFor();
  await settle(page);
  expect(await desk.getByLabel("Amount").count()).toBe(0);
  expect(await findAccessFaults(page)).toEqual([]);
  await desk.getByRole("button", { name: "Verify now" }).click();
  await identity.getByRole("button", { name: "Start" }).waitFor();
  await page.keyboard.press("Escape");
  await identity.waitFor({ state: "detached" });
  await verify(stage.world, ann.id);
  await page.goto("/member/depositv2");
  await desk.getByLabel("Amount").waitFor();
  expect(await desk.getByText("Deposits wait for verification").count()).toBe(0);
});

test("the menu has no transfer to the upline where the pack offers none, and no wallet of a vendor where none is connected", async () => {
  const { page } = await stage.visit({ token: (await stage.world.player()).token });
  await page.addInitScript("sessionStorage.setItem('verifyLater', '1')");
  await page.goto("/member/transferFund");
  const menu = page.getByRole("navigation", { name: "Member centre" });
  await menu.getByRole("link", { name: "Wallets" }).waitFor();
  expect(await menu.getByRole("link", { name: "Transfer to upline" }).count()).toBe(0);
  const desk = centre(page, "Wallets");
  await desk.getByText("No vendor with a wallet of its own is connected to this site.").waitFor();
  await eventually(() => desk.getByRole("region", { name: "Your wallets" }).getByRole("listitem").count()).toBe(1);
  expect(await desk.getByText(/vendors keep|Bring everything home|Asia|BBIN/).count()).toBe(0);
});

test("the footer claims no licence where none is named [HOME-11]", async () => {
  const { page } = await stage.visit();
  await page.goto("/");
  await footer(page).scrollIntoViewIfNeeded();
  await footer(page).getByText("The operator of this site has named no gaming licence.").waitFor();
  expect(
    await footer(page)
      .getByText(/under (the|this) licence/)
      .count(),
  ).toBe(0);
});

test("the figure on a tile stands with its name, and there is none before the server has one [GAME-21, CONST-41]", async () => {
  const { page } = await stage.visit({ width: 390, height: 844 });
  await page.goto("/bgs");
  const tile = page.locator("article", { hasText: "Dice" });
  await tile.first().waitFor();
  expect(await page.getByText("Popularity").count()).toBe(0);
  const counted = Array.from({ length: 12 }, (_, game) => 1_000 * (game + 1));
  await asOwner(
    stage.world.open.url,
    "insert into game_popularity select (13 - place)::smallint, rounds, now() from unnest($1::bigint[]) with ordinality c (rounds, place)",
    [counted],
  );
  await eventually(async () => {
    await page.goto("/bgs");
    await tile.first().waitFor();
    return tile.getByText("Popularity 2,000", { exact: true }).count();
  }).toBe(1);
  const figures = '[...document.querySelectorAll("article span")].filter((one) => one.textContent.startsWith("Popularity"))';
  expect(await page.evaluate<boolean>(`${figures}.every((one) => one.scrollWidth <= one.clientWidth)`)).toBe(true);
});

test("a newcomer gives a full name and declares apart to belong to none of the barred groups; without that nothing is sent [PROD-26, PROD-02]", async () => {
  const { page } = await stage.visit({ width: 390, height: 844 });
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  await page.goto("/register");
  const popup = page.locator("#registerPopupModal");
  await popup.locator("[name=payeeName]").waitFor();
  const name = newName();
  await register(page, name);
  await popup.getByText("Please tick this box to go on.").waitFor();
  await popup.getByText("Input cannot be empty.").waitFor();
  expect(sent.some((url) => url.endsWith("/api/accounts.register"))).toBe(false);
  await popup.locator("[name=payeeName]").fill("Ana Cruz");
  await popup.getByLabel("I declare that I belong to none of the groups listed above.").check();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await popup.getByRole("button", { name: "Register" }).click();
  await page.locator("#registerSuccessModal").waitFor();
  const kept = await asOwner<{ kind: string }>(
    stage.world.open.url,
    "select kind from consent c join account a on a.id = c.account_id where a.name = $1 order by kind",
    [name],
  );
  expect(kept.map(({ kind }) => kind)).toEqual(["declaration", "privacy", "terms"]);
});

test("where real money is played staff see that a letter left and not what it says: the page says so", async () => {
  await askForCode(stage.world, { target: "+639171230009" });
  const { page } = await stage.visit({ refusals: [403] });
  await page.goto("/console/outbox");
  const support = await stage.world.operator("support");
  await enterBackOffice(page, support);
  // The code that bound the authenticator is not taken again.
  stage.world.clock.advance(30_000);
  await page.getByLabel("Authenticator code").fill(codeAt(support.authenticatorKey!, stage.world.clock.now()));
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("What letters say is shown in the sandbox alone.").waitFor();
  await page.getByRole("button", { name: "+63•••••0009" }).click();
  const detail = page.getByRole("dialog", { name: "+63•••••0009" });
  await detail.getByText("What letters say is shown in the sandbox alone.").waitFor();
  expect(await detail.getByText(/(?<![\w-])[0-9]{6}(?![\w-])|We never ask/).count()).toBe(0);
  expect(await page.content()).not.toContain("+639171230009");
});
