import { mkdtemp, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { campaigns } from "@laro/contract/campaigns";
import { content } from "@laro/contract/content";
import { leaderboards } from "@laro/contract/leaderboards";
import { raffles } from "@laro/contract/raffles";
import { tournaments } from "@laro/contract/tournaments";
import { wallet } from "@laro/contract/wallet";
import { asOwner } from "@laro/server/testing/owner";
import { attend, openCampaign } from "@laro/server/testing/campaigns";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { addressOf, publishLink } from "./acts.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const LIMIT_MS = 180_000;
const PHONE = { width: 390, height: 844 } as const;
const HOUR_MS = 60 * 60_000;
const reason = "for the test";

const stage = useStage();
afterEach(async () => expect(await stage.world.audit()).toEqual([]));

async function look(page: Page): Promise<void> {
  await settle(page);
  expect([await findAccessFaults(page), await readOverflow(page)]).toEqual([[], 0]);
}

const wordsOf = (title: string) => ({ EN: { title, summary: `About ${title}`, text: "" }, TY: { title, summary: `Tungkol sa ${title}`, text: "" } });
/** What play would have counted. */
const progress = (accountId: bigint, minor: bigint, trigger: string) =>
  asOwner(
    stage.world.open.url,
    "update participation p set progress = $2, progressed_at = now() from campaign c where c.id = p.campaign_id and c.trigger = $3 and p.account_id = $1 and p.state = 'signed'",
    [accountId, minor, trigger],
  );

test(
  "the member centre's entry opens missions and leaderboard: tasks show their progress, ranks their places; its red badge counts what can be claimed, and there is none at 0 [CENTRE-12, CENTRE-15, PROMO-01, PROMO-07]",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const [ann, ben] = [await world.player(), await world.player()];
    const codes: string[] = [];
    for (const title of ["One", "Two", "Three", "Four"])
      codes.push(
        await openCampaign(world, officer, { words: wordsOf(`Mission ${title}`), rule: { trigger: { on: "played", target: 200_00n, categories: [] } } }),
      );
    const board = await openCampaign(world, officer, {
      words: wordsOf("Week of stars"),
      rule: { trigger: { on: "ranked", categories: [] }, gift: null, prizes: [{ count: 1, gift: { gives: "cash", amount: 300_00n } }] },
    });
    const { page } = await stage.visit({ ...PHONE, token: ann.token });
    await page.goto("/member");
    const entry = page.getByRole("link", { name: /^Missions and leaderboard/ });
    await entry.waitFor();
    await page.waitForLoadState("networkidle");
    expect((await entry.innerText()).trim()).toBe("Missions and leaderboard");
    await entry.click();
    expect(addressOf(page)).toBe("/member/missionLeaderboard");
    const missionOf = (title: string) => page.getByRole("listitem").filter({ hasText: title });
    await missionOf("Mission One").getByRole("button", { name: "Join" }).click();
    await missionOf("Mission One").getByText("Signed up").waitFor();
    for (const code of codes.slice(1)) await ann.call(campaigns.join, { code });
    await page.getByRole("button", { name: "Join the board" }).click();
    await page.getByText("You are in. Your first valid bet gives you a place.").waitFor();
    await ben.call(leaderboards.join, { code: board });
    await progress(ann.id, 80_00n, "played");
    await progress(ann.id, 80_00n, "ranked");
    await progress(ben.id, 90_00n, "ranked");
    await page.reload();
    await missionOf("Mission One").getByText("₱80.00 / ₱200.00").waitFor();
    await page.getByText("Your place: 2 of 2").waitFor();
    await page.getByRole("list", { name: "Leaderboards" }).getByText("pl***").first().waitFor();
    await look(page);

    await asOwner(
      world.open.url,
      "update participation set progress = target where account_id = $1 and campaign_id in (select id from campaign where code = any($2))",
      [ann.id, codes.slice(1)],
    );
    await attend(world);
    const desk = (await stage.visit({ token: ann.token, theme: "light" })).page;
    await desk.goto("/member/missionLeaderboard");
    const menu = desk.getByRole("navigation", { name: "Member centre" });
    await menu.getByRole("link", { name: /^Missions and leaderboard.*3 missions to claim/ }).waitFor();
    for (const title of ["Two", "Three", "Four"]) {
      await desk
        .getByRole("listitem")
        .filter({ hasText: `Mission ${title}` })
        .getByRole("button", { name: "Claim" })
        .click();
      await desk
        .getByRole("listitem")
        .filter({ hasText: `Mission ${title}` })
        .getByText("Issued")
        .waitFor();
    }
    await eventually(async () => (await menu.getByRole("link", { name: /^Missions and leaderboard/ }).innerText()).trim()).toBe("Missions and leaderboard");
    await look(desk);
  },
);

