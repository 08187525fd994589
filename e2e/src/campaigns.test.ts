import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { campaigns } from "@laro/contract/campaigns";
import { envelopes } from "@laro/contract/envelopes";
import { settings } from "@laro/contract/settings";
import { wallet } from "@laro/contract/wallet";
import { asOwner } from "@laro/server/testing/owner";
import { newCode, openCampaign } from "@laro/server/testing/campaigns";
import { drawPicture } from "@laro/server/testing/cashier";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { addressOf, enterBackOffice } from "./acts.ts";
import { BUSY, findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const LIMIT_MS = 180_000;
const PHONE = { width: 390, height: 844 } as const;
const DAY_MS = 24 * 60 * 60_000;
const reason = "for the test";

const stage = useStage();
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

async function look(page: Page): Promise<void> {
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
}

const wordsOf = (title: string) => ({ EN: { title, summary: `About ${title}`, text: "" }, TY: { title, summary: `Tungkol sa ${title}`, text: "" } });
const later = (days: number) => new Date(stage.world.clock.now().getTime() + days * DAY_MS).toISOString();
/** A moment as a field of Manila's clock takes it. */
const manila = (at: string): string => new Date(Date.parse(at) + 8 * 60 * 60_000).toISOString().slice(0, 16);
const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

test(
  "promotions list what is offered by tab, and each of the ten states shows its label on the activity: coming soon, join, applying, process, rejected, signed, claim, claimed, issued, close [PROD-14, PROMO-08]",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const admin = await world.operator("superadmin");
    const ann = await world.player();
    const open = (title: string, change: Parameters<typeof openCampaign>[2] = {}) => openCampaign(world, officer, { words: wordsOf(title), ...change });
    await open("Soon", { startsAt: later(1) });
    await open("Open to all");
    const reviewed = { rule: { reviewed: true, again: true } } as const;
    const [waits, taken, refused] = [await open("Waits", reviewed), await open("Taken", reviewed), await open("Refused", reviewed)];
    const signed = await open("Bets", { tab: "deposit", rule: { trigger: { on: "played", target: 500_00n, categories: [] } } });
    const reached = await open("Reached");
    const points = await open("Points", { rule: { gift: { gives: "points", points: 50 } } });
    const paid = await open("Paid");
    const ended = await open("Ended");
    for (const code of [waits, taken, refused]) await ann.call(campaigns.apply, { code, comment: "Please", images: [] });
    for (const code of [taken, refused]) {
      const row = (await officer.call(campaigns.applications, { state: "applying" })).list.find((one) => one.campaign === code)!;
      await officer.call(campaigns.take, { id: row.id });
      if (code === refused) await officer.call(campaigns.decide, { id: row.id, accept: false, reason: "It shows another game" });
    }
    for (const code of [signed, reached, points, paid]) await ann.call(campaigns.join, { code });
    await ann.call(campaigns.claim, { code: paid });
    await admin.call(settings.setFlag, { modId: "pointsSystem", enabled: false, reason });
    await ann.call(campaigns.claim, { code: points });
    await officer.call(campaigns.stop, { code: ended, reason });

    const { page } = await stage.visit({ token: ann.token });
    await page.goto("/promotions");
    const labels = {
      Soon: "Coming soon",
      "Open to all": "Join",
      Waits: "Applying",
      Taken: "In process",
      Refused: "Rejected",
      Bets: "Signed up",
      Reached: "To claim",
      Points: "Claimed",
      Paid: "Issued",
      Ended: "Closed",
    };
    for (const [title, label] of Object.entries(labels)) await card(page, `About ${title}`).getByText(label, { exact: true }).waitFor();
    await look(page);
    await page.getByRole("tab", { name: "Deposit" }).click();
    await card(page, "About Bets").waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
    await page.getByRole("tab", { name: "Mine" }).click();
    await card(page, "About Waits").waitFor();
    expect(await card(page, "About Open to all").count()).toBe(0);
    await page.getByRole("link", { name: "Refused" }).click();
    await page.getByText("The officer's reason: It shows another game").waitFor();
    await page.getByRole("button", { name: "Apply again" }).waitFor();

    await admin.call(settings.setFlag, { modId: "pointsSystem", enabled: true, reason });
    const phone = (await stage.visit({ ...PHONE, token: ann.token, theme: "light" })).page;
    await phone.goto(`/promotions?offer=${reached}`);
    await phone.getByRole("button", { name: "Claim", exact: true }).click();
    await phone.getByText("Issued", { exact: true }).waitFor();
    await eventually(async () => (await ann.call(wallet.balance, {})).balance).toBe(100_00n);
    await phone.getByRole("heading", { name: "Full terms" }).waitFor();
    await phone.getByText("₱50.00 in your wallet").waitFor();
    await look(phone);
    await asOwner(world.open.url, "select graphile_worker.add_job('campaigns:attend', '{}'::json)");
    await phone.goto(`/promotions?offer=${points}`);
    await eventually(() => phone.getByText("Issued", { exact: true }).count()).toBe(1);
  },
);

