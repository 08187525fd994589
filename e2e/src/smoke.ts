import { beforeAll, expect, test } from "vitest";
import { addressOf } from "./acts.ts";
import { findAccessFaults, NO_PAGE, readOverflow, settle } from "./browser.ts";
import { onlookers, openSessions, type Onlooker } from "./onlookers.ts";
import { routes } from "./screens.ts";
import { useStage } from "./useStage.ts";

const SMOKE_LIMIT_MS = 400_000;

/** Visits every page of everyone at one width: a file for each width, so that they run side by side. */
export function visitEveryPage(width: number): void {
  const stage = useStage({ demo: true });
  let session: Record<Onlooker, Record<string, string>>;
  beforeAll(async () => {
    session = await openSessions(stage.world);
  });
  test.each(onlookers.filter((one) => one !== "newcomer"))(
    `every page of the %s at ${width} px has a title of its own, is without console errors, accessible and no wider than the window`,
    { timeout: SMOKE_LIMIT_MS },
    async (onlooker) => {
      const { page } = await stage.visit({ width, height: 900, session: session[onlooker], expected: [NO_PAGE] });
      const faults: string[] = [];
      const titles = new Map<string, string>();
      for (const { path } of routes.filter((route) => route.for === onlooker)) {
        await page.goto(path);
        await settle(page);
        const title = await page.title();
        // What somebody looks for on a page makes it no other page.
        const [address, other] = [addressOf(page).replace(/[?&]search=[^&]*/, ""), titles.get(title)];
        if ((other ?? address) !== address || (title === "Laro" && address !== "/")) faults.push(`${path} has the title of ${other ?? "the site"}: ${title}`);
        titles.set(title, address);
        const overflow = await readOverflow(page);
        if (overflow > 0) faults.push(`${path} is ${overflow} px too wide`);
        faults.push(...(await findAccessFaults(page)).map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
  );
}
