import { verifications } from "@laro/contract/verifications";
import { loadPeople } from "@laro/server/testing/screening";
import { form } from "@laro/server/testing/verifications";
import { eligibility } from "@laro/contract/eligibility";
import { wallet } from "@laro/contract/wallet";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { decide, enterBackOffice, logIn } from "./acts.ts";
import { findAccessFaults, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();
const JOURNEY_LIMIT_MS = 240_000;

/** Opens the console's page of cases as a risk officer of their own. */
async function openDesk(refusals: readonly number[] = []): Promise<{ page: Page; name: string }> {
  const officer = await stage.world.operator("risk");
  const { page } = await stage.visit({ refusals });
  await page.goto("/console/eligibility");
  await enterBackOffice(page, officer);
  await page.getByRole("heading", { name: "Not eligible" }).waitFor();
  return { page, name: officer.name };
}

async function check(page: Page): Promise<void> {
  await settle(page);
  expect(await findAccessFaults(page)).toEqual([]);
}

/** Opens a member's case in the tab of its state, and presses what is to be done. */
async function act(page: Page, { tab, member, verb }: { tab: string; member: string; verb: string }): Promise<void> {
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("row", { name: new RegExp(member) }).click();
  await check(page);
  await page.getByRole("dialog").getByRole("button", { name: verb, exact: true }).click();
}

test(
  "a case goes its whole way: opened, told, appealed, upheld and settled by two officers, and the member sees each step, the reason, the days and the held money [PROD-27]",
  async () => {
    const { world } = stage;
    const maria = await world.player({ name: "mariaheld", balance: 1_500_00n });
    const [first, second] = [await openDesk([404]), await openDesk()];
    await first.page.getByRole("button", { name: "Open a case" }).click();
    const opening = first.page.getByRole("dialog");
    await opening.getByLabel("Number of the account").fill("999999999");
    await opening.getByLabel("Cause").selectOption("barredGroup");
    await opening.getByLabel("Reason").fill("named by the regulator's letter");
    await opening.getByRole("button", { name: "Open a case" }).click();
    await opening.getByText("There is no such account.").waitFor();
    await opening.getByLabel("Number of the account").fill(String(maria.id));
    await check(first.page);
    await opening.getByRole("button", { name: "Open a case" }).click();

    const { page: player } = await stage.visit({ width: 390, height: 844 });
    await player.goto("/login");
    await logIn(player, maria);
    await player
      .getByRole("button", { name: /Account menu|₱/ })
      .first()
      .waitFor();
    await player.goto("/member");
    const mine = player.getByRole("region", { name: /My account’s check/ });
    await mine.getByText("Your account is being checked", { exact: false }).waitFor();
    expect(await mine.getByText("In a barred group").count()).toBe(0);
    await check(player);

    await act(first.page, { tab: "Being checked", member: "mariaheld", verb: "Give notice" });
    await check(first.page);
    await decide(first.page, "Give mariaheld notice (E-1)", { reason: "You hold a post in a barred office.", verb: "Give notice" });
    await first.page.getByText("E-1: the member has the notice.").waitFor();

    await mine.getByText("You hold a post in a barred office.").waitFor();
    await mine.getByText("Funds of a player who may not play are forfeited to the Government.").waitFor();
    await mine.getByText("1,500.00").waitFor();
    const [row] = (await maria.call(eligibility.mine, {})).list;
    const days = (Date.parse(row!.appealUntil!) - Date.parse(row!.noticeAt!)) / 86_400_000;
    expect(days).toBe(15);
    expect((await maria.call(wallet.balance, {})).balance).toBe(0n);
    await check(player);
    await mine.getByLabel("Your appeal").fill("I left that office in 2019; my letter is with customer service.");
    await mine.getByRole("button", { name: "Send the appeal" }).click();
    await mine.getByText("We have your appeal. Another officer", { exact: false }).waitFor();
    await check(player);

    await first.page.getByRole("tab", { name: "Appealed" }).click();
    await first.page.getByRole("row", { name: /mariaheld/ }).click();
    await first.page.getByText("You gave the notice: another officer must judge it.").waitFor();
    expect(await first.page.getByRole("button", { name: "Uphold the notice" }).count()).toBe(0);
    await first.page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await act(second.page, { tab: "Appealed", member: "mariaheld", verb: "Uphold the notice" });
    await decide(second.page, "Uphold the notice to mariaheld (E-1)", { reason: "The office names you until 2026.", verb: "Uphold the notice" });
    await mine.getByText("The office names you until 2026.").waitFor();
    await check(player);

    await act(first.page, { tab: "Notice stands", member: "mariaheld", verb: "Propose a settlement" });
    const settling = first.page.getByRole("dialog");
    await settling.getByLabel("Given back to the member").fill("9999");
    await settling.getByText("That is more than is held.").waitFor();
    await settling.getByLabel("Given back to the member").fill("500.00");
    await settling.getByLabel("The regulator’s reference").fill("PAGCOR-2026-7");
    await check(first.page);
    await decide(first.page, "Settle the case of mariaheld (E-1)", { reason: "by the regulator's letter", verb: "Propose a settlement" });
    await settling.waitFor({ state: "detached" });
    await act(second.page, { tab: "Notice stands", member: "mariaheld", verb: "Settle" });
    await second.page.getByText(`${first.name} proposes these figures under PAGCOR-2026-7.`).waitFor();
    await check(second.page);
    await decide(second.page, "Settle the case of mariaheld (E-1)", { reason: "as the letter says", verb: "Settle" });
    await second.page.getByText("E-1 is settled.").waitFor();
    await second.page.getByRole("tab", { name: "Settled" }).click();
    await second.page.getByRole("row", { name: /mariaheld/ }).waitFor();

    await mine.getByText("The case is settled.", { exact: false }).waitFor();
    await mine.getByText("PAGCOR-2026-7").waitFor();
    await eventually(async () => (await maria.call(wallet.balance, {})).balance).toBe(500_00n);
    await check(player);
    expect(await world.audit()).toEqual([]);
  },
  JOURNEY_LIMIT_MS,
);

test("risk sees which lists are in force and whom they name, by the line alone, and says of a hit that it is another person", async () => {
  const { world } = stage;
  await loadPeople(world, "restricted", [{ name: "Nobody At All" }, { name: "Namesake Reyes", birthday: "1961-02-03" }]);
  const ann = await world.player({ name: "namesakeann" });
  await ann.call(verifications.setPersonalInfo, form({ payeename: "Namesake Reyes" }));
  const officer = await world.operator("risk");
  const { page } = await stage.visit({ width: 390, height: 844, theme: "light" });
  await page.goto("/console/screening");
  await enterBackOffice(page, officer);
  await page.getByText("Line 2", { exact: false }).waitFor();
  await page.getByText("Name alone").waitFor();
  await check(page);
  expect(await page.getByText("Namesake Reyes").count()).toBe(0);
  await page.getByRole("button", { name: "Another person: S-1" }).click();
  await check(page);
  await decide(page, "S-1: namesakeann is another person", { reason: "born thirty years later", verb: "Another person" });
  await page.getByText("No hit in this state.").waitFor();
  await page.getByRole("tab", { name: "Another person" }).click();
  await page.getByText("namesakeann").waitFor();
});
