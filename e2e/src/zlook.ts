import { launchBrowser } from "./browser.ts";
import { mkdirSync } from "node:fs";
const out = "/tmp/w/frame-shots";
mkdirSync(out, { recursive: true });
const browser = await launchBrowser();
const paths = (process.argv[2] ?? "").split(",").map((one) => one.replace("home", ""));
for (const [width, theme] of [
  [1440, "dark"],
  [390, "light"],
  ...(process.argv[3]
    ? [
        [1440, "light"],
        [390, "dark"],
        [768, "dark"],
      ]
    : []),
] as const) {
  const context = await browser.newContext({
    viewport: { width: Number(width), height: 900 },
    colorScheme: theme as "dark",
    reducedMotion: "reduce",
    baseURL: "http://localhost:4567",
  });
  await context.addCookies([{ name: "theme", value: String(theme), url: "http://localhost:4567" }]);
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log(m.text()));
  await page.goto("/agent");
  await page
    .getByLabel(/user name|account/i)
    .first()
    .fill("demoagent");
  await page
    .getByLabel(/^Password/)
    .first()
    .fill("Demo-world-1");
  await page
    .getByRole("button", { name: /log in|enter/i })
    .first()
    .click();
  await page.getByRole("heading", { name: "My team" }).waitFor();
  for (const path of paths) {
    await page.goto(`/agentHome${path}`);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${out}/${path.replaceAll(/\W/g, "_") || "home"}-${width}-${theme}.png`, fullPage: false });
  }
  if (width === 390) {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${out}/menu-${width}-${theme}.png` });
  }
  await context.close();
}
await browser.close();
