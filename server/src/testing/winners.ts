import { gatherWinners } from "../features/winners/winners.ts";
import type { World } from "./world.ts";

/** Lets the minute pass after which wins are gathered, and gathers them. */
export async function settleWinners({ clock, open }: World): Promise<void> {
  clock.advance(61_000);
  await open.platform.database.begin((tx) => gatherWinners(tx, clock.now()));
}
