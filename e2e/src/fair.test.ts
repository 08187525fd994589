import { draws } from "@laro/contract/draws";
import { rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { rollDice } from "@laro/server/testing/bets";
import { leadTables } from "@laro/server/testing/tables";
import { expect, test } from "vitest";
import { findAccessFaults } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const TABLE = "ROULETTE_SPEED_1";

/** Lets the table play, and time pass, until a draw is over and its seed is told. */
async function drawOnce(): Promise<void> {
  const leader = leadTables(stage.world, TABLE);
  await eventually(async () => {
    await leader.look();
    stage.world.clock.advance(1_000);
    return (await stage.world.guest().call(draws.list, { series: TABLE })).list.some(({ seed }) => seed !== null);
  }).toBe(true);
  await leader.close();
}

test("a visitor checks a draw of a live table down its chain and a round by its JSON, and is told of each field that is wrong; a member checks a round by its number", async () => {
  const ann = await stage.world.player({ balance: 100_00n });
  await rollDice(stage.world, ann.id, { stake: 1_00n });
  const [round] = (await ann.call(rounds.mine, {})).list;
  await ann.call(seeds.rotate, { clientSeed: "next" });
  await drawOnce();
  const { page } = await stage.visit({ width: 390, height: 844 });
  await page.goto("/fair");
  await page.getByRole("heading", { level: 1, name: "Fairness" }).waitFor();
  expect(await findAccessFaults(page)).toEqual([]);

  await page.getByRole("tab", { name: "A draw" }).click();
  await page.getByRole("combobox", { name: "Table" }).selectOption(TABLE);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("An anchor has 32 bytes").waitFor();
  await page.getByRole("button", { name: "The newest drawn" }).click();
  await eventually(() => page.getByLabel("Number of the draw").inputValue()).toMatch(/^\d{8}-\d+$/);
  await page.getByRole("button", { name: "Look up" }).click();
  await eventually(() => page.getByLabel("Seed of the draw").inputValue()).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("The seed gives the result that was shown.").waitFor();
  await page.getByText("Hashed down, the seed ends at the anchor").waitFor();
  await page.getByLabel("Anchor of the chain").fill("0".repeat(64));
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("the seed does not end at this anchor").waitFor();
  expect(await findAccessFaults(page)).toEqual([]);

  await page.getByRole("tab", { name: "A round" }).click();
  await page.getByLabel("Round as JSON").fill("{}");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("The round’s “gameCode” is missing").waitFor();
  const { answer } = await ann.request("GET", `/api/rounds.get?id=${round!.id}`);
  await page.getByLabel("Round as JSON").fill(JSON.stringify(answer));
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("Verified: the same seeds").waitFor();
  await page.getByText("one draw of 10,000 is the roll").waitFor();
  await page.getByLabel("Round as JSON").fill(JSON.stringify(answer).replace('"nonce":"0"', '"nonce":"1"'));
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("The recorded result does not follow").waitFor();

  await page.getByRole("tab", { name: "Returns" }).click();
  await page.getByRole("combobox", { name: "Game" }).selectOption("ROULETTE");
  await page.getByText("97.29%").first().waitFor();
  expect(await findAccessFaults(page)).toEqual([]);

  const own = await stage.visit({ token: ann.token, width: 1440, height: 900 });
  await own.page.goto(`/fair?part=round&round=${round!.id}`);
  await own.page.getByRole("button", { name: "Check" }).click();
  await own.page.getByText("Verified: the same seeds").waitFor();
  await own.page.goto("/fair");
  const [file] = await Promise.all([own.page.waitForEvent("download"), own.page.getByRole("button", { name: "My seeds as CSV" }).click()]);
  expect(file.suggestedFilename()).toBe("laro-seeds.csv");
});
