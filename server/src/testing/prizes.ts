import { giveTickets as give } from "../features/prizeDraws/prizeDraws.ts";
import { payReferrals as pay } from "../features/referrals/referrals.pay.ts";
import type { World } from "./world.ts";

/** Gives a member a ticket of the VIP wheel for each of these levels. */
export const giveTickets = ({ open: { platform }, clock }: World, accountId: bigint, levels: readonly number[]): Promise<void> =>
  platform.database.begin((tx) =>
    give(
      tx,
      levels.map((level) => ({ accountId, level })),
      clock.now(),
    ),
  );

/** Gives what friends' steps bring. */
export const payReferrals = ({ open: { platform } }: World): Promise<void> => pay(platform);