test(
  "a raffle's page shows what was promised and the member's tickets, and once drawn its winners, masked, with a check on the device and a proof that other programs accept",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const code = await openCampaign(world, officer, {
      words: wordsOf("Fiesta draw"),
      endsAt: new Date(world.clock.now().getTime() + HOUR_MS).toISOString(),
      rule: {
        trigger: { on: "drawn", target: 100_00n, most: 5, categories: [] },
        gift: null,
        prizes: [{ count: 2, gift: { gives: "cash", amount: 100_00n } }],
      },
    });
    const members = [await world.player(), await world.player(), await world.player()];
    const { page } = await stage.visit({ token: members[0]!.token });
    await page.goto(`/promotions?offer=${code}`);
    await page.getByRole("button", { name: "Enter the raffle" }).click();
    for (const one of members.slice(1)) await one.call(raffles.promotion, { code });
    for (const one of members) await progress(one.id, 350_00n, "drawn");
    await page.reload();
    await page.getByRole("region", { name: "Raffle" }).getByText("3", { exact: true }).waitFor();
    await look(page);
    await asOwner(world.open.url, "update campaign set ends_at = now() where code = $1", [code]);
    await asOwner(
      world.open.url,
      "insert into activity_window (starts_at, rounds, gathered_at) values (date_trunc('hour', now() + interval '1 hour'), 0, now()) on conflict do nothing",
    );
    await attend(world);
    await page.reload();
    await page.getByRole("list", { name: "Winners" }).getByRole("listitem").nth(1).waitFor();
    await page.getByRole("button", { name: "Check it on this device" }).click();
    await page.getByText("This draw follows from its seed and its list.").waitFor();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the proof" }).click()]);
    const verify = async (file: string) =>
      (await promisify(execFile)(process.execPath, [join(import.meta.dirname, "../../docs/verify/raffle.mjs"), file])).stdout;
    const file = join(await mkdtemp(join(tmpdir(), "laro-raffle-")), "proof.json");
    await saved.saveAs(file);
    expect(await verify(file)).toMatch(/follow from the seed and the list/);
    const proof = JSON.parse(await readFile(file, "utf8")) as { tickets: number[] };
    await writeFile(file, JSON.stringify({ ...proof, tickets: proof.tickets.map((count) => count + 1) }));
    await expect(verify(file)).rejects.toThrow();
    await look(page);
  },
);

test(
  "the line about the Zalo bonus stands there while an operator's campaign of that name runs, with its figure, and is gone when it is stopped [CONST-35]",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const { page } = await stage.visit(PHONE);
    await page.goto("/promotions");
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("Zalo bonus").count()).toBe(0);
    await openCampaign(world, officer, { code: "ZALO", budget: 262_000_00n / 4n, words: wordsOf("Zalo"), rule: { gift: { gives: "cash", amount: 131_00n } } });
    await page.reload();
    await page.getByText("Zalo bonus up to ₱131.00").waitFor();
    await officer.call(campaigns.stop, { code: "ZALO", reason });
    await page.reload();
    await page.getByRole("article").filter({ hasText: "About Zalo" }).getByText("Closed").waitFor();
    expect(await page.getByText("Zalo bonus").count()).toBe(0);
  },
);

