import { beforeAll, expect, test } from "vitest";
import { addressOf } from "./acts.ts";
import { findUnfit, findWrongHead, NO_PAGE, settle } from "./browser.ts";
import { onlookers, openSessions, type Onlooker } from "./onlookers.ts";
import { routes } from "./screens.ts";
import { useStage } from "./useStage.ts";

const SMOKE_LIMIT_MS = 400_000;
const HEIGHT = 900;

/** Visits every page of some people, loaded at the first width and looked at in each: a file for each first width, so that they run side by side. */
export function visitEveryPage(people: readonly Onlooker[], widths: readonly number[]): void {
  const stage = useStage({ demo: true });
  let session: Record<Onlooker, Record<string, string>>;
  beforeAll(async () => {
    session = await openSessions(stage.world);
  });
  test.each(people)(
    `every page of the %s, loaded at ${widths[0]} px, has a title of its own as its answer has, is accessible and without console errors, and at ${widths.join(" and ")} px no wider than the window`,
    { timeout: SMOKE_LIMIT_MS },
    async (onlooker) => {
      const { page } = await stage.visit({ width: widths[0]!, height: HEIGHT, session: session[onlooker], expected: [NO_PAGE] });
      const faults: string[] = [];
      const titles = new Map<string, string>();
      for (const { path } of routes.filter((route) => route.for === onlooker)) {
        await page.setViewportSize({ width: widths[0]!, height: HEIGHT });
        const answer = await page.goto(path);
        await settle(page);
        faults.push(...(await findWrongHead(page, answer)).map((fault) => `${path} ${fault}`));
        const title = await page.title();
        // What somebody looks for on a page makes it no other page.
        const [address, other] = [addressOf(page).replace(/[?&]search=[^&]*/, ""), titles.get(title)];
        if ((other ?? address) !== address || (title === "Laro" && address !== "/")) faults.push(`${path} has the title of ${other ?? "the site"}: ${title}`);
        titles.set(title, address);
        for (const width of widths)
          for (const fault of await findUnfit(page, width, { isFurther: width !== widths[0] })) faults.push(`${path} at ${width} px: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );
}

/** Everyone but the newcomer, who sees the player's pages before anything is on them. */
export const everyone: readonly Onlooker[] = onlookers.filter((one) => one !== "newcomer");
