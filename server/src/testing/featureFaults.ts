import { lotteryFaults } from "./lotteryFaults.ts";
import { prizeFaults } from "./prizeFaults.ts";
import { vipFaults } from "./vipFaults.ts";

/** What may be wrong with prizes, with VIP and friends, and with lotteries. */
export const featureFaults = [...prizeFaults, ...vipFaults, ...lotteryFaults] as const;
