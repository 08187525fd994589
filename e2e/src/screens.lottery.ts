import { showWhole } from "./browser.ts";
import type { Screen } from "./screen.ts";

const at = (name: string, path: string, act: NonNullable<Screen["act"]> = showWhole): Screen => ({
  name: `lottery-${name}`,
  for: "player",
  path,
  inAnyLanguage: act === showWhole,
  act,
});

/** The lotteries' pages: the games of each, boards of each kind, and a slip. */
export const lotteryFaces: readonly Screen[] = [
  at("sea", "/seaLottery"),
  at("vietnam", "/vnLottery"),
  at("digits", "/lottery?gameCode=PH_3D"),
  at("prizes", "/seaLottery?gameCode=SEA_4D"),
  at("choose", "/lottery?gameCode=C11X5"),
  at("options", "/lottery?gameCode=SSC"),
  at("slip", "/lottery?gameCode=PH_4D", async (page) => {
    await page.getByRole("button", { name: "5 quick picks" }).click();
    await page.locator("[data-spot]").first().waitFor();
    await showWhole(page);
  }),
  at("trends", "/lottery?gameCode=K3", async (page) => {
    await page.getByRole("tab", { name: "Trends" }).click();
    await page.getByText("Past draws do not change the odds of the next.").waitFor();
    await showWhole(page);
  }),
];
