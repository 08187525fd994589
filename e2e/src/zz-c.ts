import { campaigns } from "@laro/contract/campaigns";
import { openCampaign } from "@laro/server/testing/campaigns";
import { startTestDatabase } from "@laro/server/testing/database";
import { enterBackOffice } from "./acts.ts";
import { createStage } from "./stage.ts";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
const stop = await startTestDatabase();
const stage = await createStage({});
const { world } = stage;
const now = world.clock.now().getTime();
const words = (title: string) => ({ EN: { title, summary: `About ${title}`, text: "A longer text of the operator, which says something more about what this offer is for." }, TY: { title, summary: `Tungkol sa ${title}`, text: "" } });
try {
  const officer = await world.operator("marketing");
  const ann = await world.player();
  const open = (title: string, change: any = {}) => openCampaign(world, officer, { words: words(title), ...change });
  await open("Soon", { tab: "vip", startsAt: new Date(now + 86400000).toISOString() });
  const reviewed = await open("Show your win", { tab: "newMembers", rule: { reviewed: true, again: true, gift: { gives: "bonus", amount: 500_00n, wagering: 3, days: 14 } } });
  const bets = await open("Bets of the week", { tab: "deposit", rule: { trigger: { on: "played", target: 500_00n, categories: ["RNG", "BGS"] } } });
  await open("Welcome gift");
  await ann.call(campaigns.join, { code: bets });
  await ann.call(campaigns.apply, { code: reviewed, comment: "Hello there", images: [] });
  for (const [width, height, theme, language] of [[390, 844, "dark", "EN"], [768, 1024, "light", "TY"], [1440, 900, "dark", "EN"]] as const) {
    const { page, faults } = await stage.visit({ width, height, theme, token: ann.token });
    for (const [name, path] of [["list", "/promotions"], ["view", `/promotions?offer=${bets}`]] as const) {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}language=${language}`);
      await page.waitForLoadState("networkidle");
      await settle(page);
      console.log(name, width, JSON.stringify(await findAccessFaults(page)), await readOverflow(page));
      await page.screenshot({ path: `/tmp/w/shot-${name}-${width}.png`, fullPage: true });
    }
    console.log(faults);
  }
  const { page, faults } = await stage.visit({});
  await page.goto("/console/campaigns");
  await enterBackOffice(page, officer);
  await page.getByRole("button", { name: "New campaign" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `/tmp/w/shot-desk.png`, fullPage: true });
  console.log("desk", JSON.stringify(await findAccessFaults(page)), await readOverflow(page));
  await page.getByRole("button", { name: "New campaign" }).click();
  await page.waitForTimeout(500);
  console.log("form", JSON.stringify(await findAccessFaults(page)), await readOverflow(page));
  await page.screenshot({ path: `/tmp/w/shot-form.png` });
  console.log(faults);
} catch (error) { console.log(error); }
await stage.close();
await stop();
