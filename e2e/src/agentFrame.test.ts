import { agents } from "@laro/contract/agents";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { messages } from "@laro/contract/messages";
import { settings } from "@laro/contract/settings";
import { asOwner } from "@laro/server/testing/owner";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addressOf, PASSWORD, PAYMENT_PASSWORD } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ content: true });

const DESK = 1440;
const PHONE = 390;

const menuOf = (page: Page) => page.getByRole("complementary").getByRole("navigation", { name: "Agent menu" });
const labelsOf = async (page: Page): Promise<string[]> =>
  (await menuOf(page).getByRole("link").allInnerTexts()).map((said) => said.replace(/\s*\d.*$/s, "").trim());
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** The labels of the specification, in its order. */
const specified = [
  "Deposit",
  "Withdraw",
  "Announcement",
  "Team overview",
  "Register center",
  "Team management",
  "Team betting",
  "User loss",
  "My income",
  "Account details",
  "Dividend record",
  "Daily wages",
  "Hourly salary",
  "Real-time salary",
  "Platform messages",
  "Customer service",
];

async function goTo(page: Page, label: string): Promise<void> {
  await menuOf(page).getByRole("link", { name: label }).first().click();
}

/** An agent with an upline and a downline, all verified, with a payment password and money. */
async function line() {
  const upline = await stage.world.member({ type: accountTypes.seniorAgent });
  const agent = await stage.world.member({ type: accountTypes.agent, parentId: upline.id });
  const player = await stage.world.member({ type: accountTypes.player, parentId: agent.id });
  await asOwner(stage.world.open.url, "update account set verification = 'A' where id = any($1)", [[upline.id, agent.id, player.id]]);
  await asOwner(stage.world.open.url, "update account set nickname = 'Aling Nena' where id = $1", [agent.id]);
  await stage.world.give(agent.id, 1_000_00n);
  return { upline, agent, player };
}

async function confirmTransfer(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm the transfer" });
  await confirm.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
  await confirm.getByRole("button", { name: "Send it" }).click();
  await page
    .getByText(/^T-\d+ was sent\.$/)
    .last()
    .waitFor();
}

test("an agent's menu has the labels of the specification in its order, each leads to its page and its heading, and a switch takes an entry away [AGENT-13]", async () => {
  const { agent } = await line();
  const { page } = await stage.visit({ token: agent.token, width: DESK });
  await page.goto("/agentHome");
  await heading(page, "Team overview").waitFor();
  const labels = await labelsOf(page);
  const known = labels.filter((label) => specified.includes(label));
  expect(known).toEqual(specified.filter((label) => known.includes(label)));
  expect(known).toEqual(expect.arrayContaining(["Deposit", "Withdraw", "Announcement", "Team overview", "Platform messages", "Customer service"]));
  for (const [label, path] of [
    ["Deposit", "/agentHome/deposit"],
    ["Withdraw", "/agentHome/withdraw"],
    ["Customer service", "/agentHome/customerService"],
    ["My account record", "/agentHome/accountRecord"],
    ["My profile", "/agentHome/profile"],
  ] as const) {
    await goTo(page, label);
    await heading(page, label).waitFor();
    await eventually(() => page.evaluate("document.activeElement?.tagName")).toBe("H1");
    expect([addressOf(page), await page.title()]).toEqual([path, expect.stringContaining(label)]);
    expect(await menuOf(page).locator("[aria-current=page]").allInnerTexts()).toEqual([label]);
    await settle(page);
    expect(await findAccessFaults(page)).toEqual([]);
  }
  await page.goto("/agentHome/nowhere");
  await heading(page, "Team overview").waitFor();
  expect(addressOf(page)).toBe("/agentHome");
  const admin = await stage.world.operator("superadmin");
  await admin.call(settings.setFlag, { modId: "memberTransfers", enabled: false, reason: "closed for a test" });
  await page.goto("/agentHome/transfers");
  await heading(page, "Team overview").waitFor();
  expect(await labelsOf(page)).not.toContain("Transfers");
  await admin.call(settings.setFlag, { modId: "memberTransfers", enabled: true, reason: "open again" });
});

