import { existsSync } from "node:fs";
import { join } from "node:path";
import { asOwner } from "@laro/server/testing/owner";
import { createWorld, type World, type WorldOptions } from "@laro/server/testing/world";
import type { Browser } from "playwright-core";
import { giveDrawings, keepDrawings } from "./drawings.ts";
import { launchBrowser, openVisit, type Visit, type VisitOptions } from "./browser.ts";

/** The whole platform as it is in service, built sites included, and a browser to look at it. */
export interface Stage {
  readonly world: World;
  readonly browser: Browser;
  readonly visit: (options?: VisitOptions) => Promise<Visit>;
  readonly close: () => Promise<void>;
}

const SITES = join(import.meta.dirname, "../../web/dist");

export type StageOptions = Pick<
  WorldOptions,
  "catalogue" | "content" | "demo" | "env" | "idp" | "messenger" | "operator" | "pack" | "rooms" | "vendor" | "vendors"
>;

/** Whoever brings a browser also ends it. */
export async function createStage(chosen: StageOptions = {}, brought?: Promise<Browser>): Promise<Stage> {
  for (const site of ["player", "agent", "operator"])
    if (!existsSync(join(SITES, site, "index.html"))) throw new Error(`web/dist/${site} is missing: build the sites with \`npm run build\` first.`);
  const [world, browser] = await Promise.all([createWorld({ ...chosen, psp: true, runs: true, worker: true }), brought ?? launchBrowser()]);
  if (chosen.content === true) await giveDrawings(world.open.url);
  return {
    world,
    browser,
    visit: (options) => openVisit(browser, world.address, options),
    close: async () => {
      if (brought === undefined) await browser.close();
      if (chosen.content === true) await keepDrawings(world.open.url);
      await world.close();
    },
  };
}

/** Has dice been played on the last day that is written down, and counts which games are popular, as the worker does every ten minutes. */
export async function makeDicePopular({ open }: World): Promise<void> {
  await asOwner(open.url, "insert into play_day values (0, current_date - 1, 1, 100, 0, 0) on conflict do nothing");
  await asOwner(open.url, "insert into play_day_done values (current_date - 1, now()) on conflict do nothing");
  await asOwner(open.url, "select graphile_worker.add_job('games:countPopularity', '{}'::json)");
}