test(
  "the application form refuses the 141st character, the fourth picture and a gif at their fields; what is handed in is taken and decided in the console, with its picture, and the member reads it [PROMO-09, ENTITY-51, VALID-29, CONST-52]",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const code = await openCampaign(world, officer, {
      words: wordsOf("Show your win"),
      rule: { reviewed: true, conditions: [{ is: "accountAge", days: 30, atLeast: false }] },
    });
    const ann = await world.player();
    const { page } = await stage.visit({ ...PHONE, token: ann.token });
    await page.goto(`/promotions?offer=${code}`);
    await page.getByRole("button", { name: "Why, or why not?" }).click();
    await page.getByRole("dialog").getByText("An account of at most 30 days").waitFor();
    await page.getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Apply: Show your win" });
    const comment = form.getByLabel("Comment");
    await comment.fill("x".repeat(141));
    await form.getByText("At most 140 characters.").waitFor();
    expect(await form.getByRole("button", { name: "Hand in" }).isDisabled()).toBe(true);
    await comment.fill("x".repeat(140));
    const picture = { name: "win.png", mimeType: "image/png", buffer: Buffer.from(await drawPicture(), "base64") };
    await form
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "win.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
    await form.getByText("Only jpeg, jpg or png pictures.").waitFor();
    for (let at = 0; at < 4; at++) {
      await form.locator("input[type=file]").nth(at).setInputFiles(picture);
      await eventually(() => form.getByRole("button", { name: "Remove the picture" }).count()).toBe(at + 1);
    }
    await form.getByText("At most 3 pictures.").waitFor();
    await look(page);
    await form.getByRole("button", { name: "Remove the picture" }).last().click();
    await form.getByRole("button", { name: "Hand in" }).click();
    await page.getByText("Applying", { exact: true }).waitFor();
    const row = (await officer.call(campaigns.applications, { state: "applying" })).list.find((one) => one.campaign === code);
    expect([row?.comment.length, row?.images.length]).toEqual([140, 3]);

    const desk = (await stage.visit({ width: 1440, height: 900 })).page;
    await desk.goto("/console/campaigns");
    await enterBackOffice(desk, officer);
    const queue = desk.getByRole("region", { name: "Applications" });
    await queue.getByRole("row").filter({ hasText: "Show your win" }).getByRole("button", { name: "Take it" }).click();
    await page.getByText("In process", { exact: true }).waitFor();
    await look(desk);
    await queue.getByRole("button", { name: `Application of ${ann.name}` }).click();
    const dialog = desk.getByRole("dialog", { name: `Application of ${ann.name}` });
    await dialog.getByRole("button", { name: "Picture 1" }).click();
    await dialog.getByRole("img", { name: "Pictures" }).waitFor();
    await dialog.getByLabel("Reason").fill("It is a fine win");
    await dialog.getByRole("button", { name: "Accept", exact: true }).click();
    await page.getByText("To claim", { exact: true }).waitFor();
  },
);