test("an agent reads an announcement, passes money down and up, writes a letter its downline reports, and changes its nickname [AGENT-01, AGENT-15]", async () => {
  const { upline, agent, player } = await line();
  const { page } = await stage.visit({ token: agent.token, width: DESK, expected: [/^answer: 400 \S+\/messages\.sendDownline$/] });
  await page.goto("/agentHome/agentAnnouncement");
  const notice = page.getByRole("button", { name: /What you see of your team.*unread/ });
  await notice.click();
  await page.getByText("You can do nothing in a member's name.").waitFor();
  await eventually(() => notice.count()).toBe(0);

  await goTo(page, "Transfers");
  await page.getByLabel("Six new digits").fill(PAYMENT_PASSWORD);
  await page.getByLabel("The same digits again").fill(PAYMENT_PASSWORD);
  await page.getByLabel("Login password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Direct downline").fill(player.name.slice(0, 6));
  await page.getByRole("button", { name: player.name }).click();
  await confirmTransfer(page, "200");
  await page.getByText("−₱ 200.00").waitFor();
  await page.getByRole("tab", { name: "To my upline" }).click();
  await confirmTransfer(page, "50");
  await page.getByText("−₱ 50.00").waitFor();
  const { page: above } = await stage.visit({ token: upline.token, width: PHONE });
  await above.goto("/agentHome/transfers");
  await above.getByText("+₱ 50.00").waitFor();
  await settle(above);
  expect([await readOverflow(above), await findAccessFaults(above)]).toEqual([0, []]);

  await goTo(page, "Platform messages");
  await page.getByRole("tab", { name: "Letters to my team" }).click();
  await page.getByLabel("Your letter").fill("See www.laro.ph");
  await page.getByRole("button", { name: "Send the letter" }).click();
  await page.getByText("Links and addresses cannot stand in a letter.").waitFor();
  await page.getByLabel("Your letter").fill("The figures are in.");
  await page.getByRole("button", { name: "Send the letter" }).click();
  await page.getByRole("article").getByText("The figures are in.").waitFor();
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  await stage.world.work();
  const below = await stage.visit({ token: player.token, width: PHONE });
  await below.page.goto("/member/messageV2");
  await below.page.getByRole("button", { name: /Letter from your agent Aling Nena/ }).click();
  await below.page.getByText("The figures are in.").waitFor();
  await below.page.getByRole("button", { name: "Report this letter" }).click();
  await below.page.getByText("You reported this letter.").waitFor();
  expect((await player.call(messages.mine, {})).list.find(({ template }) => template === "letter")?.reportedAt).not.toBeNull();
  await below.page.goto("/member/securityCenter");
  await below.page.getByRole("region", { name: "Your agent" }).getByText("Aling Nena").waitFor();

  await page.getByRole("banner").getByRole("link", { name: "My profile: Aling Nena" }).click();
  await page.getByLabel("Nickname").fill("Mang Tomas");
  await page.getByRole("main").getByRole("button", { name: "Save" }).click();
  await page.getByRole("banner").getByText("Mang Tomas").waitFor();
  expect((await player.call(agents.mine, {})).agent?.name).toBe("Mang Tomas");
  expect(await stage.world.audit()).toEqual([]);
});

test("on a phone the menu is a sheet behind the bar at the foot, and no page is wider than the phone; who comes by a link reads whose it is [AGENT-13]", async () => {
  const { agent } = await line();
  const { page } = await stage.visit({ token: agent.token, width: PHONE });
  await page.goto("/agentHome");
  await heading(page, "Team overview").waitFor();
  for (const label of ["Announcement", "Deposit", "Platform messages", "My profile"]) {
    await page.getByRole("navigation", { name: "Quick menu of agents" }).getByRole("button", { name: "Menu" }).click();
    const sheet = page.getByRole("dialog", { name: "Agent menu" });
    await sheet.getByRole("link", { name: label }).click();
    await sheet.waitFor({ state: "detached" });
    await heading(page, label).waitFor();
    await settle(page);
    expect([label, await readOverflow(page), await findAccessFaults(page)]).toEqual([label, 0, []]);
  }
  const { invitationCode } = await agent.call(agents.overview, {});
  const guest = await stage.visit({ width: PHONE });
  await guest.page.goto(`/register?affiliateCode=${invitationCode}`);
  const said = guest.page.getByRole("dialog").getByRole("region", { name: "Your agent" });
  await said.getByText("Aling Nena").waitFor();
  await said.getByText("An agent can do nothing in your name.").waitFor();
});
