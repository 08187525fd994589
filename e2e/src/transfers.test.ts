import { accountTypes } from "@laro/contract/core/accountTypes";
import { transfers } from "@laro/contract/transfers";
import { wallet } from "@laro/contract/wallet";
import { stakeOnce } from "@laro/server/testing/bets";
import { asOwner } from "@laro/server/testing/owner";
import { purseVendors } from "@laro/server/testing/purses";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PASSWORD, PAYMENT_PASSWORD, peso } from "./acts.ts";
import { readOverflow } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ vendors: purseVendors });

const headerBalance = (page: Page) => page.locator("header", { has: page.getByLabel("Refresh the balance") }).locator(".figures");
const centre = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const open = (page: Page, name: string) => page.getByRole("navigation", { name: "Member centre" }).getByRole("link", { name, exact: true }).click();
const walletCard = (page: Page, name: string) =>
  page.getByRole("region", { name: "Your wallets" }).getByRole("listitem").filter({ hasText: name }).locator(".figures");

/** Counts the calls a page makes of an endpoint. */
function countCalls(page: Page, endpoint: string): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `/api/${endpoint}`) calls++;
  });
  return () => calls;
}

test("the menu opens the wallets, a second visit makes no second call, and money moves to a vendor and home again exactly once [CENTRE-02, WALLET-08, WALLET-09, CALL-39, CALL-41]", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token });
  const calls = countCalls(page, "transfers.wallets");
  await page.goto("/member");
  await open(page, "Wallets");
  await walletCard(page, "Asia Gaming").waitFor();
  expect(calls()).toBe(1);
  await open(page, "Overview");
  await centre(page, "Overview").getByText("Last movements").waitFor();
  await open(page, "Wallets");
  await walletCard(page, "Asia Gaming").waitFor();
  expect(calls()).toBe(1);

  const desk = centre(page, "Wallets");
  await desk.getByLabel("Amount").fill("300");
  await desk.getByRole("button", { name: "Move it" }).dblclick();
  await page.getByText("Your money was moved.").first().waitFor();
  await eventually(() => walletCard(page, "Asia Gaming").innerText()).toBe("₱ 300.00");
  await eventually(() => walletCard(page, "Main wallet").innerText()).toBe("₱ 700.00");
  await eventually(() => headerBalance(page).innerText()).toBe("₱ 700.00");
  expect(calls()).toBeGreaterThan(1);

  // What another window moves is seen here by the socket's word.
  await ann.call(transfers.move, { requestId: crypto.randomUUID(), from: "MAIN", to: "BBIN", amount: 50_00n });
  await eventually(() => walletCard(page, "BBIN").innerText()).toBe("₱ 50.00");

  await desk.getByRole("button", { name: "Bring everything home" }).click();
  await page.getByText("Everything is back in your main wallet.").waitFor();
  await desk.getByRole("status", { name: "What came of it" }).getByText("Home", { exact: true }).first().waitFor();
  await eventually(() => headerBalance(page).innerText()).toBe("₱ 1,000.00");
  expect((await ann.call(transfers.wallets, {})).list.map(({ balance }) => balance)).toEqual([1_000_00n, 0n, 0n, 0n]);
  expect((await ann.call(wallet.history, { kind: "transfer" })).list.map(({ amount }) => amount).toSorted()).toEqual(
    [-300_00n, -50_00n, 300_00n, 50_00n].toSorted(),
  );
  expect(await stage.world.audit()).toEqual([]);
});

