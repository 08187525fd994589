import { vi } from "vitest";

/** Longer than whatever comes by itself takes on a machine whose processors are taken: how quick things are is measured by `npm run bench`. */
const SOON_MS = 30_000;
const LOOKED_AT_EACH_MS = 100;

/** Looks until nothing is wrong any more, and tells what still is when that takes too long. */
export const soon = <Seen>(look: () => Promise<Seen> | Seen): Promise<Seen> => vi.waitFor(look, { timeout: SOON_MS, interval: LOOKED_AT_EACH_MS });
