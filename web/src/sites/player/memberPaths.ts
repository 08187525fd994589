/** The pages of the member centre by their key in the URL, in the order of the menu. */
export const memberPageNames = [
  "overview",
  "depositv2",
  "withdraw",
  "transferFund",
  "transferUpline",
  "personalHistoryCopy",
  "transactionHistory",
  "rewardCenter",
  "bonusDetails",
  "manualRebate",
  "missionLeaderboard",
  "goldenEggs",
  "referral",
  "personalProfit",
  "creditReport",
  "messageV2",
  "securityCenter",
] as const;
export type MemberPage = (typeof memberPageNames)[number];

export const isMemberPage = (name: string): name is MemberPage => (memberPageNames as readonly string[]).includes(name);