test(
  "the side menu's entry is there while the operator's TOURNAMENT resource is, and opens our page; a seat costs nothing, rounds move chips and no money, the place shows, and at the end every round can be checked [PROMO-03, LAYOUT-23]",
  { timeout: LIMIT_MS },
  async () => {
    const { world } = stage;
    const officer = await world.operator("marketing");
    const ann = await world.player({ balance: 75_00n });
    const guest = (await stage.visit({ theme: "light" })).page;
    await guest.goto("/tournament");
    await guest.getByText("No tournament runs right now.").waitFor();
    const side = guest.getByRole("navigation", { name: "Side menu" });
    await side.getByRole("link", { name: "Promotions" }).waitFor();
    expect(await side.getByRole("link", { name: "Chips cup" }).count()).toBe(0);
    const link = await publishLink(world, "TOURNAMENT", "Chips cup", "/tournament");
    const code = await openCampaign(world, officer, {
      words: wordsOf("Dice fiesta"),
      rule: {
        trigger: { on: "ranked", categories: [], seat: { gameCode: "DICE", chips: 10_000, rounds: 3 } },
        gift: null,
        prizes: [{ count: 1, gift: { gives: "cash", amount: 300_00n } }],
      },
    });
    await guest.goto("/promotions");
    await side.getByRole("link", { name: "Chips cup" }).click();
    await guest.waitForURL("**/tournament");
    await guest.getByText("Log in to take a seat. It costs nothing.").waitFor();
    await guest.getByText("Nobody has a place yet.").waitFor();
    await look(guest);

    const { page } = await stage.visit({ ...PHONE, token: ann.token });
    await page.goto("/promotions");
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Chips cup" }).click();
    await page.waitForURL("**/tournament");
    await page.getByText("You get 10,000 chips and 3 rounds of Dice. No money moves.").waitFor();
    await look(page);
    await page.getByRole("button", { name: "Take a free seat" }).click();
    const seat = page.getByRole("region", { name: "Your seat" });
    await seat.getByLabel("Stake in chips").waitFor();
    expect((await ann.call(wallet.balance, {})).balance).toBe(75_00n);
    await look(page);
    const left = (rounds: number) => seat.getByRole("definition").nth(1).getByText(String(rounds), { exact: true });
    await seat.getByLabel("Stake in chips").fill("2500");
    await page.keyboard.press("Enter");
    await left(2).waitFor();
    await seat.getByText(/^(Won|Lost) [\d,]+ chips$/).waitFor();
    await page.getByText("Your place: 1").waitFor();
    await seat.getByRole("button", { name: "Roll over" }).click();
    for (const rounds of [1, 0]) {
      await seat.getByRole("button", { name: "Play" }).and(page.locator(":not([aria-disabled=true])")).click();
      await left(rounds).waitFor();
    }
    await seat.getByText("All your rounds are played.").waitFor();
    await page.getByRole("button", { name: "Check all rounds on this device" }).click();
    await page.getByText("3 rounds follow from the seeds.").waitFor();
    const { list } = await ann.call(tournaments.rounds, { code });
    const chips = 10_000 + list.reduce((sum, { win, stake }) => sum + win - stake, 0);
    await page.getByRole("list", { name: "Ranking" }).getByText(chips.toLocaleString("en")).waitFor();
    expect([(await ann.call(wallet.balance, {})).balance, (await ann.call(wallet.history, {})).list.length]).toEqual([75_00n, 1]);
    await look(page);

    await officer.call(content.retire, { id: link, reason });
    await guest.reload();
    await side.getByRole("link", { name: "Promotions" }).waitFor();
    await eventually(() => side.getByRole("link", { name: "Chips cup" }).count()).toBe(0);
  },
);
