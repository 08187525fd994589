import { startTestDatabase } from "@laro/server/testing/database";
import { createStage } from "./stage.ts";
import { settle, findAccessFaults } from "./browser.ts";
const stop = await startTestDatabase();
const out = "/tmp/steps-shots";
const only = process.argv[2]?.split(",");
const widths = (process.argv[3] ?? "390,1440").split(",").map(Number);
const theme = (process.argv[4] ?? "dark") as "dark" | "light";
try {
  const stage = await createStage({});
  const games: Record<string, (page: import("playwright-core").Page, shot: (name: string) => Promise<void>) => Promise<void>> = {
    MINES: async (page, shot) => {
      await page.getByRole("button", { name: "Bet", exact: true }).click();
      await page.getByRole("button", { name: /Row 1, column 1/ }).click();
      await settle(page); await shot("mid");
      for (let i = 0; i < 20; i++) { if (await page.getByRole("button", { name: "Bet", exact: true }).count()) break; await page.keyboard.press("r"); await page.waitForTimeout(250); if (i===2) { const c = page.getByRole("button", { name: /Cash out/ }); if (await c.count()) { await c.click(); } } }
      await settle(page); await shot("end");
    },
    HI_LO: async (page, shot) => {
      await page.getByRole("button", { name: "Deal", exact: true }).click();
      await settle(page); await shot("dealt");
      for (let i = 0; i < 6; i++) { await page.keyboard.press(i % 2 ? "ArrowUp" : "s"); await page.waitForTimeout(300); if (await page.getByRole("button", { name: "Deal", exact: true }).count()) break; }
      await settle(page); await shot("mid");
      for (let i = 0; i < 30; i++) { if (await page.getByRole("button", { name: "Deal", exact: true }).count()) break; await page.keyboard.press("ArrowDown"); await page.waitForTimeout(200); }
      await settle(page); await shot("end");
    },
    COIN_FLIP: async (page, shot) => {
      for (let r = 0; r < 2; r++) {
        await page.getByRole("button", { name: "Bet", exact: true }).click();
        await page.waitForTimeout(300);
        await page.keyboard.press("h");
        await page.waitForTimeout(600);
        await shot("mid" + r);
        const c = page.getByRole("button", { name: /Cash out/ }); if (await c.count()) await c.click();
        await page.waitForTimeout(1500);
        await shot("end" + r);
      }
    },
    BLACKJACK: async (page, shot) => {
      await page.getByLabel("Show basic strategy").check();
      for (let r = 0; r < 5; r++) {
        await page.getByRole("button", { name: "Deal", exact: true }).click();
        await page.waitForTimeout(500); await shot("deal" + r);
        for (let i = 0; i < 8; i++) { if (await page.getByRole("button", { name: "Deal", exact: true }).count()) break; for (const k of ["n", "p", r % 2 ? "d" : "s", "s"]) { await page.keyboard.press(k); await page.waitForTimeout(250); if (k === "p") await shot("p" + r + i); } }
        await page.waitForTimeout(1200); await shot("end" + r);
      }
    },
    VIDEO_POKER: async (page, shot) => {
      await page.getByRole("button", { name: "Deal", exact: true }).click();
      await page.waitForTimeout(500); await page.keyboard.press("1"); await page.keyboard.press("3"); await page.waitForTimeout(300); await shot("held");
      await page.keyboard.press("Space"); await page.waitForTimeout(1200); await shot("end");
    },
  };
  for (const width of widths) {
    for (const [game, play] of Object.entries(games)) {
      if (only && !only.includes(game)) continue;
      const ann = await stage.world.player({ balance: 5_000_00n });
      const { page, context, faults } = await stage.visit({ token: ann.token, width, height: width === 390 ? 844 : width === 768 ? 1024 : 900, theme });
      const shot = async (name: string) => { await page.screenshot({ path: `${out}/${game}-${width}-${name}.png` }); };
      try {
        await page.goto(`/room/${game}`);
        await page.getByRole("button", { name: "Rules" }).waitFor();
        await settle(page);
        await shot("idle");
        console.log(game, width, "axe", await findAccessFaults(page));
        await play(page, shot);
        console.log(game, width, "axe", await findAccessFaults(page), faults);
        if (width === 390) { await page.getByRole("button", { name: "Rules" }).click(); await settle(page); await shot("rules"); }
      } catch (e) { console.log(game, width, String(e).slice(0, 400), faults); await shot("error"); }
      await context.close();
    }
  }
  await stage.close();
} finally { await stop(); }
