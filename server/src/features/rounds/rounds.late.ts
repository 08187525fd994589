import { setTimeout as sleep } from "node:timers/promises";

/** A call that plays nothing is answered at a whole multiple of this after it came: its time tells nothing of what it would have drawn. A usual one takes a tenth. */
export const UNPLAYED_MS = 100;

/** Waits until a call that came at `beganAtMs`, of `performance.now()`, may be answered without a round. */
export async function waitUnplayed(beganAtMs: number): Promise<void> {
  const passedMs = performance.now() - beganAtMs;
  await sleep(Math.ceil((Math.floor(passedMs / UNPLAYED_MS) + 1) * UNPLAYED_MS - passedMs));
}
