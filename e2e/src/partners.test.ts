import { formatAmount } from "@laro/contract/core/money";
import { partners } from "@laro/contract/partners";
import { type OperatorProcess, startOperator } from "@laro/server/testing/operator";
import { asOwner } from "@laro/server/testing/owner";
import { addPartner, askPartner, launchAt, type TestPartner } from "@laro/server/testing/partners";
import { freePort } from "@laro/server/testing/ports";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide, enterBackOffice } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ operator: true });
const JOURNEY_LIMIT_MS = 180_000;
const DAY_MS = 24 * 60 * 60_000;
const reason = "As agreed with the partner";
const WIDTHS = [1440, 768, 390] as const;
let walks = 0;

let operator: OperatorProcess;
beforeAll(async () => {
  operator = await startOperator({ secret: randomBytes(32).toString("hex") });
});
afterAll(() => operator.stop());

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
  expect(await readOverflow(page)).toBe(0);
}

async function lookAtAllWidths(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await look(page);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
}

async function openConsole(role: "superadmin" | "finance", refusals: readonly number[] = []): Promise<Page> {
  const { page } = await stage.visit({ refusals });
  await page.goto("/console/partners");
  await enterBackOffice(page, await stage.world.operator(role));
  // Whoever leaves while the login is under way is nobody.
  await page.getByRole("navigation").first().waitFor();
  return page;
}

/** A partner whose wallet is there, and a site of its own that frames what is opened. */
async function addOne(): Promise<{ partner: TestPartner; site: (address: string) => Promise<string>; close: () => void }> {
  const { world } = stage;
  walks += 1;
  const { url, platform } = world.open;
  const partner = await addPartner(url, platform.keys, { code: `ISLA${walks}`, secret: operator.secret, walletUrl: operator.url, now: world.clock.now() });
  const port = await freePort();
  let framed = "";
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<!doctype html><html lang="en"><title>Casino</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><main><h1>Casino</h1><iframe title="Game" style="width:100%;height:860px;border:0" src="${framed}"></iframe></main></html>`,
      ),
  ).listen(port, "127.0.0.1");
  await asOwner(url, "update partner set frame_origins = array[$2] where code = $1", [partner.code, `http://127.0.0.1:${port}`]);
  const site = async (address: string): Promise<string> => {
    framed = address;
    return `http://127.0.0.1:${port}/`;
  };
  return { partner, site, close: () => server.close() };
}

const give = (partner: TestPartner, account: string, issue: string) =>
  askPartner(stage.world.address, partner, "freespins/issue", {
    casino_id: "laro",
    issue_id: issue,
    account: { id: account, currency: "PHP" },
    games: ["DICE"],
    freespins_quantity: 2,
    stake: "5.00",
    valid_until: new Date(stage.world.clock.now().getTime() + DAY_MS).toISOString(),
  });

/** Plays a round in the frame and waits until the next may begin. */
async function roll(frame: FrameLocator): Promise<void> {
  const button = frame.getByRole("button", { name: "Roll", exact: true });
  await button.click();
  await button.and(frame.locator(":enabled")).waitFor();
}

test(
  "a player plays our dice in the frame of another casino: free rounds first and for nothing, then a stake of that casino's wallet, and checks the seed; a foreign site may not frame it",
  async () => {
    const { world } = stage;
    const { partner, site, close } = await addOne();
    const account = `cora ${walks}`;
    await operator.openAccount(account, 100_00n);
    await give(partner, account, `gift ${walks}`);
    const held = async () => BigInt((await operator.books()).accounts.find(({ ref }) => ref === account)!.minor);
    const { page } = await stage.visit({ theme: "light" });
    await page.goto(await site((await launchAt(world.address, partner, { account })).href));
    const frame = page.frameLocator("iframe");
    await frame.getByText("2 free rounds of PHP 5.00 left").waitFor();
    await lookAtAllWidths(page);
    const stakeField = frame.getByLabel("Stake");
    expect([await stakeField.inputValue(), await stakeField.isDisabled()]).toEqual(["5.00", true]);
    await roll(frame);
    await frame.getByText("1 free round of PHP 5.00 left").waitFor();
    expect(await held()).toBe(100_00n);
    await roll(frame);
    await frame.getByRole("region", { name: "Free rounds" }).waitFor({ state: "detached" });
    const [gift] = await asOwner<{ won: string; state: string }>(world.open.url, "select won::text, state from partner_free_round where issue = $1", [
      `gift ${walks}`,
    ]);
    expect(gift!.state).toBe("closed");
    expect(await held()).toBe(100_00n + BigInt(gift!.won));

    await stakeField.fill("20");
    await roll(frame);
    const [round] = await asOwner<{ win: string }>(world.open.url, "select win::text from partner_round where free_round_id is null order by at desc limit 1");
    const left = 100_00n + BigInt(gift!.won) - 20_00n + BigInt(round!.win);
    await eventually(held).toBe(left);
    await frame.getByText("Fairness").click();
    await frame.getByRole("button", { name: "Change my seed" }).click();
    await frame.getByText("rounds played: 3").waitFor();
    await lookAtAllWidths(page);
    close();

    // Nothing of the page needs a frame to be looked at.
    const { body } = await askPartner(world.address, partner, "launcher/demo", { game: "WHEEL" });
    const { page: demo } = await stage.visit({ theme: "dark" });
    await demo.goto(String(body["launch_url"]));
    await demo.getByRole("button", { name: "Spin", exact: true }).click();
    await lookAtAllWidths(demo);

    // A site that is not the partner's gets nothing to frame.
    const { page: thief, expectedSeen } = await stage.visit({ expected: [/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/] });
    const { href } = await launchAt(world.address, partner, { account });
    await thief.goto("/");
    await thief.evaluate(`document.body.innerHTML = '<iframe src="${href}"></iframe>'`);
    await eventually(() => expectedSeen.some((fault) => fault.includes("frame-ancestors"))).toBe(true);
    expect(await thief.frameLocator("iframe").getByRole("button").count()).toBe(0);
  },
  JOURNEY_LIMIT_MS,
);

