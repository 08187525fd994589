import { z } from "zod";

/**
 * Where the live socket is opened, `?ticket=` one of `sessions.liveTicket` and `&missedMs=` for how long nobody listened, in milliseconds: what was said
 * meanwhile is said again, of at most half a minute. The path `/live` is a page.
 */
export const LIVE_PATH = "/api/live";

/** How a socket is closed that makes room for a newer one of the same session or person. */
export const LIVE_REPLACED = 4409;

/** Said in the place of endpoints: all answers are stale, because nobody knows which. */
export const EVERYTHING = "*";

/** The most tables one socket watches at once. */
export const WATCHED_MAX = 3;

/**
 * What the server says on the socket of what is somebody's own: these endpoints' answers are stale (`EVERYTHING` is all of them), or the session has ended. What everyone hears at once says within
 * how many milliseconds each shall ask again, at a moment of its own. What it says of a table is `TableMessage`.
 */
export const LiveMessage = z.union([
  z.object({ stale: z.array(z.string()).max(20), spreadMs: z.int().min(0).max(60_000).optional() }),
  z.object({ ended: z.literal(true) }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
