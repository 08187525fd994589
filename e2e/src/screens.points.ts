import type { Page } from "playwright-core";
import { showWhole } from "./browser.ts";
import type { Screen } from "./screen.ts";
import { answerEgg } from "./screens.answers.ts";

type Act = (page: Page) => Promise<unknown>;

const opening =
  (name: string | RegExp): Act =>
  async (page) => {
    await page.getByRole("button", { name }).first().click();
    await page.locator("dialog:modal").last().waitFor();
  };

const mall = (name: string, path: string, act: Act = showWhole): Screen => ({
  name: `points-${name}`,
  for: "player",
  path: `/pointMall${path}`,
  inAnyLanguage: act === showWhole,
  act,
});

const desk = (name: string, path: string, act: Act = showWhole): Screen => ({
  name: `console-points-${name}`,
  for: "operator",
  path: `/console/points${path}`,
  inAnyLanguage: act === showWhole,
  act,
});

/** The points mall and its desk, and rebates. */
export const pointsFaces: readonly Screen[] = [
  { ...mall("guest", ""), for: "guest" },
  mall("mall", ""),
  mall("redeem", "", opening("Redeem: Enamel mug")),
  mall("convert", "", opening("Convert points")),
  mall("history", "?tab=history"),
  mall("details", "?tab=details"),
  mall("rules", "?tab=rules"),
  mall("ratios", "?tab=ratios"),
  { ...mall("rebate", ""), name: "manual-rebate", path: "/member/manualRebate" },
  { ...desk("vip-rebates", ""), name: "console-vip-rebates", path: "/console/vip?part=rebates" },
  { ...desk("vip-rates", "", opening("Propose other rates")), name: "console-vip-rates", path: "/console/vip?part=rebates" },
  desk("queue", ""),
  desk("redeem", "", async (page) => {
    await page.locator("tbody tr").first().click();
    await page.locator("dialog:modal").last().waitFor();
  }),
  desk("sent", "?state=sent"),
  desk("items", "?part=items"),
  desk("item", "?part=items", opening("Add an item")),
  { ...mall("eggs", ""), path: "/member/goldenEggs" },
  {
    ...mall("eggs-open", "", (page) => page.locator("dialog [role=group] button").nth(1).press("Enter")),
    path: "/member/goldenEggs",
    inAnyLanguage: true,
    prepare: answerEgg,
  },
  { ...mall("eggs-none", ""), path: "/member/goldenEggs", for: "newcomer" },
  desk("eggs", "?part=eggs"),
  desk("eggs-propose", "?part=eggs", opening("Propose another table of eggs")),
  desk("ratios", "?part=ratios"),
  desk("propose", "?part=ratios", opening("Propose another table")),
];
