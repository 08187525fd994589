import { closeDays } from "../core/activity/activity.close.ts";
import { earnRebates } from "../features/rebates/rebates.earn.ts";
import { keepThinGames } from "../features/rebates/rebates.games.ts";
import { countVip } from "../features/vip/vip.count.ts";
import { settleWeeks } from "../features/vip/vip.settle.ts";
import { placeBet } from "./bets.ts";
import type { World } from "./world.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The test world's days are Manila's, eight hours ahead of UTC. */
const ZONE_MS = 8 * HOUR_MS;

/** Moves the clock to so many hours after the midnight that begins a day of Manila. */
export async function goTo(world: World, day: string, hours: number): Promise<void> {
  const at = Date.parse(`${day}T00:00:00Z`) - ZONE_MS + hours * HOUR_MS;
  await world.pass(at - world.clock.now().getTime());
}

/** Has members stake and win, in minor units. */
export async function play(world: World, ...rounds: readonly (readonly [accountId: bigint, stake: bigint, win: bigint])[]): Promise<void> {
  for (const [accountId, stake, win] of rounds) {
    await world.give(accountId, stake);
    const placed = await placeBet(world, accountId, { stake, win });
    if (placed !== "played") throw new Error(`A bet was refused with ${placed}.`);
  }
}

/** Closes the days that are over, counts them, and gives their rebates. */
export async function countDays({ open: { platform } }: World): Promise<void> {
  const { database, clock, timeZone } = platform;
  const fault = await closeDays(database, { now: clock.now(), timeZone });
  if (fault !== undefined) throw new Error(`${fault.day} does not add up: ${fault.fault}`);
  await countVip(platform);
  await keepThinGames(database, { now: clock.now(), timeZone });
  await earnRebates(database, { now: clock.now(), timeZone });
}

/** Settles what is due; the first time it opens the week that runs. */
export const openWeeks = ({ open: { platform } }: World): Promise<void> => settleWeeks(platform);

/** Closes, counts and settles. */
export async function settle(world: World): Promise<void> {
  await countDays(world);
  await settleWeeks(world.open.platform);
}

/** The day so many days after another. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The first Monday after a moment, in Manila. */
export function mondayAfter(at: Date): string {
  const day = new Date(at.getTime() + ZONE_MS);
  return dayAfter(day.toISOString().slice(0, 10), 7 - ((day.getUTCDay() + 6) % 7));
}
