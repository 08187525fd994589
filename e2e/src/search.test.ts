import { expect, test } from "vitest";
import { addressOf } from "./acts.ts";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage({ catalogue: true, vendor: true });

test("a player finds a game with a slip of the finger and plays it by the keyboard alone; nothing typed asks for a name, and what was searched for is kept and forgotten [GAME-18, VALID-43]", async () => {
  const ann = await stage.world.player({ balance: 100_00n });
  const { page } = await stage.visit({ token: ann.token, width: 1440, height: 900 });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Side menu" }).waitFor();
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search games" });
  const field = dialog.getByRole("combobox");
  await eventually(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe("");
  await page.keyboard.press("Enter");
  await dialog.getByText("Enter a game name").waitFor();
  await page.keyboard.type("mnago rsh");
  const first = dialog.getByRole("option").first();
  await eventually(() => first.innerText()).toContain("Mango Rush");
  expect(await first.getAttribute("aria-selected")).toBe("true");
  expect(await dialog.getByText("Enter a game name").count()).toBe(0);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await eventually(() => addressOf(page)).toBe("/room/MANGO_RUSH");

  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await dialog.getByRole("button", { name: "mnago rsh" }).waitFor();
  await dialog.getByRole("button", { name: "Clear" }).click();
  await dialog.getByText("Type the name of a game").waitFor();
  await field.fill("mango");
  await dialog.getByRole("option").nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  expect(await dialog.getByRole("option").nth(1).getAttribute("aria-selected")).toBe("true");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await dialog.getByRole("option").nth(1).getAttribute("id"));
  await field.fill("zzqx");
  await dialog.getByText("Nothing is called").or(dialog.getByText("Close to it")).first().waitFor();
  await field.fill("fishing");
  await dialog.getByRole("link", { name: "Fishing" }).click();
  await eventually(() => addressOf(page)).toBe("/fish");
  await page.keyboard.press("Control+k");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});