test(
  "an officer writes a campaign in the console and publishes it, and a visitor sees it with its terms; one with a large budget waits for another officer",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const desk = (await stage.visit({ width: 1440, height: 1000 })).page;
    await desk.goto("/console/campaigns");
    await enterBackOffice(desk, officer);
    await desk.getByRole("button", { name: "New campaign" }).click();
    const form = desk.getByRole("dialog", { name: "New campaign" });
    const write = async (code: string, title: string, budget: string) => {
      await form.getByLabel("Code", { exact: false }).first().fill(code);
      for (const language of ["EN", "TY"]) {
        await form.locator(`[name=title-${language}]`).fill(title);
        await form.locator(`[name=summary-${language}]`).fill("For a quiet Sunday");
      }
      await form.locator("[name=budget]").fill(budget);
      await form.getByLabel("Reason").fill(reason);
    };
    await write("SUNDAY1", "Sunday gift", "200000");
    await form.locator("[name=amount]").fill("25");
    await look(desk);
    await form.getByRole("button", { name: "Save the draft" }).click();
    await desk.getByText("SUNDAY1 · Sunday gift").first().click();
    await desk.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await desk.getByRole("dialog").getByLabel("Reason").fill(reason);
    await desk.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await desk.getByText("Waits for an officer").first().waitFor();
    expect(await world.guest().refused(campaigns.get, { code: "SUNDAY1" })).toBe("campaigns.not_found");
    const { madeAt } = (await officer.call(campaigns.all, {})).list.find(({ code }) => code === "SUNDAY1")!;
    expect(await officer.refused(campaigns.approve, { code: "SUNDAY1", reason, madeAt })).toBe("campaigns.own_approval");
    await (await world.operator("finance")).call(campaigns.approve, { code: "SUNDAY1", reason, madeAt });
    const { page } = await stage.visit({ width: 768, height: 1024 });
    await page.goto("/promotions?offer=SUNDAY1");
    await page.getByRole("heading", { name: "Sunday gift" }).waitFor();
    await page.getByText("₱25.00 in your wallet").waitFor();
    await page.getByRole("button", { name: "Join" }).click();
    await page.locator("#loginPopupModal").waitFor();

    await desk.reload();
    await desk.getByRole("button", { name: "New campaign" }).click();
    await write("CUP1", "Sunday cup", "500");
    await form.getByLabel("What members do").selectOption("ranked");
    await form.getByLabel("Ranked by").selectOption("chips");
    await form.locator("[name=prizes]").fill("1 × 300");
    await look(desk);
    await form.getByRole("button", { name: "Save the draft" }).click();
    await desk.getByText("CUP1 · Sunday cup").first().click();
    await desk.getByRole("dialog").getByText("Take a free seat with 10,000 chips, play 200 rounds of Dice").waitFor();
    await desk.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await desk.getByRole("dialog").getByLabel("Reason").fill(reason);
    await desk.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await desk.getByText("Seats that were played: 0").waitFor();
    await page.goto("/promotions?offer=CUP1");
    await page.getByRole("link", { name: "To the tournament" }).click();
    await page.getByText("Log in to take a seat. It costs nothing.").waitFor();

    const highOnly = await openCampaign(world, officer, {
      words: wordsOf("High cup"),
      rule: {
        trigger: { on: "ranked", categories: [], seat: { gameCode: "DICE", chips: 1_000, rounds: 5 } },
        gift: null,
        prizes: [{ count: 1, gift: { gives: "cash", amount: 300_00n } }],
        conditions: [{ is: "level", from: 15, to: 20 }],
      },
    });
    const refused = (await stage.visit({ ...PHONE, token: (await world.player()).token, refusals: [403] })).page;
    await refused.goto(`/tournament?code=${highOnly}`);
    await refused.getByRole("button", { name: "Take a free seat" }).click();
    await refused.getByRole("button", { name: "Why, or why not?" }).click();
    await refused.getByRole("dialog", { name: "Why, or why not?" }).getByText("You are VIP 0.").waitFor();
    await look(refused);
  },
);