test(
  "an officer adds a partner and lowers its stakes; a win and an end of free rounds that its wallet refused wait for an officer, who sends both again, and the totals are a file",
  async () => {
    const { world } = stage;
    const { partner, close } = await addOne();
    const account = `dora ${walks}`;
    await operator.openAccount(account, 100_00n);
    const admin = await openConsole("superadmin", [400]);
    await admin.getByRole("row", { name: new RegExp(partner.code) }).waitFor();
    await look(admin);
    await admin.getByRole("button", { name: "Add a partner" }).click();
    const form = admin.getByRole("dialog", { name: "Add a partner" });
    const code = `BAGO${walks}`;
    const typed = {
      Code: code,
      Name: "Bagong Casino",
      "Address of its wallet": "https://10.0.0.7/",
      "Sites that may frame our games": "https://casino.example",
      Currencies: "PHP",
      "Highest stake": "50",
    };
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text);
    await look(admin);
    await form.getByLabel("Reason").fill(reason);
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Name the wallet's address as").waitFor();
    await form.getByLabel("Address of its wallet").fill("https://wallet.casino.example/laro");
    await form.getByRole("button", { name: "Save" }).click();
    await admin.getByRole("heading", { name: "Bagong Casino" }).waitFor();
    await admin.getByText("Every round is over.").waitFor();
    await lookAtAllWidths(admin);

    const guest = world.guest();
    const { searchParams } = await launchAt(world.address, partner, { account });
    const { token } = await guest.call(partners.open, { code: partner.code, ticket: searchParams.get("ticket")! });
    for (const call of ["win", "finish", "freespins/finish"]) await operator.order("refuse", { call });
    const choice = { target: 9_799, side: "under" };
    const { round } = await guest.call(partners.play, { token, requestId: crypto.randomUUID(), stake: 10_00n, choice });
    const issue = `gift ${walks}`;
    await give(partner, account, issue);
    const [gift] = await asOwner<{ id: string }>(world.open.url, "select id from partner_free_round where issue = $1", [issue]);
    for (const _ of [1, 2]) {
      await eventually(() =>
        guest.call(partners.play, { token, requestId: crypto.randomUUID(), stake: 5_00n, choice, free: gift!.id }).then(
          () => true,
          () => false,
        ),
      ).toBe(true);
    }

    const cashier = await openConsole("finance");
    const line = cashier.getByRole("row", { name: new RegExp(partner.code) });
    await line.getByText("2", { exact: true }).waitFor();
    await line.getByRole("button", { name: "Open" }).click();
    await lookAtAllWidths(cashier);
    await cashier
      .getByRole("row", { name: new RegExp(round.id) })
      .getByRole("button", { name: "Send again" })
      .click();
    await look(cashier);
    await decide(cashier, "Send again", { reason, verb: "Send again" });
    await cashier.getByRole("button", { name: `Tell the end of ${issue} again` }).click();
    await look(cashier);
    await decide(cashier, `Tell the end of ${issue} again`, { reason, verb: "Tell again" });
    await cashier.getByText("Every round is over.").waitFor();
    await cashier.getByText("No free rounds are open.").waitFor();
    const states = await asOwner<{ state: string }>(
      world.open.url,
      "select state from partner_round where id = $1 union all select state from partner_free_round where id = $2",
      [round.id, gift!.id],
    );
    expect(states.map(({ state }) => state)).toEqual(["closed", "closed"]);

    await cashier.getByRole("button", { name: "All partners" }).click();
    const [file] = await Promise.all([cashier.waitForEvent("download"), cashier.getByRole("button", { name: /CSV|Download|file/i }).click()]);
    expect(file.suggestedFilename()).toMatch(/^partners-.*\.csv$/);
    expect(await world.audit()).toEqual([]);
    close();
  },
  JOURNEY_LIMIT_MS,
);