test("money that a vendor has not confirmed is shown on its way, on a phone too, and arrives; a recall says of each vendor what came of it [CENTRE-02, WALLET-08]", async () => {
  const ann = await stage.world.player({ balance: 1_000_00n });
  const { page } = await stage.visit({ token: ann.token, width: 390 });
  await page.addInitScript(`localStorage.setItem("language", "TY")`);
  await page.goto("/member/transferFund");
  await stage.world.vendor!.order("transfer-done-unsaid");
  await page.getByLabel("Halaga").fill("300");
  await page.getByRole("button", { name: "Ilipat", exact: true }).click();
  const moving = page.getByRole("region", { name: "Nasa daan" });
  await moving.getByText("Papunta sa Asia Gaming").waitFor();
  await moving.getByText(/^W-\d+$/).waitFor();
  expect(await readOverflow(page)).toBe(0);
  // The vendor is asked again after five seconds.
  await moving.waitFor({ state: "detached" });
  await page.getByText("₱ 300.00").first().waitFor();
  await stage.world.vendor!.order("dead");
  await page.getByRole("button", { name: "Ibalik ang lahat" }).click();
  await page.getByText("Hindi maabot").waitFor();
  await page.getByRole("button", { name: "Ibalik ang lahat" }).click();
  await page.getByText("Naibalik", { exact: true }).waitFor();
  await eventually(async () => (await ann.call(wallet.balance, {})).balance).toBe(1_000_00n);
  expect(await stage.world.audit()).toEqual([]);
});

test("the header shows the balance of the answer, with whatever currency symbol the site's permission answer names [WALLET-01, CALL-37]", async () => {
  const ann = await stage.world.player({ balance: 1_234_56n });
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/");
  await eventually(() => headerBalance(page).innerText()).toBe(peso((await ann.call(wallet.balance, {})).balance));
  const other = await stage.visit({ token: ann.token });
  await other.page.route("**/api/site.permission*", async (route) => {
    const answer = (await (await route.fetch()).json()) as { value: object };
    await route.fulfill({ json: { ...answer, value: { ...answer.value, currencySymbol: "¤" } } });
  });
  await other.page.goto("/");
  await eventually(() => headerBalance(other.page).innerText()).toBe("¤ 1,234.56");
});

test("an unverified member is told what is missing; a verified one sends to the upline with the payment password, and the agent sends back [CENTRE-05]", async () => {
  const agent = await stage.world.member({ type: accountTypes.agent });
  const ann = await stage.world.member({ type: accountTypes.player, parentId: agent.id });
  await stage.world.give(ann.id, 500_00n);
  const { page } = await stage.visit({ token: ann.token });
  await page.goto("/member");
  await open(page, "Transfer to upline");
  const desk = centre(page, "Transfer to upline");
  await desk.getByText("Yours is not verified yet.").waitFor();
  await asOwner(stage.world.open.url, "update account set verification = 'A' where id in ($1, $2)", [ann.id, agent.id]);

  const pay = async (at: Page, amount: string) => {
    await at.getByLabel("Six new digits").fill(PAYMENT_PASSWORD);
    await at.getByLabel("The same digits again").fill(PAYMENT_PASSWORD);
    await at.getByLabel("Login password").fill(PASSWORD);
    await at.getByRole("button", { name: "Save" }).click();
    if (at !== page) await at.getByRole("button", { name: ann.name }).click();
    await at.getByLabel("Amount").fill(amount);
    await at.getByRole("button", { name: "Continue" }).click();
    const confirm = at.getByRole("dialog", { name: "Confirm the transfer" });
    await confirm.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
    await confirm.getByRole("button", { name: "Send it" }).click();
    await at.getByText(/^T-\d+ was sent\.$/).waitFor();
  };
  await page.reload();
  await pay(page, "200");
  await desk.getByText("−₱ 200.00").waitFor();
  await eventually(() => headerBalance(page).innerText()).toBe("₱ 300.00");

  await stakeOnce(stage.world, agent.id, 200_00n);
  await stage.world.give(agent.id, 50_00n);
  const office = await stage.visit({ token: agent.token });
  await office.page.goto("/agentHome/transfers");
  await office.page.getByText("+₱ 200.00").waitFor();
  await pay(office.page, "50");
  await desk.getByText("+₱ 50.00").waitFor();
  await eventually(() => headerBalance(page).innerText()).toBe("₱ 350.00");
  expect(await stage.world.audit()).toEqual([]);
});