test(
  "the red envelope screen opens from its campaign's card: it counts down to the opening, one tap opens an envelope whose amount is in the balance, whoever comes then finds none, and afterwards everybody can cut the envelopes again; the console shows how far it fell [PROMO-04]",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const [ann, ben] = [await world.player(), await world.player()];
    // A walk that was broken off before left its own.
    await asOwner(world.open.url, "update campaign set state = 'stopped' where trigger = 'rain'");
    const opening = world.clock.now().getTime() + 10 * 60_000;
    const [startsAt, endsAt] = [new Date(opening).toISOString(), new Date(opening + 60 * 60_000).toISOString()];
    const rule = { trigger: { on: "rain", slips: 1, minimum: 5_00n, maximum: 50_00n }, gift: null } as const;
    const code = await openCampaign(world, officer, { words: wordsOf("Sudden rain"), budget: 27_50n, startsAt, endsAt, rule });
    const twin = await openCampaign(world, officer, { words: wordsOf("Twin rain"), budget: 27_50n, startsAt, endsAt, rule });
    const { page } = await stage.visit({ ...PHONE, token: ann.token });
    await page.goto("/promotions");
    await page.getByRole("link", { name: "Sudden rain" }).first().click();
    await page.getByRole("heading", { name: "The envelopes fall in" }).waitFor();
    expect(addressOf(page)).toBe(`/redEnvelope?rain=${code}`);
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    expect(await page.getByRole("button", { name: "Open an envelope" }).count()).toBe(0);
    await look(page);

    // A quarter of a minute before the opening: the page opens by itself.
    world.clock.advance(opening - 15_000 - world.clock.now().getTime());
    const other = (await stage.visit({ width: 1440, height: 900, token: ben.token, theme: "light", expected: [/^answer: 503 \S+\/envelopes\.(mine|result)/] }))
      .page;
    // Whoever is not told what they opened before may open one all the same.
    await other.route("**/api/envelopes.mine*", (route) => route.fulfill(BUSY));
    await other.goto("/redEnvelope");
    const guest = (await stage.visit({ width: 768, height: 1024 })).page;
    await guest.goto(`/redEnvelope?rain=${twin}`);
    await page.reload();
    await other.locator("button:enabled", { hasText: "Open an envelope" }).waitFor();
    await look(other);
    // Of two at one time a page whose address names the second follows it.
    await guest.getByRole("button", { name: "Log in to open one" }).waitFor();
    await officer.call(campaigns.stop, { code: twin, reason: "for the test" });
    await guest.getByRole("heading", { name: "This rain is over" }).waitFor();
    await guest.goto(`/redEnvelope?rain=${code}`);
    await guest.getByRole("button", { name: "Log in to open one" }).click();
    await guest.locator("#loginPopupModal").waitFor();
    const open = page.getByRole("button", { name: "Open an envelope" });
    await open.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You opened a red envelope" }).waitFor();
    const [mine] = (await ann.call(envelopes.mine, {})).list;
    expect([mine?.amount, await page.getByRole("list", { name: "Your red envelopes" }).innerText()]).toEqual([27_50n, expect.stringContaining("27.50")]);
    await eventually(() => page.getByRole("banner").innerText()).toContain("27.50");
    expect((await ann.call(wallet.balance, {})).balance).toBe(27_50n);
    await other.getByRole("heading", { name: "All envelopes are taken" }).waitFor();
    await look(page);

    await asOwner(world.open.url, "update campaign set ends_at = starts_at + interval '1 second' where code = $1", [code]);
    await other.goto(`/redEnvelope?rain=${code}`);
    await other.getByRole("heading", { name: "This rain is over" }).waitFor();
    await other.getByRole("list", { name: "What each envelope held" }).getByText("27.50").waitFor();
    await other.route("**/api/envelopes.result*", (route) => route.fulfill(BUSY));
    await other.getByRole("button", { name: "Check it on this device" }).click();
    await other.getByText("We are very busy right now.", { exact: false }).waitFor();
    await other.unroute("**/api/envelopes.result*");
    await other.getByRole("button", { name: "Check it on this device" }).click();
    await other.getByText("These envelopes follow from the seed whose hash was shown.").waitFor();
    await look(other);
    const [saved] = await Promise.all([other.waitForEvent("download"), other.getByRole("button", { name: "Save the proof" }).click()]);
    const verify = async (file: string) =>
      (await promisify(execFile)(process.execPath, [join(import.meta.dirname, "../../docs/verify/envelopes.mjs"), file])).stdout;
    const file = join(await mkdtemp(join(tmpdir(), "laro-rain-")), "proof.json");
    await saved.saveAs(file);
    expect(await verify(file)).toBe("1 envelopes follow from the seed.\n");
    await writeFile(file, (await readFile(file, "utf8")).replace('"amounts":["27.50"]', '"amounts":["27.49"]'));
    await expect(verify(file)).rejects.toThrow();

    const desk = (await stage.visit({ width: 1440, height: 1000 })).page;
    await desk.goto("/console/campaigns");
    await enterBackOffice(desk, officer);
    await desk.getByText(`${code} · Sudden rain`).first().click();
    expect(await desk.getByRole("dialog").locator("dl").innerText()).toMatch(/Taken\s+1\s+Left\s+0\s+Given out\s+₱\s?27\.50\s+Still to be paid\s+0/);
    await desk.getByRole("button", { name: "Close" }).first().click();
    await desk.getByRole("button", { name: "New campaign" }).click();
    const form = desk.getByRole("dialog", { name: "New campaign" });
    const draftCode = newCode();
    await form.getByLabel("What members do").selectOption("rain");
    for (const [name, value] of Object.entries({ code: draftCode, budget: "1000", slips: "40", slipMinimum: "5", slipMaximum: "20" }))
      await form.locator(`[name=${name}]`).fill(value);
    await form.getByText("So many envelopes of these amounts hold ₱200.00 to ₱800.00 together: the budget must lie between.").waitFor();
    await form.locator("[name=slipMaximum]").fill("90");
    await form.getByText("It costs at most ₱1,000.00: 40 envelopes, ₱25.00 each on average.", { exact: false }).waitFor();
    await look(desk);
    for (const language of ["EN", "TY"]) {
      await form.locator(`[name=title-${language}]`).fill("Second rain");
      await form.locator(`[name=summary-${language}]`).fill("Falls again");
    }
    await form.locator("[name=startsAt]").fill(manila(later(1)));
    await form.locator("[name=endsAt]").fill(manila(later(1.02)));
    await form.getByLabel("Reason").fill(reason);
    await form.getByRole("button", { name: "Save the draft" }).click();
    await desk.getByText(`${draftCode} · Second rain`).first().waitFor();
    const draft = (await officer.call(campaigns.all, {})).list.find((row) => row.code === draftCode);
    expect(draft?.rule.trigger).toEqual({ on: "rain", slips: 40, minimum: 5_00n, maximum: 90_00n });
  },
);
