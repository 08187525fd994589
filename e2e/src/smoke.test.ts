import { beforeAll, expect, test } from "vitest";
import { findAccessFaults, readOverflow, settle } from "./browser.ts";
import { onlookers, openSessions, routes, type Onlooker } from "./screens.ts";
import { useStage } from "./useStage.ts";

const stage = useStage({ demo: true });
const widths = [1440, 390] as const;
const SMOKE_LIMIT_MS = 300_000;
let session: Record<Onlooker, Record<string, string>>;

beforeAll(async () => {
  session = await openSessions(stage.world);
});

for (const width of widths)
  for (const onlooker of onlookers.filter((one) => one !== "newcomer"))
    test(
      `every page of the ${onlooker} at ${width} px is without console errors, accessible and no wider than the window`,
      async () => {
        const { page } = await stage.visit({ width, height: 900, session: session[onlooker] });
        const faults: string[] = [];
        for (const { path } of routes.filter((route) => route.for === onlooker)) {
          await page.goto(path);
          await settle(page);
          const overflow = await readOverflow(page);
          if (overflow > 0) faults.push(`${path} is ${overflow} px too wide`);
          faults.push(...(await findAccessFaults(page)).map((fault) => `${path}: ${fault}`));
        }
        expect(faults).toEqual([]);
      },
      SMOKE_LIMIT_MS,
    );
