import { cardFaults } from "./cardFaults.ts";
import { eggFaults } from "./eggFaults.ts";
import { lotteryFaults } from "./lotteryFaults.ts";
import { prizeFaults } from "./prizeFaults.ts";
import { rebateFaults } from "./rebates.ts";
import { vipFaults } from "./vipFaults.ts";

/** What may be wrong with prizes, with VIP and friends, with lotteries, with hands of cards, with golden eggs, and with rebates. */
export const featureFaults = [...prizeFaults, ...vipFaults, ...lotteryFaults, ...cardFaults, ...eggFaults, ...rebateFaults] as const;
