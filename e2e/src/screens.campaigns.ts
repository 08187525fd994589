import type { Page } from "playwright-core";
import { showWhole } from "./browser.ts";
import type { Screen } from "./screen.ts";
import { answerRain } from "./screens.answers.ts";

type Act = (page: Page) => Promise<unknown>;

const screen = (name: string, path: string, { act = showWhole, ...rest }: Partial<Screen> = {}): Screen => ({
  name,
  for: "player",
  path,
  inAnyLanguage: act === showWhole,
  act,
  ...rest,
});

const offer = (name: string, code: string): Screen => screen(`campaigns-offer-${name}`, `/promotions?offer=${code}`);

const desk = (name: string, act: Act = showWhole): Screen => screen(`console-campaigns-${name}`, "/console/campaigns", { for: "operator", act });

/** What is offered, missions and the board, the raffle, and the officers' desk of all of it. */
export const campaignFaces: readonly Screen[] = [
  screen("campaigns-all", "/promotions"),
  screen("campaigns-mine", "/promotions?tab=mine"),
  offer("join", "WELCOME20"),
  offer("apply", "SHOWWIN"),
  offer("mission", "WEEKLY500"),
  offer("board", "STARS"),
  offer("raffle", "FIESTADRAW"),
  offer("ended", "TOOKLONG"),
  screen("envelopes-coming", "/redEnvelope"),
  screen("envelopes-over", "/redEnvelope?rain=ANGPAO1"),
  screen("envelopes-open", "/redEnvelope?rain=ANGPAO2", { prepare: answerRain({ left: 312 }) }),
  screen("envelopes-empty", "/redEnvelope?rain=ANGPAO2", { prepare: answerRain({ left: 0 }) }),
  screen("envelopes-guest", "/redEnvelope?rain=ANGPAO2", { for: "guest", prepare: answerRain({ left: 312 }) }),
  screen("envelopes-none", "/redEnvelope", { for: "newcomer", prepare: answerRain(undefined) }),
  screen("campaigns-missions", "/member/missionLeaderboard"),
  screen("campaigns-tournament", "/tournament"),
  screen("campaigns-tournament-guest", "/tournament", { for: "guest" }),
  screen("campaigns-tournament-seat", "/tournament", {
    act: async (page) => {
      const stake = page.getByLabel("Stake in chips");
      const enter = page.getByRole("button", { name: "Take a free seat" });
      await stake.or(enter).first().waitFor();
      if (await enter.isVisible()) await enter.click();
      await stake.waitFor();
      await showWhole(page);
    },
  }),
  desk("list"),
  desk("write", async (page) => {
    await page.getByRole("button", { name: "New campaign" }).click();
    await page.locator("dialog:modal").last().waitFor();
  }),
  desk("rain", async (page) => {
    await page.getByText("ANGPAO1 · ").first().click();
    await page.locator("dialog:modal").last().waitFor();
  }),
  desk("write-rain", async (page) => {
    await page.getByRole("button", { name: "New campaign" }).click();
    const form = page.getByRole("dialog", { name: "New campaign" });
    await form.getByLabel("What members do").selectOption("rain");
    await form.locator("[name=budget]").fill("5000");
    await form.locator("[name=slipMaximum]").fill("90");
    await form.locator("[name=slips]").scrollIntoViewIfNeeded();
  }),
];

/** Card rooms: the list, and a table before anybody sits. Of a member's windows only the newest plays, so hands are looked at in their journey. */
export const cardFaces: readonly Screen[] = [screen("cards-list", "/pvp"), screen("cards-room", "/room/TONGITS-1")];
