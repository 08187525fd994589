import { test } from "vitest";
import { createStage } from "./stage.ts";
import { tables } from "@laro/contract/tables";
import { newId } from "@laro/server/platform/ids";
const out = "/tmp/w/live-shots";
import { mkdirSync } from "node:fs";
mkdirSync(out, { recursive: true });
const only = (process.env.CODES ?? "").split(",").filter(Boolean);
test("look", async () => {
  const stage = await createStage({ rooms: true });
  const { world } = stage;
  try {
    const codes = only.length ? only : ["ROULETTE_1", "BACCARAT_1", "DRAGON_TIGER_1", "SIC_BO_1"];
    const spots: Record<string, string[]> = {
      ROULETTE_1: ["17", "red", "dozen2"],
      ROULETTE_SPEED_1: ["17", "red"],
      BACCARAT_1: ["player", "banker", "tie"],
      BACCARAT_NC_1: ["player", "banker"],
      DRAGON_TIGER_1: ["dragon", "tie"],
      SIC_BO_1: ["small", "total9", "single4"],
    };
    for (const code of codes) {
      const [ann, ben] = [await world.player({ balance: 1_000_00n }), await world.player({ balance: 5_000_00n })];
      const wide = await stage.visit({ token: ann.token, motion: true });
      const phone = await stage.visit({ token: ben.token, motion: true, width: 390, height: 844 });
      const shoot = async (name: string) => {
        console.log(new Date().toISOString().slice(17, 23), "shoot", name);
        await wide.page.screenshot({ path: `${out}/${code}-${name}-1440.png` });
        await phone.page.screenshot({ path: `${out}/${code}-${name}-390.png` });
      };
      for (const [n, v] of [
        ["wide", wide],
        ["phone", phone],
      ] as const)
        v.page.on("websocket", (ws) => {
          const t = () => new Date().toISOString().slice(17, 23);
          console.log(t(), n, "open");
          ws.on("framesent", (f) => console.log(t(), n, ">", String(f.payload).slice(0, 100)));
          ws.on("framereceived", (f) => console.log(t(), n, "<", String(f.payload).slice(0, 130)));
          ws.on("close", () => console.log(t(), n, "close"));
        });
      await Promise.all([wide, phone].map(({ page }) => page.goto(`/room/${code}`)));
      // wait for open
      const until = async (state: string, fresh = false) => {
        for (;;) {
          const { phase } = await ann.call(tables.get, { series: code });
          if (phase?.state === state && (!fresh || Date.parse(phase.closesAt) - world.clock.now().getTime() > 9000)) return phase;
          if (phase && state === "open") world.clock.advance(500);
          await new Promise((r) => setTimeout(r, 150));
        }
      };
      let phase = await until("open", true);
      await new Promise((r) => setTimeout(r, 800));
      for (const v of [wide, phone]) for (const s of spots[code]!) await v.page.locator(`[data-spot="${s}"]:visible`).click();
      await shoot("1-laid");
      for (const v of [wide, phone]) await v.page.getByRole("button", { name: /^Confirm/ }).click();
      await new Promise((r) => setTimeout(r, 1500));
      await wide.page.locator(`[data-spot="${spots[code]![0]}"]:visible`).click();
      await shoot("2-confirmed");
      phase = (await ann.call(tables.get, { series: code })).phase!;
      world.clock.advance(Math.max(0, Date.parse(phase.closesAt) - world.clock.now().getTime()));
      await new Promise((r) => setTimeout(r, 700));
      await shoot("3-locked");
      await until("drawn");
      await new Promise((r) => setTimeout(r, 2200));
      await shoot("4-showing");
      await until("settled");
      await new Promise((r) => setTimeout(r, 1200));
      await shoot("5-result");
      console.log(code, wide.faults, phone.faults);
      await wide.context.close();
      await phone.context.close();
    }
  } finally {
    await stage.close();
  }
}, 600_000);