test(
  "a higher stake, another currency and another game of a partner that is played wait on its page, and hold once another officer confirmed them there",
  async () => {
    const { url } = stage.world.open;
    const { partner, close } = await addOne();
    await asOwner(url, "update partner set stake_max = 5000, games = '{DICE,LIMBO}' where code = $1", [partner.code]);
    const page = `/console/partners?partner=${partner.code}`;
    const [admin, other] = [await openConsole("superadmin"), await openConsole("superadmin")];
    await admin.goto(page);
    await admin.getByRole("button", { name: `Change ${partner.code}` }).click();
    const form = admin.getByRole("dialog", { name: `Change ${partner.code}` });
    await form.getByLabel("Highest stake").fill("80");
    await form.getByLabel("Currencies").fill("PHP EUR");
    await form.getByLabel("LIMBO").uncheck();
    await form.getByLabel("WHEEL").check();
    await form.getByText("This lets more money move: it waits for a second officer.").waitFor();
    await lookAtAllWidths(admin);
    await decide(admin, `Change ${partner.code}`, { reason, verb: "Save" });
    await admin.getByText("Highest stake: 50.00 → 80.00").waitFor();
    await admin.getByText("Games: DICE → DICE, WHEEL").waitFor();
    await lookAtAllWidths(admin);
    expect(await admin.getByRole("button", { name: "Confirm the bounds" }).count()).toBe(0);

    await other.goto(page);
    await other.getByRole("button", { name: "Confirm the bounds" }).click();
    await lookAtAllWidths(other);
    await decide(other, "Confirm the bounds", { reason, verb: "Confirm" });
    for (const officer of [admin, other]) await officer.getByText("Waits for a second officer").waitFor({ state: "detached" });
    expect(await asOwner(url, "select stake_max::text as bound, currencies, games from partner where code = $1", [partner.code])).toEqual([
      { bound: "8000", currencies: ["PHP", "EUR"], games: ["DICE", "WHEEL"] },
    ]);
    close();
  },
  JOURNEY_LIMIT_MS,
);

test("the sandbox's test casino offers our games on a site of its own: free rounds it gives are played first, stakes move in its wallet alone, and the console leads there", async () => {
  const { world } = stage;
  const { url, books } = world.operatorProcess!;
  const held = async () => (await books()).accounts.find(({ ref }) => ref === "guest")!.minor;
  const { page } = await stage.visit({ theme: "dark", refusals: [502] });
  await page.goto(url);
  await page.getByRole("heading", { name: "Plinko" }).waitFor();
  await lookAtAllWidths(page);
  await page.getByRole("button", { name: "Give 5 free rounds in Dice" }).click();
  await page.getByRole("status").filter({ hasText: "5 free rounds wait in Dice." }).waitFor();
  await look(page);
  await page.getByRole("link", { name: "Play Dice" }).click();
  const frame = page.frameLocator("iframe");
  for (const left of ["5 free rounds", "4 free rounds", "3 free rounds", "2 free rounds", "1 free round"]) {
    await frame.getByText(`${left} of PHP 5.00 left`).waitFor();
    await roll(frame);
  }
  await frame.getByRole("region", { name: "Free rounds" }).waitFor({ state: "detached" });
  await lookAtAllWidths(page);
  const before = BigInt(await held());
  await frame.getByLabel("Stake").fill("20");
  await roll(frame);
  const [round] = await asOwner<{ win: string }>(
    world.open.url,
    "select win::text from partner_round where free_round_id is null and stake = 2000 order by at desc limit 1",
  );
  await eventually(held).toBe(String(before - 20_00n + BigInt(round!.win)));
  const shown = `PHP ${formatAmount(BigInt(await held()))}`;
  await page.locator("output").filter({ hasText: shown }).waitFor();
  await page.getByRole("link", { name: "Back to the games" }).click();
  await page.getByRole("link", { name: /^Try .*Wheel.* for nothing/ }).click();
  await frame.getByRole("button", { name: "Spin", exact: true }).click();
  await page.goto(`${url}/play?game=MINES`);
  await page.getByRole("heading", { name: "This game did not open" }).waitFor();

  const admin = await openConsole("superadmin");
  const row = admin.getByRole("row", { name: /TESTCASINO/ });
  await row.getByText("Test partner").waitFor();
  await row.getByRole("button", { name: "Open" }).click();
  expect(await admin.getByRole("link", { name: "Open its site" }).getAttribute("href")).toBe(`${url}/`);
  await look(admin);
  await admin.getByRole("button", { name: "Change TESTCASINO" }).click();
  const form = admin.getByRole("dialog");
  expect([await form.getByLabel("Address of its wallet").isDisabled(), await form.getByLabel("Highest stake").isDisabled()]).toEqual([true, false]);
  expect(await world.audit()).toEqual([]);
});
