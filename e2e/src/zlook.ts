import { popupsClosed, logIn } from "./acts.ts";
import { launchBrowser, openVisit } from "./browser.ts";
const [, , base = "", out = "", width = "390", theme = "dark"] = process.argv;
const browser = await launchBrowser();
const visit = await openVisit(browser, base, { width: Number(width), height: Number(width) < 500 ? 844 : 900, theme: theme as "dark", session: popupsClosed(), motion: true } as never);
const { page } = visit;
await page.goto("/login");
await page.locator("#loginPopupModal").waitFor();
await logIn(page, { name: "demoplayer", password: "Demo-world-1" });
await page.waitForTimeout(1500);
for (let i = 0; i < 4; i++) { await page.keyboard.press("Escape"); await page.waitForTimeout(300); }
await page.goto("/room/BLACKJACK_1");
await page.waitForTimeout(2500);
for (let i = 0; i < 3; i++) { if (await page.locator("dialog:modal").count()) await page.keyboard.press("Escape"); await page.waitForTimeout(150); }
const shot = (name: string) => page.screenshot({ path: `${out}/${width}-${theme}-${name}.png` });
for (let tries = 0; tries < 4; tries++) {
  await page.locator("[data-stage='bets']").waitFor({ timeout: 200_000 });
  await page.waitForTimeout(600);
  await page.locator("[data-spot='main']").click();
  await page.locator("[data-spot='main']").click();
  if (tries === 0) await shot("bets");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: /^Confirm/ }).click();
  await page.waitForTimeout(800);
  await page.locator("[data-stage='turn']").waitFor({ timeout: 30_000 });
  await page.waitForTimeout(1500);
  await shot(`deal${tries}`);
  await page.locator("[aria-keyshortcuts='S'][aria-disabled='false'],[aria-keyshortcuts='I'][aria-disabled='false']").first().waitFor({ timeout: 9_000 }).catch(() => undefined);
  await page.waitForTimeout(400);
  await shot(`turn${tries}`);
  if (await page.locator("[aria-keyshortcuts='H'][aria-disabled='false']").count()) { await page.keyboard.press("h"); await page.waitForTimeout(150); await shot(`chosen${tries}`); }
  await page.waitForTimeout(1200);
  await shot(`after${tries}`);
  await page.keyboard.press("s");
  await page.locator("[data-stage='showing']").waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3000);
  await shot(`showing${tries}`);
  await page.locator("[data-stage='standing']").waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
  await shot(`standing${tries}`);
  if (tries === 0 && theme === "light") break;
  if (tries === 1) break;
}
await page.getByRole("button", { name: "Rules" }).click();
await page.waitForTimeout(800);
await shot("rules");
console.log(visit.faults);
await browser.close();
