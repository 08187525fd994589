import type { Page } from "playwright-core";
import type { Screen } from "./screen.ts";

/** Opens the sheet of filters over a list. */
async function openFilters(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("dialog", { name: "Filters" }).waitFor();
}

/** Opens what a card tells. */
async function openInfo(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^About / })
    .first()
    .click();
  await page.getByRole("dialog", { name: "About the game" }).waitFor();
}

const GAME = "Golden Mango";

/** Opens a test vendor's game for money. */
async function openGame(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: `Play: ${GAME}` })
    .first()
    .click();
  await page.frameLocator(`iframe[title='${GAME}']`).getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
}

async function playGame(page: Page): Promise<void> {
  await openGame(page);
  const game = page.frameLocator(`iframe[title='${GAME}']`);
  await game.getByRole("button", { name: "Play", exact: true }).click();
  await game.locator(".outcome:not(:empty)").waitFor();
}

async function pauseGame(page: Page): Promise<void> {
  await openGame(page);
  await page.getByRole("button", { name: "Limits", exact: true }).click();
  await page.getByRole("dialog", { name: "Limits" }).waitFor();
}

/** The lobby's lists, their filters, and a game told before it is played. */
export const lobbyFaces: readonly Screen[] = [
  { name: "lobby-filters", for: "guest", path: "/rng?gameClassify=ALL&minimumBet=1.00&lines=25", act: openFilters },
  { name: "lobby-chosen", for: "guest", path: "/bgs?volatility=1,2,3&returnFrom=96" },
  { name: "lobby-nothing", for: "guest", path: "/bgs?vendors=NOBODY" },
  { name: "lobby-tab", for: "player", path: "/bgs?tab=RECENT" },
  { name: "lobby-info", for: "player", path: "/bgs", act: openInfo },
  { name: "lobby-providers", for: "guest", path: "/provider" },
  { name: "lobby-game", for: "guest", path: "/game/DICE" },
  { name: "vendor-game", for: "player", path: "/rng?gameClassify=ALL", act: openGame },
  { name: "vendor-game-played", for: "player", path: "/rng?gameClassify=ALL", act: playGame },
  { name: "vendor-game-limits", for: "player", path: "/rng?gameClassify=ALL", act: pauseGame },
];
