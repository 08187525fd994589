import { cardFaults } from "./cardFaults.ts";
import { lotteryFaults } from "./lotteryFaults.ts";
import { prizeFaults } from "./prizeFaults.ts";
import { vipFaults } from "./vipFaults.ts";

/** What may be wrong with prizes, with VIP and friends, with lotteries, and with hands of cards. */
export const featureFaults = [...prizeFaults, ...vipFaults, ...lotteryFaults, ...cardFaults] as const;
