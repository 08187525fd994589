import { wallet } from "@laro/contract/wallet";
import { bindPayoutAccount } from "@laro/server/testing/cashier";
import { firstOf } from "@laro/server/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readOverflow, settle } from "./browser.ts";
import { eventually, useStage } from "./useStage.ts";

const stage = useStage();

const header = (page: Page) => page.getByRole("banner");
/** Everything a page says, also below what is scrolled to. */
const textOf = (page: Page): Promise<string> => page.evaluate<string>("document.body.innerText");

test("a balance that could not be refreshed says so and keeps the figure from before [LAYOUT-05]", async () => {
  const { token } = await stage.world.player({ balance: 100_00n });
  const visit = await stage.visit({ token, expected: [/wallet\.balance/, /net::ERR_FAILED/] });
  const { page } = visit;
  await page.goto("/");
  await header(page).getByText("₱ 100.00").waitFor();
  await page.route("**/api/wallet.balance*", (route) => route.abort());
  await header(page).getByLabel("Refresh the balance").click();
  await page.getByRole("status").getByText("Network link abnormal").waitFor();
  await header(page).getByText("₱ 100.00").waitFor();
  expect(visit.expectedSeen.length).toBeGreaterThan(0);
});

test("a hidden balance is hidden on every page that shows it, and shown on all again [LAYOUT-04]", { timeout: 120_000 }, async () => {
  const ann = await stage.world.player({ balance: 7_000_00n });
  await bindPayoutAccount(ann);
  await stage.world.give(ann.id, 654_32n);
  expect((await ann.call(wallet.balance, {})).balance).toBe(7_654_32n);
  const { page } = await stage.visit({ token: ann.token });
  const paths = ["/", "/member", "/member/withdraw", "/member/transferFund", "/member/transactionHistory", "/member/creditReport", "/room/DICE"];
  const pagesThatSayIt = async (looked: readonly string[] = paths): Promise<readonly string[]> => {
    const said: string[] = [];
    for (const path of looked) {
      await page.goto(path);
      await settle(page);
      // What was ever given comes to the same and bears its sign; only the balance itself is hidden.
      // The header lies below the member centre and says it too: only the page itself is looked at.
      const text = path === "/" ? await textOf(page) : await page.locator(path.startsWith("/member") ? "dialog:modal" : "main").innerText();
      if (/(?<!\+)₱ 7,654\.32/.test(text)) said.push(path);
    }
    return said;
  };
  expect(await pagesThatSayIt()).toEqual(paths);
  await page.goto("/");
  await header(page).getByLabel("Hide the balance").click();
  await header(page).getByText("₱ ••••••").waitFor();
  expect(await pagesThatSayIt()).toEqual([]);
  await page.goto("/");
  await header(page).getByLabel("Show the balance").click();
  const again = firstOf(paths, 2);
  expect(await pagesThatSayIt(again)).toEqual(again);
});

test.each([360, 390, 767])("at %d px a member's header shows the balance and withdraw, whatever the balance is [LAYOUT-06, LAYOUT-03]", async (width) => {
  const { token } = await stage.world.player({ balance: 1_234_567_89n });
  const { page } = await stage.visit({ token, width, height: 844 });
  await page.goto("/");
  await header(page).getByText("₱ 1,234,567.89").waitFor();
  expect(await readOverflow(page)).toBe(0);
  const controls = await header(page).getByRole("link", { name: "Withdraw" }).or(header(page).getByLabel("Account menu")).all();
  expect(controls).toHaveLength(2);
  for (const control of controls) {
    const { x = 0, width: wide = 0 } = (await control.boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(width);
  }
  await header(page).getByRole("link", { name: "Withdraw" }).click();
  await page.getByRole("dialog", { name: "Withdraw" }).waitFor();
});

test.each(["EN", "TY"])("in %s no label of the bottom bar is cut on a phone, and none leaves the bar", async (language) => {
  const { token } = await stage.world.player();
  for (const width of [360, 390]) {
    const { page } = await stage.visit({ token, width, height: 844 });
    await page.addInitScript(`localStorage.setItem("language", ${JSON.stringify(language)})`);
    await page.goto("/");
    await settle(page);
    const cut = await page.evaluate<readonly string[]>(`
      [...document.querySelectorAll("nav.fixed li")].flatMap((entry) => {
        const label = entry.querySelector("span:last-child");
        const written = document.createRange();
        written.selectNodeContents(label);
        const lines = new Set([...written.getClientRects()].map(({ top }) => top)).size;
        const [bar, box, cell] = [entry.closest("nav"), label, entry].map((one) => one.getBoundingClientRect());
        const isWhole = lines <= label.innerText.split(/\\s+/).length && label.scrollWidth <= label.clientWidth && box.left >= cell.left && box.right <= cell.right && box.bottom <= bar.bottom;
        return isWhole && label.innerText !== "" ? [] : [label.innerText];
      })`);
    expect([width, cut]).toEqual([width, []]);
    await eventually(() => page.locator("html").getAttribute("lang")).toBe(language === "EN" ? "en" : "tl");
  }
});
