import { accountTypes } from "@laro/contract/core/accountTypes";
import { points } from "@laro/contract/points";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "@laro/server/testing/cashier";
import { addItem, redeemOf, winPoints } from "@laro/server/testing/points";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { addressOf, decide, enterBackOffice, peso } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

const JOURNEY_LIMIT_MS = 180_000;
const PHONE = { width: 390, height: 844 } as const;
const reason = "As agreed with the owner";

/** What stands in the member menu, but for messages, of which the specification says nothing. */
async function readMenu(page: Page): Promise<string[]> {
  const banner = page.getByRole("banner");
  await banner.getByLabel("Account menu").click();
  await banner.getByRole("link", { name: "Account security" }).waitFor();
  const names = await banner.getByRole("listitem").allInnerTexts();
  return names.slice(names.indexOf("Betting record")).filter((name) => !name.startsWith("Messages"));
}

const MENU = ["Betting record", "Account record", "Profit and loss", "Reward centre", "Points mall", "Account security", "Agent centre", "Sign out"];

async function look(page: Page, name: string): Promise<void> {
  await settle(page);
  if (process.env["LARO_SHOTS"] !== undefined) await page.screenshot({ path: `${process.env["LARO_SHOTS"]}/${name}.png` });
  expect([name, await findAccessFaults(page), await readOverflow(page)]).toEqual([name, [], 0]);
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

/** A member with points and a payment password, and a mall with two items. */
async function prepare() {
  const [ann, marketing, finance] = [
    await stage.world.player({ balance: 100_00n }),
    await stage.world.operator("marketing"),
    await stage.world.operator("finance"),
  ];
  await bindPayoutAccount(ann);
  await winPoints(stage.world, ann.id, 2_500n);
  const item = await addItem(marketing, { stock: 5, perMember: 3, group: "Rainy days" });
  await addItem(marketing, {
    pointsRequirement: 9_000,
    amountRequirement: 500_00n,
    group: "At home",
    sort: 1,
    words: { EN: { name: "Lamp", description: "" }, TY: { name: "Ilaw", description: "" } },
  });
  return { ann, marketing, finance, item };
}

test(
  "a member opens the points mall's five screens, redeems by password, address and number, follows it, and converts points to money [POINTS-01, POINTS-02, POINTS-03, POINTS-05, VALID-44, ENTITY-49, LAYOUT-31, ROUTE-33, SITE-02, PROD-12]",
  async () => {
    const { ann, finance } = await prepare();
    const { page } = await stage.visit({ token: ann.token });
    await page.goto("/");
    const banner = page.getByRole("banner");
    await banner.getByLabel("Account menu").click();
    await banner.getByRole("link", { name: "Points mall" }).click();
    await page.getByRole("heading", { name: "Points mall", level: 1 }).waitFor();
    expect(addressOf(page)).toBe("/pointMall");
    const mine = page.getByRole("region", { name: "My points" });
    await mine.getByText("2,500", { exact: true }).waitFor();
    await page.getByRole("article", { name: "Lamp" }).getByText("Needs valid bets in 30 days").waitFor();
    await look(page, "mall-desk");

    await page.getByRole("button", { name: "Redeem: Umbrella" }).click();
    const form = page.getByRole("dialog", { name: "Umbrella" });
    await form.getByRole("button", { name: "Redeem", exact: true }).click();
    for (const text of ["Enter the address it should go to.", "Missing phone number. Please enter it.", "Enter your payment password."])
      await form.getByText(text).waitFor();
    await look(page, "form-empty-desk");
    await form.getByLabel("Quantity").selectOption("2");
    await form.getByLabel("Receiving address").fill("12 Mabini Street, Quezon City");
    await form.getByLabel("Mobile number").fill("0917 123 4567");
    await form.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
    await form.getByRole("button", { name: "Redeem", exact: true }).click();
    await mine.getByText("1,500", { exact: true }).waitFor();
    const [made] = (await ann.call(points.redeems, {})).list;

    await tab(page, "Redeem history");
    expect(addressOf(page)).toContain("tab=history");
    const row = page.getByRole("row", { name: new RegExp(made!.reference) });
    await row.getByText("In process").waitFor();
    await finance.call(points.approve, { id: made!.id, remark: "With the next parcel" });
    await row.getByText("Approved").waitFor();
    await finance.call(points.sent, { id: made!.id, carrier: "Fiesta Express", trackingNumber: "FX-1" });
    await row.getByText("Fiesta Express FX-1").waitFor();
    for (const head of ["Name", "Status", "Apply time", "Type", "Quantity", "Points requirement", "Amount requirement", "Remark"])
      await page.getByRole("columnheader", { name: head, exact: true }).waitFor();
    await row.getByText("2 piece").waitFor();
    await look(page, "history-desk");

    await tab(page, "Points details");
    for (const head of ["Type", "Name", "Time", "Transaction reference", "Changed points", "Points balance"])
      await page.getByRole("columnheader", { name: head, exact: true }).waitFor();
    await page.getByRole("row", { name: new RegExp(`Redeemed.*Umbrella.*${made!.reference}.*−1,000.*1,500`) }).waitFor();
    await tab(page, "Points rules");
    await page.getByText("Points never expire.").waitFor();
    await tab(page, "Exchange ratio table");
    await page.getByRole("row", { name: /^Live.*20\.00/ }).waitFor();

    const before = (await ann.call(wallet.balance, {})).balance;
    await page.getByRole("button", { name: "Convert points" }).click();
    const convert = page.getByRole("dialog", { name: "Convert points" });
    await convert.getByText("Points ratio: 100 =").waitFor();
    await convert.getByLabel("How many points").fill("150");
    await convert.getByRole("button", { name: "Convert points" }).click();
    await convert.getByText("In steps of 100, up to 1,500 now").waitFor();
    await convert.getByLabel("How many points").fill("500");
    await convert.getByLabel("Payment password").fill(PAYMENT_PASSWORD);
    await look(page, "convert-desk");
    await convert.getByRole("button", { name: "Convert points" }).click();
    await mine.getByText("1,000", { exact: true }).waitFor();
    await page
      .getByRole("banner")
      .getByText(peso(before + 5_00n))
      .waitFor();
    await page.goto("/member/transactionHistory");
    await page.getByRole("row", { name: /Points converted/ }).waitFor();

    const { token } = await stage.world.member({ type: accountTypes.agent });
    const agent = (await stage.visit({ token })).page;
    await agent.goto("/");
    expect(await readMenu(agent)).toEqual(MENU);

    await (await stage.world.operator("superadmin")).call(settings.setFlag, { modId: "pointsSystem", enabled: false, reason });
    await page.goto("/pointMall");
    await page.getByText("Points are switched off here").waitFor();
    expect(await readMenu(page)).toEqual(MENU.filter((name) => !["Points mall", "Agent centre"].includes(name)));
    expect(await page.getByRole("link", { name: "Points mall" }).count()).toBe(0);
    await (await stage.world.operator("superadmin")).call(settings.setFlag, { modId: "pointsSystem", enabled: true, reason });
  },
  JOURNEY_LIMIT_MS,
);

test("on a phone, in daylight, each screen fits; a guest is asked to log in, and who has no points is told where they come from", async () => {
  const bea = await stage.world.player();
  const { page } = await stage.visit({ ...PHONE, token: bea.token, theme: "light" });
  await page.goto("/pointMall");
  await page.getByText("No points counted today yet").waitFor();
  await look(page, "mall-phone");
  for (const [name, text] of [
    ["Redeem history", "You have redeemed nothing yet."],
    ["Points details", "You have no points yet."],
    ["Points rules", "Points never expire."],
    ["Exchange ratio table", "Slots"],
  ] as const) {
    await tab(page, name);
    await page.getByRole("tabpanel").getByText(text).first().waitFor();
    await look(page, `${name.replaceAll(" ", "-").toLowerCase()}-phone`);
  }
  await page.getByRole("button", { name: "Convert points" }).click();
  await page.getByText("You need at least 100 points to convert.").waitFor();
  await look(page, "convert-phone");

  const guest = (await stage.visit(PHONE)).page;
  await guest.goto("/pointMall");
  await guest.getByText("Log in to see your points").waitFor();
  await look(guest, "guest-phone");
  await guest.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await guest.getByRole("dialog").getByRole("button", { name: "Log in" }).first().waitFor();
});

test(
  "officers decide redeems by keyboard and send them, write items, and change the exchange ratio table by two",
  async () => {
    const { ann, marketing, finance, item } = await prepare();
    const [first, second] = [await ann.call(points.redeem, redeemOf(item)), await ann.call(points.redeem, redeemOf(item))];
    const desk = (await stage.visit()).page;
    await desk.goto("/console/points");
    await enterBackOffice(desk, finance);
    await desk.getByRole("row", { name: new RegExp(first.reference) }).waitFor();
    await look(desk, "queue");
    await desk.keyboard.press("j");
    await desk.keyboard.press("a");
    const approving = desk.getByRole("dialog", { name: `Approve ${first.reference}` });
    await approving.getByLabel("Remark").fill("With the next parcel");
    await approving.getByRole("button", { name: "Approve" }).click();
    await desk.getByRole("row", { name: new RegExp(second.reference) }).click();
    const detail = desk.getByRole("dialog", { name: second.reference });
    await detail.getByText("12 Mabini Street, Quezon City").waitFor();
    await look(desk, "detail");
    await detail.getByRole("button", { name: "Reject" }).click();
    const rejecting = desk.getByRole("dialog", { name: `Reject ${second.reference}` });
    await rejecting.getByLabel("Remark").fill("Nobody carries it there");
    await rejecting.getByRole("button", { name: "Reject" }).click();
    await eventually(async () => (await ann.call(points.balance, {})).pointsBalance).toBe(2_000);
    await desk.getByRole("tab", { name: /^To be sent/ }).click();
    await desk.getByRole("row", { name: new RegExp(first.reference) }).click();
    await desk.getByRole("button", { name: "Mark as sent" }).click();
    const sending = desk.getByRole("dialog", { name: `Send ${first.reference}` });
    await sending.getByLabel("Carrier").fill("Fiesta Express");
    await sending.getByLabel("Tracking number").fill("FX-2");
    await sending.getByRole("button", { name: "Mark as sent" }).click();
    await eventually(async () => (await ann.call(points.redeems, { status: "approved" })).list[0]?.trackingNumber).toBe("FX-2");

    const office = (await stage.visit({ expected: [/^answer: 400 \S+\/points\.(saveItem|proposeRatios)$/] })).page;
    await office.goto("/console/points");
    await enterBackOffice(office, marketing);
    await office.getByRole("button", { name: "Add an item" }).click();
    const form = office.getByRole("dialog", { name: "Add an item" });
    await form.getByLabel("State").selectOption("open");
    await form.getByLabel("Name (EN)").fill("Mug");
    await form.getByLabel("Points for one").fill("300");
    await form.getByLabel("What one is").fill("piece");
    await form.getByLabel("Reason").fill(reason);
    await look(office, "item-form");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("This cannot be saved so").first().waitFor();
    await form.getByLabel("Name (TY)").fill("Tasa");
    await form.getByRole("button", { name: "Save" }).click();
    await office.getByRole("row", { name: /Mug.*Open.*300/ }).waitFor();
    await look(office, "items");
    await office.getByRole("tab", { name: "Exchange ratios" }).click();
    await office.getByRole("button", { name: "Propose another table" }).click();
    const table = office.getByRole("dialog", { name: "Propose another table" });
    await table.getByLabel("Live").fill("1.50");
    await table.getByLabel("Reason").fill(reason);
    await table.getByRole("button", { name: "Propose another table" }).click();
    await table.getByText("This table would give back too much of a bet").waitFor();
    await table.getByLabel("Live").fill("15.00");
    await table.getByRole("button", { name: "Propose another table" }).click();
    await office.getByText("Another exchange ratio table waits").waitFor();
    expect(await office.getByRole("button", { name: "Confirm the table" }).count()).toBe(0);
    await look(office, "ratios");
    await desk.goto("/console/points?part=ratios");
    await desk.getByRole("button", { name: "Confirm the table" }).click();
    await decide(desk, "Confirm the table", { reason, verb: "Confirm" });
    await desk.getByRole("row", { name: /^Live.*15\.00/ }).waitFor();
  },
  JOURNEY_LIMIT_MS,
);
