import { test, type TestAPI } from "vitest";
import { isLong } from "./long.ts";

const ignore = (): void => undefined;

/**
 * A planted fault that must turn its proof red. Where a proof kills processes that costs seconds for each fault: `npm run proof sabotages` plants them all, and
 * `npm test`, which lets no test be skipped, does not hear of them.
 */
export const sabotage = isLong ? test : (Object.assign(ignore, { each: () => ignore }) as unknown as TestAPI);
